#include "rules/hunt/worth.h"

#include <algorithm>
#include <cmath>

#include "rules/hunt/flow.h"
#include "rules/hunt/odds.h"

namespace wyrmhall::rules::hunt {
namespace {

// How often the dice of a turn show one Dragon in the end, or more: as bots of the level normal throw them.
constexpr double kOneDragon = 0.30;
constexpr double kMoreDragons = 0.12;

// More Furies than this are not foreseen.
constexpr float kMaxFuries = 8;
// How sharply the last Fury is foreseen.
constexpr float kSharpness = 4;

// 0 for what is far below, and x for what is far above.
float ramp(float x) {
  return x > 20 ? x : std::log1p(std::exp(x));
}

}  // namespace

FuryThreat fury_threat(const Dragon& dragon, const Hero& hero, int dice) {
  static const auto kOdds = [] {
    std::array<std::array<double, 4>, kDice + 1> odds{};
    for (int n = 0; n <= kDice; ++n) odds[static_cast<std::size_t>(n)] = odds_of_fury(n);
    return odds;
  }();
  const auto& odds = kOdds[static_cast<std::size_t>(dice)];
  const DragonData& data = data_of(dragon.id);
  FuryThreat threat;
  for (int symbols = 1; symbols <= 3; ++symbols) {
    int loss = loss_of(dragon, hero, symbols);
    if (loss > 0 && data.special == Special::burn) loss += data.amount;
    loss += hero.poison;
    threat.loss += odds[static_cast<std::size_t>(symbols)] * loss;
    if (loss >= hero.hp) threat.death += odds[static_cast<std::size_t>(symbols)];
  }
  return threat;
}

double counter_loss(const Dragon& dragon, const Hero& hero) {
  return (kOneDragon * loss_of(dragon, hero, 1)) + (kMoreDragons * loss_of(dragon, hero, 2));
}

float Judge::damage_of(const Hero& hero) const {
  float damage = weights_.damage + (weights_.level * static_cast<float>(hero.level - 1));
  for (const HeroItem& item : hero.items) {
    if (item.active && data_of(item.id).kind == ItemKind::attack) {
      damage += weights_.pin * static_cast<float>(data_of(item.id).value);
    }
  }
  return damage;
}

Prospect Judge::prospect(const State& state, unsigned index) const {
  const Dragon& dragon = state.dragons[index];
  float round = 0;  // damage in a round
  float left = 0;   // and in the rest of this one
  for (const Hero& hero : state.heroes) {
    if (!hero.alive || hero.facing != index) continue;
    const float damage = damage_of(hero) + (weights_.pin * static_cast<float>(dragon.pins));
    round += damage * static_cast<float>(tokens_of(hero));
    left += damage * static_cast<float>(hero.tokens);
  }
  if (round == 0) return {.furies = kMaxFuries};
  const float hp = dragon.hp;
  const DragonData& data = data_of(dragon.id);
  if (data.special == Special::regen) {
    round = std::max(round - (0.9F * static_cast<float>(data.amount)), round / 2);  // of each Fury
  }
  const float rounds = (hp - left) / round;
  return {.furies = std::min(kMaxFuries, ramp(kSharpness * (rounds + 0.5F)) / kSharpness)};
}

double Judge::worth_of(const State& state, const Hero& hero, const Prospect& prospect) const {
  const double blessed = weights_.blessed * static_cast<float>(hero.blessed);
  const double lost = weights_.lost * static_cast<float>(hero.hpMax - hero.hp);
  if (hero.facing == kNoDragon) return blessed - (lost / 2);
  const FuryThreat threat = fury_threat(state.dragons[hero.facing], hero, dice_in_play(state));
  const double soon = std::min(1.0F, prospect.furies);
  return blessed + (weights_.ally * static_cast<float>(hero.ally)) - lost -
         (weights_.threat * prospect.furies * threat.loss) - (weights_.danger * soon * threat.death);
}

double Judge::worth(const State& state) const {
  std::array<Prospect, 2> prospects{};
  double worth = 0;
  bool won = true;
  for (unsigned dragon = 0; dragon < state.dragons.size(); ++dragon) {
    if (!state.dragons[dragon].alive) continue;
    won = false;
    worth -= state.dragons[dragon].hp;
    prospects[dragon] = prospect(state, dragon);
  }
  if (won) return weights_.victory;
  for (const Hero& hero : state.heroes) {
    if (!hero.inHunt) continue;
    if (hero.hp == 0) {
      worth -= weights_.dead + (weights_.lost * static_cast<float>(hero.hpMax));
      continue;
    }
    worth += worth_of(state, hero, hero.facing == kNoDragon ? Prospect{} : prospects[hero.facing]);
  }
  return worth;
}

double Judge::chance_of_victory(const State& state) const {
  // Damage that will be done against the damage that is needed, of the dragon for which it looks worst.
  double least = 1;
  for (unsigned index = 0; index < state.dragons.size(); ++index) {
    const Dragon& dragon = state.dragons[index];
    if (!dragon.alive) continue;
    double able = 0;
    for (const Hero& hero : state.heroes) {
      if (!hero.alive || hero.facing != index) continue;
      const double fury = fury_threat(dragon, hero, dice_in_play(state)).loss;
      const double each_round = std::max(0.5, fury + (counter_loss(dragon, hero) * tokens_of(hero)));
      const double damage = damage_of(hero) + (weights_.pin * static_cast<float>(dragon.pins));
      able += damage * (hero.tokens + (tokens_of(hero) * hero.hp / each_round));
    }
    const double ratio = able / std::max<double>(1, dragon.hp);
    least = std::min(least, 1 / (1 + std::exp(-5 * (ratio - 0.75))));
  }
  return least;
}

}  // namespace wyrmhall::rules::hunt
