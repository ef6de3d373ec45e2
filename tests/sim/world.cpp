#include "tests/sim/world.h"

#include <algorithm>
#include <array>
#include <utility>

#include "server/accounts/secret_code.h"
#include "server/core/ids.h"
#include "server/match/job_result.h"
#include "tests/sim/violation.h"

namespace wyrmhall::sim {
namespace {

constexpr Duration kTick = 100 * kMillisecond;  // as the shell's
constexpr int kAddresses = 4;                   // from which all clients come: so that some share one
// Runs in which nobody changes who they are go as they did before anybody could. Whatever this is, half of all seeds
// are of the one kind and half of the other; with this one those that are tests (CMakeLists.txt) are of the first.
constexpr std::uint64_t kAside = 16;
constexpr std::uint32_t kInvitationUses = 3;                  // at most
constexpr Duration kInvitationTime = std::chrono::days(365);  // longer than any clock here jumps
constexpr Duration kShutdown = server::kShutdownTime;
constexpr int kProcessors = 20;  // that a thought keeps busy, so that some run into the end of their account's budget

server::PeerAddress address_of(int client) {
  const std::string text = "192.0.2." + std::to_string(client % kAddresses);
  return {.text = text, .groups = {text}};
}

}  // namespace

World::World(std::uint64_t seed, bool on_sqlite, Counters& of_run)
    : counters(of_run),
      rng(seed),
      aside(seed ^ kAside),
      identities_change(aside.chance(0.5)),
      clock(agenda),
      durable(agenda, counters),
      network(agenda, rng.fork(), *this, counters),
      disk(
          agenda, rng.fork(), on_sqlite ? make_sqlite_sync_store() : make_memory_sync_store(), counters,
          [this](const persistence::Request& request) {
            durable.kept(request);
            identities.kept(request);
          },
          [this](std::vector<persistence::Answer> answers) {
            trace_.note(agenda.now(), "answered", answers.front().ticket, answers.size(),
                        static_cast<std::uint64_t>(answers.front().verdict));
            answering_ = true;
            input([&](server::Core& core) {
              core.prefetch(answers);
              for (persistence::Answer& answer : answers) core.answered(answer);
            });
            answering_ = false;
          }),
      checkers(agenda, network, durable, counters),
      absences(durable),
      identities(counters),
      around{.agenda = agenda,
             .network = network,
             .checkers = checkers,
             .counters = counters,
             .match_ids = {},
             .invitation = [this] { return invitation(); }},
      entropy_(rng.below(1ULL << 62U)),
      log_watch_([this](std::string_view line, bool is_error) {
        try {
          checkers.logged(line, is_error);
        } catch (const Violation& violation) {
          // The logger would swallow it.
          if (!logged_) logged_ = violation;
        }
      }) {
  if (!identities_change || !aside.chance(0.4)) return;
  registration_ = server::Registration::kInvitation;
  identities.need_invitations();
}

// The latest mostly, and another one now and then; a new one where the last is used up.
std::string World::invitation() {
  if (!invitations_.empty() && aside.chance(0.7)) {
    return aside.chance(0.3) ? aside.pick(invitations_) : invitations_.back();
  }
  const auto fill = [&](auto& bytes) {
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(aside.below(256));
  };
  std::array<std::uint8_t, server::kInvitationSecretBytes> secret{};
  fill(secret);
  const std::string code = server::secret_code(secret);
  persistence::Invitation made{.code_hash = server::secret_code_hash(code),
                               .note = {},
                               .uses = static_cast<std::uint32_t>(aside.between(1, kInvitationUses)),
                               .made_at = clock.now(),
                               .until = clock.now() + kInvitationTime};
  Uuid id{};
  fill(id);
  made.id = InvitationId(id);
  const persistence::KeepInvitation request{.invitation = made};
  if (disk.look(request).verdict != persistence::Verdict::kKept) {
    throw Violation("invitations are counted", "an invitation is not kept");
  }
  identities.kept(request);
  invitations_.push_back(code);
  return code;
}

void World::step() {
  agenda.step();
  check_log();
}

void World::check_log() {
  if (logged_) throw *std::exchange(logged_, std::nullopt);
}

std::optional<server::CoreCounts> World::counts() const {
  if (core_ == nullptr) return std::nullopt;
  return core_->counts();
}

// --- The server's process ---

void World::start_server() {
  if (core_ != nullptr) return;
  ++run_;
  ++around.server_run;
  effects_until_crash_ = 0;
  checkers.restarted(clock.now());
  absences.restarted(clock.now());
  identities.restarted();
  trace_.note(agenda.now(), "start", run_);
  core_ = std::make_unique<server::Core>(
      server::Environment{.clock = clock, .entropy = entropy_, .signing_key = test::signing_key()},
      server::CoreSettings{.limits = {.free_guests_per_hour = 1'000'000, .guests_per_hour = 1'000'000},
                           .incarnation = disk.reopen(),
                           .registration = registration_,
                           .password_cost = {.passes = 1, .memory_kib = 8}});
  input([](server::Core& core) { core.open(); });
  agenda.after(kTick, [this, run = run_] { tick(run); });
}

void World::crash() {
  if (core_ == nullptr) return;
  trace_.note(agenda.now(), "crash", run_);
  ++counters.crashes;
  if (disk.has_kept_unanswered()) counters.hit(Sometimes::kCrashBetweenCommitAndSend);
  if (disk.has_uncommitted()) counters.hit(Sometimes::kCrashLosesUncommitted);
  core_.reset();
  jobs_.clear();
  disk.crash();
  network.server_died();
}

void World::stop_gracefully() {
  if (core_ == nullptr) return;
  trace_.note(agenda.now(), "stop", run_);
  counters.hit(Sometimes::kGracefulStop);
  input([](server::Core& core) { core.drain(); });
  agenda.after(kShutdown, [this, run = run_] {
    if (run == run_ && core_ != nullptr) crash();
  });
}

void World::tick(std::uint64_t run) {
  if (run != run_ || core_ == nullptr) return;
  const std::uint64_t woken = core_->counts().woken;
  input([](server::Core& core) { core.tick(); });
  if (core_ != nullptr && core_->counts().woken > woken) counters.hit(Sometimes::kRestingMatchTimedOut);
  agenda.after(kTick, [this, run] { tick(run); });
}

void World::work(std::uint64_t run, std::uint64_t ticket, Duration took) {
  if (run != run_ || core_ == nullptr) return;
  auto job = jobs_.extract(ticket);
  if (job.empty()) return;
  server::JobResult result = job.mapped()();
  trace_.note(agenda.now(), "found", ticket);
  input([&](server::Core& core) { core.found(ticket, std::move(result), kProcessors * took); });
}

// --- Inputs and what follows of them ---

template <class Input>
void World::input(Input&& input) {
  if (core_ == nullptr) return;
  const bool was_ready = core_->ready();
  input(*core_);
  if (!was_ready && core_->ready()) checkers.ready(core_->counts());
  carry_out();
  if (core_ == nullptr) return;
  checkers.after_step(core_->counts(), disk.unanswered(), jobs_.size());
  check_log();
}

void World::carry_out() {
  while (core_ != nullptr && !core_->effects().empty()) {
    std::vector<server::Effect> effects = std::exchange(core_->effects(), {});
    for (server::Effect& effect : effects) {
      const bool last = effects_until_crash_ == 1;
      if (effects_until_crash_ != 0) --effects_until_crash_;
      if (last) {
        counters.hit(Sometimes::kCrashBetweenEffects);
        if (answering_ && std::holds_alternative<server::SendFrame>(effect)) {
          counters.hit(Sometimes::kCrashBetweenCommitAndSend);
        }
        return crash();
      }
      std::visit([this](auto& one) { carry_out_one(one); }, effect);
    }
  }
}

void World::carry_out_one(server::SendFrame& effect) {
  auto message = std::make_shared<pb::ServerMessage>();
  if (!message->ParseFromString(effect.frame)) throw Violation("frames are messages", "a frame that cannot be read");
  trace_.note(agenda.now(), "send", effect.session, static_cast<std::uint64_t>(message->message_case()),
              Trace::sum_of(effect.frame));
  const std::size_t bytes = effect.frame.size();
  network.send(effect.session, {.message = message, .bytes = bytes});
  checkers.sent(effect.session, effect.frame, *message);
  identities.sent(effect.session, *message);
  if (message->has_match_absences()) counters.hit(Sometimes::kAbsenceTold);
  if (!message->has_signed_in()) return;
  absences.signed_in(effect.session, *id_from_bytes<AccountId>(message->signed_in().player().account_id()));
}

void World::carry_out_one(server::CloseSession& effect) {
  trace_.note(agenda.now(), "close", effect.session, effect.code);
  network.close(effect.session, effect.code);
}

void World::carry_out_one(persistence::Submission& effect) {
  trace_.note(agenda.now(), "submit", effect.ticket, effect.request.index());
  absences.asked(effect.request, clock.now());
  disk.submit(std::move(effect));
}

void World::carry_out_one(server::Work& effect) {
  trace_.note(agenda.now(), "work", effect.ticket);
  jobs_.emplace(effect.ticket, std::move(effect.task));
  const auto took = rng.between(kMillisecond, 40 * kMillisecond);
  agenda.after(took, [this, run = run_, ticket = effect.ticket, took] { work(run, ticket, took); });
}

// --- The wire ---

bool World::came(std::uint64_t link, int client) {
  if (core_ == nullptr || !core_->ready()) return false;
  trace_.note(agenda.now(), "came", link);
  checkers.came(link);
  input([&](server::Core& core) { core.connected(link, address_of(client)); });
  return true;
}

void World::heard(std::uint64_t link, const std::string& bytes) {
  if (core_ == nullptr) return;
  trace_.note(agenda.now(), "heard", link, bytes.size(), Trace::sum_of(bytes));
  ++counters.commands;
  pb::ClientMessage message;
  const bool whole = message.ParseFromString(bytes);
  if (whole) {
    checkers.heard(link, message);
    identities.heard(link, message);
  }
  const auto opened = id_from_bytes<MatchId>(message.open_match().match_id());
  if (whole && opened && disk.is_creating(*opened)) counters.hit(Sometimes::kOpenedWhileCreated);
  const std::size_t before = core_->counts().matches;
  input([&](server::Core& core) {
    core.prefetch(std::span<const std::uint64_t>(&link, 1));
    core.received(link, {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  });
  if (core_ == nullptr || !whole || !message.has_open_match()) return;
  if (core_->counts().matches > before && opened && checkers.told_in_this_run(*opened)) {
    counters.hit(Sometimes::kMatchCameBackFromRest);
  }
}

void World::was_sent(std::uint64_t link, std::size_t bytes) {
  input([&](server::Core& core) { core.sent(link, 1, bytes); });
}

void World::went(std::uint64_t link) {
  trace_.note(agenda.now(), "went", link);
  if (core_ == nullptr) return;
  checkers.went(link);
  identities.went(link);
  absences.went(link, clock.now());
  input([&](server::Core& core) { core.disconnected(link); });
}

void World::arrived(int client, std::uint64_t link, const Frame& frame) {
  clients[static_cast<std::size_t>(client)]->arrived(link, frame);
}

void World::lost(int client, std::uint64_t link, std::uint16_t close_code) {
  trace_.note(agenda.now(), "lost", link, close_code);
  clients[static_cast<std::size_t>(client)]->lost(link, close_code);
}

}  // namespace wyrmhall::sim
