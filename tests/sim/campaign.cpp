#include "tests/sim/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "record/verify.h"
#include "server/core/ids.h"
#include "server/games/registry.h"
#include "tests/sim/faults.h"
#include "tests/sim/violation.h"
#include "tests/sim/world.h"
#include "tests/support/environment.h"

namespace wyrmhall::sim {
namespace {

constexpr Duration kMaxEndTime = 3600 * kSecond;  // of virtual time for everything to be played to its end
constexpr std::size_t kLinesTold = 60;
constexpr const char* kEverythingEnds = "everything ends";
constexpr const char* kKnownToTheServer = "nothing is forgotten";

void add_client(World& world, int number, Rng of_client) {
  ClientProfile profile = draw_profile(of_client);
  if (world.identities_change) draw_identity_habits(world.aside, profile);
  const Rng aside = world.identities_change ? world.aside.fork() : Rng(0);
  world.clients.push_back(std::make_unique<Client>(world.around, number, of_client, profile, aside));
}

// One more device, of an account that is there by then.
void add_device(World& world, std::size_t owner, Rng of_client) {
  const std::size_t device = world.clients.size();
  add_client(world, static_cast<int>(device), of_client);
  world.agenda.after(10 * kSecond, [&world, owner, device] {
    if (!world.clients[owner]->has_account()) return;
    Client& second = *world.clients[device];
    second.share_account(*world.clients[owner]);
    second.start();
  });
}

void settle_in(World& world) {
  const auto number = static_cast<int>(world.rng.between(3, 10));
  for (int i = 0; i < number; ++i) {
    Rng of_client = world.rng.fork();
    add_client(world, i, of_client);
    world.agenda.after(world.rng.between({}, 2 * kSecond),
                       [&world, i] { world.clients[static_cast<std::size_t>(i)]->start(); });
  }
  if (world.rng.chance(0.3)) add_device(world, 0, world.rng.fork());
  if (world.identities_change && world.aside.chance(0.7)) add_device(world, 1, world.aside.fork());
}

void run_until(World& world, Duration when) {
  while (world.agenda.now() < when) world.step();
}

bool at_rest(const World& world) {
  return world.running() && world.counts()->tables == 0 && world.durable.running().empty() &&
         std::ranges::all_of(world.clients, [](const auto& client) { return client->at_rest(); });
}

// The faults are over: whatever was begun comes to its end, and the store agrees with what was told.
void play_to_the_end(World& world) {
  world.around.calm = true;
  world.around.calm_since = world.agenda.now();
  for (const auto& client : world.clients) client->calm_down();
  world.start_server();
  const Duration limit = world.agenda.now() + kMaxEndTime;
  const auto rest = [&] {
    while (!at_rest(world)) {
      world.step();
      if (world.agenda.now() < limit) continue;
      std::string text = fmt::format("{} matches and {} tables do not come to an end", world.durable.running().size(),
                                     world.durable.tables());
      for (const auto& client : world.clients) text += "\n  " + client->state();
      throw Violation(kEverythingEnds, text);
    }
  };
  rest();
  run_until(world, world.agenda.now() + 2 * kSecond);
  world.checkers.check_silence(kSecond);
  rest();  // a crash that was on its way may have come since
  world.checkers.check_running(*world.counts());
  const auto check_tables = [&] {
    if (world.durable.tables() != 0)
      throw Violation(kKnownToTheServer, "a table on disk that the server does not know");
  };
  check_tables();
  world.crash();
  world.start_server();
  run_until(world, world.agenda.now() + 10 * kSecond);
  rest();
  check_tables();
}

void check_records(World& world) {
  for (const auto& [id, log] : world.durable.matches()) {
    const auto answer = world.disk.look(persistence::LoadMatch{.match = id});
    if (!answer.value || answer.value->moves != log.moves() || answer.value->end.has_value() != log.over()) {
      throw Violation("the log re-folds", "the store does not give back what was kept: " + uuid_text(id));
    }
    const auto vouch = [](const receipts::EndStatement& end) {
      return std::optional(test::signing_key().sign(receipts::write(end)));
    };
    const auto record = server::find_game(log.row().game)->record(*answer.value, vouch);
    const auto account =
        record ? record::verify(record->text) : std::unexpected(record::Flaw{"record", record.error()});
    if (account && !record::vouches(test::signing_key().public_key(), *account)) {
      throw Violation("records verify", "a record is not signed from its start to its end");
    }
    if (!account) throw Violation("records verify", account.error().where + " " + account.error().what);
    world.counters.hit(Sometimes::kRecordVerified);
  }
}

}  // namespace

RunResult run(std::uint64_t seed, const RunSettings& settings) {
  RunResult result;
  result.counters.runs = 1;
  World world(seed, settings.on_sqlite, result.counters);
  Faults faults(world);
  try {
    world.start_server();
    settle_in(world);
    faults.begin();
    run_until(world, settings.seconds * kSecond);
    faults.end();
    play_to_the_end(world);
    check_records(world);
  } catch (const Violation& violation) {
    result.failure = {.seed = seed, .checker = violation.checker, .what = violation.what(), .trace = {}};
  } catch (const std::exception& error) {
    result.failure = {.seed = seed, .checker = "no exceptions", .what = error.what(), .trace = {}};
  }
  if (result.failure) result.failure->trace = world.trace().last_lines(kLinesTold);
  result.counters.micros = world.agenda.now().count();
  result.trace_hash = world.trace().hash();
  return result;
}

}  // namespace wyrmhall::sim
