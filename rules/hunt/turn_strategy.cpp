// How bots play a turn: what each activation is worth is put together with the exact plan of throwing again.
#include <algorithm>
#include <cmath>

#include "rules/hunt/flow.h"
#include "rules/hunt/thinking.h"
#include "rules/hunt/turn.h"

namespace wyrmhall::rules::hunt {
namespace {

// Far below what any hand is worth.
constexpr float kNever = -1e6F;

std::size_t dragons_on(Hand hand) {
  return std::min<std::size_t>(3, kHandTable.symbols[hand][index(Symbol::dragon)]);
}

// What an item is worth to keep. After a single hunt nothing can be made of it.
float price_of(const State& state, Item item, const Thinking& thinking) {
  return thinking.item * static_cast<float>(data_of(item).price) * (state.options.campaign ? 1.0F : 0.3F);
}

// The pattern without these symbols, or nothing where they are not all in its letters.
std::optional<Pattern> without(Pattern pattern, const Counts& runes) {
  for (std::size_t i = 0; i < kClassSymbols; ++i) {
    if (runes.of[i] > pattern.letters[i]) return std::nullopt;
    pattern.letters[i] = static_cast<std::uint8_t>(pattern.letters[i] - runes.of[i]);
    pattern.places = static_cast<std::uint8_t>(pattern.places - runes.of[i]);
  }
  return pattern;
}

// Calls visit(targets) with each set of `needed` living heroes.
template <class Visit>
void each_targets(const State& state, int needed, Visit&& visit) {
  for (unsigned bits = 0; bits < 1U << state.heroes.size(); ++bits) {
    const Places targets = Places::from_bits(bits);
    if (targets.size() != needed) continue;
    bool living = true;
    for (const unsigned hero : targets.each()) living = living && state.heroes[hero].alive;
    if (living) visit(targets);
  }
}

// C1 to C4: the hero after a counter-attack by this many Dragons.
void suffer(State& state, std::uint8_t index, int dragons) {
  Hero& hero = state.heroes[index];
  if (dragons == 0 || hero.facing == kNoDragon) return;
  if (hero.ally > 0) {
    --hero.ally;
    return;
  }
  Dragon& dragon = state.dragons[hero.facing];
  const int loss = loss_of(dragon, hero, dragons);
  hero.hp = reduced(hero.hp, loss);
  if (loss > 0 && dragon.locked > 0) --dragon.locked;
}

}  // namespace

double worth_of(const Net& net, const State& state) {
  return 100 * chance_of_victory(net, state);
}

TurnThinker::TurnThinker(const State& state, std::uint8_t hero, const Thinking& thinking, FastDice& dice)
    : state_(state), index_(hero), thinking_(thinking), dice_(dice) {
  if (!state_.turn || state_.turn->hero != hero) {
    Turn turn{.hero = hero};
    for (int die = dice_in_play(state_); die > 0; --die) turn.dice.push_back(Symbol::blank);
    state_.turn = turn;
  }
  const Hero& self = state_.heroes[hero];
  State spent = state_;
  --spent.heroes[hero].tokens;
  find_cover(spent);
  for (std::uint8_t place = 0; place < length(self.skills); ++place) add_candidates(self.skills[place].id, place);
  add_candidates(Skill::jab, kMaxSheet);
  add_candidates(Skill::treat_wounds, kMaxSheet);
  add_candidate({.kind = ActionKind::fail});
  for (std::uint8_t slot = 0; slot < length(self.items); ++slot) {
    const ItemData& data = data_of(self.items[slot].id);
    if (data.kind != ItemKind::reroll) continue;
    State without = spent;
    erase_at(without.heroes[hero].items, slot);
    const auto cost = static_cast<float>(before_ - worth_of(*thinking.net, without));
    extra_.push_back(
        {.cost = std::max(0.0F, cost) + price_of(state, self.items[slot].id, thinking), .most = data.value});
    extra_actions_.push_back({.kind = ActionKind::item, .slot = slot, .place = -1});
  }
  if (self.blessed == 0) return;
  State without = spent;
  --without.heroes[hero].blessed;
  const auto cost = static_cast<float>(before_ - worth_of(*thinking.net, without));
  for (int blessed = 0; blessed < self.blessed; ++blessed) {
    extra_.push_back({.cost = std::max(0.0F, cost)});
    extra_actions_.push_back({.kind = ActionKind::roll, .yes = true});
  }
}

// The skill whose token costs least (K2, K3).
void TurnThinker::find_cover(const State& spent) {
  before_ = worth_of(*thinking_.net, spent);
  double most = 0;
  for (std::uint8_t place = 0; place < length(spent.heroes[index_].skills); ++place) {
    if (spent.heroes[index_].covered[place] > 0) continue;
    State covered = spent;
    ++covered.heroes[index_].covered[place];
    const double worth = worth_of(*thinking_.net, covered);
    if (cover_ && worth <= most) continue;
    cover_ = place;
    most = worth;
  }
  if (cover_) before_ = most;
}

// An own or a general skill with each set of items that can go with it.
void TurnThinker::add_candidates(Skill skill, std::uint8_t place) {
  const Hero& hero = state_.heroes[index_];
  if (attacks(skill) && hero.facing == kNoDragon) return;
  const bool own = place < kMaxSheet;
  const bool covered = own && hero.covered[place] > 0;
  for (unsigned set = 0; set < 1U << hero.items.size(); ++set) {
    const Places items = Places::from_bits(set);
    int reuses = 0;
    bool fits = own || items.empty();
    for (const unsigned slot : items.each()) {
      const ItemKind kind = data_of(hero.items[slot].id).kind;
      reuses += kind == ItemKind::reuse ? 1 : 0;
      fits = fits && (kind == ItemKind::symbol || kind == ItemKind::reuse);
    }
    if (!fits || reuses != (covered ? 1 : 0)) continue;
    const auto pattern = without(data_of(skill).pattern, symbols_of(hero, items));
    if (!pattern) continue;
    add_candidate({.kind = own ? ActionKind::skill : ActionKind::general,
                   .skill = skill,
                   .items = items,
                   .pattern = *pattern,
                   .place = place});
  }
}

void TurnThinker::add_candidate(Candidate candidate) {
  const Net& net = *thinking_.net;
  State after = state_;
  Hero& spends = after.heroes[index_];
  --spends.tokens;
  const bool own = candidate.kind == ActionKind::skill;
  if (!own && cover_) candidate.cover = spends.skills[*cover_].id;
  if (own || cover_) ++spends.covered[own ? candidate.place : *cover_];
  float cost = 0;
  for (std::size_t slot = spends.items.size(); slot-- > 0;) {
    if (!candidate.items.contains(static_cast<unsigned>(slot))) continue;
    cost += price_of(state_, spends.items[slot].id, thinking_);
    erase_at(spends.items, slot);
  }
  double best = before_;
  if (candidate.kind != ActionKind::fail) {
    const State spent = after;
    bool first = true;
    each_targets(state_, targets_of(state_, candidate.skill), [&](Places targets) {
      State tried = spent;
      take_effect(tried, {.kind = candidate.kind, .targets = targets, .skill = candidate.skill});
      const double worth = worth_of(net, tried);
      if (!first && worth <= best) return;
      first = false;
      best = worth;
      candidate.targets = targets;
      after = tried;
    });
  }
  const bool faces = after.heroes[index_].facing != kNoDragon;
  candidate.slays = !faces && state_.heroes[index_].facing != kNoDragon;
  double factor = 1;
  if (thinking_.noise > 0 && !candidate.slays)
    factor += thinking_.noise * ((static_cast<double>(dice_.below(2'001)) / 1'000) - 1);
  candidate.worth[0] = static_cast<float>((best - before_) * factor) - cost;
  for (int dragons = 1; dragons <= 3; ++dragons) {
    float& worth = candidate.worth[static_cast<std::size_t>(dragons)];
    worth = candidate.worth[0];
    if (!faces) continue;
    State struck = after;
    suffer(struck, index_, dragons);
    if (struck.heroes[index_].hp == 0) struck.heroes[index_].alive = false;
    worth += static_cast<float>(worth_of(net, struck) - best);
  }
  candidates_.push_back(candidate);
}

bool TurnThinker::can_make(const Candidate& candidate, Hand hand) const {
  if (candidate.kind == ActionKind::fail) return true;
  if (candidate.items.empty()) return can_form(candidate.skill, hand);
  return can_form(candidate.pattern, counts_of(hand));
}

// The best symbol that the activation leaves over, for the next hero.
float TurnThinker::spare_worth(const Candidate& candidate, Hand hand) const {
  if (candidate.slays) return 0;
  Counts left = counts_of(hand);
  std::size_t most = 0;
  for (std::size_t i = 0; i < kClassSymbols; ++i) {
    left.of[i] = static_cast<std::uint8_t>(left.of[i] - candidate.pattern.letters[i]);
    if (left.of[i] > left.of[most]) most = i;
  }
  left.of[most] = static_cast<std::uint8_t>(left.of[most] - candidate.pattern.equal);
  if (candidate.pattern.unequal > 0) return 0;  // all dice
  float best = 0;
  for (std::size_t i = 0; i < kClassSymbols; ++i) {
    if (left.of[i] > 0) best = std::max(best, assists_[i]);
  }
  return best;
}

TurnThinker::Best TurnThinker::best_candidate(Hand hand) const {
  Best best;
  bool must = false;  // failing is no choice where anything can be activated without items (K3)
  for (const Candidate& candidate : candidates_) {
    if (candidate.kind == ActionKind::fail ? must : !can_make(candidate, hand)) continue;
    must = must || candidate.items.empty();
    float worth = candidate.worth[dragons_on(hand)];
    if (thinking_.assists) worth += spare_worth(candidate, hand);
    if (best.candidate == nullptr || worth > best.worth) best = {.candidate = &candidate, .worth = worth};
  }
  return best;
}

Plan TurnThinker::plan(std::size_t free_throws) const {
  const int dice = length(state_.turn->dice);
  HandWorths stop;
  const std::size_t end = kFirstHand[static_cast<std::size_t>(dice) + 1];
  for (std::size_t hand = kFirstHand[static_cast<std::size_t>(dice)]; hand < end; ++hand) {
    stop[hand] = best_candidate(static_cast<Hand>(hand)).worth;
  }
  InlineVector<Throw, kMaxThrows> throws;
  for (std::size_t i = 0; i < free_throws; ++i) throws.push_back({});
  for (const Throw& extra : extra_) throws.push_back(extra);
  return {dice, stop, throws};
}

std::array<float, kClassSymbols> TurnThinker::worth_of_assists() {
  if (state_.turn->dice.empty()) return {};  // all are locked (X1): nothing could be assisted with
  const Plan turn = plan(kMaxRolls);
  const double without = turn.worth_of_keeping(kEmptyHand, turn.throws());
  std::array<float, kClassSymbols> worths{};
  for (std::size_t symbol = 0; symbol < kClassSymbols; ++symbol) {
    const double with = turn.worth_of_keeping(kHandTable.with[kEmptyHand][symbol], turn.throws());
    worths[symbol] = static_cast<float>(std::max(0.0, with - without));
  }
  return worths;
}

double TurnThinker::worth_of_turn() const {
  const Plan turn = plan(kMaxRolls);
  return before_ + turn.worth_of_keeping(kEmptyHand, turn.throws());
}

// The activation with dice that leave the best one over.
Action TurnThinker::activation(const Candidate& candidate) const {
  const Turn& turn = *state_.turn;
  if (candidate.kind == ActionKind::fail) return {.kind = ActionKind::fail, .cover = candidate.cover};
  Action action{.kind = candidate.kind,
                .targets = candidate.targets,
                .items = candidate.items,
                .skill = candidate.skill,
                .cover = candidate.cover};
  const unsigned all = Places::first(static_cast<unsigned>(turn.dice.size())).bits();
  float best = kNever;
  for (unsigned bits = 0; bits <= all; ++bits) {
    const Places dice = Places::from_bits(bits);
    if (dice.size() != candidate.pattern.places || !forms(candidate.pattern, count(turn, dice))) continue;
    float worth = 0;
    for (const unsigned die : Places::from_bits(all & ~bits).each()) {
      if (turn.dice[die] != Symbol::dragon) worth = std::max(worth, assists_[index(turn.dice[die])]);
    }
    if (worth <= best) continue;
    best = worth;
    action.dice = dice;
  }
  return action;
}

// A potion, where the turn is worth more with it. `worth` is that without.
std::optional<Action> TurnThinker::potion(float worth) {
  const Hero& hero = state_.heroes[index_];
  std::optional<Action> best;
  double most = before_ + worth;
  for (std::uint8_t slot = 0; slot < length(hero.items); ++slot) {
    const ItemData& data = data_of(hero.items[slot].id);
    if (data.kind != ItemKind::heal) continue;
    const float price = price_of(state_, hero.items[slot].id, thinking_);
    for (std::size_t target = 0; target < state_.heroes.size(); ++target) {
      if (!state_.heroes[target].alive) continue;
      State healed = state_;
      erase_at(healed.heroes[index_].items, slot);
      heal(healed.heroes[target], data.value);
      FastDice same = dice_;
      const TurnThinker thinker(healed, index_, thinking_, same);
      const double total = thinker.before_ + thinker.best_candidate(hand_of(*state_.turn)).worth - price;
      if (total <= most) continue;
      most = total;
      best = Action{.kind = ActionKind::item, .slot = slot, .place = static_cast<std::int16_t>(target)};
    }
  }
  return best;
}

Action TurnThinker::decide() {
  const Turn& turn = *state_.turn;
  const Hero& hero = state_.heroes[index_];
  for (std::uint8_t slot = 0; slot < length(hero.items); ++slot) {
    if (!is_durable(hero.items[slot].id) || hero.items[slot].active || hero.facing == kNoDragon) continue;
    return {.kind = ActionKind::item, .slot = slot, .place = -1};
  }
  if (thinking_.assists) {
    if (const std::uint8_t next = hero_assisted(state_); next != kMaxHeroes) {
      Thinking simple = thinking_;
      simple.assists = false;
      assists_ = TurnThinker(state_, next, simple, dice_).worth_of_assists();
    }
  }
  const auto left = static_cast<std::size_t>(std::min(thinking_.horizon, kMaxRolls - turn.rolls));
  const Plan turn_plan = plan(left);
  const std::size_t throws = turn_plan.throws();
  const Places all = Places::first(static_cast<unsigned>(turn.dice.size()));
  if (turn.rolls == 0) {
    Places dice = all;
    if (turn.kept) {
      const Hand kept = kHandTable.with[kEmptyHand][index(*turn.kept)];
      if (turn_plan.worth_of_keeping(kept, throws) > turn_plan.worth_of_keeping(kEmptyHand, throws)) {
        dice = Places::from_bits(all.bits() & ~1U);
      }
    }
    return {.kind = ActionKind::roll, .dice = dice};
  }
  const Hand hand = hand_of(turn);
  if (const auto step = turn_plan.next(hand, throws)) {
    const std::size_t which = throws - step->left;
    Action action = which < left ? Action{.kind = ActionKind::roll} : extra_actions_[which - left];
    action.dice = Places::from_bits(all.bits() & ~dice_showing(turn, step->kept).bits());
    return action;
  }
  const Best best = best_candidate(hand);
  if (const auto item = potion(best.worth)) return *item;
  return activation(*best.candidate);
}

Action decide_turn(const State& state, const Thinking& thinking, FastDice& dice) {
  return TurnThinker(state, state.turn->hero, thinking, dice).decide();
}

Action decide_assist(const State& state, const Thinking& thinking, FastDice& dice) {
  const Turn& turn = *state.turn;
  Thinking simple = thinking;
  simple.assists = false;
  State then = state;
  const std::uint8_t next = hero_assisted(state);
  if (then.heroes[next].tokens == 0) give_tokens(then);  // its turn is the next round's
  const auto worths = TurnThinker(then, next, simple, dice).worth_of_assists();
  Action action{.kind = ActionKind::assist, .place = -1};
  float best = 0;
  for (unsigned die = 0; die < turn.dice.size(); ++die) {
    if (turn.dice[die] == Symbol::dragon || turn.used.contains(die)) continue;
    if (worths[index(turn.dice[die])] <= best) continue;
    best = worths[index(turn.dice[die])];
    action.place = static_cast<std::int16_t>(die);
  }
  return action;
}

}  // namespace wyrmhall::rules::hunt
