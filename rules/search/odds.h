// The exact odds of a step: what an action, or a step of chance, can lead to. Bounded, so that no question can stall
// its caller: what has too many outcomes is left unanswered. All functions are pure and may run at once.
//
// A step is what Game::act or Game::chance does, without the chance that comes after it: its outcomes may be states
// with chance pending.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "rules/dice/outcomes.h"
#include "rules/game.h"

namespace wyrmhall::rules {

// How many outcomes a question may have unless told otherwise: a fraction of a second's work.
inline constexpr std::size_t kMaxOutcomes = 200'000;

enum class Unanswered : std::uint8_t {
  refused,   // the rules forbid the action, or nothing is pending
  too_many,  // more outcomes than the limit, or more than kMaxOutcomeDice dice in one of them
};

// A visitor of outcomes is called with the state afterwards and the odds of this outcome, or with the events that led
// there between the two. What it gathered counts only when the walk comes to its end.
template <class Visit, class G>
concept StoryVisitor = std::invocable<Visit&, const typename G::State&, std::span<const typename G::Event>, double>;
template <class Visit, class G>
concept OutcomeVisitor = StoryVisitor<Visit, G> || std::invocable<Visit&, const typename G::State&, double>;

namespace detail {

// step(state, dice, sink) is run once for each outcome.
template <Game G, class Step, OutcomeVisitor<G> Visit>
bool visit_step(const typename G::State& state, std::size_t limit, Step&& step, Visit&& visit) {
  std::vector<typename G::Event> story;
  return walk_outcomes(limit, [&](OutcomeDice& dice) {
    typename G::State after = state;
    if constexpr (StoryVisitor<Visit, G>) {
      story.clear();
      step(after, dice, [&](const typename G::Event& event) { story.push_back(event); });
      visit(after, std::span<const typename G::Event>(story), dice.weight());
    } else {
      step(after, dice, NoSink{});
      visit(after, dice.weight());
    }
  });
}

}  // namespace detail

// Visits each outcome of an action; several may end in the same state.
template <Game G, OutcomeVisitor<G> Visit>
std::expected<void, Unanswered> visit_outcomes(const typename G::State& state, Seat seat,
                                               const typename G::Action& action, Visit&& visit,
                                               std::size_t limit = kMaxOutcomes) {
  if (G::fault_of(state, seat, action)) return std::unexpected(Unanswered::refused);
  const auto step = [&](auto& after, auto& dice, auto&& sink) { G::act(after, seat, action, dice, sink); };
  if (!detail::visit_step<G>(state, limit, step, visit)) return std::unexpected(Unanswered::too_many);
  return {};
}

// Visits each outcome of the pending step of chance.
template <Game G, OutcomeVisitor<G> Visit>
std::expected<void, Unanswered> visit_chance(const typename G::State& state, Visit&& visit,
                                             std::size_t limit = kMaxOutcomes) {
  if (!G::chance_pending(state)) return std::unexpected(Unanswered::refused);
  const auto step = [](auto& after, auto& dice, auto&& sink) { G::chance(after, dice, sink); };
  if (!detail::visit_step<G>(state, limit, step, visit)) return std::unexpected(Unanswered::too_many);
  return {};
}

// How likely each value of key(state, events) is after an action: the odds of losing 15 health, of a hit, of winning.
// Keys come in ascending order; their odds sum to 1.
template <class Key>
using Odds = std::map<Key, double>;

template <Game G, class KeyOf>
auto odds_of(const typename G::State& state, Seat seat, const typename G::Action& action, KeyOf&& key_of,
             std::size_t limit = kMaxOutcomes) {
  using Events = std::span<const typename G::Event>;
  using Key = std::remove_cvref_t<std::invoke_result_t<KeyOf&, const typename G::State&, Events>>;
  Odds<Key> odds;
  const auto visit = [&](const typename G::State& after, Events events, double weight) {
    odds[key_of(after, events)] += weight;
  };
  const auto done = visit_outcomes<G>(state, seat, action, visit, limit);
  return done ? std::expected<Odds<Key>, Unanswered>(std::move(odds)) : std::unexpected(done.error());
}

// A state that a step can lead to, and its odds.
template <Game G>
struct Branch {
  typename G::State state;
  double odds = 0;
};

// Every state that an action can lead to, each once, in the order of their first outcome; their odds sum to 1.
template <Game G>
std::expected<std::vector<Branch<G>>, Unanswered> branches(const typename G::State& state, Seat seat,
                                                           const typename G::Action& action,
                                                           std::size_t limit = kMaxOutcomes) {
  std::vector<Branch<G>> found;
  const auto visit = [&](const typename G::State& after, double weight) {
    const auto same = std::ranges::find(found, after, &Branch<G>::state);
    if (same != found.end()) {
      same->odds += weight;
    } else {
      found.push_back({after, weight});
    }
  };
  const auto done = visit_outcomes<G>(state, seat, action, visit, limit);
  if (!done) return std::unexpected(done.error());
  return found;
}

// The mean of worth(state) over the outcomes of an action. Sums of dice are taken as one here (SumOutcomeDice), so the
// limit is for fewer outcomes than those of visit_outcomes().
template <Game G, class Worth>
std::expected<double, Unanswered> expected_worth(const typename G::State& state, Seat seat,
                                                 const typename G::Action& action, Worth&& worth,
                                                 std::size_t limit = kMaxOutcomes) {
  if (G::fault_of(state, seat, action)) return std::unexpected(Unanswered::refused);
  double mean = 0;
  const bool whole = walk_outcomes<SumOutcomeDice>(limit, [&](SumOutcomeDice& dice) {
    typename G::State after = state;
    G::act(after, seat, action, dice, NoSink{});
    mean += dice.weight() * worth(after);
  });
  if (!whole) return std::unexpected(Unanswered::too_many);
  return mean;
}

}  // namespace wyrmhall::rules
