// How the dice of a match fell (protocol/wyrmhall/v1/luck.proto), for any game: one more fold of its record, with the
// exact odds of each decision beside it. Slow: for a worker.
//
// A game's adapter may have each_die(state, event, visit), which calls visit(seat, sides, value) with each die of an
// event; without it the dice of a move count for the seat that decided.
#pragma once

#include <expected>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "persistence/matches.h"
#include "rules/dice/fair_stream.h"
#include "rules/dice/recorder.h"
#include "rules/dice/tape.h"
#include "rules/match.h"
#include "rules/search/odds.h"
#include "server/core/limits.h"
#include "server/games/forms.h"
#include "server/games/game_wire.h"
#include "server/games/stored.h"
#include "wyrmhall/v1/luck.pb.h"

namespace wyrmhall::server {

template <class Wire>
class LuckFold {
 public:
  using G = typename Wire::Game;
  using State = typename G::State;
  using Event = typename G::Event;
  using Action = typename G::Action;

  static std::expected<v1::Luck, std::string> of(const persistence::StoredMatch& stored,
                                                 const typename G::Options& options, rules::FairStream dice) {
    LuckFold fold;
    rules::Recorder recorder(dice, fold.rolls_);
    const auto sink = [&fold](const Event& event) { fold.story_.push_back(event); };
    auto match = rules::Match<G>::start(options, stored.row.rules_version, recorder, sink);
    if (!match) return std::unexpected("the stored options are refused");
    fold.count_dice(match->state());
    std::uint64_t version = 0;
    for (const persistence::Move& move : stored.moves) {
      ++version;
      fold.rolls_.clear();
      fold.story_.clear();
      std::optional<Action> action;
      if (!move.action.empty()) {
        v1::GameAction message;
        if (message.ParseFromString(move.action)) action = read_decision<Wire>(match->state(), message);
        if (!action) return std::unexpected("a stored action cannot be read");
      }
      if (move.link) dice.reveal(move.seat, *move.link);
      if (move.links) {
        for (const persistence::SeatLink& other : *move.links) dice.reveal(other.seat, other.link);
      }
      const State before = match->state();
      if (match->apply_move(kind_of(move.kind), move.seat, action, recorder, sink)) {
        return std::unexpected("a stored move does not fit");
      }
      fold.count_dice(match->state());
      if (action) fold.judge(before, move.seat, *action, version);
    }
    return fold.finish(stored.row.id);
  }

 private:
  struct Kind {
    std::uint64_t sum = 0;
    std::vector<std::uint32_t> faces;
  };

  void count_dice([[maybe_unused]] const State& state) {
    const auto count = [this](rules::Seat seat, int sides, int value) {
      Kind& kind = kinds_[{seat == rules::kNoSeat ? -1 : static_cast<int>(seat), sides}];
      kind.faces.resize(static_cast<std::size_t>(sides));
      ++kind.faces[static_cast<std::size_t>(value - 1)];
      kind.sum += static_cast<std::uint64_t>(value);
    };
    if constexpr (requires(const Event& event) { Wire::each_die(state, event, count); }) {
      for (const Event& event : story_) Wire::each_die(state, event, count);
    } else {
      for (const rules::Roll& roll : rolls_) count(rules::kNoSeat, roll.sides, roll.value);
    }
  }

  // The decision's own step is run once more with the dice that fell, and once for each way in which they could fall.
  void judge(const State& before, rules::Seat seat, const Action& action, std::uint64_t version) {
    rules::ScriptedTape tape(rolls_);
    State after = before;
    std::vector<Event> story;
    const auto sink = [&story](const Event& event) { story.push_back(event); };
    G::act(after, seat, action, tape, sink);
    const std::size_t used = rolls_.size() - tape.rest();
    if (used == 0) return;
    if (luck_.decisions_size() >= kLuckDecisions) {
      luck_.set_decisions_left_out(luck_.decisions_left_out() + 1);
      return;
    }
    v1::DecisionLuck& decision = *luck_.add_decisions();
    decision.set_version(version);
    decision.set_seat(seat);
    *decision.mutable_action() = game_action<Wire>(action);
    for (const rules::Roll& roll : std::span(rolls_).first(used)) {
      v1::RolledDie& die = *decision.add_dice();
      die.set_sides(roll.sides);
      die.set_value(roll.value);
    }
    if constexpr (rules::ValuedGame<G>) {
      const auto value = [seat](const State& state) { return G::value(state, seat); };
      if (const auto expected = rules::expected_worth<G>(before, seat, action, value)) {
        decision.set_expected_value(*expected);
        decision.set_value(value(after));
      }
    }
    if constexpr (requires { typename Wire::Figures; }) {
      typename Wire::Figures expected;
      const auto add = [&](const State& state, std::span<const Event> events, double weight) {
        expected.add(before, state, events, weight);
      };
      if (!rules::visit_outcomes<G>(before, seat, action, add)) return;
      typename Wire::Figures came;
      came.add(before, after, story, 1);
      expected.write(*decision.mutable_expected());
      came.write(*decision.mutable_came());
    }
  }

  v1::Luck finish(const MatchId& match) {
    luck_.set_match_id(to_bytes(match));
    for (const auto& [key, kind] : kinds_) {
      v1::DiceLuck& dice = *luck_.add_dice();
      dice.set_seat(key.first);
      dice.set_sides(static_cast<std::uint32_t>(key.second));
      dice.set_sum(kind.sum);
      for (const std::uint32_t times : kind.faces) {
        dice.set_rolled(dice.rolled() + times);
        dice.add_faces(times);
      }
      dice.set_expected_sum(dice.rolled() * (dice.sides() + 1.0) / 2.0);
    }
    return std::move(luck_);
  }

  std::vector<rules::Roll> rolls_;  // of the move that is looked at, as the events are
  std::vector<Event> story_;
  std::map<std::pair<int, int>, Kind> kinds_;  // by seat (-1 for none) and sides
  v1::Luck luck_;
};

}  // namespace wyrmhall::server
