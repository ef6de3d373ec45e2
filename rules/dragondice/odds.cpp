#include "rules/dragondice/odds.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <unordered_map>

#include "rules/dragondice/attack_flow.h"
#include "rules/dragondice/dragons.h"

namespace wyrmhall::rules::dragondice {
namespace {

// What is added up for one total, each in eight bits of one number: so a sum of two rolls is the sum of two numbers.
using Sum = std::uint64_t;
constexpr unsigned kPlain = 0;    // plain results, and IDs
constexpr unsigned kSpecial = 8;  // of special icons
constexpr unsigned kFeral = 16;   // of the plain ones, those of Feral units
constexpr unsigned kFeralSpecial = 24;
constexpr unsigned kManeuver = 32;
constexpr unsigned kDodged = 40;   // of these, those that count as saves (R-DD-28)
constexpr unsigned kTrumpet = 56;  // one bit, which a second Trumpet leaves as it is
constexpr std::uint64_t kMaxPart = 255;

constexpr Sum amount(unsigned at, int n) {
  return static_cast<Sum>(n) << at;
}
constexpr int part(Sum sum, unsigned at) {
  return static_cast<int>((sum >> at) & kMaxPart);
}
constexpr Sum together(Sum a, Sum b) {
  const Sum trumpet = (a | b) & amount(kTrumpet, 1);
  return ((a & ~amount(kTrumpet, 1)) + (b & ~amount(kTrumpet, 1))) | trumpet;
}

using Sums = std::unordered_map<Sum, double>;
constexpr std::size_t kMaxSums = 60'000;
constexpr double kLittle = 1e-12;  // the probability below which a chain is not followed
// The probability below which a sum is dropped: nobody sees it, and what it holds may not fit into eight bits.
constexpr double kNothing = 1e-18;

// What surrounds the roll.
struct Roll {
  std::uint16_t Results::* which = nullptr;
  Effects effects{};
  Elements terrain = 0;
  bool abilities = false;
  bool special_maneuvers = false;
  bool trumpets = false;  // there is a unit that may sound one

  [[nodiscard]] bool is(std::uint16_t Results::* other) const { return which == other; }
};

bool is_plain_result(Icon icon, const Roll& roll) {
  if (icon == Icon::id) return !roll.effects.ignore_id;
  if (roll.is(&Results::melee)) return icon == Icon::melee;
  return roll.is(&Results::missile) ? icon == Icon::missile : icon == Icon::save;
}

// Whether a special icon brings its number, and whether a Trumpet counts that twice.
struct Special {
  bool counts = false;
  bool doubled = false;
};
Special special_result(Icon icon, Species species, const Roll& roll) {
  const IconData data = data_of(icon);
  if (icon == Icon::create_fireminions) return {.counts = true};
  if (roll.is(&Results::melee)) return {.counts = data.melee, .doubled = true};
  if (roll.is(&Results::missile)) return {.counts = data.missile};
  if (icon == Icon::cloak) return {.counts = true};
  const bool chosen = icon == Icon::regenerate || icon == Icon::wild_growth;
  const bool dodged = data.maneuver && roll.special_maneuvers && dodges(species, roll.terrain);
  return {.counts = data.save || chosen || dodged, .doubled = true};
}

Sum face_sum(Face face, Species species, const Roll& roll) {
  const bool feral = roll.trumpets && species == Species::feral;
  if (face.icon == Icon::trumpet) return amount(kTrumpet, 1);
  if (is_plain_result(face.icon, roll)) return amount(kPlain, face.number) + amount(kFeral, feral ? face.number : 0);
  if (face.icon == Icon::maneuver) {
    if (!roll.abilities || !roll.is(&Results::save)) return 0;
    return amount(kManeuver, face.number) + amount(kDodged, dodges(species, roll.terrain) ? face.number : 0);
  }
  const Special special = special_result(face.icon, species, roll);
  if (!special.counts) return 0;
  return amount(kSpecial, face.number) + amount(kFeralSpecial, feral && special.doubled ? face.number : 0);
}

Sums die_sums(const UnitData& unit, const Roll& roll) {
  Sums sums;
  Sums open = {{0, 1.0}};
  while (!open.empty()) {
    Sums next;
    for (const auto& [sum, chance] : open) {
      const double share = chance / unit.sides;
      for (const Face& face : std::span(unit.faces).first(unit.sides)) {
        const bool again = data_of(face.icon).again && share > kLittle;
        (again ? next : sums)[together(sum, face_sum(face, unit.species, roll))] += share;
      }
    }
    open = std::move(next);
  }
  return sums;
}

int total_of(Sum sum, const Roll& roll) {
  const Effects& effects = roll.effects;
  int plain = part(sum, kPlain);
  const bool halved =
      (roll.is(&Results::melee) && effects.halve_melee) || (roll.is(&Results::missile) && effects.halve_missile);
  if (halved) plain /= 2;
  int total = plain + part(sum, kSpecial);
  if (part(sum, kTrumpet) != 0 && !roll.is(&Results::missile)) {
    total += std::min(plain, part(sum, kFeral)) + part(sum, kFeralSpecial);
  }
  if (!roll.is(&Results::save)) return total;
  const int maneuver = part(sum, kManeuver) / (effects.halve_maneuver ? 2 : 1);
  return total + std::min(maneuver, part(sum, kDodged)) + effects.add_save;
}

// Cuts off the end of a list, as far as it adds up to next to nothing.
Chances trimmed(Chances chances) {
  while (chances.size() > 1 && chances.back() <= kLittle) chances.pop_back();
  return chances;
}

void add_chance(Chances& chances, int n, double chance) {
  const auto at = static_cast<std::size_t>(n);
  if (chances.size() <= at) chances.resize(at + 1);
  chances[at] += chance;
}

Chances both(const Chances& a, const Chances& b) {
  Chances sums(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) sums[i + j] += a[i] * b[j];
  }
  return sums;
}

// DR-9, of a dragon that attacks an army: its damage, and the probability that it breathes.
struct DragonOdds {
  Chances damage;
  double breath = 0;
};
DragonOdds dragon_odds(const Dragon& dragon) {
  DragonOdds odds;
  int before = 0;  // what the tails have done
  double open = 1;
  for (int chain = 0; chain < kMaxChain && open > kLittle; ++chain) {
    double again = 0;
    int tail = 0;
    for (const DragonIcon icon : kForms[index(dragon.form)]) {
      const double share = open / kDragonFaces;
      const int damage = damage_of(icon, is_white(dragon.type));
      if (icon == DragonIcon::tail) {
        again += share;
        tail = damage;
      } else {
        add_chance(odds.damage, before + damage, share);
      }
      if (icon == DragonIcon::breath) odds.breath += share;
    }
    open = again;
    before += tail;
  }
  return odds;
}

// The odds of an army that dragons attack; nothing where none does.
std::optional<ArmyOdds> army_odds(const State& state, Seat seat, Place at) {
  const Units army = units_at(state, seat, at);
  if (army.empty()) return std::nullopt;
  State attacked = state;
  attacked.seat = seat;
  set_targets(attacked, at);
  ArmyOdds odds{.seat = seat, .at = at, .melee = {}, .missile = {}, .save = {}, .damage = {1.0}};
  double no_breath = 1;
  bool any = false;
  for (const std::uint8_t dragon : attacked.attack.dragons) {
    if (attacked.attack.targets[dragon] != kTheArmy) continue;
    any = true;
    const DragonOdds its = dragon_odds(state.dragons[dragon]);
    odds.damage = both(odds.damage, its.damage);
    no_breath *= 1 - its.breath;
  }
  if (!any) return std::nullopt;
  auto melee = answer_chances(state, seat, at, &Results::melee);
  auto missile = answer_chances(state, seat, at, &Results::missile);
  auto save = answer_chances(state, seat, at, &Results::save);
  if (!melee || !missile || !save) return std::nullopt;
  odds.melee = *std::move(melee);
  odds.missile = *std::move(missile);
  odds.save = *std::move(save);
  odds.damage = trimmed(std::move(odds.damage));
  odds.breath = 1 - no_breath;
  const int health = health_of(state, army);
  for (std::size_t damage = 0; damage < odds.damage.size(); ++damage) {
    for (std::size_t saves = 0; saves < std::min(damage, odds.save.size()); ++saves) {
      const int net = std::min(static_cast<int>(damage - saves), health);
      odds.lost += odds.damage[damage] * odds.save[saves] * net;
    }
  }
  return odds;
}

}  // namespace

std::optional<Chances> answer_chances(const State& state, Seat seat, Place at, std::uint16_t Results::* which) {
  const Units army = units_at(state, seat, at);
  Roll roll{.which = which,
            .effects = state.effects[seat][at.number],
            .terrain = elements_of(state.terrains[at.number]),
            .abilities = state.options.species_abilities,
            .special_maneuvers = state.options.special_maneuvers};
  for (const unsigned unit : army.each()) {
    const UnitData& data = data_of(state, unit);
    roll.trumpets = roll.trumpets || std::ranges::any_of(std::span(data.faces).first(data.sides),
                                                         [](const Face& face) { return face.icon == Icon::trumpet; });
  }
  Sums sums = {{0, 1.0}};
  std::unordered_map<UnitType, Sums> dice;  // each kind is followed once
  for (const unsigned unit : army.each()) {
    const UnitType type = state.units[unit].type;
    if (!dice.contains(type)) dice.emplace(type, die_sums(unit_data(type), roll));
    Sums next;
    for (const auto& [a, chance_of_a] : sums) {
      for (const auto& [b, chance_of_b] : dice[type]) {
        const double chance = chance_of_a * chance_of_b;
        if (chance > kNothing) next[together(a, b)] += chance;
      }
    }
    if (next.size() > kMaxSums) return std::nullopt;
    sums = std::move(next);
  }
  Chances chances;
  for (const auto& [sum, chance] : sums) add_chance(chances, total_of(sum, roll), chance);
  return trimmed(std::move(chances));
}

std::vector<ArmyOdds> odds_of(const State& state, const Action& action) {
  std::vector<ArmyOdds> odds;
  const auto add = [&](const State& then, Seat seat, Place at) {
    if (auto army = army_odds(then, seat, at)) odds.push_back(*std::move(army));
  };
  if (action.kind == ActionKind::attack_terrain) {
    add(state, state.seat, action.to);
  } else if (action.kind == ActionKind::call && action.dragon != kNone) {
    State then = state;
    then.dragons[action.dragon].at = action.to;
    for (const Seat seat : {static_cast<Seat>(1 - state.seat), state.seat}) add(then, seat, action.to);
  }
  return odds;
}

}  // namespace wyrmhall::rules::dragondice
