#include "tests/rules/fingerprint.h"

#include "rules/arena/rules.h"
#include "tests/rules/arena/options.h"
#include "tests/rules/arena/states.h"

using namespace wyrmhall::rules;

TEST_CASE("Dragons Arena behaves as it always did") {
  testing::check_fingerprint<arena::Game>(testing::arena_options(), 20);
}
