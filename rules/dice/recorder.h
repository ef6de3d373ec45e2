// Dice that write down what another source rolls.
#pragma once

#include <vector>

#include "rules/dice/dice.h"

namespace wyrmhall::rules {

// Both the source and the list must outlive the recorder.
template <Dice D>
class Recorder {
 public:
  Recorder(D& source, std::vector<Roll>& rolls) : source_(&source), rolls_(&rolls) {}

  int roll(int sides) {
    const int value = source_->roll(sides);
    rolls_->push_back({static_cast<std::uint16_t>(sides), static_cast<std::uint16_t>(value)});
    return value;
  }

 private:
  D* source_;
  std::vector<Roll>* rolls_;
};

}  // namespace wyrmhall::rules
