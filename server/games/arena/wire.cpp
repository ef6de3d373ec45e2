#include "rules/arena/notation.h"
#include "rules/arena/rules.h"
#include "server/games/adapter.h"
#include "server/games/arena/actions.h"
#include "server/games/arena/options.h"
#include "server/games/arena/seat_part.h"
#include "server/games/arena/sentences.h"
#include "server/games/arena/view.h"
#include "server/games/registry.h"

namespace wyrmhall::server {
namespace arena_wire {
namespace {

namespace arena = rules::arena;

struct Wire : Options, SeatPart, Actions, View, Sentences {
  using Game = arena::Game;
  static constexpr std::uint32_t kMinPlayers = 1;
  static constexpr std::uint32_t kMaxPlayers = 2;
  static constexpr std::uint32_t kMinDecisions = 13;  // decisions; of 8 that bots played
  static constexpr std::uint32_t kMaxMoves = 20000;   // two hundred duels
};

}  // namespace
}  // namespace arena_wire

const GameKind& arena_game() {
  static const Kind<arena_wire::Wire> kind;
  return kind;
}

}  // namespace wyrmhall::server
