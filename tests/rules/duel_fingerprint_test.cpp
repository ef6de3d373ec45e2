#include "rules/duel/rules.h"
#include "tests/rules/duel_options.h"
#include "tests/rules/duel_states.h"
#include "tests/rules/fingerprint.h"

using namespace wyrmhall::rules;

TEST_CASE("Dragon Duel behaves as it did") {
  testing::check_fingerprint<duel::Game>(testing::duel_options(), 20);
}
