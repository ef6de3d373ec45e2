#include "tests/rules/vectors.h"

#include "rules/duel/rules.h"
#include "tests/rules/duel/states.h"

using namespace wyrmhall::rules;

namespace {

// Dragons are merged one by one, and whose turn it is follows from the order.
struct DuelWords : testing::PlainWords {
  static void patch(testing::Json& state, const testing::Json& fields) {
    for (const auto& [key, value] : fields.items()) {
      if (key != "dragons") {
        state[key] = value;
        continue;
      }
      for (std::size_t i = 0; i < value.size(); ++i) state[key][i].update(value[i]);
    }
    const auto actor = state["order"][state["pos"].get<std::size_t>()].get<std::size_t>();
    state["actor"] = actor;
    state["seat"] = state["dragons"][actor]["seat"];
  }
};

}  // namespace

TEST_CASE("every vector of the rulebook comes out as written") {
  CHECK(testing::run_vectors<duel::Game, DuelWords>("tests/vectors/duel.vectors.json") == 74);
}
