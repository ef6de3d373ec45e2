#include "tests/rules/fingerprint.h"

#include "rules/dance/rules.h"
#include "tests/rules/dance/options.h"
#include "tests/rules/dance/states.h"

using namespace wyrmhall::rules;

TEST_CASE("Dragon Dance behaves as it always did") {
  testing::check_fingerprint<dance::Game>(testing::dance_options(), 20);
}
