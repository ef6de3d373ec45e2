#include "rules/hunt/rules.h"
#include "tests/rules/hunt/states.h"
#include "tests/rules/step_vectors.h"

using namespace wyrmhall::rules;

TEST_CASE("every vector of the rulebook comes out as written") {
  CHECK(testing::run_step_vectors<hunt::Game>("tests/vectors/hunt.vectors.json") == 49);
}
