#include "rules/dragondice/attack_flow.h"

namespace wyrmhall::rules::dragondice {
namespace {

std::uint16_t plus(int value, int more) {
  return static_cast<std::uint16_t>(value + more);
}

bool is_feral(const State& state, unsigned unit) {
  return data_of(state, unit).species == Species::feral;
}

}  // namespace

bool dodges(Species species, Elements terrain) {
  switch (species) {
    case Species::coral_elf:
    case Species::swamp_stalker:
      return (terrain & kWater) != 0;
    case Species::lava_elf:
      return (terrain & kFire) != 0;
    default:
      return false;
  }
}

bool set_targets(State& state, Place terrain) {
  Attack& attack = state.attack;
  attack = {};
  attack.terrain = terrain;
  const Dragons here = dragons_at(state, terrain);
  for (const Seat owner : {Seat{0}, Seat{1}}) {
    for (const unsigned dragon : here.each()) {
      if (state.dragons[dragon].owner == owner) attack.dragons.push_back(static_cast<std::uint8_t>(dragon));
    }
  }
  bool decided = true;
  for (const std::uint8_t dragon : attack.dragons) {
    const Dragons victims = victims_of(state, dragon);
    Target& target = attack.targets[dragon];
    if (victims.empty()) {
      target = kTheArmy;
    } else if (victims.size() == 1) {
      target = {static_cast<std::uint8_t>(victims.first())};
    } else {
      target = kOpen;
      decided = false;
    }
  }
  return decided;
}

void leave_effects(State& state) {
  Attack& attack = state.attack;
  const DragonType type = state.dragons[attack.breather].type;
  const Elements elements =
      is_white(type) ? elements_of(state.terrains[attack.terrain.number]) : data_of(type).elements;
  if (!army_of(state).empty()) {  // R-DD-17
    Effects& effects = effects_on_army(state);
    effects.halve_melee = effects.halve_melee || (elements & kAir) != 0;
    effects.ignore_id = effects.ignore_id || (elements & kDeath) != 0;
    effects.halve_maneuver = effects.halve_maneuver || (elements & kEarth) != 0;
    effects.halve_missile = effects.halve_missile || (elements & kWater) != 0;
  }
  attack.burying.clear();
  if ((elements & kFire) != 0) {
    for (const unsigned unit : attack.killed.each()) {
      if (state.units[unit].at == kDead) attack.burying.insert(unit);
    }
  }
  state.step = Step::burial;
}

void begin_session(State& state, Purpose purpose, int limit, int budget) {
  state.attack.promotion = {.purpose = purpose,
                            .limit = static_cast<std::uint8_t>(limit),
                            .budget = static_cast<std::uint8_t>(budget),
                            .dead = units_at(state, state.seat, kDead)};
  state.step = Step::promote;
}

void next_treasure(State& state) {
  Attack& attack = state.attack;
  const Units army = army_of(state);
  if (attack.on_army.empty() || army.empty()) {
    state.step = Step::damage;
    return;
  }
  for (const std::uint8_t dragon : attack.dragons) {
    if (!attack.treasure.contains(dragon)) continue;
    attack.treasure.erase(dragon);
    return begin_session(state, Purpose::treasure, is_white(state.dragons[dragon].type) ? 2 : 1, 0);
  }
  attack.response.to_roll = army;
  state.step = Step::army_roll;
}

void add_saves(State& state, unsigned unit, int saves) {
  Response& response = state.attack.response;
  response.sai.save = plus(response.sai.save, saves);
  if (is_feral(state, unit)) response.feral_sai.save = plus(response.feral_sai.save, saves);
}

void count_face(State& state, unsigned unit, Face face) {
  Response& response = state.attack.response;
  const IconData data = data_of(face.icon);
  if (data.melee) {
    response.sai.melee = plus(response.sai.melee, face.number);
    if (is_feral(state, unit)) response.feral_sai.melee = plus(response.feral_sai.melee, face.number);
  }
  if (data.missile) response.sai.missile = plus(response.sai.missile, face.number);
  if (data.save) add_saves(state, unit, face.number);
  const Elements terrain = elements_of(state.terrains[state.attack.terrain.number]);
  if (data.maneuver && state.options.special_maneuvers && dodges(data_of(state, unit).species, terrain)) {
    add_saves(state, unit, face.number);
  }
  if (data.again) response.to_chain.insert(unit);
  switch (face.icon) {
    case Icon::trumpet:
      response.trumpet = true;
      return;
    case Icon::cloak: {
      std::uint8_t& saves = effects_on_army(state).add_save;
      saves = static_cast<std::uint8_t>(std::min(saves + face.number, 255));
      return;
    }
    case Icon::bash:
    case Icon::regenerate:
    case Icon::wild_growth:
      response.specials.insert(unit);
      return;
    default:
      return;
  }
}

void next_special(State& state) {
  Response& response = state.attack.response;
  if (response.specials.empty()) {
    state.step = Step::count;
    return;
  }
  const unsigned unit = response.specials.first();
  const Face face = data_of(state, unit).faces[response.values[unit - first_unit(state, state.seat)] - 1U];
  if (face.icon == Icon::wild_growth) return begin_session(state, Purpose::wild_growth, 0, face.number);
  if (face.icon == Icon::regenerate) {
    response.returning.clear();
    response.left = face.number;
    state.step = Step::regenerate;
  } else if (bash_targets(state).empty()) {
    response.specials.erase(unit);
  } else {
    state.step = Step::bash;
  }
}

void count_results(State& state) {
  Response& response = state.attack.response;
  const Effects& effects = effects_on_army(state);
  const Units army = army_of(state);
  const Elements terrain = elements_of(state.terrains[state.attack.terrain.number]);
  Share ids{.pool = Pool::id};
  Share feral_ids{.pool = Pool::id_feral};
  InlineVector<Share, kMaxUnits> minions;
  for (const unsigned unit : response.rolled.each()) {
    const UnitData& data = data_of(state, unit);
    const Face face = data.faces[response.values[unit - first_unit(state, state.seat)] - 1U];
    const bool feral = data.species == Species::feral;
    if (face.icon == Icon::create_fireminions) minions.push_back({Pool::fireminions, face.number});
    if (!army.contains(unit)) continue;  // R-DD-26
    const int n = face.number;
    switch (face.icon) {
      case Icon::melee:
        response.plain.melee = plus(response.plain.melee, n);
        if (feral) response.feral.melee = plus(response.feral.melee, n);
        break;
      case Icon::missile:
        response.plain.missile = plus(response.plain.missile, n);
        break;
      case Icon::save:
        response.plain.save = plus(response.plain.save, n);
        if (feral) response.feral.save = plus(response.feral.save, n);
        break;
      case Icon::maneuver:
        response.maneuver = plus(response.maneuver, n);
        if (dodges(data.species, terrain)) response.counts_as_save = plus(response.counts_as_save, n);
        break;
      case Icon::id: {
        if (effects.ignore_id) break;
        Share& share = feral && response.trumpet ? feral_ids : ids;
        share.points = static_cast<std::uint8_t>(share.points + n);
        break;
      }
      default:
        break;
    }
  }
  if (ids.points > 0) response.pools.push_back(ids);
  if (feral_ids.points > 0) response.pools.push_back(feral_ids);
  for (const Share& share : minions) response.pools.push_back(share);
  state.step = Step::allocate;
}

void total_results(State& state) {
  const Response& response = state.attack.response;
  const Effects& effects = effects_on_army(state);
  Results plain = response.plain;
  if (effects.halve_melee) plain.melee = static_cast<std::uint16_t>(plain.melee / 2);
  if (effects.halve_missile) plain.missile = static_cast<std::uint16_t>(plain.missile / 2);
  Results& totals = state.attack.totals;
  totals.melee = plus(plain.melee + response.sai.melee, response.minions.melee);
  totals.missile = plus(plain.missile + response.sai.missile, response.minions.missile);
  totals.save = plus(plain.save + response.sai.save, response.minions.save);
  if (response.trumpet) {  // R-DD-27
    totals.melee = plus(totals.melee, std::min(plain.melee, response.feral.melee) + response.feral_sai.melee);
    totals.save = plus(totals.save, std::min(plain.save, response.feral.save) + response.feral_sai.save);
  }
  totals.save = plus(totals.save, effects.add_save);
  if (state.options.species_abilities) {
    const int maneuver = effects.halve_maneuver ? response.maneuver / 2 : response.maneuver;
    totals.save = plus(totals.save, std::min<int>(maneuver, response.counts_as_save));
  }
  state.step = Step::hits;
}

void deal_damage(State& state) {
  Attack& attack = state.attack;
  std::array<int, kMaxDragons> suffered{};
  int on_army = 0;
  for (const std::uint8_t dragon : attack.dragons) {
    const Target target = attack.targets[dragon];
    if (target.is_dragon()) {
      suffered[target.number] += attack.damage[dragon];
    } else {
      on_army += attack.damage[dragon];
    }
  }
  for (const std::uint8_t dragon : attack.dragons) {
    const int needed = need(state, dragon);
    // R-DD-14: each source by itself.
    const bool by_army = attack.hits.of(dragon) != Hit::none || attack.bash[dragon] >= needed;
    if (by_army) attack.by_army.insert(dragon);
    if (by_army || suffered[dragon] >= needed) attack.dead.insert(dragon);
  }
  attack.net = static_cast<std::uint16_t>(std::max(0, on_army - attack.totals.save));
  state.step = Step::casualties;
}

void end_empty_armies(State& state) {
  for (int terrain = 0; terrain < kTerrainsInPlay; ++terrain) {
    if (!units_at(state, state.seat, terrain_place(terrain)).empty()) continue;
    state.effects[state.seat][static_cast<std::size_t>(terrain)] = {};
  }
}

}  // namespace wyrmhall::rules::dragondice
