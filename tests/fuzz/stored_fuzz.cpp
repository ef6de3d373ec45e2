// Hostile rows of the database: the codec of moves, the fold of a match, what viewers are shown of it, and its record.
// One who can write the database can do worse, but a damaged disk or an older version must not take the server down.
#include <spdlog/spdlog.h>

#include <cstdlib>

#include "server/match/actor.h"
#include "tests/fuzz/stored_bytes.h"
#include "tests/server/harness.h"

namespace wyrmhall::fuzz {
namespace {

namespace pb = wyrmhall::v1;

void must(bool holds) {
  if (!holds) std::abort();
}

void check_codec(const std::vector<persistence::Move>& moves) {
  std::string bytes;
  for (const persistence::Move& move : moves) persistence::sql::encode(move, bytes);
  const auto again = persistence::sql::decode(bytes);
  must(again.has_value() && *again == moves);
}

// What is said to each kind of viewer, and what they may do.
void look_at(server::MatchActor& actor, test::ManualClock& clock, server::Outbox& out) {
  std::vector<AccountId> viewers = {AccountId{}};
  for (const persistence::SeatRow& seat : actor.log().row().seats) {
    if (seat.account) viewers.push_back(*seat.account);
  }
  std::uint32_t channel = 0;
  for (const AccountId& account : viewers) {
    const server::SessionId session{.incarnation = 1, .number = ++channel};
    actor.open({.session = session,
                .account = account,
                .command_id = 1,
                .channel = channel,
                .have_version = channel % 2 == 0 ? std::optional<std::uint64_t>(channel) : std::nullopt},
               out);
    pb::ClientMessage message;
    message.set_command_id(2);
    message.mutable_ask_story()->set_channel(channel);
    actor.command(session, channel, message, clock.now(), out);
    message.mutable_resign()->set_channel(channel);
    actor.command(session, channel, message, clock.now(), out);
  }
  clock.pass(std::chrono::seconds(1'000));
  actor.tick(out);
}

void run(std::string_view bytes) {
  const StoredBytes stored = read_stored(bytes);
  if (!stored.has_moves) return;
  check_codec(stored.match.moves);
  test::ManualClock clock;
  test::SeededEntropy entropy(1);
  const server::Environment environment{.clock = clock, .entropy = entropy, .signing_key = test::signing_key()};
  server::Outbox out;
  const server::Sessions nobody;
  const server::Absences absences(nobody, {});
  server::ThinkingBudget budget;
  server::MatchActor actor(stored.match.row.id, environment, absences, budget, clock.now());
  auto played = server::play_through(stored.match);
  if (played == nullptr) return;
  actor.adopt(std::move(played), out);
  // It may not be the record of a whole match; what it is must be said and not thrown.
  const auto record = server::find_game(stored.match.row.game)->record(stored.match, {});
  must(record.has_value() || !record.error().empty());
  look_at(actor, clock, out);
  // Whatever was written is kept, and told.
  for (int i = 0; i < 20 && !out.store_requests.empty(); ++i) {
    out.clear();
    actor.answered({.verdict = persistence::Verdict::kKept}, out);
  }
  for (auto& working : out.jobs) working.task();
}

}  // namespace
}  // namespace wyrmhall::fuzz

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  spdlog::set_level(spdlog::level::off);  // each refused row is an error in the log
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  wyrmhall::fuzz::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
