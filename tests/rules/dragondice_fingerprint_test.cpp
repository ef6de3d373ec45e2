#include "rules/dragondice/rules.h"
#include "tests/rules/dragondice_options.h"
#include "tests/rules/dragondice_states.h"
#include "tests/rules/fingerprint.h"

using namespace wyrmhall::rules;

TEST_CASE("Dragon Dice behaves as it always did") {
  testing::check_fingerprint<dragondice::Game>(testing::dragondice_options(), 5);
}
