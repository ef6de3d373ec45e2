#include "tests/rules/conformance.h"

#include "rules/dance/rules.h"
#include "tests/rules/dance/options.h"
#include "tests/rules/dance/secrets.h"
#include "tests/rules/dance/states.h"

using namespace wyrmhall::rules;

TEST_CASE("Dragon Dance conforms") {
  testing::Conformance<dance::Game> suite;
  suite.options = testing::dance_options();
  suite.change_hidden = testing::change_hidden;
  suite.run();
}
