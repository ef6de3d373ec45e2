#include "rules/dragondice/value.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "rules/dragondice/attack_flow.h"
#include "rules/dragondice/candidates.h"
#include "rules/dragondice/dragons.h"
#include "rules/dragondice/flow.h"

namespace wyrmhall::rules::dragondice {
namespace {

// Of a dragon that attacks an army: the damage of all faces of a roll (DR-10), how far that spreads, and the health
// that its breath kills, by form. Each from the twelve faces, with those that roll again.
constexpr std::array<float, 2> kDamage = {5.2F, 5.0F};
constexpr std::array<float, 2> kBreath = {0.5F, 0.56F};
constexpr float kSpread = 3.6F;      // of one dragon
constexpr float kSaveSpread = 2.0F;  // of an army's saves
constexpr float kNeed = 9.0F;        // what it takes to slay one that may have shown its belly
constexpr float kNeedSpread = 2.5F;

// What a unit in the Reserve Area is worth, for each point of its health: it has still to come back.
constexpr float kInReserve = 0.7F;
// What an attack after the next one counts for, and the one after that: much may have changed until then.
constexpr float kLater = 0.4F;

float soft_step(float x) {
  return 1 / (1 + std::exp(-x));
}

// The mean of what is above zero, of something with this mean and spread.
float above_zero(float mean, float spread) {
  const float x = 1.7F * mean / spread;
  if (x > 20) return mean;
  return spread / 1.7F * std::log1p(std::exp(x));
}

std::array<UnitMean, kUnitTypes> find_means() {
  std::array<UnitMean, kUnitTypes> means{};
  for (std::size_t type = 0; type < kUnitTypes; ++type) {
    const UnitData& unit = kUnits[type];
    UnitMean& mean = means[type];
    float again = 0;
    for (const Face& face : std::span(unit.faces).first(unit.sides)) {
      const IconData data = data_of(face.icon);
      const auto number = static_cast<float>(face.number);
      if (data.melee || face.icon == Icon::melee) mean.melee += number;
      if (data.missile || face.icon == Icon::missile) mean.missile += number;
      const bool saves = face.icon == Icon::save || face.icon == Icon::bash || face.icon == Icon::cloak ||
                         face.icon == Icon::regenerate || face.icon == Icon::wild_growth;
      if (data.save || saves) mean.save += number;
      if (face.icon == Icon::id || face.icon == Icon::create_fireminions) mean.id += number;
      if (data.again) again += 1;
    }
    const float faces = static_cast<float>(unit.sides) - again;
    mean.melee /= faces;
    mean.missile /= faces;
    mean.save /= faces;
    mean.id /= faces;
  }
  return means;
}

// The answer that is being given: what the army will lose, and gain.
float pending(const State& state) {
  if (state.step == Step::damage || state.step == Step::hits || state.step == Step::total ||
      state.step == Step::allocate || state.step == Step::casualties) {
    State settled = state;
    if (state.step == Step::allocate || state.step == Step::total) total_results(settled);
    if (state.step != Step::casualties) {
      if (state.step != Step::damage) settled.attack.hits = most_hits(settled);
      settled.attack.dead.clear();
      settled.attack.by_army.clear();
      deal_damage(settled);
    }
    int slain = 0;
    for (const unsigned dragon : settled.attack.by_army.each()) slain += force_value(settled.dragons[dragon].type);
    const int health = health_of(settled, army_of(settled));
    return static_cast<float>((state.options.slay_points * slain) - std::min<int>(health, settled.attack.net));
  }
  return 0;
}

}  // namespace

const UnitMean& mean_of(UnitType type) {
  static const std::array<UnitMean, kUnitTypes> kMeans = find_means();
  return kMeans[type];
}

void ArmyMean::add(UnitType type, int sign) {
  const UnitMean& unit = mean_of(type);
  const auto times = static_cast<float>(sign);
  health += sign * unit_data(type).health;
  results.melee += times * unit.melee;
  results.missile += times * unit.missile;
  results.save += times * unit.save;
  results.id += times * unit.id;
}

ArmyMean army_mean(const State& state, Seat seat, Place terrain) {
  ArmyMean army;
  for (unsigned unit = first_unit(state, seat); unit < end_of_units(state, seat); ++unit) {
    if (state.units[unit].at == terrain) army.add(state.units[unit].type);
  }
  return army;
}

Prospect prospect_of(const State& state, const ArmyMean& army, Dragons there) {
  if (army.health <= 0 || there.empty()) return {};
  float damage = 0;
  float breath = 0;
  float variance = kSaveSpread * kSaveSpread;
  int attackers = 0;
  float need = 0;
  int value = 0;
  for (const unsigned dragon : there.each()) {
    const Dragon& each = state.dragons[dragon];
    const auto fights = [&](unsigned other) { return will_attack(each.type, state.dragons[other].type); };
    bool elsewhere = false;
    for (const unsigned other : there.each()) elsewhere = elsewhere || (other != dragon && fights(other));
    if (elsewhere) continue;
    const float times = is_white(each.type) ? 2 : 1;
    damage += times * kDamage[index(each.form)];
    breath += times * kBreath[index(each.form)];
    variance += times * times * kSpread * kSpread;
    need += is_white(each.type) ? kNeed + 5 : kNeed;
    value += force_value(each.type);
    ++attackers;
  }
  if (attackers == 0) return {};
  const auto health = static_cast<float>(army.health);
  const float saves = army.results.save + (0.7F * army.results.id);
  Prospect prospect;
  prospect.lost = std::min(health, breath + (0.9F * above_zero(damage - saves, std::sqrt(variance))));
  const float mean_need = need / static_cast<float>(attackers);
  const float mean_value = static_cast<float>(value) / static_cast<float>(attackers);
  // Of melee and missiles the one that is stronger, with a part of the IDs.
  const float strength = std::max(army.results.melee, army.results.missile) + (0.5F * army.results.id);
  for (int slain = 1; slain <= attackers; ++slain) {
    prospect.slain += mean_value * soft_step((strength - (static_cast<float>(slain) * mean_need)) / kNeedSpread);
  }
  return prospect;
}

int attacks_to_come(const State& state, Seat seat) {
  return state.options.rounds - state.round + (seat == 1 && state.seat == 0 ? 1 : 0);
}

float outlook_of(const State& state, Seat seat, const ArmyMean& army, Dragons there) {
  const int attacks = attacks_to_come(state, seat);
  if (attacks <= 0) return 0;
  const Prospect prospect = prospect_of(state, army, there);
  const float times = 1 + (attacks > 1 ? kLater : 0);
  return times * ((static_cast<float>(state.options.slay_points) * prospect.slain) - prospect.lost);
}

float lead_of(const State& state, Seat seat) {
  std::array<Dragons, kTerrainsInPlay> dragons;
  for (unsigned dragon = 0; dragon < state.dragons.size(); ++dragon) {
    const Place at = state.dragons[dragon].at;
    if (at.is_terrain()) dragons[at.number].insert(dragon);
  }
  float lead = state.seat == seat ? pending(state) : -pending(state);
  for (const Seat each : {Seat{0}, Seat{1}}) {
    auto points = static_cast<float>(state.options.slay_points * state.slain[each]);
    std::array<ArmyMean, kTerrainsInPlay> armies;
    const bool comes_back = attacks_to_come(state, each) > 0 && state.options.regroup > 0;
    for (unsigned unit = first_unit(state, each); unit < end_of_units(state, each); ++unit) {
      const Unit& of = state.units[unit];
      if (of.at.is_terrain()) armies[of.at.number].add(of.type);
      if (of.at == kReserve && comes_back) points += kInReserve * static_cast<float>(unit_data(of.type).health);
    }
    for (std::size_t terrain = 0; terrain < armies.size(); ++terrain) {
      points += static_cast<float>(armies[terrain].health);
      points += outlook_of(state, each, armies[terrain], dragons[terrain]);
    }
    lead += each == seat ? points : -points;
  }
  return lead;
}

double value_of(const State& state, Seat seat) {
  if (state.result) {
    if (state.result->winner == kNoSeat) return 0.5;
    return state.result->winner == seat ? 1 : 0;
  }
  // How far the lead can still turn.
  const float spread = 2 + (1.2F * static_cast<float>(attacks_to_come(state, 0) + attacks_to_come(state, 1)));
  const float value = soft_step(1.7F * lead_of(state, seat) / spread);
  return std::clamp(static_cast<double>(value), 0.001, 0.999);  // nothing is certain yet
}

}  // namespace wyrmhall::rules::dragondice
