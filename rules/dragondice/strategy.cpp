#include "rules/dragondice/strategy.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "rules/dragondice/candidates.h"
#include "rules/dragondice/flow.h"
#include "rules/dragondice/secret.h"
#include "rules/dragondice/value.h"

namespace wyrmhall::rules::dragondice {
namespace {

constexpr std::uint64_t kEasySlip = 3;     // easy gives any answer once in this many
constexpr std::uint64_t kFutureSlip = 12;  // in a future every level does, once in this many
constexpr int kMaxSteps = 4'000;           // of a future; no future takes this many

// How a level thinks.
struct Thinking {
  int futures = 0;  // all together
  int turns = 0;    // of both seats, that a future goes on
};

Thinking thinking_of(Level level) {
  return level == Level::hard ? Thinking{.futures = 3'000, .turns = 6} : Thinking{.futures = 300, .turns = 3};
}

// Turns of both seats so far.
int turns_of(const State& state) {
  return (2 * state.round) + state.seat;
}

Action any_answer(const State& state, Seat seat, FastDice& dice) {
  Candidates list;
  list_promising(state, seat, dice, list);
  return list[static_cast<std::size_t>(dice.below(list.size()))];
}

// Plays on after an answer, and returns what that came to for the seat.
double future_of(State state, Seat seat, const Action& answer, int turns, FastDice& dice) {
  const int end = turns_of(state) + turns;
  fill_in(state, dice);
  NoSink sink;
  carry_out(state, answer, sink);
  for (int step = 0; step < kMaxSteps && state.step != Step::over; ++step) {
    if (!state.asking) {
      advance(state, dice, sink);
      // Where a turn is about to begin nothing is under way.
      if (state.step == Step::begin_turn && turns_of(state) >= end) break;
      continue;
    }
    const auto who = static_cast<Seat>(std::countr_zero(seats_to_decide(state).bits()));
    const bool slips = dice.below(kFutureSlip) == 0;
    carry_out(state, slips ? any_answer(state, who, dice) : usual_answer(state, who, dice), sink);
  }
  return value_of(state, seat);
}

struct Candidate {
  Action action{};
  FastDice dice{0};  // of its next future
  double sum = 0;
  int futures = 0;
  [[nodiscard]] double mean() const { return sum / futures; }
};

// Half of the candidates that are left go after each round, in which each has as many futures as the others. Nothing
// where stop() says that the time is up before any of them has had enough.
std::optional<Action> best_by_futures(const State& state, Seat seat, const Candidates& list, const Thinking& thinking,
                                      FastDice& dice, const Stop& stop) {
  const auto better = [](const Candidate& a, const Candidate& b) { return a.mean() > b.mean(); };
  InlineVector<Candidate, kMaxCandidates> left;
  for (const Action& action : list) left.push_back({.action = action, .dice = dice});
  const int rounds = static_cast<int>(std::bit_width(left.size() - 1));
  for (int round = 0; round < rounds; ++round) {
    const int each = std::max(1, thinking.futures / rounds / static_cast<int>(left.size()));
    const FastDice same(dice.bits());  // for all, as far as they go
    for (Candidate& candidate : left) candidate.dice = same;
    for (int i = 0; i < each; ++i) {
      if (stop()) {
        if (left[0].futures < kMinFutures) return std::nullopt;
        return std::min_element(left.begin(), left.end(), better)->action;
      }
      for (Candidate& candidate : left) {
        candidate.sum += future_of(state, seat, candidate.action, thinking.turns, candidate.dice);
        ++candidate.futures;
      }
    }
    std::sort(left.begin(), left.end(), better);
    const std::size_t stay = (left.size() + 1) / 2;
    while (left.size() > stay) left.pop_back();
  }
  return left[0].action;
}

}  // namespace

std::optional<Action> decide(const State& concealed, Seat seat, Level level, std::uint64_t seed, const Stop& stop) {
  if (!seats_to_decide(concealed).contains(seat)) return std::nullopt;
  FastDice dice(seed);
  if (level == Level::easy) {
    if (dice.below(kEasySlip) == 0) return any_answer(concealed, seat, dice);
    return usual_answer(concealed, seat, dice);
  }
  Candidates list;
  list_promising(concealed, seat, dice, list);
  if (list.size() == 1) return list[0];
  const std::optional<Action> best = best_by_futures(concealed, seat, list, thinking_of(level), dice, stop);
  if (best) return best;
  FastDice again(seed);  // the same answer, however far the futures came
  return usual_answer(concealed, seat, again);
}

}  // namespace wyrmhall::rules::dragondice
