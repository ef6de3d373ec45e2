// A decision that is put together from parts, described instead of listed: powers for eight dragons, some of five dice,
// units that take so much damage. What fits a form is exactly what the rules let a seat do with it.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <span>

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
//                                     there is no such form or not so many parts. It is as good an action as any other,
//                                     and fault_of judges it.
//                                     Where parts stand for what there is at the time, such as units of a kind, it is
//                                     filled(state, number, filling). Then a match's log keeps the filling, since a
//                                     command that comes again is compared with what was played: what a filling comes
//                                     to belongs to the rules' version.
//   plain_choices(state, seat, list)  appends those of choices() that are no filling of a form
//
// choices() lists the fillings too, for search. So a form may have at most as many as ActionList holds. A game with so
// many that listing them all to take one is slow says so: many_fillings = true. One at random is then put together
// (rules/search/random_bot.h).
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

// What a filling comes to, in whichever way the game says it.
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

// The sums that the parts from each on can come to, less the least value of each of these parts.
class ReachableSums {
 public:
  explicit ReachableSums(const Form& form) {
    sums_[form.parts.size()].set(0);
    for (std::size_t i = form.parts.size(); i-- > 0;) {
      for (const std::uint8_t value : form.parts[i]) sums_[i] |= sums_[i + 1] << (value - form.parts[i][0]);
      least_[i] = least_[i + 1] + form.parts[i][0];
    }
  }
  // Whether the parts from this one on can bring a sum to what the form asks for.
  [[nodiscard]] bool lead_on(const Form& form, std::size_t part, std::uint32_t sum) const {
    const std::uint32_t from = sum + least_[part];
    const std::uint32_t first = form.sum_least > from ? form.sum_least - from : 0;
    for (std::uint32_t more = first; more < kSums && from + more <= form.sum_most; ++more) {
      if (sums_[part].test(more)) return true;
    }
    return false;
  }

 private:
  static constexpr std::size_t kSums = kMaxFormParts * std::numeric_limits<std::uint8_t>::max() + 1;
  std::array<std::bitset<kSums>, kMaxFormParts + 1> sums_{};
  std::array<std::uint32_t, kMaxFormParts + 1> least_{};
};

}  // namespace detail

// A filling that fits, of which there must be one. The value of each part is drawn evenly, until they fit; where that
// takes too long, part by part of those with which the rest can be filled in.
inline InlineVector<std::uint32_t, kMaxFormParts> any_filling(const Form& form, FastDice& dice) {
  constexpr int kTries = 1'000;
  InlineVector<std::uint32_t, kMaxFormParts> filling;
  for (int i = 0; i < kTries; ++i) {
    filling.clear();
    for (const Form::Values& part : form.parts) filling.push_back(part[dice.below(part.size())]);
    if (fits(form, Filling(filling.begin(), filling.end()))) return filling;
  }
  const detail::ReachableSums sums(form);
  filling.clear();
  std::uint32_t sum = 0;
  for (std::size_t part = 0; part < form.parts.size(); ++part) {
    Form::Values leading;
    for (const std::uint8_t value : form.parts[part]) {
      if (sums.lead_on(form, part + 1, sum + value)) leading.push_back(value);
    }
    filling.push_back(leading[dice.below(leading.size())]);
    sum += filling.back();
  }
  return filling;
}

}  // namespace wyrmhall::rules
