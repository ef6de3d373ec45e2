#include "rules/dance/rules.h"
#include "tests/rules/dance_options.h"
#include "tests/rules/dance_states.h"
#include "tests/rules/fingerprint.h"

using namespace wyrmhall::rules;

TEST_CASE("Dragon Dance behaves as it always did") {
  testing::check_fingerprint<dance::Game>(testing::dance_options(), 20);
}
