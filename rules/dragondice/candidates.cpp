#include "rules/dragondice/candidates.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "rules/dragondice/answers.h"
#include "rules/dragondice/flow.h"
#include "rules/dragondice/value.h"
#include "rules/form.h"

namespace wyrmhall::rules::dragondice {
namespace {

using K = ActionKind;

constexpr int kLossesTried = 12;  // at random

Action loss(const State& state, Units units) {
  if (state.step == Step::casualties) return {.kind = K::casualties, .units = units};
  return {.kind = K::breath_kills, .dragon = state.attack.breather, .units = units};
}

void add(Candidates& list, const Action& action) {
  if (!list.full() && !list.contains(action)) list.push_back(action);
}

void list_losses(const State& state, FastDice& dice, Candidates& list) {
  add(list, loss(state, cheapest_loss(state, health_at_stake(state))));
  FormList forms;
  list_forms(state, state.seat, forms);
  for (int i = 0; i < kLossesTried; ++i) {
    const auto filling = any_filling(forms[0], dice);
    add(list, *action_filled(state, forms[0].number, Filling(filling.begin(), filling.end())));
  }
}

// What it takes to slay some of the dragons, the cheapest first: all sums of the first few.
InlineVector<int, kMaxDragons + 1> slaying_costs(const State& state) {
  InlineVector<int, kMaxDragons + 1> needs;
  for (const unsigned dragon : state.attack.on_army.each()) needs.push_back(need(state, dragon));
  std::sort(needs.begin(), needs.end());
  InlineVector<int, kMaxDragons + 1> costs = {0};
  int sum = 0;
  for (const int needed : needs) costs.push_back(sum += needed);
  return costs;
}

// How many of the points that are shared out it takes for the army's results to come to `needed`; halving counts.
int points_for(const Results& plain, const Results& now, std::uint16_t Results::* which, bool halved, int needed) {
  const int lacking = needed - now.*which;
  if (lacking <= 0) return 0;
  return halved ? (2 * lacking) - (plain.*which % 2) : lacking;
}

// Splits that slay as many dragons as they can, by melee, by missiles or by both, with the rest as saves; and all of
// one kind.
void list_splits(const State& state, Candidates& list) {
  const Response& response = state.attack.response;
  const Share& share = response.pools[response.shared];
  State counted = state;
  total_results(counted);
  const Effects& effects = effects_on_army(state);
  const bool plain = share.pool != Pool::fireminions;
  const auto split = [&](int melee, int missile) {
    const int save = share.points - melee - missile;
    if (save < 0) return;
    add(list, {.kind = K::allocate,
               .pool = share.pool,
               .melee = static_cast<std::uint8_t>(melee),
               .missile = static_cast<std::uint8_t>(missile),
               .save = static_cast<std::uint8_t>(save)});
  };
  const Results& now = counted.attack.totals;
  for (const int by_melee : slaying_costs(state)) {
    const int melee = points_for(response.plain, now, &Results::melee, plain && effects.halve_melee, by_melee);
    for (const int by_missile : slaying_costs(state)) {
      const bool halved = plain && effects.halve_missile;
      split(melee, points_for(response.plain, now, &Results::missile, halved, by_missile));
    }
  }
  split(share.points, 0);
  split(0, share.points);
}

void list_all(const State& state, Seat seat, Candidates& list) {
  each_answer(state, seat, [&](const Action& action) {
    list.push_back(action);
    return !list.full();
  });
}

// --- The usual answers ---

template <class Worth>
Action best_of(const Candidates& list, FastDice& dice, Worth worth) {
  Action best = list[0];
  float most = -std::numeric_limits<float>::infinity();
  std::uint64_t equal = 0;
  for (const Action& action : list) {
    const float found = worth(action);
    if (found < most) continue;
    equal = found > most ? 1 : equal + 1;
    if (dice.below(equal) != 0) continue;
    best = action;
    most = found;
  }
  return best;
}

// What the seat's armies and the other's may expect, before and after a move or a call: only what changes is looked at.
class Field {
 public:
  explicit Field(const State& state) : state_(state) {
    for (const Seat seat : {Seat{0}, Seat{1}}) {
      for (unsigned unit = first_unit(state, seat); unit < end_of_units(state, seat); ++unit) {
        const Place at = state.units[unit].at;
        if (at.is_terrain()) armies_[seat][at.number].add(state.units[unit].type);
      }
    }
    for (unsigned dragon = 0; dragon < state.dragons.size(); ++dragon) {
      const Place at = state.dragons[dragon].at;
      if (at.is_terrain()) dragons_[at.number].insert(dragon);
    }
  }

  // What a call brings the caller.
  [[nodiscard]] float call(const Action& action) const {
    if (action.dragon == kNone) return 0;
    const Place from = state_.dragons[action.dragon].at;
    float gain = 0;
    if (from.is_terrain()) {
      gain += change(from.number, dragons_[from.number].without(Dragons::of(action.dragon)));
    }
    return gain + change(action.to.number, dragons_[action.to.number].with(Dragons::of(action.dragon)));
  }

  // What a move brings.
  [[nodiscard]] float move(const Action& action) const {
    if (action.unit == kNone) return 0;
    const Unit& unit = state_.units[action.unit];
    const auto health = static_cast<float>(unit_data(unit.type).health);
    const auto place = [&](Place at, int sign) {
      if (!at.is_terrain()) return 0.7F * health * static_cast<float>(sign);
      ArmyMean army = armies_[state_.seat][at.number];
      const float before = outlook_of(state_, state_.seat, army, dragons_[at.number]);
      army.add(unit.type, sign);
      return (health * static_cast<float>(sign)) + outlook_of(state_, state_.seat, army, dragons_[at.number]) - before;
    };
    return place(unit.at, -1) + place(action.to, 1);
  }

 private:
  [[nodiscard]] float change(std::size_t terrain, Dragons after) const {
    float gain = 0;
    for (const Seat seat : {Seat{0}, Seat{1}}) {
      const ArmyMean& army = armies_[seat][terrain];
      const float more = outlook_of(state_, seat, army, after) - outlook_of(state_, seat, army, dragons_[terrain]);
      gain += seat == state_.seat ? more : -more;
    }
    return gain;
  }

  const State& state_;
  std::array<std::array<ArmyMean, kTerrainsInPlay>, 2> armies_{};
  std::array<Dragons, kTerrainsInPlay> dragons_{};
};

// What such a split brings at once.
float worth_of_split(const State& state, const Action& action) {
  State after = state;
  share_out(after, action);
  total_results(after);
  after.attack.hits = most_hits(after);
  deal_damage(after);
  int slain = 0;
  for (const unsigned dragon : after.attack.by_army.each()) slain += force_value(after.dragons[dragon].type);
  // Saves that are left over count a little: the next pool may need them.
  const int lost = std::min<int>(health_of(state, army_of(state)), after.attack.net);
  return static_cast<float>((state.options.slay_points * slain) - lost) +
         (0.01F * static_cast<float>(after.attack.totals.save));
}

// A pair that exchanges what is worst for what is best.
float worth_of_pair(const State& state, const Action& action) {
  if (action.unit == kNone) return 0;
  const auto strength = [&](unsigned unit) {
    const UnitMean& mean = mean_of(state.units[unit].type);
    return static_cast<float>(data_of(state, unit).health) + (0.2F * (mean.save + mean.melee));
  };
  return strength(action.other) - strength(action.unit);
}

}  // namespace

Hits most_hits(const State& state) {
  const Attack& attack = state.attack;
  Hits hits;
  int melee = attack.totals.melee;
  int missile = attack.totals.missile;
  // Dragons that show their belly come first: each takes fewer results.
  InlineVector<std::uint8_t, kMaxDragons> order;
  for (const unsigned dragon : attack.on_army.each()) order.push_back(static_cast<std::uint8_t>(dragon));
  std::sort(order.begin(), order.end(), [&](std::uint8_t a, std::uint8_t b) {
    const int value_a = force_value(state.dragons[a].type);
    const int value_b = force_value(state.dragons[b].type);
    // By what a point of results slays.
    return need(state, a) * value_b < need(state, b) * value_a;
  });
  for (const std::uint8_t dragon : order) {
    const int needed = need(state, dragon);
    // Of two that are enough, the smaller one.
    const bool by_melee = needed <= melee && (needed > missile || melee <= missile);
    if (by_melee) {
      hits.set(dragon, Hit::melee);
      melee -= needed;
    } else if (needed <= missile) {
      hits.set(dragon, Hit::missile);
      missile -= needed;
    }
  }
  return hits;
}

Units cheapest_loss(const State& state, int k) {
  constexpr std::size_t kMaxHealth = 64;  // a force has less
  constexpr float kNever = std::numeric_limits<float>::infinity();
  std::array<float, kMaxHealth> cost;
  cost.fill(kNever);
  cost[0] = 0;
  std::array<Units, kMaxHealth> chosen{};
  int most = 0;
  for (const unsigned unit : army_of(state).each()) {
    const UnitMean& mean = mean_of(state.units[unit].type);
    const float worth = mean.save + (0.7F * mean.id) + (0.5F * std::max(mean.melee, mean.missile));
    const int health = data_of(state, unit).health;
    for (int sum = std::min(k, static_cast<int>(kMaxHealth) - 1); sum >= health; --sum) {
      const auto to = static_cast<std::size_t>(sum);
      const auto from = static_cast<std::size_t>(sum - health);
      // Units of the same kind come in order, and only a lower cost takes the place of what was chosen: the lowest
      // stay.
      if (cost[from] + worth >= cost[to]) continue;
      cost[to] = cost[from] + worth;
      chosen[to] = chosen[from].with(Units::of(unit));
      most = std::max(most, sum);
    }
  }
  // Sums of the same costs differ in their last bits: by kinds the lowest are named (R-DD-01).
  Units lost;
  std::array<std::uint8_t, kUnitTypes> number{};
  for (const unsigned unit : chosen[static_cast<std::size_t>(most)].each()) ++number[state.units[unit].type];
  for (const unsigned unit : army_of(state).each()) {
    std::uint8_t& left = number[state.units[unit].type];
    if (left == 0) continue;
    lost.insert(unit);
    --left;
  }
  return lost;
}

void list_promising(const State& state, Seat seat, FastDice& dice, Candidates& list) {
  switch (state.step) {
    case Step::breath_kills:
    case Step::casualties:
      return list_losses(state, dice, list);
    case Step::allocate:
      return list_splits(state, list);
    case Step::hits:
      add(list, {.kind = K::hits, .slay = most_hits(state)});
      return add(list, {.kind = K::hits});
    default:
      return list_all(state, seat, list);
  }
}

Action usual_answer(const State& state, Seat seat, FastDice& dice) {
  Candidates list;
  switch (state.step) {
    case Step::breath_kills:
    case Step::casualties:
      return loss(state, cheapest_loss(state, health_at_stake(state)));
    case Step::hits:
      return {.kind = K::hits, .slay = most_hits(state)};
    case Step::allocate:
      list_splits(state, list);
      return best_of(list, dice, [&](const Action& action) { return worth_of_split(state, action); });
    case Step::promote:
      list_all(state, seat, list);
      return best_of(list, dice, [&](const Action& action) { return worth_of_pair(state, action); });
    case Step::regroup: {
      list_all(state, seat, list);
      const Field field(state);
      return best_of(list, dice, [&](const Action& action) { return field.move(action); });
    }
    case Step::call: {
      list_all(state, seat, list);
      const Field field(state);
      return best_of(list, dice, [&](const Action& action) { return field.call(action); });
    }
    case Step::regenerate:
      list_all(state, seat, list);
      return list.back();  // the last unit that fits, or the saves
    default:
      list_all(state, seat, list);
      return list[static_cast<std::size_t>(dice.below(list.size()))];
  }
}

}  // namespace wyrmhall::rules::dragondice
