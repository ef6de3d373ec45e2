#include "rules/arena/rules.h"
#include "tests/rules/arena_options.h"
#include "tests/rules/arena_secrets.h"
#include "tests/rules/arena_states.h"
#include "tests/rules/conformance.h"

using namespace wyrmhall::rules;

TEST_CASE("Dragons Arena conforms") {
  testing::Conformance<arena::Game> suite;
  suite.options = testing::arena_options();
  suite.change_hidden = testing::change_hidden;
  suite.run();
}
