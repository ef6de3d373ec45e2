#include "tests/rules/fingerprint.h"

#include "rules/hunt/rules.h"
#include "tests/rules/hunt/options.h"
#include "tests/rules/hunt/states.h"

using namespace wyrmhall::rules;

TEST_CASE("Dice & Dragons behaves as it always did") {
  testing::check_fingerprint<hunt::Game>(testing::hunt_options(), 10);
}
