#include "rules/dance/notation.h"
#include "rules/dance/rules.h"
#include "server/games/adapter.h"
#include "server/games/dance/actions.h"
#include "server/games/dance/options.h"
#include "server/games/dance/seat_part.h"
#include "server/games/dance/sentences.h"
#include "server/games/dance/view.h"
#include "server/games/registry.h"

namespace wyrmhall::server {
namespace dance_wire {
namespace {

namespace dance = rules::dance;

struct Wire : Options, SeatPart, Actions, View, Sentences {
  using Game = dance::Game;
  static constexpr std::uint32_t kMinPlayers = 1;
  static constexpr std::uint32_t kMaxPlayers = 2;
  // Decisions: of the usual lives the knight's 9 are the fewer, and an attack takes 5 at most, so a match takes two
  // rounds.
  static constexpr std::uint32_t kMinDecisions = 8;
  static constexpr std::uint32_t kMaxMoves = 5000;

  template <class Visit>
  static void each_die(const dance::State& /*state*/, const dance::Event& event, Visit&& visit) {
    const auto* rolled = std::get_if<dance::Rolled>(&event);
    if (rolled == nullptr) return;
    for (const std::uint8_t value : rolled->dice) visit(rolled->seat, dance::kFaces, value);
  }
};

}  // namespace
}  // namespace dance_wire

const GameKind& dance_game() {
  static const Kind<dance_wire::Wire> kind;
  return kind;
}

}  // namespace wyrmhall::server
