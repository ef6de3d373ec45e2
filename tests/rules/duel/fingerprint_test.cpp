#include "tests/rules/fingerprint.h"

#include "rules/duel/rules.h"
#include "tests/rules/duel/options.h"
#include "tests/rules/duel/states.h"

using namespace wyrmhall::rules;

TEST_CASE("Dragon Duel behaves as it did") {
  testing::check_fingerprint<duel::Game>(testing::duel_options(), 20);
}
