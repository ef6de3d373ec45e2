// What may come of an attack in Dragon Duel, as figures (DuelOdds of protocol/wyrmhall/v1/duel.proto).
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <variant>

#include "rules/duel/event.h"
#include "rules/duel/state.h"
#include "rules/duel/table.h"
#include "rules/duel/turn.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server {

class DuelFigures {
 public:
  // One outcome of an action: the state before and after it, what happened, and how likely it is.
  void add(const rules::duel::State& before, const rules::duel::State& after,
           std::span<const rules::duel::Event> events, double probability);

  // Nothing where the action was no attack.
  void write(v1::GameOdds& odds) const;

 private:
  bool attacked_ = false;
  v1::DuelOdds odds_;
  std::array<double, rules::duel::kFullHealth + 1> damage_{};
};

// Calls visit(seat, sides, value) with each die of an event and the seat that it was rolled for; kNoSeat for an
// automatic dragon's. A team's die for who starts is that of its first dragon (D-44). `state` may be any of the match
// since the dragons were chosen.
template <class Visit>
void each_die_of(const rules::duel::State& state, const rules::duel::Event& event, Visit&& visit) {
  namespace duel = rules::duel;
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

}  // namespace wyrmhall::server
