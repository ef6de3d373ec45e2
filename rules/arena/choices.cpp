#include "rules/arena/choices.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "rules/arena/legal.h"

namespace wyrmhall::rules::arena {
namespace {

using Powers = std::array<std::uint8_t, kDragonsEach>;

// A-13, R-ARENA-27: all ascending lists of eight powers, in the order of a dictionary.
consteval std::array<Powers, kAllocations> all_allocations() {
  std::array<Powers, kAllocations> all{};
  Powers powers;
  powers.fill(1);
  for (Powers& one : all) {
    one = powers;
    auto last = powers.end() - 1;
    while (last != powers.begin() && *last == kMaxPower) --last;
    std::fill(last, powers.end(), static_cast<std::uint8_t>(*last + 1));
  }
  return all;
}
constexpr auto kFree = all_allocations();

// those that add up to 28.
constexpr bool is_big(const Powers& powers) {
  return std::accumulate(powers.begin(), powers.end(), 0) == kBigSum;
}
consteval auto big_allocations() {
  std::array<Powers, std::ranges::count_if(kFree, is_big)> big{};
  std::ranges::copy_if(kFree, big.begin(), is_big);
  return big;
}
constexpr auto kBig = big_allocations();

std::span<const Powers> allocations(const State& state) {
  if (state.setup.placement == Placement::big) return kBig;
  return kFree;
}

// R-ARENA-5: what a dragon's power can be turned to.
constexpr unsigned kOtherPowers = kMaxPower - 1;

}  // namespace

Choices::Choices(const State& state, Seat seat) : state_(state) {
  if (!seats_to_decide(state).contains(seat)) return;
  switch (state.phase) {
    case Phase::allocate:
      size_ = static_cast<unsigned>(allocations(state).size());
      return;
    case Phase::pair:
      size_ = kMaxLow;
      return;
    case Phase::place:
      find_places();
      return;
    case Phase::duel:
      find_turns();
      return;
    case Phase::over:
      return;
  }
}

Action Choices::operator[](std::size_t n) const {
  const auto number = static_cast<unsigned>(n);
  switch (state_.phase) {
    case Phase::allocate:
      return {.kind = ActionKind::allocate, .powers = allocations(state_)[n]};
    case Phase::pair:
      return {.kind = ActionKind::pair, .power = static_cast<std::uint8_t>(number + 1)};
    case Phase::place:
      return place(number);
    case Phase::duel:
    case Phase::over:
      break;
  }
  return turn(number);
}

// A-18; equal dice once.
void Choices::find_places() {
  unsigned powers = 0;
  for (const std::uint8_t power : state_.pool[index(state_.to_move)]) powers |= 1U << power;
  powers_ = static_cast<std::uint16_t>(powers);
  empty_ = layout_of(state_).empty();
  size_ = count(powers_) * count(empty_);
}

//
void Choices::find_turns() {
  const Layout layout = layout_of(state_);
  const Species mover = state_.to_move;
  for (Squares own = layout.of[index(mover)]; own != 0; own = without_lowest(own)) {
    const std::uint8_t from = lowest(own);
    const Squares prey = layout.prey(mover, from, state_.board[from].power);
    prey_[from] = prey;
    size_ += count(prey);
    if (prey != 0) hunters_ = static_cast<Squares>(hunters_ | bit(from));
  }
  if (hunters_ == 0 && !is_opponent(state_.setup, mover)) {
    modifiable_ = static_cast<Squares>(layout.taken() & ~layout.fields);
    size_ += kOtherPowers * count(modifiable_);
  }
  if (!state_.setup.master) return;
  targets_ = layout.in_power(mover);
  empty_ = layout.empty();
  for (Squares left = targets_; left != 0; left = without_lowest(left)) size_ += ways_to_target(lowest(left));
}

// one for each square that Blizzard can move it to, or one where no square is named.
unsigned Choices::ways_to_target(std::uint8_t target) const {
  return is_moved(state_, target, empty_) ? count(empty_) : 1;
}

Action Choices::place(unsigned n) const {
  const unsigned places = count(empty_);
  return {.kind = ActionKind::place, .square = nth(empty_, n % places), .power = nth(powers_, n / places)};
}

Action Choices::turn(unsigned n) const {
  for (Squares left = hunters_; left != 0; left = without_lowest(left)) {
    const std::uint8_t from = lowest(left);
    const unsigned ways = count(prey_[from]);
    if (n < ways) return {.kind = ActionKind::eliminate, .square = from, .to = nth(prey_[from], n)};
    n -= ways;
  }
  const unsigned modifications = kOtherPowers * count(modifiable_);
  return n < modifications ? modification(n) : trigger(n - modifications);
}

Action Choices::modification(unsigned n) const {
  const std::uint8_t square = nth(modifiable_, n / kOtherPowers);
  const unsigned lower = (n % kOtherPowers) + 1;
  const unsigned power = lower < state_.board[square].power ? lower : lower + 1;
  return {.kind = ActionKind::modify, .square = square, .power = static_cast<std::uint8_t>(power)};
}

Action Choices::trigger(unsigned n) const {
  Squares left = targets_;
  while (n >= ways_to_target(lowest(left))) {
    n -= ways_to_target(lowest(left));
    left = without_lowest(left);
  }
  const std::uint8_t target = lowest(left);
  const std::uint8_t to = is_moved(state_, target, empty_) ? nth(empty_, n) : kNowhere;
  return {.kind = ActionKind::trigger, .square = target, .to = to};
}

}  // namespace wyrmhall::rules::arena
