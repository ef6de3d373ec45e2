// A decision that is put together from parts, described instead of listed: powers for eight dragons, some of five dice,
// units that take a given damage. What fits a form is exactly what the rules let a seat do with it.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "rules/dice/fast_dice.h"
#include "rules/game.h"
#include "rules/inline_vector.h"
#include "rules/seat.h"

namespace wyrmhall::rules {

inline constexpr std::size_t kMaxFormParts = 32;
inline constexpr std::size_t kMaxFormValues = 40;  // of one part

struct Form {
  // What a part may be given, ascending.
  using Values = InlineVector<std::uint8_t, kMaxFormValues>;

  std::uint8_t number = 0;  // which decision it is for; means the same in every state
  InlineVector<Values, kMaxFormParts> parts;
  // Of the values of all parts.
  std::uint32_t sum_least = 0;
  std::uint32_t sum_most = std::numeric_limits<std::uint32_t>::max();
  // The parts have the same values, and the same values in another order are the same decision.
  bool interchangeable = false;

  friend bool operator==(const Form&, const Form&) = default;
};

// A value for each part.
using Filling = std::span<const std::uint32_t>;

// A game with forms offers:
//
//   FormList                          an InlineVector<Form, n> that holds the most forms that a seat is offered
//   forms(state, seat, list)          appends the forms that the seat may fill in now
//   filled(number, filling)           the action that a filling of the form with this number comes to, or nothing where
//                                     there is no such form or it has another number of parts. It is as good an action
//                                     as any other, and fault_of judges it.
//                                     Where parts stand for what there is at the time, such as units of a kind, it is
//                                     filled(state, number, filling). Then a match's log keeps the filling, since a
//                                     command that comes again is compared with what was played: what a filling comes
//                                     to belongs to the rules' version.
//   plain_choices(state, seat, list)  appends those of choices() that are no filling of a form
//
// choices() lists the fillings too, for search. So a form may have at most as many as ActionList holds. Where there are
// too many to list them all whenever one is taken at random, the game says so: many_fillings = true. A random one is
// then put together (rules/search/random_bot.h).
template <class G>
concept FillsByState = requires(const typename G::State& state, std::uint32_t number, Filling filling) {
  { G::filled(state, number, filling) } -> std::same_as<std::optional<typename G::Action>>;
};
template <class G>
concept FillsByItself = requires(std::uint32_t number, Filling filling) {
  { G::filled(number, filling) } -> std::same_as<std::optional<typename G::Action>>;
};
template <class G>
concept FormGame =
    Game<G> && (FillsByState<G> || FillsByItself<G>) &&
    requires(const typename G::State& state, Seat seat, typename G::FormList& forms, typename G::ActionList& list) {
      { G::forms(state, seat, forms) };
      { G::plain_choices(state, seat, list) };
    };

// What a filling comes to, in either of the ways in which a game can say it.
template <FormGame G>
std::optional<typename G::Action> filled_in(const typename G::State& state, std::uint32_t number, Filling filling) {
  if constexpr (FillsByState<G>) {
    return G::filled(state, number, filling);
  } else {
    return G::filled(number, filling);
  }
}

constexpr bool fits(const Form& form, Filling filling) {
  if (filling.size() != form.parts.size()) return false;
  for (std::size_t i = 0; i < filling.size(); ++i) {
    const auto takes = [&](std::uint8_t value) { return value == filling[i]; };
    if (std::ranges::none_of(form.parts[i], takes)) return false;
  }
  const auto sum = std::accumulate(filling.begin(), filling.end(), std::uint64_t{0});
  return sum >= form.sum_least && sum <= form.sum_most;
}

// Calls visit(filling) for each filling that fits, in the order of a dictionary; of those that are the same decision,
// for the one in ascending order.
template <class Visit>
void each_filling(const Form& form, Visit&& visit) {
  InlineVector<std::uint32_t, kMaxFormParts> filling;
  const auto extend = [&](const auto& self, std::uint32_t sum) -> void {
    if (filling.size() == form.parts.size()) {
      if (sum >= form.sum_least && sum <= form.sum_most) visit(Filling(filling.begin(), filling.end()));
      return;
    }
    for (const std::uint32_t value : form.parts[filling.size()]) {
      if (form.interchangeable && !filling.empty() && value < filling.back()) continue;
      filling.push_back(value);
      self(self, sum + value);
      filling.pop_back();
    }
  };
  extend(extend, 0);
}

namespace detail {

// In how many ways the parts from each on can be filled in, by the sum of those before it. Beyond 2^53 it is rounded.
class WaysToFill {
 public:
  explicit WaysToFill(const Form& form) {
    std::size_t sums = 1;
    for (const Form::Values& part : form.parts) {
      sums += *std::max_element(part.begin(), part.end());
    }
    ways_.assign(form.parts.size() + 1, std::vector<double>(sums, 0.0));
    for (std::size_t sum = form.sum_least; sum < sums && sum <= form.sum_most; ++sum) ways_.back()[sum] = 1;
    for (std::size_t part = form.parts.size(); part-- > 0;) {
      for (const std::uint8_t value : form.parts[part]) {
        for (std::size_t sum = 0; sum + value < sums; ++sum) ways_[part][sum] += ways_[part + 1][sum + value];
      }
    }
  }
  [[nodiscard]] double from(std::size_t part, std::size_t sum) const { return ways_[part][sum]; }

 private:
  std::vector<std::vector<double>> ways_;
};

}  // namespace detail

// A filling that fits, of which there must be one; each is equally likely. The value of each part is drawn evenly,
// until they fit. Where that takes too long, parts are drawn in turn, a value as often as there are ways to go on with
// it.
inline InlineVector<std::uint32_t, kMaxFormParts> any_filling(const Form& form, FastDice& dice) {
  constexpr int kTries = 200;
  InlineVector<std::uint32_t, kMaxFormParts> filling;
  for (int i = 0; i < kTries; ++i) {
    filling.clear();
    for (const Form::Values& part : form.parts) filling.push_back(part[dice.below(part.size())]);
    if (fits(form, Filling(filling.begin(), filling.end()))) return filling;
  }
  const detail::WaysToFill ways(form);
  filling.clear();
  std::uint32_t sum = 0;
  for (std::size_t part = 0; part < form.parts.size(); ++part) {
    constexpr int kBits = 53;  // of a double
    double drawn = static_cast<double>(dice.bits() >> (64 - kBits)) / static_cast<double>(std::uint64_t{1} << kBits) *
                   ways.from(part, sum);
    std::uint32_t chosen = 0;
    for (const std::uint8_t value : form.parts[part]) {
      const double on = ways.from(part + 1, sum + value);
      if (on <= 0) continue;
      chosen = value;
      if (drawn < on) break;
      drawn -= on;
    }
    filling.push_back(chosen);
    sum += chosen;
  }
  return filling;
}

}  // namespace wyrmhall::rules
