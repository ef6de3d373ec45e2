#include "server/games/hunt/wire.h"

#include "rules/hunt/notation.h"
#include "rules/hunt/rules.h"
#include "server/games/adapter.h"
#include "server/games/hunt/actions.h"
#include "server/games/hunt/figures.h"
#include "server/games/hunt/heroes.h"
#include "server/games/hunt/options.h"
#include "server/games/hunt/seat_part.h"
#include "server/games/hunt/sentences.h"
#include "server/games/hunt/view.h"
#include "server/games/registry.h"

namespace wyrmhall::server {
namespace hunt_wire {

namespace hunt = rules::hunt;

namespace {

struct Wire : Options, SeatPart, Actions, View, Sentences, Odds, Heroes {
  using Game = hunt::Game;
  static constexpr std::uint32_t kMinPlayers = 1;
  static constexpr std::uint32_t kMaxPlayers = hunt::kMaxHeroes;
  // Decisions: a turn takes a roll, an activation and a vote at least, and nobody gives up in the first one.
  static constexpr std::uint32_t kMinDecisions = 6;
  static constexpr std::uint32_t kMaxMoves = 20000;  // a campaign

  // In a Fury nobody rolls (R-HUNT-18).
  template <class Visit>
  static void each_die(const hunt::State& state, const hunt::Event& event, Visit&& visit) {
    const auto each = [&](rules::Seat seat, const auto& dice) {
      for (const hunt::Symbol symbol : dice) visit(seat, hunt::kFaces, static_cast<int>(from_one(symbol)));
    };
    if (const auto* rolled = std::get_if<hunt::Rolled>(&event)) each(state.heroes[rolled->hero].seat, rolled->dice);
    if (const auto* thrown = std::get_if<hunt::Thrown>(&event)) {
      const bool fury = thrown->purpose == hunt::ThrowFor::fury;
      each(fury ? rules::kNoSeat : state.heroes[thrown->who].seat, thrown->dice);
    }
  }
};

}  // namespace

void write_choices(const hunt::State& state, rules::Seat seat, MessageWriter& to) {
  server::write_choices<Wire>(state, seat, to);
}

}  // namespace hunt_wire

const GameKind& hunt_game() {
  static const Kind<hunt_wire::Wire> kind;
  return kind;
}

}  // namespace wyrmhall::server
