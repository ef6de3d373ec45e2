#include "rules/dragondice/notation.h"
#include "rules/dragondice/rules.h"
#include "server/games/adapter.h"
#include "server/games/dragondice/actions.h"
#include "server/games/dragondice/figures.h"
#include "server/games/dragondice/options.h"
#include "server/games/dragondice/seat_part.h"
#include "server/games/dragondice/sentences.h"
#include "server/games/dragondice/view.h"
#include "server/games/registry.h"

namespace wyrmhall::server {
namespace dragondice_wire {
namespace {

namespace dragondice = rules::dragondice;

struct Wire : Options, SeatPart, Actions, View, Sentences, Odds {
  using Game = dragondice::Game;
  static constexpr std::uint32_t kMinPlayers = 2;
  static constexpr std::uint32_t kMaxPlayers = 2;
  // Decisions: each turn asks for a move and a call at least, and no force is gone in the first four.
  static constexpr std::uint32_t kMinDecisions = 8;
  static constexpr std::uint32_t kMaxMoves = 5000;

  // A unit's die is its owner's; a dragon's too, no matter whom it attacks.
  template <class Visit>
  static void each_die(const dragondice::State& state, const dragondice::Event& event, Visit&& visit) {
    if (const auto* dragon = std::get_if<dragondice::DragonRolled>(&event)) {
      visit(state.dragons[dragon->dragon].owner, dragondice::kDragonFaces, static_cast<int>(dragon->value));
    }
    if (const auto* unit = std::get_if<dragondice::UnitRolled>(&event)) {
      const auto owner = static_cast<rules::Seat>(unit->unit < state.first_of_seat1 ? 0 : 1);
      visit(owner, static_cast<int>(dragondice::data_of(state, unit->unit).sides), static_cast<int>(unit->value));
    }
  }
};

}  // namespace
}  // namespace dragondice_wire

const GameKind& dragondice_game() {
  static const Kind<dragondice_wire::Wire> kind;
  return kind;
}

}  // namespace wyrmhall::server
