#include <set>
#include <string>

#include "rules/hunt/rules.h"
#include "tests/rules/hunt/states.h"
#include "tests/rules/step_vectors.h"

using namespace wyrmhall::rules;

TEST_CASE("every vector of the rulebook comes out as written") {
  const std::string path = "tests/vectors/hunt.vectors.json";
  CHECK(testing::run_step_vectors<hunt::Game>(path, 1) == 49);
  // Those in which a single hunt is over at once, where a village follows since rules version 2 (V8); and those that
  // look at the vote of a turn in which nobody has called for flight, or flee in it (E3).
  const std::set<std::string> changed = {"V-HUNT-05", "V-HUNT-08", "V-HUNT-26", "V-HUNT-27", "V-HUNT-30",
                                         "V-HUNT-31", "V-HUNT-39", "V-HUNT-43", "V-HUNT-46"};
  const auto stays_unasked = [](const hunt::State& state, const hunt::Action& action) {
    return action.kind == hunt::ActionKind::flee && !action.yes && state.phase != hunt::Phase::flee;
  };
  CHECK(testing::run_step_vectors<hunt::Game>(path, 2, changed, stays_unasked) == 40);
  CHECK(testing::run_step_vectors<hunt::Game>(path, 3, changed, stays_unasked) == 40);
}
