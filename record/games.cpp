#include "record/games.h"

#include <array>

#include "generated/rules/games.h"
#include "record/check_game.h"

namespace wyrmhall::record {
namespace {

struct Line {
  std::string_view game;
  CheckGame check;
};

template <rules::Game G>
constexpr Line line() {
  return {G::code_name, &check_game<G>};
}

constexpr std::array kGames = {
#define WYRMHALL_GAME(code, Name) line<rules::code::Game>(),
#include "generated/rules/games.inc"
};

}  // namespace

CheckGame check_of(std::string_view game) {
  for (const Line& line : kGames) {
    if (line.game == game) return line.check;
  }
  return nullptr;
}

}  // namespace wyrmhall::record
