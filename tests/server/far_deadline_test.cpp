// A match that rests for days is not known to the server until its deadline is near: then it runs out of time all the
// same.
#include <algorithm>

#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

// Up to when the server has asked for clocks.
std::vector<Timestamp> asked_for(const World& world) {
  std::vector<Timestamp> asked;
  for (const auto& submission : world.submitted) {
    const auto* load = std::get_if<persistence::LoadDeadlines>(&submission.request);
    if (load != nullptr) asked.push_back(load->until);
  }
  return asked;
}

bool has_timed_out(const World& world) {
  return std::ranges::any_of(world.submitted, [](const auto& submission) {
    const auto* append = std::get_if<persistence::AppendMove>(&submission.request);
    return append != nullptr && append->move.kind == persistence::MoveKind::kTimedOut;
  });
}

TEST_CASE_FIXTURE(TwoPlayers, "a resting match runs out of time days after a restart") {
  start_match({&mira, &bruno}, duel_options(), {}, std::chrono::seconds(std::chrono::hours(24)).count());
  world.pass(std::chrono::minutes(1));
  world.restart();
  const Timestamp restarted = world.clock.now();
  world.submitted.clear();
  while (world.clock.now() - restarted < std::chrono::hours(23)) world.pass(std::chrono::minutes(20));
  CHECK_FALSE(has_timed_out(world));
  // Only what is due soon was asked for, again and again.
  CHECK(asked_for(world).size() > 60);
  CHECK(asked_for(world).back() <= world.clock.now() + server::kDeadlinesAhead);
  // And not more often than it must be.
  world.submitted.clear();
  for (Duration passed{}; passed < 4 * server::kDeadlinesAhead; passed += std::chrono::seconds(1)) {
    world.pass(std::chrono::seconds(1));
  }
  CHECK(asked_for(world).size() >= 7);
  CHECK(asked_for(world).size() <= 8);
  while (world.clock.now() - restarted < std::chrono::hours(25)) world.pass(std::chrono::minutes(20));
  CHECK(has_timed_out(world));
}

}  // namespace
}  // namespace wyrmhall::test
