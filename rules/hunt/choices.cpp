// The lists and forms of what may be decided. Nothing here judges: it lists what legal.cpp lets through.
#include <algorithm>
#include <array>
#include <bit>

#include "rules/hunt/legal.h"

namespace wyrmhall::rules::hunt {
namespace {

using K = ActionKind;

// Adds what the rules let through.
void list_if_legal(const State& state, Seat seat, const Action& action, ActionList& list) {
  if (!fault_in(state, seat, action)) list.push_back(action);
}

// --- A turn ---

void list_turn(const State& state, ActionList& list) {
  const Turn& turn = *state.turn;
  const Hero& hero = acting(state);
  if (turn.rolls == 0) {
    const Places all = Places::first(static_cast<unsigned>(turn.dice.size()));
    list.push_back({.kind = K::roll, .dice = all});
    if (turn.kept) list.push_back({.kind = K::roll, .dice = Places::from_bits(all.bits() & ~1U)});
  }
  for (std::uint8_t slot = 0; slot < length(hero.items); ++slot) {
    const HeroItem& item = hero.items[slot];
    if (is_durable(item.id) && !item.active) list.push_back({.kind = K::item, .slot = slot, .place = -1});
  }
  if (turn.rolls == 0) return;
  // With an open skill it is a form: which one is covered.
  if (!can_activate(state) && !hero.covered.contains(0)) list.push_back({.kind = K::fail});
  if (state.options.version >= kFlightIsCalled && !state.votes.contains(hero.seat)) {
    list.push_back({.kind = K::flee, .yes = true});
  }
}

void list_assists(const Turn& turn, ActionList& list) {
  for (std::size_t die = 0; die < turn.dice.size(); ++die) {
    if (turn.dice[die] == Symbol::dragon || turn.used.contains(static_cast<unsigned>(die))) continue;
    list.push_back({.kind = K::assist, .place = static_cast<std::int16_t>(die)});
  }
  list.push_back({.kind = K::assist, .place = -1});
}

// --- Forms ---

// A part for each of the five dice, of which those that are in play may be thrown.
void list_roll(const Turn& turn, std::uint8_t number, int most, FormList& forms) {
  if (turn.dice.empty()) return;  // all are locked (X1)
  Form form{.number = number, .parts = {}, .sum_least = 1, .sum_most = static_cast<std::uint32_t>(most)};
  for (std::size_t die = 0; die < kDice; ++die) {
    form.parts.push_back(die < turn.dice.size() ? Form::Values{0, 1} : Form::Values{0});
  }
  forms.push_back(form);
}

// Adds the sets of dice that make the pattern with the symbols of these items.
void add_dice_for(const State& state, const Pattern& pattern, Places items, int needed, Form::Values& values) {
  const Turn& turn = *state.turn;
  const Counts symbols = symbols_of(acting(state), items);
  const unsigned sets = 1U << turn.dice.size();
  for (unsigned dice = 0; dice < sets; ++dice) {
    if (std::popcount(dice) != needed) continue;
    Counts counts = symbols;
    for (const unsigned die : Places::from_bits(dice).each()) counts.add(turn.dice[die]);
    if (counts.dragons > 0 || !can_form(pattern, counts)) continue;
    values.push_back(static_cast<std::uint8_t>(dice | (items.bits() << kFirstItem)));
  }
}

// The living heroes that `fits` lets through.
Form::Values heroes_for(const State& state, const auto& fits) {
  Form::Values values;
  for (std::uint8_t hero = 0; hero < length(state.heroes); ++hero) {
    if (state.heroes[hero].alive && fits(state.heroes[hero])) values.push_back(hero);
  }
  return values;
}

Form::Values targets_for(const State& state, Skill skill) {
  Form::Values values;
  Places alive;
  for (unsigned hero = 0; hero < state.heroes.size(); ++hero) {
    if (state.heroes[hero].alive) alive.insert(hero);
  }
  const int needed = targets_of(state, skill);
  for (unsigned heroes = 0; heroes <= alive.bits(); ++heroes) {
    if ((heroes & ~alive.bits()) != 0 || std::popcount(heroes) != needed) continue;
    values.push_back(static_cast<std::uint8_t>(heroes));
  }
  return values;
}

Form::Values covers_of(const Hero& hero) {
  Form::Values values;
  for (std::size_t i = 0; i < hero.skills.size(); ++i) {
    if (hero.covered[i] == 0) values.push_back(static_cast<std::uint8_t>(index(hero.skills[i].id) + 1));
  }
  if (values.empty()) values.push_back(0);
  std::ranges::sort(values);
  return values;
}

// The sets of dice and items that an activation can take, `reuses` of the items to use it again.
Form::Values dice_and_items_for(const State& state, Skill skill, int reuses) {
  const Hero& hero = acting(state);
  const Pattern& pattern = data_of(skill).pattern;
  Form::Values values;
  const unsigned item_sets = 1U << hero.items.size();
  for (unsigned bits = 0; bits < item_sets; ++bits) {
    const Places items = Places::from_bits(bits);
    int used = 0;
    bool fits = true;
    for (const unsigned slot : items.each()) {
      const ItemKind kind = data_of(hero.items[slot].id).kind;
      used += kind == ItemKind::reuse ? 1 : 0;
      fits = fits && (kind == ItemKind::symbol || kind == ItemKind::reuse);
    }
    if (fits && used == reuses) add_dice_for(state, pattern, items, pattern.places - (items.size() - used), values);
  }
  return values;
}

// An own or a general skill, `reuses` of whose items are to use it again.
void list_skill(const State& state, Skill skill, int reuses, FormList& forms) {
  const Hero& hero = acting(state);
  if (attacks(skill) && hero.facing == kNoDragon) return;
  const Form::Values dice = dice_and_items_for(state, skill, reuses);
  if (dice.empty()) return;
  const bool general = skill >= Skill::jab;
  const auto number = general ? kGeneralForm + (index(skill) - kOwnSkills) : kSkillForm + index(skill);
  Form form{.number = static_cast<std::uint8_t>(number), .parts = {dice}};
  if (data_of(skill).targets > 0) form.parts.push_back(targets_for(state, skill));
  if (general) form.parts.push_back(covers_of(hero));
  forms.push_back(form);
}

void list_items(const State& state, FormList& forms) {
  const Hero& hero = acting(state);
  for (std::uint8_t slot = 0; slot < length(hero.items); ++slot) {
    if (data_of(hero.items[slot].id).kind != ItemKind::heal) continue;
    const Form::Values heroes = heroes_for(state, [](const Hero& /*hero*/) { return true; });
    forms.push_back({.number = static_cast<std::uint8_t>(kHealForm + slot), .parts = {heroes}});
  }
}

// What the hero's next level choice is between.
void list_level_choice(const State& state, std::uint8_t index, FormList& forms) {
  const Hero& hero = state.heroes[index];
  if (hero.pending.empty()) return;
  if (hero.pending[0] == LevelChoice::learn) {
    Form::Values skills;
    for (std::uint8_t skill = 0; skill < kOwnSkills; ++skill) {
      if (can_learn(hero, static_cast<Skill>(skill))) skills.push_back(static_cast<std::uint8_t>(skill + 1));
    }
    if (!skills.empty()) forms.push_back({.number = static_cast<std::uint8_t>(kLearnForm + index), .parts = {skills}});
    return;
  }
  for (const Part part : {Part::attack, Part::heal}) {
    Form::Values skills;
    for (const HeroSkill& skill : hero.skills) {
      if (can_improve(skill, part)) skills.push_back(static_cast<std::uint8_t>(number(skill.id) + 1));
    }
    if (skills.empty()) continue;
    std::ranges::sort(skills);
    const int form = kImproveForm + (2 * index) + number(part);
    forms.push_back({.number = static_cast<std::uint8_t>(form), .parts = {skills}});
  }
}

void list_purchases(const State& state, std::uint8_t index, FormList& forms) {
  const Hero& hero = state.heroes[index];
  Form::Values items;
  for (std::size_t item = 0; item < kItems.size(); ++item) {
    if (state.village->stock[item] == 0 || hero.gold < kItems[item].price) continue;
    items.push_back(static_cast<std::uint8_t>(item + 1));
  }
  if (items.empty()) return;
  if (hero.items.full()) {
    forms.push_back({.number = static_cast<std::uint8_t>(kExchangeForm + index), .parts = {items, Form::Values{1, 2}}});
  } else {
    forms.push_back({.number = static_cast<std::uint8_t>(kBuyForm + index), .parts = {items}});
  }
}

void list_gifts(const State& state, std::uint8_t index, FormList& forms) {
  const Hero& giver = state.heroes[index];
  Form::Values slots;
  for (std::uint8_t slot = 0; slot < length(giver.items); ++slot) slots.push_back(static_cast<std::uint8_t>(slot + 1));
  const Form::Values others =
      heroes_for(state, [&](const Hero& other) { return &other != &giver && !other.items.full(); });
  if (slots.empty() || others.empty()) return;
  forms.push_back({.number = static_cast<std::uint8_t>(kGiveForm + index), .parts = {slots, others}});
}

// V2: who may get the coin that was left over to this hero.
void list_share(const State& state, std::uint8_t index, FormList& forms) {
  if (!state.village->leftOver.contains(index)) return;
  Form::Values others;
  for (std::uint8_t other = 0; other < length(state.heroes); ++other) {
    if (other != index && state.heroes[other].inHunt && !state.heroes[other].rests) others.push_back(other);
  }
  if (others.empty()) return;
  forms.push_back({.number = static_cast<std::uint8_t>(kShareForm + index), .parts = {others}});
}

// V9.
void list_switches(const State& state, Seat seat, FormList& forms) {
  if (state.options.version < kHeroesSwitch || state.village->last) return;
  Form::Values out;
  for (std::uint8_t i = 0; i < length(state.heroes); ++i) {
    const Hero& hero = state.heroes[i];
    if (hero.seat == seat && !hero.rests && !state.village->switched.contains(i)) out.push_back(i);
  }
  Form::Values classes;
  for (std::uint8_t of = 0; of < index(Class::custom) && !state.heroes.full(); ++of) {
    if (std::ranges::find(state.heroes, static_cast<Class>(of), &Hero::of) == state.heroes.end()) {
      classes.push_back(static_cast<std::uint8_t>(of + 1));
    }
  }
  if (!out.empty() && !classes.empty()) forms.push_back({.number = kNewcomerForm, .parts = {out, classes}});
  for (const std::uint8_t hero : out) {
    Form::Values back;
    for (std::uint8_t other = 0; other < length(state.heroes); ++other) {
      if (!fault_in(state, seat, {.kind = K::swap, .hero = hero, .other = other})) back.push_back(other);
    }
    if (!back.empty()) forms.push_back({.number = static_cast<std::uint8_t>(kBackForm + hero), .parts = {back}});
  }
}

void list_village_forms(const State& state, Seat seat, FormList& forms) {
  for (std::uint8_t i = 0; i < length(state.heroes); ++i) {
    if (state.heroes[i].seat == seat && !state.heroes[i].rests) list_level_choice(state, i, forms);
  }
  if (state.village->before) return;
  Form::Values dead;
  Form::Values payers;
  for (std::uint8_t i = 0; i < length(state.heroes); ++i) {
    const Hero& hero = state.heroes[i];
    if (hero.rests) continue;
    if (!hero.alive) dead.push_back(i);
    if (hero.seat == seat && hero.gold >= kResurrectionGold) payers.push_back(i);
  }
  if (!dead.empty() && !payers.empty()) forms.push_back({.number = kResurrectForm, .parts = {dead, payers}});
  for (std::uint8_t i = 0; i < length(state.heroes); ++i) {
    if (state.heroes[i].seat != seat || !state.heroes[i].alive) continue;
    list_purchases(state, i, forms);
    list_gifts(state, i, forms);
  }
  const Form::Values own = heroes_for(state, [&](const Hero& hero) { return hero.seat == seat; });
  if (!own.empty()) forms.push_back({.number = kGroupForm, .parts = {own, Form::Values{0, 1}}});
  for (std::uint8_t i = 0; i < length(state.heroes); ++i) {
    if (state.heroes[i].seat == seat) list_share(state, i, forms);
  }
  list_switches(state, seat, forms);
}

// --- What a form was filled with: what is far out of a part's range stays so ---

std::uint8_t byte_of(std::uint32_t value) {
  return static_cast<std::uint8_t>(std::min<std::uint32_t>(value, 255));
}

Places set_of(std::uint32_t value) {
  return value < 128 ? Places::from_bits(value) : Places{Places::kMaxPlaces - 1};
}

std::optional<Action> filled_roll(Action action, Filling filling) {
  if (filling.size() != kDice) return std::nullopt;
  for (unsigned die = 0; die < kDice; ++die) {
    if (filling[die] > 0) action.dice.insert(filling[die] == 1 ? die : Places::kMaxPlaces - 1);
  }
  return action;
}

std::optional<Skill> cover_of(std::uint32_t value) {
  return value == 0 ? std::nullopt : std::optional(static_cast<Skill>(byte_of(value) - 1));
}

std::optional<Action> filled_activation(ActionKind kind, Skill skill, Filling filling) {
  Action action{.kind = kind, .skill = skill};
  const bool targets = data_of(skill).targets > 0;
  const std::size_t parts = 1U + (targets ? 1U : 0U) + (kind == K::general ? 1U : 0U);
  if (filling.size() != parts) return std::nullopt;
  const Places taken = set_of(filling[0]);
  action.dice = Places::from_bits(taken.bits() & ((1U << kFirstItem) - 1));
  action.items = Places::from_bits(taken.bits() >> kFirstItem);
  if (targets) action.targets = set_of(filling[1]);
  if (kind == K::general) action.cover = cover_of(filling.back());
  return action;
}

std::optional<Action> filled_with_hero(std::uint32_t form, Filling filling) {
  if (filling.size() != 1) return std::nullopt;
  return Action{.kind = K::item,
                .slot = static_cast<std::uint8_t>(form - kHealForm),
                .place = static_cast<std::int16_t>(byte_of(filling[0]))};
}

std::optional<Action> filled_level_choice(std::uint32_t form, Filling filling) {
  if (filling.size() != 1) return std::nullopt;
  const auto skill = static_cast<Skill>(byte_of(filling[0]) - 1);
  if (form < kImproveForm) {
    return Action{.kind = K::learn, .skill = skill, .hero = static_cast<std::uint8_t>(form - kLearnForm)};
  }
  const std::uint32_t which = form - kImproveForm;
  return Action{.kind = K::improve,
                .skill = skill,
                .hero = static_cast<std::uint8_t>(which / 2),
                .part = which % 2 == 0 ? Part::attack : Part::heal};
}

std::optional<Action> filled_purchase(std::uint32_t form, Filling filling) {
  if (filling.size() != 1) return std::nullopt;
  return Action{.kind = K::buy,
                .hero = static_cast<std::uint8_t>(form - kBuyForm),
                .place = -1,
                .item = static_cast<Item>(byte_of(filling[0]) - 1)};
}

std::optional<Action> filled_with_other(std::uint32_t form, Filling filling) {
  if (filling.size() != 1) return std::nullopt;
  if (form >= kBackForm) {
    return Action{.kind = K::swap, .hero = static_cast<std::uint8_t>(form - kBackForm), .other = byte_of(filling[0])};
  }
  return Action{.kind = K::share, .hero = static_cast<std::uint8_t>(form - kShareForm), .other = byte_of(filling[0])};
}

// Those of a village's forms with two parts.
std::optional<Action> filled_in_village(std::uint32_t form, Filling filling) {
  if (filling.size() != 2) return std::nullopt;
  const std::uint8_t first = byte_of(filling[0]);
  const std::uint8_t second = byte_of(filling[1]);
  if (form == kResurrectForm) return Action{.kind = K::resurrect, .hero = first, .other = second};
  if (form == kGroupForm) return Action{.kind = K::group, .hero = first, .other = second};
  if (form == kNewcomerForm) return Action{.kind = K::swap, .hero = first, .newcomer = static_cast<Class>(second - 1)};
  if (form >= kGiveForm) {
    const auto hero = static_cast<std::uint8_t>(form - kGiveForm);
    return Action{.kind = K::give, .hero = hero, .slot = byte_of(filling[0] - 1), .other = second};
  }
  return Action{.kind = K::buy,
                .hero = static_cast<std::uint8_t>(form - kExchangeForm),
                .place = static_cast<std::int16_t>(second - 1),
                .item = static_cast<Item>(first - 1)};
}

}  // namespace

void list_choices(const State& state, Seat seat, ActionList& list) {
  if (!seats_to_decide(state).contains(seat)) return;
  switch (state.phase) {
    case Phase::turn:
      return list_turn(state, list);
    case Phase::assist:
      return list_assists(*state.turn, list);
    case Phase::flee:
      list.push_back({.kind = K::flee, .yes = true});
      list.push_back({.kind = K::flee});
      return;
    case Phase::replace:
      list.push_back({.kind = K::replace, .yes = true});
      if (!is_forced(state)) list.push_back({.kind = K::replace});
      return;
    case Phase::village:
      return list_if_legal(state, seat, {.kind = K::ready}, list);
    case Phase::over:
      return;
  }
}

void list_forms(const State& state, Seat seat, FormList& forms) {
  if (!seats_to_decide(state).contains(seat)) return;
  if (state.phase == Phase::village) return list_village_forms(state, seat, forms);
  if (state.phase != Phase::turn) return;
  const Turn& turn = *state.turn;
  const Hero& hero = acting(state);
  if (turn.rolls == 0) return list_items(state, forms);
  if (turn.rolls < kMaxRolls) list_roll(turn, kRollForm, kDice, forms);
  if (hero.blessed > 0) list_roll(turn, kBlessingForm, kDice, forms);
  for (std::uint8_t slot = 0; slot < length(hero.items); ++slot) {
    const ItemData& item = data_of(hero.items[slot].id);
    if (item.kind == ItemKind::reroll) list_roll(turn, kRerollForm + slot, item.value, forms);
  }
  list_items(state, forms);
  for (std::size_t i = 0; i < hero.skills.size(); ++i) {
    list_skill(state, hero.skills[i].id, hero.covered[i] > 0 ? 1 : 0, forms);
  }
  list_skill(state, Skill::jab, 0, forms);
  list_skill(state, Skill::treat_wounds, 0, forms);
  if (!can_activate(state) && hero.covered.contains(0))
    forms.push_back({.number = kFailForm, .parts = {covers_of(hero)}});
}

std::optional<Action> action_filled(std::uint32_t form, Filling filling) {
  if (form == kRollForm) return filled_roll({.kind = K::roll}, filling);
  if (form == kBlessingForm) return filled_roll({.kind = K::roll, .yes = true}, filling);
  if (form == kRerollForm || form == kRerollForm + 1) {
    const auto slot = static_cast<std::uint8_t>(form - kRerollForm);
    return filled_roll({.kind = K::item, .slot = slot, .place = -1}, filling);
  }
  if (form == kHealForm || form == kHealForm + 1) return filled_with_hero(form, filling);
  if (form == kFailForm) {
    return filling.size() == 1 ? std::optional(Action{.kind = K::fail, .cover = cover_of(filling[0])}) : std::nullopt;
  }
  if (form == kGeneralForm || form == kGeneralForm + 1) {
    return filled_activation(K::general, static_cast<Skill>(kOwnSkills + form - kGeneralForm), filling);
  }
  if (form >= kResurrectForm && form <= kNewcomerForm) return filled_in_village(form, filling);
  if (form < kSkillForm || form >= kFormsEnd) return std::nullopt;
  if (form < kBuyForm) return filled_activation(K::skill, static_cast<Skill>(form - kSkillForm), filling);
  if (form < kExchangeForm) return filled_purchase(form, filling);
  if (form < kLearnForm) return filled_in_village(form, filling);
  return form < kShareForm ? filled_level_choice(form, filling) : filled_with_other(form, filling);
}

void list_candidates(const State& state, Seat seat, ActionList& list) {
  if (!seats_to_decide(state).contains(seat)) return;
  if (state.phase == Phase::turn && state.turn->rolls > 0) {
    FormList forms;
    list_forms(state, seat, forms);
    for (const HeroSkill& skill : acting(state).skills) {
      const auto offers = [&](const Form& form) { return form.number == kSkillForm + index(skill.id); };
      if (std::ranges::none_of(forms, offers)) list.push_back({.kind = K::skill, .skill = skill.id});
    }
  }
  if (state.phase != Phase::village) return;
  std::uint8_t richest = kMaxHeroes;
  for (std::uint8_t i = 0; i < length(state.heroes); ++i) {
    const Hero& hero = state.heroes[i];
    if (hero.seat != seat || !hero.alive) continue;
    if (richest == kMaxHeroes || hero.gold > state.heroes[richest].gold) richest = i;
  }
  if (richest == kMaxHeroes) return;
  for (std::size_t item = 0; item < kItems.size(); ++item) {
    if (state.village->stock[item] == 0 || state.heroes[richest].gold >= kItems[item].price) continue;
    list.push_back({.kind = K::buy, .hero = richest, .place = -1, .item = static_cast<Item>(item)});
  }
}

}  // namespace wyrmhall::rules::hunt
