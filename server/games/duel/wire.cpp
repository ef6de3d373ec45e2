#include "rules/duel/notation.h"
#include "rules/duel/rules.h"
#include "server/games/adapter.h"
#include "server/games/duel/actions.h"
#include "server/games/duel/figures.h"
#include "server/games/duel/options.h"
#include "server/games/duel/sentences.h"
#include "server/games/duel/solutions.h"
#include "server/games/duel/view.h"
#include "server/games/registry.h"

namespace wyrmhall::server {
namespace duel_wire {
namespace {

namespace duel = rules::duel;

struct Wire : Options, Actions, View, Sentences, Solved {
  using Game = duel::Game;
  using Figures = duel_wire::Figures;
  static constexpr std::uint32_t kMinPlayers = 1;
  static constexpr std::uint32_t kMaxPlayers = 8;
  static constexpr std::uint32_t kMinDecisions = 3;  // decisions; of 50 that bots played
  static constexpr std::uint32_t kMaxMoves = 20000;  // nine games of eight players

  // The die of an automatic dragon is nobody's. A team's die for who starts belongs to its first dragon (D-44). `state`
  // may be any state of the match since the dragons were chosen.
  template <class Visit>
  static void each_die(const duel::State& state, const duel::Event& event, Visit&& visit) {
    if (const auto* first = std::get_if<duel::Initiative>(&event)) {
      const bool teams = state.setup.mode == duel::Mode::battle;
      for (const auto& roll : first->rolls) {
        const unsigned dragon = teams ? roll.contender * duel::lanes(state.setup) : roll.contender;
        visit(state.dragons[dragon].seat, 12, roll.value);
      }
    } else if (const auto* enemy = std::get_if<duel::EnemyDie>(&event)) {
      visit(state.dragons[enemy->actor].seat, 4, enemy->roll);
    } else if (const auto* fight = std::get_if<duel::Fight>(&event)) {
      const duel::Figure attacker = duel::figure_of(state, fight->actor);
      const duel::AttackDice dice = duel::attack_dice(attacker, fight->kind);
      for (std::size_t i = 0; i < dice.size(); ++i) visit(state.dragons[fight->actor].seat, dice[i], fight->rolls[i]);
      visit(state.dragons[fight->target].seat, duel::defence_die(attacker, fight->kind), fight->defence_roll);
    }
  }
};

}  // namespace
}  // namespace duel_wire

const GameKind& duel_game() {
  static const Kind<duel_wire::Wire> kind;
  return kind;
}

}  // namespace wyrmhall::server
