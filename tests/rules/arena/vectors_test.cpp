#include "tests/rules/vectors.h"

#include <sstream>

#include "rules/arena/board.h"
#include "rules/arena/rules.h"
#include "tests/rules/arena/states.h"

using namespace wyrmhall::rules;
using testing::Json;

namespace {

// Boards are text: "F5 I3* .. .. / ...".
Json board_of(const std::string& text) {
  Json board = Json::array();
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word == "/") continue;
    if (word == "..") {
      board.push_back(nullptr);
    } else {
      board.push_back({{"species", word[0] == 'F' ? 0 : 1}, {"power", word[1] - '0'}, {"field", word.ends_with('*')}});
    }
  }
  REQUIRE(board.size() == arena::kSquares);
  return board;
}

struct ArenaWords : testing::PlainWords {
  static void patch(Json& state, const Json& fields) {
    state.update(fields);
    if (fields.contains("board")) state["board"] = board_of(fields["board"].get<std::string>());
  }
  static Json expected(const Json& vector) {
    Json expected = PlainWords::expected(vector);
    if (vector.contains("board_after")) expected["board"] = board_of(vector["board_after"].get<std::string>());
    return expected;
  }
};

}  // namespace

TEST_CASE("every vector of the rulebook comes out as written") {
  CHECK(testing::run_vectors<arena::Game, ArenaWords>("tests/vectors/arena.vectors.json") == 76);
}

TEST_CASE("which power beats which") {
  const Json beats = testing::read_json("tests/vectors/arena.vectors.json")["beats"];
  for (std::size_t a = 1; a <= 6; ++a) {
    for (std::size_t b = 1; b <= 6; ++b) {
      CHECK(arena::beats(static_cast<int>(a), static_cast<int>(b)) == (beats[a - 1][b - 1] == 1));
    }
  }
}
