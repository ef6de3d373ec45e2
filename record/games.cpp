#include "record/games.h"

#include <array>

#include "record/check_game.h"
#include "rules/arena/notation.h"
#include "rules/arena/rules.h"
#include "rules/dance/notation.h"
#include "rules/dance/rules.h"
#include "rules/dragondice/notation.h"
#include "rules/dragondice/rules.h"
#include "rules/duel/notation.h"
#include "rules/duel/rules.h"
#include "rules/hunt/notation.h"
#include "rules/hunt/rules.h"

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
    line<rules::duel::Game>(), line<rules::arena::Game>(),      line<rules::dance::Game>(),
    line<rules::hunt::Game>(), line<rules::dragondice::Game>(),
};

}  // namespace

CheckGame check_of(std::string_view game) {
  for (const Line& line : kGames) {
    if (line.game == game) return line.check;
  }
  return nullptr;
}

}  // namespace wyrmhall::record
