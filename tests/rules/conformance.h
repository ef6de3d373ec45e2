// What every game has to keep to, walked through at random. A new game passes it with five lines:
//
//   TEST_CASE("duel conforms") {
//     testing::Conformance<duel::Game> suite;
//     suite.options = duel_options();
//     suite.run();
//   }
//
// To walk further by hand, on any game, looking closely at one state in fifteen on the way:
//
//   WYRMHALL_WALKS=100000 WYRMHALL_LOOK=15 build/release/bin/rules_duel_walks
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/form.h"
#include "rules/game.h"
#include "rules/notation.h"
#include "rules/search/odds.h"
#include "tests/rules/random_walk.h"

namespace wyrmhall::rules::testing {

template <Game G>
class Conformance {
 public:
  using State = typename G::State;
  using Action = typename G::Action;
  using Event = typename G::Event;
  using Json = nlohmann::json;

  // What to walk through, and how far.
  std::vector<typename G::Options> options;
  int walks_per_options = 10;
  int most_decisions = 5'000;
  std::size_t most_outcomes = 2'000;  // odds are summed up where there are no more
  int look_at_one_in = 1;             // states are looked at closely, drawn at random
  std::size_t most_tried = 100;       // this many of a longer list of choices are drawn to be tried one by one

  // For games with secrets: changes at random what the viewer may not know, and nothing else. Where it is given, the
  // walks must come to states in which there is something to change.
  std::function<State(const State&, Viewer, FastDice&)> change_hidden;

  void run() {
    REQUIRE(!options.empty());
    if (const char* walks = std::getenv("WYRMHALL_WALKS")) walks_per_options = std::atoi(walks);
    if (const char* look = std::getenv("WYRMHALL_LOOK")) look_at_one_in = std::max(1, std::atoi(look));
    for (const auto& one : options) {
      const auto fault = G::check(one);
      REQUIRE_MESSAGE(!fault, "options refused by " << fault->rule);
      const auto read = Json(one).template get<typename G::Options>();
      require(Json(read) == Json(one), "options are not read as they are written");
      for (int walk = 0; walk < walks_per_options; ++walk) check_walk(one, static_cast<std::uint64_t>(walk));
    }
    REQUIRE((!change_hidden || secrets_ > 0));
    REQUIRE((!FormGame<G> || forms_ > 0));
    MESSAGE(options.size() << " sets of options, seeds 0 to " << walks_per_options - 1 << ": " << decisions_
                           << " decisions, " << refusals_ << " refusals, " << sums_ << " sums of odds, " << secrets_
                           << " secrets, " << forms_ << " forms");
  }

 private:
  static constexpr int kFillingsTried = 50;  // of a form, at random

  struct Move {
    Seat seat;
    Action action;
  };

  // CHECK for what is asked a million times.
  void require(bool holds, const char* what) {
    if (!holds) FAIL(std::string(what) << " in " << Json(state_).dump());
  }

  auto listener(std::vector<Event>& story) {
    return [&story](const Event& event) { story.push_back(event); };
  }

  void check_walk(const typename G::Options& one, std::uint64_t seed) {
    CountingDice dice(seed);
    FastDice choice(seed + 1'000);
    std::vector<Move> moves;
    std::vector<Event> story;
    state_ = start<G>(one, newest_version<G>(), dice, listener(story)).value();
    while (!G::outcome(state_)) {
      require(moves.size() < static_cast<std::size_t>(most_decisions), "no end after the most decisions");
      const bool look = choice.below(static_cast<std::uint64_t>(look_at_one_in)) == 0;
      if (look) check_state(G::seats(one), choice);
      const Move move = draw(choice);
      if (look) check_secret_choice(G::seats(one), move, choice);
      require(!apply<G>(state_, move.seat, move.action, dice, listener(story)), "a listed choice is refused");
      moves.push_back(move);
      ++decisions_;
    }
    check_state(G::seats(one), choice);
    check_end(one);
    check_replay(one, seed, moves, story, dice.rolls());
    for (const Event& event : story) {
      if (choice.below(static_cast<std::uint64_t>(look_at_one_in)) != 0) continue;
      require(Json(event).template get<Event>() == event, "an event is not read as it is written");
    }
  }

  Move draw(FastDice& choice) {
    std::vector<Seat> waiting;
    for (Seat seat = 0; seat < kMaxSeats; ++seat) {
      if (G::waiting_on(state_).contains(seat)) waiting.push_back(seat);
    }
    const Seat seat = waiting[choice.below(waiting.size())];
    typename G::ActionList list;
    G::choices(state_, seat, list);
    return {seat, list[choice.below(list.size())]};
  }

  void check_state(int seats, FastDice& choice) {
    require(!G::chance_pending(state_), "chance is pending after apply");
    require(G::outcome(state_).has_value() == G::waiting_on(state_).empty(), "over and waiting on somebody");
    const State copy = state_;
    require(copy == state_, "a copy differs");
    require(Json(state_).template get<State>() == state_, "a state is not read as it is written");
    for (Seat seat = 0; seat < kMaxSeats; ++seat) {
      if (seat >= seats) {
        check_nobody(seat, choice);
        continue;
      }
      check_seat(seat, choice);
      check_secrecy(Viewer{seat}, choice);
    }
    check_secrecy(kSpectator, choice);
    if (!(G::conceal(state_, kSpectator) == state_)) return;
    for (Seat seat = 0; seat < kMaxSeats; ++seat) {
      if (seat >= seats) break;
      require(G::conceal(state_, Viewer{seat}) == state_, "something is kept from a seat, and not from spectators");
    }
  }

  // A seat that does not exist.
  void check_nobody(Seat seat, FastDice& choice) {
    typename G::ActionList list;
    G::choices(state_, seat, list);
    require(list.empty() && !G::waiting_on(state_).contains(seat), "waiting on a seat that there is not");
    if (!pool_.empty()) check_refused(seat, pool_[choice.below(pool_.size())]);
  }

  void check_seat(Seat seat, FastDice& choice) {
    typename G::ActionList list;
    G::choices(state_, seat, list);
    require(list.empty() != G::waiting_on(state_).contains(seat), "waiting on a seat without choices, or not on one");
    require(all_differ(list), "a choice is listed twice");
    check_counted(seat, list);
    check_forms(seat, list, choice);
    const bool all = list.size() <= most_tried;
    for (std::size_t i = 0; i < std::min(list.size(), most_tried); ++i) {
      const Action& action = list[all ? i : choice.below(list.size())];
      require(Json(action).template get<Action>() == action, "an action is not read as it is written");
      check_accepted(seat, action);
      remember(action, choice);
    }
    typename G::ActionList candidates;
    G::candidates(state_, seat, candidates);
    for (const Action& action : candidates) {
      if (!list.contains(action)) check_refused(seat, action);
      remember(action, choice);
    }
    for (const Action& action : pool_) {
      if (!list.contains(action)) check_refused(seat, action);
    }
  }

  void check_counted(Seat seat, const typename G::ActionList& list) {
    if constexpr (CountedGame<G>) {
      const typename G::Choices choices(state_, seat);
      require(choices.size() == list.size(), "other than the listed choices are counted");
      for (std::size_t n = 0; n < list.size(); ++n) require(choices[n] == list[n], "a choice has another number");
    }
  }

  // The choices are those that are no filling of a form, and the fillings; and what fits a form is what is accepted.
  void check_forms(Seat seat, const typename G::ActionList& choices, FastDice& chance) {
    if constexpr (FormGame<G>) {
      typename G::FormList forms;
      G::forms(state_, seat, forms);
      typename G::ActionList list;
      G::plain_choices(state_, seat, list);
      for (const Form& form : forms) {
        ++forms_;
        each_filling(form, [&](Filling filling) {
          require(fits(form, filling), "a filling does not fit its form");
          list.push_back(filled_in<G>(state_, form.number, filling).value());
        });
        for (int i = 0; i < kFillingsTried; ++i) {
          std::vector<std::uint32_t> values;
          for (const Form::Values& part : form.parts) {
            // Now and then one that the part may not be given.
            const std::uint64_t value = chance.below(part.size() * 20);
            values.push_back(value < part.size() * 20 - 1 ? part[value % part.size()] : part.back() + 1U);
          }
          const Action action = filled_in<G>(state_, form.number, values).value();
          require(fits(form, values) == !G::fault_of(state_, seat, action), "a form asks for what the rules do not");
          values.push_back(values.back());
          require(!filled_in<G>(state_, form.number, values), "a part too many was filled in");
        }
      }
      require(list == choices, "the choices are not the plain ones and the fillings of the forms");
    }
  }

  // Where actions can be put in order, long lists are looked through in order.
  static bool all_differ(typename G::ActionList list) {
    if constexpr (std::three_way_comparable<Action>) {
      std::ranges::sort(list);
      return std::ranges::adjacent_find(list) == list.end();
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (std::find(list.begin(), list.begin() + i, list[i]) != list.begin() + i) return false;
    }
    return true;
  }

  void check_accepted(Seat seat, const Action& action) {
    require(!G::fault_of(state_, seat, action), "a listed choice is judged a fault");
    State copy = state_;
    CountingDice dice(1);
    G::act(copy, seat, action, dice, NoSink{});
    double sum = 0;
    const auto visit = [&](const State& /*after*/, double odds) { sum += odds; };
    const auto walked = visit_outcomes<G>(state_, seat, action, visit, most_outcomes);
    if (walked) {
      ++sums_;
      require(std::abs(sum - 1) < 1e-9, "odds do not sum to 1");
    }
  }

  void check_refused(Seat seat, const Action& action) {
    const auto fault = G::fault_of(state_, seat, action);
    if (!fault || fault->rule.empty()) FAIL("not listed, yet no fault: " << Json(action).dump());
    State copy = state_;
    CountingDice dice(1);
    bool told = false;
    const auto answer = apply<G>(copy, seat, action, dice, [&](const Event& /*event*/) { told = true; });
    require(answer == fault, "apply gives another fault than fault_of");
    require(copy == state_ && dice.rolls() == 0 && !told, "a refusal changed, rolled or told something");
    ++refusals_;
  }

  void check_secrecy(Viewer viewer, FastDice& choice) {
    const State seen = G::conceal(state_, viewer);
    require(G::conceal(seen, viewer) == seen, "concealing twice differs from once");
    check_determinised(viewer, seen, choice);
    // What everybody is told of every state.
    require(G::waiting_on(seen) == G::waiting_on(state_) && G::outcome(seen) == G::outcome(state_),
            "who decides, or how it ended, depends on what a viewer may not know");
    if (!viewer.is_spectator()) {
      typename G::ActionList real;
      typename G::ActionList known;
      G::choices(state_, viewer.seat, real);
      G::choices(seen, viewer.seat, known);
      require(real == known, "a seat's choices depend on what it may not know");
      if (!(seen == state_)) check_concealed(viewer.seat, seen, known);
    }
    if (!change_hidden) return;
    const State changed = change_hidden(state_, viewer, choice);
    if (!(changed == state_)) ++secrets_;
    require(G::conceal(changed, viewer) == seen, "a secret shows");
  }

  // What fills a secret in must be possible for all that the viewer knows; a game that fills nothing in has no secrets.
  void check_determinised(Viewer viewer, const State& seen, FastDice& choice) {
    if constexpr (SecretiveGame<G>) {
      State filled = seen;
      G::determinise(filled, viewer, choice);
      require(G::conceal(filled, viewer) == seen, "what is filled in for a secret shows");
      require(G::waiting_on(filled) == G::waiting_on(state_), "what is filled in for a secret changes who decides");
      State again = filled;
      G::determinise(again, viewer, choice);
      require(again == filled, "where nothing is hidden something was filled in");
    } else {
      require(seen == state_, "there are secrets, and nothing that fills them in");
    }
    if constexpr (SearchableGame<G>) {
      require(G::key(Json(seen).template get<State>()) == G::key(seen), "equal states have different keys");
    }
  }

  // What a seat hears when it tries something must not depend on what it may not know, and a bot that looks ahead
  // from what the seat knows must be able to carry out what it is offered.
  void check_concealed(Seat seat, const State& seen, const typename G::ActionList& known) {
    for (const Action& action : pool_) {
      require(G::fault_of(state_, seat, action) == G::fault_of(seen, seat, action), "a refusal tells a secret");
    }
    for (std::size_t i = 0; i < std::min(known.size(), most_tried); ++i) {
      State ahead = seen;
      CountingDice dice(1);
      require(!apply<G>(ahead, seat, known[i], dice), "a choice is refused to who looks ahead");
    }
  }

  // A decision that a viewer may not know: another one of the same seat must look and sound the same to it.
  void check_secret_choice(int seats, const Move& move, FastDice& choice) {
    typename G::ActionList list;
    G::choices(state_, move.seat, list);
    const Action& otherwise = list[choice.below(list.size())];
    const auto after = [&](const Action& action, std::vector<Event>& story) {
      State state = state_;
      CountingDice dice(1);
      (void)apply<G>(state, move.seat, action, dice, listener(story));
      return state;
    };
    std::vector<Event> one_story;
    std::vector<Event> other_story;
    const State one = after(move.action, one_story);
    const State other = after(otherwise, other_story);
    if (one == other) return;
    for (int i = 0; i <= seats; ++i) {
      const Viewer viewer = i == seats ? kSpectator : Viewer{static_cast<Seat>(i)};
      if (viewer.seat == move.seat || !(G::conceal(one, viewer) == G::conceal(other, viewer))) continue;
      require(one_story == other_story, "an event tells of a choice that the viewer may not know");
    }
  }

  void check_end(const typename G::Options& one) {
    const Outcome outcome = G::outcome(state_).value();
    for (Seat seat = 0; seat < kMaxSeats; ++seat) {
      const bool sits = seat < G::seats(one);
      require(sits == (outcome.place[seat] > 0), "a place for a seat that there is not, or none for one");
      require(sits || !outcome.winners.contains(seat), "a seat that there is not has won");
      require(!outcome.winners.contains(seat) || outcome.place[seat] == 1, "a winner is not first");
    }
  }

  void check_replay(const typename G::Options& one, std::uint64_t seed, const std::vector<Move>& moves,
                    const std::vector<Event>& story, std::uint64_t rolls) {
    CountingDice dice(seed);
    std::vector<Event> again;
    State state = start<G>(one, newest_version<G>(), dice, listener(again)).value();
    for (const Move& move : moves) (void)apply<G>(state, move.seat, move.action, dice, listener(again));
    require(state == state_ && again == story && dice.rolls() == rolls, "the same moves and dice came out otherwise");
  }

  // Keeps some of the actions that were ever seen, to be tried where they do not belong.
  void remember(const Action& action, FastDice& choice) {
    constexpr std::size_t kPool = 64;
    if (std::ranges::find(pool_, action) != pool_.end()) return;
    if (pool_.size() < kPool) {
      pool_.push_back(action);
    } else {
      pool_[choice.below(kPool)] = action;
    }
  }

  State state_;
  std::vector<Action> pool_;
  std::uint64_t decisions_ = 0;
  std::uint64_t refusals_ = 0;
  std::uint64_t sums_ = 0;
  std::uint64_t secrets_ = 0;
  std::uint64_t forms_ = 0;
};

}  // namespace wyrmhall::rules::testing
