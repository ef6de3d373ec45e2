#include "rules/duel/notation.h"
#include "rules/duel/rules.h"
#include "tests/rules/vectors.h"

using namespace wyrmhall::rules;

TEST_CASE("every vector of the rulebook comes out as written") {
  CHECK(testing::run_vectors<duel::Game>("tests/vectors/duel.vectors.json") == 74);
}
