#include "tests/rules/conformance.h"

#include "rules/coin/rules.h"
#include "tests/rules/coin/options.h"
#include "tests/rules/coin/states.h"

using namespace wyrmhall::rules;

TEST_CASE("Heads or Tails conforms") {
  testing::Conformance<coin::Game> suite;
  suite.options = testing::coin_options();
  suite.run();
}
