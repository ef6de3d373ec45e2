#include "server/games/duel/figures.h"

#include <algorithm>
#include <variant>

namespace wyrmhall::server::duel_wire {

namespace duel = rules::duel;

void Figures::add(const duel::State& before, const duel::State& /*after*/, std::span<const duel::Event> events,
                  double probability) {
  const duel::Fight* fight = events.empty() ? nullptr : std::get_if<duel::Fight>(&events.front());
  if (fight == nullptr) return;
  attacked_ = true;
  const unsigned side = before.dragons[fight->actor].side;
  if (fight->result == duel::Result::hit) odds_.set_hit(odds_.hit() + probability);
  if (fight->result == duel::Result::beaten) odds_.set_beaten(odds_.beaten() + probability);
  if (fight->result == duel::Result::tie) odds_.set_tie(odds_.tie() + probability);
  damage_.at(fight->damage) += probability;
  odds_.set_mean_damage(odds_.mean_damage() + probability * fight->damage);
  // One fight and what ends with it: a later death or victory in the story would belong to another fight.
  for (const duel::Event& event : events.subspan(1)) {
    if (const auto* death = std::get_if<duel::Death>(&event)) {
      if (death->dragon == fight->target) odds_.set_fells_target(odds_.fells_target() + probability);
      if (death->dragon == fight->actor) odds_.set_attacker_falls(odds_.attacker_falls() + probability);
    } else if (const auto* game = std::get_if<duel::GameWon>(&event)) {
      if (game->winner == side) odds_.set_wins_game(odds_.wins_game() + probability);
    } else if (const auto* match = std::get_if<duel::MatchWon>(&event)) {
      if (match->winner == side) odds_.set_wins_match(odds_.wins_match() + probability);
    }
  }
}

void Figures::write(v1::GameOdds& odds) const {
  if (!attacked_) return;
  *odds.mutable_duel() = odds_;
  if (std::ranges::count_if(damage_, [](double probability) { return probability > 0; }) < 2) return;
  for (std::size_t health = 0; health < damage_.size(); ++health) {
    if (damage_[health] == 0) continue;
    v1::DuelDamage& line = *odds.mutable_duel()->add_damage();
    line.set_health(static_cast<std::uint32_t>(health));
    line.set_probability(damage_[health]);
  }
}

}  // namespace wyrmhall::server::duel_wire
