#include "tests/rules/fingerprint.h"

#include "rules/dragondice/rules.h"
#include "tests/rules/dragondice/options.h"
#include "tests/rules/dragondice/states.h"

using namespace wyrmhall::rules;

TEST_CASE("Dragon Dice behaves as it always did") {
  testing::check_fingerprint<dragondice::Game>(testing::dragondice_options(), 5);
}
