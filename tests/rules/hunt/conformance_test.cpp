#include "tests/rules/conformance.h"

#include "rules/hunt/rules.h"
#include "tests/rules/hunt/options.h"
#include "tests/rules/hunt/states.h"

using namespace wyrmhall::rules;

TEST_CASE("Dice & Dragons conforms") {
  testing::Conformance<hunt::Game> suite;
  suite.options = testing::all_hunt_options();
  suite.walks_per_options = 5;
  suite.look_at_one_in = 5;
  suite.run();
}
