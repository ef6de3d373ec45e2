// The parts of a bot's thinking in Dice & Dragons; strategy.h is what others use.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "rules/dice/fast_dice.h"
#include "rules/hunt/action.h"
#include "rules/hunt/plan.h"
#include "rules/hunt/state.h"
#include "rules/hunt/value.h"
#include "rules/inline_vector.h"

namespace wyrmhall::rules::hunt {

// How a level thinks.
struct Thinking {
  const Net* net = &learnt_net();
  float noise = 0;          // what an activation gains is misjudged by up to this part of it, unless it slays a dragon
  int horizon = kMaxRolls;  // throws that are planned ahead
  bool assists = false;     // whether it counts what the next hero can make of a die that is left over
  float item = 0.4F;        // what an item is worth to keep from one hunt to the next, for each gold of its price
};

// What a hunt is worth as it stands: 100 for victory.
double worth_of(const Net& net, const State& state);

// A skill that the dice may make, or failing.
struct Candidate {
  ActionKind kind = ActionKind::fail;
  Skill skill = Skill::jab;
  Places items{};                  // runes, and what lets a covered skill be used again (I4, I6)
  Places targets{};                // the best ones
  std::optional<Skill> cover{};    // of general skills and failing
  Pattern pattern{};               // what the runes leave to the dice
  std::uint8_t place = kMaxSheet;  // on the sheet, of own skills
  bool slays = false;              // the dragon
  std::array<float, 4> worth{};    // by Dragons on the dice, three or more being one
};
// Each own skill with each set of items, Jab, Treat Wounds, failing.
using Candidates = InlineVector<Candidate, (4 * kMaxSheet) + 3>;

// The turn of a hero, thought through.
class TurnThinker {
 public:
  // If it is not the hero's turn, it is as if it were, before the first roll.
  TurnThinker(const State& state, std::uint8_t hero, const Thinking& thinking, FastDice& dice);

  // What the hero does; it must be its turn.
  [[nodiscard]] Action decide();
  // Before the first roll: how much better an assisted die makes the turn (H2).
  [[nodiscard]] std::array<float, kClassSymbols> worth_of_assists();
  // Before the first roll: what the hunt is worth with the turn to come.
  [[nodiscard]] double worth_of_turn() const;

 private:
  void find_cover(const State& spent);
  void add_candidates(Skill skill, std::uint8_t place);
  void add_candidate(Candidate candidate);
  [[nodiscard]] bool can_make(const Candidate& candidate, Hand hand) const;
  [[nodiscard]] float spare_worth(const Candidate& candidate, Hand hand) const;
  struct Best {
    const Candidate* candidate = nullptr;
    float worth = 0;
  };
  [[nodiscard]] Best best_candidate(Hand hand) const;
  [[nodiscard]] Plan plan(std::size_t free_throws) const;
  [[nodiscard]] Action activation(const Candidate& candidate) const;
  [[nodiscard]] std::optional<Action> potion(float worth);

  State state_;
  std::uint8_t index_;
  const Thinking& thinking_;
  FastDice& dice_;
  double before_ = 0;  // the worth of a turn that changes nothing
  Candidates candidates_;
  std::array<float, kClassSymbols> assists_{};  // what the next hero makes of a symbol
  std::optional<std::uint8_t> cover_{};         // by general skills and failing: the place that costs least
  // The extra throws of the plan, after those that are free.
  InlineVector<Throw, kMaxThrows> extra_;
  InlineVector<Action, kMaxThrows> extra_actions_;
};

// What a bot that thinks in this way does; the seat must have something to decide.
Action decide_as(const State& state, Seat seat, const Thinking& thinking, FastDice& dice);

// What the acting hero does in phase turn; in phase assist, which die it passes on.
Action decide_turn(const State& state, const Thinking& thinking, FastDice& dice);
Action decide_assist(const State& state, const Thinking& thinking, FastDice& dice);

// What to do in a village (village_strategy.cpp).
Action decide_in_village(const State& state, Seat seat, const Thinking& thinking);

}  // namespace wyrmhall::rules::hunt
