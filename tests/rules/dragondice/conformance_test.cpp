#include "tests/rules/conformance.h"

#include "rules/dragondice/rules.h"
#include "tests/rules/dragondice/options.h"
#include "tests/rules/dragondice/secrets.h"
#include "tests/rules/dragondice/states.h"

using namespace wyrmhall::rules;

TEST_CASE("Dragon Dice conforms") {
  testing::Conformance<dragondice::Game> suite;
  suite.options = testing::dragondice_options();
  suite.change_hidden = testing::change_hidden;
  suite.walks_per_options = 20;
  suite.look_at_one_in = 3;
  suite.run();
}
