#include "tests/rules/conformance.h"

#include <doctest/doctest.h>

#include "rules/duel/rules.h"
#include "tests/rules/duel/options.h"
#include "tests/rules/duel/states.h"

using namespace wyrmhall::rules;

TEST_CASE("Dragon Duel conforms") {
  testing::Conformance<duel::Game> suite;
  suite.options = testing::all_duel_options();
  suite.walks_per_options = 3;
  suite.run();
}
