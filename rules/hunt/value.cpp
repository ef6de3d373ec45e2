#include "rules/hunt/value.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "rules/hunt/flow.h"
#include "rules/hunt/odds.h"
#include "rules/hunt/plan.h"

namespace wyrmhall::rules::hunt {
namespace {

// More rounds than this are not foreseen.
constexpr float kFarOff = 8;
// Rounds before the limit from which on it counts (E4).
constexpr int kNearLimit = 10;
// A turn is worth roughly this share of the damage of all skills that are likely, since they exclude each other.
constexpr float kOfAllSkills = 0.45F;

// How likely a skill can be formed with three throws for it alone, by dice and skill.
using Likely = std::array<std::array<float, kSkills.size()>, kDice + 1>;
const Likely& likely() {
  static const Likely kLikely = [] {
    Likely likely{};
    for (int dice = 1; dice <= kDice; ++dice) {
      for (std::size_t skill = 0; skill < kSkills.size(); ++skill) {
        HandWorths forming{};
        for (std::size_t hand = 0; hand < kHands; ++hand) {
          forming[hand] = can_form(static_cast<Skill>(skill), static_cast<Hand>(hand)) ? 1 : 0;
        }
        const Plan plan(dice, forming, {Throw{}, Throw{}, Throw{}});
        likely[static_cast<std::size_t>(dice)][skill] =
            static_cast<float>(plan.worth_of_keeping(kEmptyHand, plan.throws()));
      }
    }
    return likely;
  }();
  return kLikely;
}

const std::array<std::array<double, 4>, kDice + 1>& fury_odds() {
  static const auto kOdds = [] {
    std::array<std::array<double, 4>, kDice + 1> odds{};
    for (int dice = 0; dice <= kDice; ++dice) odds[static_cast<std::size_t>(dice)] = odds_of_fury(dice);
    return odds;
  }();
  return kOdds;
}

// What a hero can do, all its skills taken together: each by how likely it can be formed.
struct Abilities {
  float damage = 0;
  float best = 0;  // of the damages
  float healing = 0;
  float guard = 0;
  float ally = 0;
  float pin = 0;
  float blessing = 0;

  void add(const Setup& options, const HeroSkill& skill, float likely) {
    const SkillData& data = data_of(skill.id);
    const auto part = [&](Part which) { return skill.part == which ? static_cast<float>(skill.plus) : 0.0F; };
    const auto value = static_cast<float>(value_of(options, skill.id));
    switch (data.kind) {
      case SkillKind::attack:
        hit(likely, value + part(Part::attack));
        break;
      case SkillKind::drain:
        hit(likely, value + part(Part::attack));
        healing += likely * (value + part(Part::heal));
        break;
      case SkillKind::heal:
        healing += likely * static_cast<float>(data.targets) * (value + part(Part::heal));
        break;
      case SkillKind::stance:
      case SkillKind::shield:
        guard += likely * value;
        break;
      case SkillKind::blessing:
        blessing += likely;
        break;
      case SkillKind::pin:
        pin += likely;
        break;
      case SkillKind::ally:
        ally += likely;
        break;
    }
  }

 private:
  void hit(float likely, float value) {
    damage += likely * value;
    best = std::max(best, likely * value);
  }
};

struct Sheet {
  Abilities all;
  Abilities open;  // without a token on them
};

Sheet sheet_of(const State& state, const Hero& hero) {
  const auto& likely_now = likely()[static_cast<std::size_t>(dice_in_play(state))];
  const auto& likely_later = likely()[kDice];
  Sheet sheet;
  for (std::size_t place = 0; place < hero.skills.size(); ++place) {
    const HeroSkill& skill = hero.skills[place];
    sheet.all.add(state.options, skill, likely_later[index(skill.id)]);
    if (hero.covered[place] == 0) sheet.open.add(state.options, skill, likely_now[index(skill.id)]);
  }
  return sheet;
}

// I2.
float damage_of_items(const Hero& hero) {
  float damage = 0;
  for (const HeroItem& item : hero.items) {
    const ItemData& data = data_of(item.id);
    if (data.kind == ItemKind::attack && item.active) damage += static_cast<float>(data.value);
  }
  return damage;
}

// Writes numbers one after the other.
class Writer {
 public:
  explicit Writer(std::span<float> to) : to_(to) {}
  void put(float number) { to_[at_++] = number; }
  void put(double number) { put(static_cast<float>(number)); }
  void put(int number, float unit) { put(static_cast<float>(number) / unit); }
  void flag(bool set) { put(set ? 1.0F : 0.0F); }
  void one_of(std::size_t which, std::size_t count, float number = 1) {
    for (std::size_t i = 0; i < count; ++i) put(i == which ? number : 0.0F);
  }

 private:
  std::span<float> to_;
  std::size_t at_ = 0;
};

void put_abilities(Writer& to, const Abilities& abilities) {
  to.put(abilities.damage / 10);
  to.put(abilities.best / 4);
  to.put(abilities.healing / 6);
  to.put(abilities.guard);
  to.put(abilities.ally);
  to.put(abilities.pin);
  to.put(abilities.blessing);
}

void put_threat(Writer& to, const State& state, const Hero& hero) {
  if (hero.facing == kNoDragon) {
    for (int i = 0; i < 9; ++i) to.put(0.0F);
    return;
  }
  const Dragon& dragon = state.dragons[hero.facing];
  for (int symbols = 1; symbols <= 3; ++symbols) {
    const int loss = loss_of(dragon, hero, symbols);
    to.put(loss, 10);
    to.flag(loss >= hero.hp);
  }
  const FuryThreat threat = fury_threat(dragon, hero, dice_in_play(state));
  to.put(threat.loss / 10);
  to.put(threat.death);
  to.put(std::min(kFarOff, static_cast<float>(hero.hp / (threat.loss + 1))) / 4);
}

void put_items(Writer& to, const Hero& hero) {
  std::array<float, 6> carried{};
  for (const HeroItem& item : hero.items) {
    const ItemData& data = data_of(item.id);
    if (is_durable(item.id) && item.active) continue;  // is in AC, or in the damage
    carried[index(data.kind)] +=
        data.kind == ItemKind::symbol || data.kind == ItemKind::reuse ? 1.0F : static_cast<float>(data.value);
  }
  to.put(carried[index(ItemKind::heal)] / 5);
  to.put(carried[index(ItemKind::reroll)] / 3);
  to.put(carried[index(ItemKind::reuse)] + carried[index(ItemKind::symbol)]);
  to.put(carried[index(ItemKind::ac)] + carried[index(ItemKind::attack)]);
}

// The damage of the hero's turns in a round, and the rest of this one, roughly.
struct Pace {
  float round = 0;
  float left = 0;
};
Pace pace_of(const State& state, const Hero& hero, const Abilities& all) {
  const int pins = state.dragons[hero.facing].pins;
  const float turn = (kOfAllSkills * all.damage) + damage_of_items(hero) + static_cast<float>(pins);
  return {.round = turn * static_cast<float>(tokens_of(state, hero)), .left = turn * static_cast<float>(hero.tokens)};
}

// How a dragon and its group stand to each other.
struct Side {
  Pace pace{};
  float hp = 0;      // of the heroes
  float threat = 0;  // what a round costs them
  int faced = 0;
};

void put_dragon(Writer& to, const Dragon& dragon, const Side& side) {
  const DragonData& data = data_of(dragon.id);
  const auto hp = static_cast<float>(dragon.hp);
  const float rounds =
      side.pace.round > 0 ? std::min(kFarOff, std::max(0.0F, hp - side.pace.left) / side.pace.round) : kFarOff;
  const float able = side.pace.left + (side.pace.round * side.hp / std::max(1.0F, side.threat));
  to.flag(true);
  to.put(hp / 100);
  to.put(std::log2(1 + hp) / 5);
  to.put(rounds / 4);
  to.put(std::clamp(able / std::max(1.0F, hp), 0.0F, 3.0F) - 1);
  to.put(std::clamp((side.hp - (rounds * side.threat)) / 30, -3.0F, 3.0F));
  for (const std::uint8_t strike : data.chart) to.put(strike, 10);
  to.one_of(index(data.special), index(Special::regen) + 1, std::max(1.0F, static_cast<float>(data.amount)));
  to.put(dragon.pins, kPinSupply);
  to.put(dragon.locked, kUsualMaxLocked);
  to.put(dragon.size, 3);
  to.put(side.faced, 3);
  to.put(static_cast<float>(side.faced) / static_cast<float>(dragon.size));
  to.flag(side.faced == 0);
}

HeroInputs inputs_of(const State& state, const Hero& hero, const Sheet& sheet) {
  HeroInputs inputs{};
  Writer to(inputs);
  const auto hp = static_cast<float>(hero.hp);
  to.flag(true);
  to.put(hp / 20);
  to.put(std::log2(1 + hp) / 5);
  to.put(hp / static_cast<float>(std::max<int>(1, hero.hpMax)));
  to.put(hero.hpMax, 30);
  to.put(hero.ac, 5);
  to.put(hero.tokens, kTokens);
  to.put(std::max(1, tokens_of(state, hero) - hero.stun), kTokens);
  to.put(hero.ally, 2);
  to.put(hero.blessed, 2);
  to.put(hero.poison, 2);
  to.put(hero.level, kMaxLevel);
  put_threat(to, state, hero);
  put_abilities(to, sheet.all);
  put_abilities(to, sheet.open);
  to.put(damage_of_items(hero));
  put_items(to, hero);
  to.one_of(index(hero.of), kClasses.size());
  return inputs;
}

float logistic(float x) {
  return 1 / (1 + std::exp(-x));
}

}  // namespace

FuryThreat fury_threat(const Dragon& dragon, const Hero& hero, int dice) {
  const auto& odds = fury_odds()[static_cast<std::size_t>(dice)];
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

Judged judged(const Net& net, const State& state) {
  Judged judged;
  std::array<Side, 2> sides{};
  std::array<Sheet, kMaxHeroes> sheets;
  for (std::size_t i = 0; i < state.heroes.size(); ++i) {
    const Hero& hero = state.heroes[i];
    if (!hero.inHunt || hero.hp == 0) continue;
    sheets[i] = sheet_of(state, hero);
    if (hero.facing == kNoDragon) continue;
    Side& side = sides[hero.facing];
    const Dragon& dragon = state.dragons[hero.facing];
    const Pace pace = pace_of(state, hero, sheets[i].all);
    side.pace.round += pace.round;
    side.pace.left += pace.left;
    side.hp += static_cast<float>(hero.hp);
    side.threat += static_cast<float>(fury_threat(dragon, hero, dice_in_play(state)).loss);
    ++side.faced;
  }
  // The dragon that looks worse comes first, so that it does not matter which is which.
  std::array<std::size_t, 2> place{0, 1};
  const auto alive = [&](std::size_t dragon) { return dragon < state.dragons.size() && state.dragons[dragon].alive; };
  if (alive(1) && (!alive(0) || state.dragons[1].hp > state.dragons[0].hp)) place = {1, 0};
  for (std::size_t dragon = 0; dragon < state.dragons.size(); ++dragon) {
    if (!alive(dragon)) continue;
    Writer to(std::span(judged.inputs).subspan(place[dragon] * kSide, kDragonInputs));
    put_dragon(to, state.dragons[dragon], sides[dragon]);
  }
  int living = 0;
  for (std::size_t i = 0; i < state.heroes.size(); ++i) {
    const Hero& hero = state.heroes[i];
    if (!hero.inHunt || hero.hp == 0) continue;
    ++living;
    Judged::Of of{.inputs = inputs_of(state, hero, sheets[i]), .hidden = net.hero_bias};
    of.sum = hero.facing == kNoDragon ? 2 * kSide : (place[hero.facing] * kSide) + kDragonInputs;
    for (std::size_t in = 0; in < kHeroInputs; ++in) {
      if (of.inputs[in] == 0) continue;
      for (std::size_t h = 0; h < kHeroHidden; ++h) of.hidden[h] += of.inputs[in] * net.heroes[in][h];
    }
    for (std::size_t h = 0; h < kHeroHidden; ++h) judged.inputs[of.sum + h] += std::max(0.0F, of.hidden[h]);
    judged.heroes.push_back(of);
  }
  Writer hunt(std::span(judged.inputs).subspan((2 * kSide) + kHeroHidden, kHuntInputs));
  const int left = state.options.roundLimit - state.round;
  hunt.put(std::min(left, kNearLimit), kNearLimit);
  hunt.put(living, kMaxHeroes);
  hunt.put(static_cast<int>(state.order.size()) - living, kMaxHeroes);

  judged.hidden = net.bias;
  for (std::size_t i = 0; i < kInputs; ++i) {
    if (judged.inputs[i] == 0) continue;
    for (std::size_t h = 0; h < kHidden; ++h) judged.hidden[h] += judged.inputs[i] * net.first[i][h];
  }
  float sum = net.offset;
  for (std::size_t h = 0; h < kHidden; ++h) sum += std::max(0.0F, judged.hidden[h]) * net.second[h];
  judged.chance = logistic(sum);
  return judged;
}

double chance_of_victory(const Net& net, const State& state) {
  const auto stands = [](const Hero& hero) { return hero.inHunt && hero.hp > 0; };
  if (std::ranges::none_of(state.dragons, &Dragon::alive)) return 1;
  if (std::ranges::none_of(state.heroes, stands)) return 0;
  return judged(net, state).chance;
}

}  // namespace wyrmhall::rules::hunt
