// Heads or Tails as a game (rules/game.h): one calls, a penny is tossed, the better guess has the point. The rulebook
// is docs/rules/coin.md, whose numbers (C-n) stand at the code that carries them out.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/coin/action.h"
#include "rules/coin/event.h"
#include "rules/coin/fault.h"
#include "rules/coin/options.h"
#include "rules/coin/state.h"
#include "rules/dice/dice.h"
#include "rules/game.h"
#include "rules/search/key.h"

namespace wyrmhall::rules::coin {

struct Game {
  using Options = coin::Options;
  using State = coin::State;
  using Action = coin::Action;
  using Event = coin::Event;
  using Reason = coin::Reason;
  using ActionList = coin::ActionList;

  static constexpr std::string_view code_name = "coin";
  static constexpr std::array<std::uint32_t, 1> versions = {1};

  // C-2.
  static constexpr std::optional<Fault> check(const Options& options) {
    if (kPoints.holds(options.points)) return std::nullopt;
    return refuse("C-2", Reason::option_range, {number(Option::points), options.points, kPoints.least, kPoints.most});
  }
  static constexpr int seats(const Options& /*options*/) { return kSeats; }
  static constexpr int side_of(const Options& /*options*/, Seat seat) { return seat; }

  template <Dice D, class Sink>
  static State start(const Options& options, std::uint32_t /*version*/, D& /*dice*/, Sink&& /*sink*/) {
    return {.to_win = static_cast<std::uint8_t>(options.points)};
  }

  static constexpr SeatSet waiting_on(const State& state) {
    return state.seat == kNoSeat ? SeatSet{} : SeatSet{state.seat};
  }
  static constexpr std::optional<Fault> fault_of(const State& state, Seat seat, const Action& /*action*/) {
    if (state.seat == kNoSeat) return refuse("C-5", Reason::match_over);
    if (state.seat != seat) return refuse("C-3", Reason::not_your_turn, {state.seat, seat});
    return std::nullopt;
  }
  // C-3.
  static constexpr void choices(const State& state, Seat seat, ActionList& list) {
    if (!waiting_on(state).contains(seat)) return;
    for (const Face face : {Face::heads, Face::tails}) list.push_back({.call = face});
  }
  // All that can ever be called can be called on every turn: there is nothing to show as unavailable.
  static constexpr void candidates(const State& /*state*/, Seat /*seat*/, ActionList& /*list*/) {}

  template <Dice D, class Sink>
  static void act(State& state, Seat seat, const Action& action, D& dice, Sink&& sink) {
    const Face fell = dice.roll(2) == 1 ? Face::heads : Face::tails;  // C-4
    const Seat point = fell == action.call ? seat : other(seat);
    ++state.points[point];
    state.seat = state.points[point] == state.to_win ? kNoSeat : other(seat);  // C-5, C-3
    tell(sink, [&] { return Toss{.seat = seat, .call = action.call, .fell = fell, .point = point}; });
  }

  // A toss follows at once on the call, so nothing is ever left for chance to do.
  static constexpr bool chance_pending(const State& /*state*/) { return false; }
  template <Dice D, class Sink>
  static void chance(State& /*state*/, D& /*dice*/, Sink&& /*sink*/) {}

  // C-5.
  static constexpr std::optional<Outcome> outcome(const State& state) {
    if (state.seat != kNoSeat) return std::nullopt;
    const Seat winner = state.points[0] == state.to_win ? 0 : 1;
    Outcome outcome{.winners = {winner}};
    outcome.place[winner] = 1;
    outcome.place[other(winner)] = 2;
    return outcome;
  }

  // C-6: nothing is hidden.
  static constexpr State conceal(const State& state, Viewer /*viewer*/) { return state; }

  // For bots: who is ahead, and which states are the same.
  static constexpr double value(const State& state, Seat seat) {
    const int lead = state.points[seat] - state.points[other(seat)];
    return 0.5 + (0.5 * lead / state.to_win);
  }
  static constexpr std::uint64_t key(const State& state) { return key_of_fields(state); }
};

}  // namespace wyrmhall::rules::coin
