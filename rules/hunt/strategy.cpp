#include "rules/hunt/strategy.h"

#include <algorithm>
#include <array>

#include "rules/hunt/rules.h"
#include "rules/hunt/thinking.h"

namespace wyrmhall::rules::hunt {
namespace {

constexpr Thinking kEasy = {.noise = 0.6F, .horizon = 1, .item = 3};
constexpr Thinking kNormal = {};
constexpr Thinking kHard = {.rounds = true, .assists = true, .hunts = 40};

const Thinking& thinking_of(Level level) {
  switch (level) {
    case Level::easy:
      return kEasy;
    case Level::normal:
      return kNormal;
    case Level::hard:
      break;
  }
  return kHard;
}

// A hunt that is tried out ends within this many decisions, or counts as fled.
constexpr int kMaxDecisions = 2'000;

// Below this chance of victory a hunt is given up: where the band outlives it, and where nothing comes after it.
constexpr double kFleeBelow = 0.2;
constexpr double kHopeless = 0.01;
// Above this one it is not even thought of.
constexpr double kNotThoughtOf = 0.4;
// How much of a victory it is to get away, where the band outlives the hunt.
constexpr double kAway = 0.3;

// Whether a defeat costs more than the hunt: the band, or gold and items.
bool has_future(const State& state) {
  return state.options.campaign || state.options.homecoming;
}

// E3: the mean over hunts tried out of fighting on, 1 being victory and 0 defeat.
double worth_of_fighting(const State& state, const Thinking& thinking, FastDice& dice) {
  const double away = has_future(state) ? kAway : 0;
  Thinking simple = thinking;
  simple.rounds = simple.assists = false;
  simple.hunts = 0;
  double sum = 0;
  for (int hunt = 0; hunt < thinking.hunts; ++hunt) {
    State tried = state;
    double worth = away;
    const auto end = [&](const Event& event) {
      if (const auto* report = std::get_if<HuntEnd>(&event)) {
        worth = report->outcome == HuntOutcome::victory ? 1 : report->outcome == HuntOutcome::defeat ? 0 : away;
      }
    };
    bool first = true;
    for (int i = 0; i < kMaxDecisions && tried.hunt == state.hunt && tried.phase < Phase::village; ++i) {
      const SeatSet waiting = seats_to_decide(tried);
      Seat seat = 0;
      while (!waiting.contains(seat)) ++seat;
      Action action;
      switch (tried.phase) {
        case Phase::turn:
          action = decide_turn(tried, simple, dice);
          break;
        case Phase::assist:
          action = decide_assist(tried, simple, dice);
          break;
        case Phase::flee:
          action = {.kind = ActionKind::flee,
                    .yes = !first && has_future(state) && Judge(simple.weights).chance_of_victory(tried) < kFleeBelow};
          first = false;
          break;
        default:
          action = {.kind = ActionKind::replace, .yes = true};
          break;
      }
      (void)apply<Game>(tried, seat, action, dice, end);
    }
    sum += worth;
  }
  return sum / thinking.hunts;
}

// E3. Everybody has to agree, and the next vote comes soon: so only what is all but lost is given up.
bool wants_to_flee(const State& state, const Thinking& thinking, FastDice& dice) {
  const double chance = Judge(thinking.weights).chance_of_victory(state);
  if (thinking.hunts == 0) return chance < (has_future(state) ? kFleeBelow : kHopeless);
  if (chance > kNotThoughtOf) return false;
  return worth_of_fighting(state, thinking, dice) < (has_future(state) ? kAway : kHopeless);
}

// P6.
bool wants_to_step_in(const State& state, const Thinking& thinking) {
  const Judge judge(thinking.weights);
  State steps_in = state;
  steps_in.heroes[hero_asked(state)].facing = state.replace[0];
  return judge.worth(steps_in) >= judge.worth(state);
}

}  // namespace

Action decide_as(const State& state, Seat seat, const Thinking& thinking, FastDice& dice) {
  switch (state.phase) {
    case Phase::turn:
      return decide_turn(state, thinking, dice);
    case Phase::assist:
      return decide_assist(state, thinking, dice);
    case Phase::flee:
      return {.kind = ActionKind::flee, .yes = wants_to_flee(state, thinking, dice)};
    case Phase::replace:
      return {.kind = ActionKind::replace, .yes = is_forced(state) || wants_to_step_in(state, thinking)};
    case Phase::village:
    case Phase::over:
      break;
  }
  return decide_in_village(state, seat, thinking);
}

std::optional<Action> decide(const State& state, Seat seat, Level level, std::uint64_t seed) {
  if (!seats_to_decide(state).contains(seat)) return std::nullopt;
  FastDice dice(seed);
  return decide_as(state, seat, thinking_of(level), dice);
}

}  // namespace wyrmhall::rules::hunt
