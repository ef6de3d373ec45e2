#include "rules/coin/notation.h"
#include "rules/coin/rules.h"
#include "server/games/adapter.h"
#include "server/games/coin/actions.h"
#include "server/games/coin/options.h"
#include "server/games/coin/sentences.h"
#include "server/games/coin/view.h"
#include "server/games/registry.h"

namespace wyrmhall::server {
namespace coin_wire {
namespace {

namespace coin = rules::coin;

struct Wire : Options, Actions, View, Sentences {
  using Game = coin::Game;
  static constexpr std::uint32_t kMinPlayers = 1;
  static constexpr std::uint32_t kMaxPlayers = coin::kSeats;
  static constexpr std::uint32_t kMinDecisions = 1;  // a match to one point
  static constexpr std::uint32_t kMaxMoves = 5000;

  template <class Visit>
  static void each_die(const coin::State& /*state*/, const coin::Event& event, Visit&& visit) {
    const auto& toss = std::get<coin::Toss>(event);
    visit(toss.seat, 2, static_cast<int>(toss.fell) + 1);
  }
};

}  // namespace
}  // namespace coin_wire

const GameKind& coin_game() {
  static const Kind<coin_wire::Wire> kind;
  return kind;
}

}  // namespace wyrmhall::server
