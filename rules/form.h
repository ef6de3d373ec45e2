// A decision that is put together from parts, described instead of listed: powers for eight dragons, some of five dice,
// units that take so much damage. What fits a form is exactly what the rules let a seat do with it.
#pragma once

#include <algorithm>
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
//                                     and fault_of judges it; it does not depend on the state, since a command that
//                                     comes again is compared with what was played.
//   plain_choices(state, seat, list)  appends those of choices() that are no filling of a form
//
// choices() lists the fillings too, for search. So a form may have at most as many as ActionList holds. A game with so
// many that listing them all to take one is slow says so: many_fillings = true. One at random is then put together
// (rules/search/random_bot.h).
template <class G>
concept FormGame = Game<G> && requires(const typename G::State& state, Seat seat, typename G::FormList& forms,
                                       typename G::ActionList& list, std::uint32_t number, Filling filling) {
  { G::forms(state, seat, forms) };
  { G::filled(number, filling) } -> std::same_as<std::optional<typename G::Action>>;
  { G::plain_choices(state, seat, list) };
};

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

// A filling that fits, the value of each part drawn evenly. There must be one, and it must not be one of a thousand.
inline InlineVector<std::uint32_t, kMaxFormParts> any_filling(const Form& form, FastDice& dice) {
  InlineVector<std::uint32_t, kMaxFormParts> filling;
  do {
    filling.clear();
    for (const Form::Values& part : form.parts) filling.push_back(part[dice.below(part.size())]);
  } while (!fits(form, Filling(filling.begin(), filling.end())));
  return filling;
}

}  // namespace wyrmhall::rules
