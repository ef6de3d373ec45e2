#include "rules/arena/rules.h"
#include "tests/rules/arena_options.h"
#include "tests/rules/arena_states.h"
#include "tests/rules/fingerprint.h"

using namespace wyrmhall::rules;

TEST_CASE("Dragons Arena behaves as it always did") {
  testing::check_fingerprint<arena::Game>(testing::arena_options(), 20);
}
