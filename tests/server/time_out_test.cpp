// A match that all win or lose together: nobody is out for running out of time, but for doing so five times in a row.
#include <map>
#include <set>

#include "record/verify.h"
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

pb::GameOptions hunt_of_two() {
  pb::GameOptions options;
  options.mutable_hunt()->add_heroes()->set_class_(pb::HUNT_CLASS_WARRIOR);
  pb::HuntHeroOption& cleric = *options.mutable_hunt()->add_heroes();
  cleric.set_class_(pb::HUNT_CLASS_CLERIC);
  cleric.set_seat(1);
  return options;
}

TEST_CASE_FIXTURE(TwoPlayers, "who runs out of time has the least decided, and is out after five times in a row") {
  const std::string id = start_match({&mira, &bruno}, hunt_of_two(), {}, 30);
  for (int i = 0; i < 40 && !mira.matches.at(id).over(); ++i) {
    world.pass(std::chrono::seconds(31));
    mira.read();
  }
  REQUIRE(mira.matches.at(id).over());
  std::map<int, int> defaults;
  std::set<int> out;
  for (const auto& submission : world.submitted) {
    const auto* append = std::get_if<persistence::AppendMove>(&submission.request);
    if (append == nullptr || append->move.kind != persistence::MoveKind::kTimedOut) continue;
    const int seat = append->move.seat;
    if (append->move.action.empty()) {
      CHECK(defaults[seat] == rules::kMaxDefaults);
      CHECK(out.insert(seat).second);
    } else {
      ++defaults[seat];
      CHECK(!out.contains(seat));
    }
  }
  CHECK(out.size() == 2);
  CHECK(mira.matches.at(id).outcome().winners_size() == 0);
  CHECK(mira.matches.at(id).outcome().reason() == pb::OUTCOME_REASON_TIME);
  CHECK(record::verify(export_record(mira, id)));
}

}  // namespace
}  // namespace wyrmhall::test
