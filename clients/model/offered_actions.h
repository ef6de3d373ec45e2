// What Choices offer, as a numbered list of actions: each choice, and then each filling of each form, without ever
// writing the list down. For programs that decide without knowing the game.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::clients {

// What the protocol promises of a form (game.proto). One that is larger is not filled in here.
inline constexpr int kMaxFormParts = 32;
inline constexpr int kMaxFormValues = 40;  // of one part
inline constexpr std::uint32_t kMaxFormValue = 255;

// Whether something is asked of the seat.
inline bool offers_anything(const v1::Choices& choices) {
  return !choices.choices().empty() || !choices.forms().empty();
}

// The fillings of one form, in the order of a dictionary; the parts of an interchangeable one are ascending.
class Fillings {
 public:
  explicit Fillings(const v1::Form& form) : form_(form) {
    if (!is_within_limits()) return;
    const auto parts = static_cast<std::size_t>(form.parts_size());
    if (is_bound()) {
      for (const v1::FormPart& part : form.parts()) {
        sums_ += part.values().empty() ? 0 : *std::max_element(part.values().begin(), part.values().end());
      }
    }
    counts_.assign((parts + 1) * kMaxFormValues * sums_, kUnknown);
    count_ = count(0, 0, 0);
  }

  // How many there are in all; at most the largest number there is.
  [[nodiscard]] std::uint64_t count() const { return count_; }

  // The one with this number, which is below count().
  [[nodiscard]] v1::FilledForm at(std::uint64_t index) {
    v1::FilledForm filled;
    filled.set_number(form_.number());
    std::uint32_t sum = 0;
    int from = 0;
    for (int part = 0; part < form_.parts_size(); ++part) {
      const auto& values = form_.parts(part).values();
      int choice = from;
      for (; choice + 1 < values.size(); ++choice) {
        const std::uint64_t with = count(part + 1, next(choice), sum_with(sum, values[choice]));
        if (index < with) break;
        index -= with;
      }
      filled.add_values(values[choice]);
      sum = sum_with(sum, values[choice]);
      from = next(choice);
    }
    return filled;
  }

 private:
  static constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint64_t kMax = kUnknown - 1;

  [[nodiscard]] bool is_within_limits() const {
    return form_.parts_size() <= kMaxFormParts && std::ranges::all_of(form_.parts(), [this](const v1::FormPart& part) {
             return part.values_size() <= kMaxFormValues &&
                    (!form_.interchangeable() || part.values_size() == form_.parts(0).values_size()) &&
                    std::ranges::all_of(part.values(), [](std::uint32_t value) { return value <= kMaxFormValue; });
           });
  }
  // If no sum is asked for, none is counted.
  [[nodiscard]] bool is_bound() const { return form_.has_sum_least() || form_.has_sum_most(); }
  [[nodiscard]] std::uint32_t sum_with(std::uint32_t sum, std::uint32_t value) const {
    return is_bound() ? sum + value : 0;
  }
  // From which value on the next part may be filled.
  [[nodiscard]] int next(int choice) const { return form_.interchangeable() ? choice : 0; }

  // How many ways there are to fill this part, from its value `from` on, and those after it, if those before it have
  // this sum.
  std::uint64_t count(int part, int from, std::uint32_t sum) {
    if (part == form_.parts_size()) {
      const bool fits =
          (!form_.has_sum_least() || sum >= form_.sum_least()) && (!form_.has_sum_most() || sum <= form_.sum_most());
      return fits ? 1 : 0;
    }
    const auto row = static_cast<std::size_t>(part) * kMaxFormValues + static_cast<std::size_t>(from);
    std::uint64_t& known = counts_[row * sums_ + sum];
    if (known != kUnknown) return known;
    std::uint64_t ways = 0;
    const auto& values = form_.parts(part).values();
    for (int choice = from; choice < values.size(); ++choice) {
      const std::uint64_t more = count(part + 1, next(choice), sum_with(sum, values[choice]));
      ways = more > kMax - ways ? kMax : ways + more;
    }
    return known = ways;
  }

  const v1::Form& form_;
  std::size_t sums_ = 1;  // from 0 on, that can come about
  std::vector<std::uint64_t> counts_;
  std::uint64_t count_ = 0;
};

// How many actions are offered.
inline std::uint64_t count_actions(const v1::Choices& choices) {
  auto count = static_cast<std::uint64_t>(choices.choices_size());
  for (const v1::Form& form : choices.forms()) count += Fillings(form).count();
  return count;
}

// The one with this number, from 0, which is below count_actions().
inline v1::GameAction action_at(const v1::Choices& choices, std::uint64_t index) {
  const auto plain = static_cast<std::uint64_t>(choices.choices_size());
  if (index < plain) return choices.choices(static_cast<int>(index)).action();
  index -= plain;
  v1::GameAction action;
  for (const v1::Form& form : choices.forms()) {
    Fillings fillings(form);
    if (index < fillings.count()) {
      *action.mutable_form() = fillings.at(index);
      break;
    }
    index -= fillings.count();
  }
  return action;
}

}  // namespace wyrmhall::clients
