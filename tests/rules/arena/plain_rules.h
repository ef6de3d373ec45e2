// The choices of a seat as sections 3 and 4 of docs/rules/arena.md name them, die by die and without sets of squares:
// slow, and easy to compare with the rulebook.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "rules/arena/action.h"
#include "rules/arena/state.h"

namespace wyrmhall::rules::testing {

class PlainRules {
 public:
  PlainRules(const arena::State& state, Seat seat) : state_(state), seat_(seat) {}

  std::vector<arena::Action> choices() {
    using arena::Phase;
    if (state_.pending != arena::Pending::none) return {};
    if (state_.phase == Phase::allocate) {
      if (seat_ < 2 && state_.pool[arena::index(arena::species_of(state_.setup, seat_))].empty()) allocate();
      return list_;
    }
    if (state_.phase == Phase::over || seat_ != arena::seat_of(state_.setup, state_.to_move)) return {};
    if (state_.phase == Phase::pair) pair();
    if (state_.phase == Phase::place) place();
    if (state_.phase == Phase::duel) take_turn();
    return list_;
  }

 private:
  static constexpr std::uint8_t kSquares = arena::kSquares;
  static constexpr std::uint8_t kMaxPower = arena::kMaxPower;

  // by the power that attacks and the one that is attacked.
  static constexpr std::array<std::array<bool, 7>, 7> kBeats = {{
      {},
      {false, false, false, false, false, false, true},
      {false, true, false, false, false, false, false},
      {false, true, true, false, false, false, false},
      {false, true, true, true, false, false, false},
      {false, true, true, true, true, false, false},
      {false, false, true, true, true, true, false},
  }};

  //
  static bool adjacent(int one, int other) {
    return one != other && std::abs((one / 4) - (other / 4)) <= 1 && std::abs((one % 4) - (other % 4)) <= 1;
  }

  [[nodiscard]] bool is_own(int square) const { return die(square).species == state_.to_move; }
  [[nodiscard]] bool is_enemy(int square) const { return die(square).species == arena::other(state_.to_move); }
  [[nodiscard]] const arena::Die& die(int square) const { return state_.board[static_cast<std::size_t>(square)]; }

  // the powers in ascending order, as a dictionary has them.
  void allocate() {
    arena::Action action{.kind = arena::ActionKind::allocate};
    const auto extend = [&](const auto& self, std::size_t at, std::uint8_t least) -> void {
      if (at == action.powers.size()) {
        const int sum = std::accumulate(action.powers.begin(), action.powers.end(), 0);
        if (state_.setup.placement == arena::Placement::free || sum == 28) list_.push_back(action);
        return;
      }
      for (std::uint8_t power = least; power <= kMaxPower; ++power) {
        action.powers[at] = power;
        self(self, at + 1, power);
      }
    };
    extend(extend, 0, 1);
  }

  //
  void pair() {
    for (std::uint8_t low = 1; low <= 3; ++low) list_.push_back({.kind = arena::ActionKind::pair, .power = low});
  }

  //
  void place() {
    for (std::uint8_t power = 1; power <= kMaxPower; ++power) {
      if (!state_.pool[arena::index(state_.to_move)].contains(power)) continue;
      for (std::uint8_t square = 0; square < kSquares; ++square) {
        if (!die(square).is_none()) continue;
        list_.push_back({.kind = arena::ActionKind::place, .square = square, .power = power});
      }
    }
  }

  void take_turn() {
    eliminate();
    if (list_.empty() && !arena::is_opponent(state_.setup, state_.to_move)) modify();
    if (state_.setup.master) trigger();
  }

  //
  void eliminate() {
    for (std::uint8_t from = 0; from < kSquares; ++from) {
      for (std::uint8_t to = 0; to < kSquares; ++to) {
        if (!is_own(from) || !is_enemy(to) || !adjacent(from, to) || !kBeats[die(from).power][die(to).power]) continue;
        list_.push_back({.kind = arena::ActionKind::eliminate, .square = from, .to = to});
      }
    }
  }

  //
  void modify() {
    for (std::uint8_t square = 0; square < kSquares; ++square) {
      if (die(square).is_none() || die(square).field) continue;
      for (std::uint8_t power = 1; power <= kMaxPower; ++power) {
        if (power == die(square).power) continue;
        list_.push_back({.kind = arena::ActionKind::modify, .square = square, .power = power});
      }
    }
  }

  //
  void trigger() {
    for (std::uint8_t target = 0; target < kSquares; ++target) {
      bool beside_one = false;
      for (int own = 0; own < kSquares; ++own) {
        beside_one = beside_one || (is_own(own) && die(own).power == 1 && adjacent(own, target));
      }
      if (!is_enemy(target) || !beside_one) continue;
      const std::size_t before = list_.size();
      const bool blizzard = state_.to_move == arena::Species::ice && die(target).power > 2;
      for (std::uint8_t to = 0; blizzard && to < kSquares; ++to) {
        if (!die(to).is_none()) continue;
        list_.push_back({.kind = arena::ActionKind::trigger, .square = target, .to = to});
      }
      if (list_.size() > before) continue;
      list_.push_back({.kind = arena::ActionKind::trigger, .square = target});
    }
  }

  const arena::State& state_;
  const Seat seat_;
  std::vector<arena::Action> list_;
};

}  // namespace wyrmhall::rules::testing
