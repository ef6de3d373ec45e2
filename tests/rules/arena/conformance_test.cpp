#include "tests/rules/conformance.h"

#include "rules/arena/rules.h"
#include "tests/rules/arena/options.h"
#include "tests/rules/arena/secrets.h"
#include "tests/rules/arena/states.h"

using namespace wyrmhall::rules;

TEST_CASE("Dragons Arena conforms") {
  testing::Conformance<arena::Game> suite;
  suite.options = testing::arena_options();
  suite.change_hidden = testing::change_hidden;
  suite.run();
}
