#include "rules/hunt/plan.h"

#include <algorithm>
#include <cassert>

namespace wyrmhall::rules::hunt {
namespace {

// Sums of the same numbers in another order differ in their last bits.
constexpr float kSame = 1e-4F;

std::size_t first_of(int dice) {
  return kFirstHand[static_cast<std::size_t>(dice)];
}
std::size_t end_of(int dice) {
  return kFirstHand[static_cast<std::size_t>(dice) + 1];
}

// The mean worth of keeping fewer dice, from the worths of hands of all.
void average(int dice, HandWorths& worths) {
  for (std::size_t hand = first_of(dice); hand-- > 0;) {
    float sum = 0;
    for (const Hand more : kHandTable.with[hand]) sum += worths[more];
    worths[hand] = sum * (1.0F / kFaces);
  }
}

}  // namespace

Plan::Plan(int dice, const HandWorths& stop, const InlineVector<Throw, kMaxThrows>& throws) {
  assert(dice >= 0 && dice <= kDice);
  for (std::size_t i = throws.size(); i-- > 0;) throws_.push_back(throws[i]);
  const std::size_t first = first_of(dice);
  const std::size_t end = end_of(dice);
  std::copy(stop.begin() + static_cast<std::ptrdiff_t>(first), stop.begin() + static_cast<std::ptrdiff_t>(end),
            worths_[0].begin() + static_cast<std::ptrdiff_t>(first));
  if (!throws_.empty()) average(dice, worths_[0]);
  for (std::size_t n = 1; n <= throws_.size(); ++n) {
    const Throw& made = throws_[n - 1];
    const HandWorths& after = worths_[n - 1];
    HandWorths& worths = worths_[n];
    // most[hand]: of what may be kept of the hand, the best; a limit on the dice is one on how small it may be.
    HandWorths most;
    const std::size_t smallest = first_of(std::max(0, dice - made.most));
    for (std::size_t hand = smallest; hand < end; ++hand) {
      float best = after[hand];
      for (std::size_t symbol = 0; symbol < kFaces; ++symbol) {
        if (kHandTable.symbols[hand][symbol] == 0) continue;
        const Hand less = kHandTable.without[hand][symbol];
        if (less >= smallest) best = std::max(best, most[less] - (hand >= first ? made.cost : 0));
      }
      most[hand] = best;
    }
    std::copy(most.begin() + static_cast<std::ptrdiff_t>(first), most.begin() + static_cast<std::ptrdiff_t>(end),
              worths.begin() + static_cast<std::ptrdiff_t>(first));
    if (n < throws_.size()) average(dice, worths);
  }
}

double Plan::worth(Hand hand, std::size_t left) const {
  return worths_[left][hand];
}

double Plan::worth_of_keeping(Hand kept, std::size_t left) const {
  return worths_[left - 1][kept] - throws_[left - 1].cost;
}

std::optional<Plan::Step> Plan::next(Hand hand, std::size_t left) const {
  for (; left > 0; --left) {
    const HandWorths& after = worths_[left - 1];
    if (worths_[left][hand] <= worths_[0][hand] + kSame) return std::nullopt;
    if (worths_[left][hand] <= after[hand] + kSame) continue;  // as good without this throw
    // The best that can be kept, the first that is found of equal ones.
    const int most = throws_[left - 1].most;
    Hand best = hand;
    float highest = after[hand] - kSame;
    const auto search = [&](const auto& self, Hand kept, std::size_t symbol, int thrown) -> void {
      if (thrown > 0 && after[kept] - throws_[left - 1].cost > highest + kSame) {
        best = kept;
        highest = after[kept] - throws_[left - 1].cost;
      }
      if (thrown == most) return;
      for (; symbol < kFaces; ++symbol) {
        if (kHandTable.symbols[kept][symbol] > 0) self(self, kHandTable.without[kept][symbol], symbol, thrown + 1);
      }
    };
    search(search, hand, 0, 0);
    if (best != hand) return Step{.left = left, .kept = best};
  }
  return std::nullopt;
}

}  // namespace wyrmhall::rules::hunt
