#include "rules/hunt/strategy.h"

#include <algorithm>
#include <array>

#include "rules/hunt/rules.h"
#include "rules/hunt/thinking.h"

namespace wyrmhall::rules::hunt {
namespace {

Thinking thinking_of(Level level) {
  switch (level) {
    case Level::easy:
      return {.noise = 1.5F, .horizon = 1};
    case Level::normal:
      return {.noise = 1.0F};
    case Level::hard:
      break;
  }
  return {.assists = true};
}

// Below this chance of victory a hunt is given up: where the band outlives it, and where nothing comes after it.
constexpr double kFleeBelow = 0.1;
constexpr double kHopeless = 0.01;

// Whether a defeat costs more than the hunt: the band, or gold and items.
bool has_future(const State& state) {
  return state.options.campaign || state.options.homecoming;
}

// E3. Everybody has to agree, and the next vote comes soon: so only what is all but lost is given up.
bool wants_to_flee(const State& state, const Thinking& thinking) {
  return chance_of_victory(*thinking.net, state) < (has_future(state) ? kFleeBelow : kHopeless);
}

// E3: once a turn, where it can be done first.
bool calls_for_flight(const State& state, Seat seat, const Thinking& thinking) {
  if (state.options.version < kFlightIsCalled || state.turn->rolls != 1 || state.votes.contains(seat)) return false;
  return wants_to_flee(state, thinking);
}

// P6.
bool wants_to_step_in(const State& state, const Thinking& thinking) {
  State steps_in = state;
  steps_in.heroes[hero_asked(state)].facing = state.replace[0];
  if (is_last_asked(state)) return is_forced(state) || !wants_to_flee(steps_in, thinking);  // P7
  return chance_of_victory(*thinking.net, steps_in) >= chance_of_victory(*thinking.net, state);
}

}  // namespace

Action decide_as(const State& state, Seat seat, const Thinking& thinking, FastDice& dice) {
  switch (state.phase) {
    case Phase::turn:
      if (calls_for_flight(state, seat, thinking)) return {.kind = ActionKind::flee, .yes = true};
      return decide_turn(state, thinking, dice);
    case Phase::assist:
      return decide_assist(state, thinking, dice);
    case Phase::flee:
      return {.kind = ActionKind::flee, .yes = wants_to_flee(state, thinking)};
    case Phase::replace:
      return {.kind = ActionKind::replace, .yes = wants_to_step_in(state, thinking)};
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
