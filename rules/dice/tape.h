// Dice that were written down beforehand, for tests: the rules must ask for exactly these.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "rules/dice/dice.h"

namespace wyrmhall::rules {

// A roll of a die with other sides than the tape has next is an error, and so is one past its end: the first is kept in
// error(), and such rolls give 1 so that the rules can come to an end. used_up() must hold when a test is through.
class ScriptedTape {
 public:
  explicit ScriptedTape(std::vector<Roll> rolls) : rolls_(std::move(rolls)) {}

  int roll(int sides) {
    if (next_ >= rolls_.size()) return fail("roll of a d" + std::to_string(sides) + " past the end of the tape");
    const Roll roll = rolls_[next_];
    if (roll.sides != sides) {
      return fail("roll " + std::to_string(next_) + " is of a d" + std::to_string(sides) + ", the tape has a d" +
                  std::to_string(roll.sides));
    }
    ++next_;
    return roll.value;
  }

  [[nodiscard]] bool used_up() const { return error_.empty() && next_ == rolls_.size(); }
  [[nodiscard]] std::size_t rest() const { return rolls_.size() - next_; }
  // Empty while all went well.
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  int fail(std::string text) {
    if (error_.empty()) error_ = std::move(text);
    return 1;
  }

  std::vector<Roll> rolls_;
  std::size_t next_ = 0;
  std::string error_;
};

static_assert(Dice<ScriptedTape>);

}  // namespace wyrmhall::rules
