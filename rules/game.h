// What a game is: values, and a handful of static functions that fold actions into a state.
//
// The rules know no clock, no thread, no socket, no global and no randomness but the dice that they are handed. All
// functions are pure but for their dice and their sink, so any of them may run at once on different states.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "rules/dice/dice.h"
#include "rules/fault.h"
#include "rules/outcome.h"
#include "rules/seat.h"

namespace wyrmhall::rules {

// Where the story of a match goes: called with each Event of the game as it happens.
struct NoSink {
  constexpr void operator()(const auto& /*event*/) const {}
};

// Whether nobody listens, in which case events need not even be made.
template <class Sink>
inline constexpr bool kSilent = std::same_as<std::remove_cvref_t<Sink>, NoSink>;

// Tells the story: the event that `make` gives is only made when somebody listens.
template <class Sink, class Make>
constexpr void tell(Sink& sink, Make&& make) {
  if constexpr (!kSilent<Sink>) sink(make());
}

// A game is a type G with these members. Options, State, Action and Event are values: copied, compared, no identity.
// Where a member is a function of the game by another name, a reference to it will do:
//
//   static constexpr auto& waiting_on = seats_to_decide;
//
//   code_name        the name on the wire and in folders, such as "duel"
//   versions         the rules versions that this code can fold, ascending; a new match is played under the last
//   ActionList       an InlineVector<Action, n> that holds the longest list of choices
//
//   check(options)                       why these options are refused, or nothing
//   seats(options)                       how many seats a match of them has
//   side_of(options, seat)               the side (team) that a seat plays for, 0..; equal for partners
//   start(options, version, dice, sink)  the first state, up to the first thing that chance or a seat has to decide;
//                                        the options must have passed check()
//   waiting_on(state)                    the seats that have something to decide; empty while chance is pending, and
//                                        when the match is over
//   fault_of(state, seat, action)        why this action is refused, or nothing; never rolls a die
//   choices(state, seat, list)           appends every legal action of the seat, in the rulebook's canonical order
//   candidates(state, seat, list)        appends what belongs to the things on the table, legal now or not: what
//                                        fault_of refuses of it is shown to the player as unavailable, with its reason
//   act(state, seat, action, dice, sink) carries out an action that fault_of allows, up to the next pending chance
//   chance_pending(state)                something automatic is to happen (an automatic dragon's turn, a re-roll)
//   chance(state, dice, sink)            one step of it
//   outcome(state)                       how the match ended, once it did
//   conceal(state, viewer)               the state with all that the viewer may not know removed; the one place that
//                                        decides who sees what
//
// act and chance are cut apart so that the odds of a single step stay few enough to be walked through exactly
// (rules/search/odds.h). Nobody but search sees a state with chance pending: apply() below runs it to the end.
template <class G>
concept Game = requires(const typename G::Options& options, const typename G::State& state, typename G::State& changing,
                        const typename G::Action& action, typename G::ActionList& list, Seat seat, Viewer viewer) {
  requires std::equality_comparable<typename G::State> && std::equality_comparable<typename G::Action>;
  requires std::equality_comparable<typename G::Event> && std::copyable<typename G::Options>;
  { G::code_name } -> std::convertible_to<std::string_view>;
  { std::span<const std::uint32_t>(G::versions) };
  { G::check(options) } -> std::same_as<std::optional<Fault>>;
  { G::seats(options) } -> std::same_as<int>;
  { G::side_of(options, seat) } -> std::same_as<int>;
  { G::waiting_on(state) } -> std::same_as<SeatSet>;
  { G::fault_of(state, seat, action) } -> std::same_as<std::optional<Fault>>;
  { G::choices(state, seat, list) };
  { G::candidates(state, seat, list) };
  { G::chance_pending(state) } -> std::same_as<bool>;
  { G::outcome(state) } -> std::same_as<std::optional<Outcome>>;
  { G::conceal(state, viewer) } -> std::same_as<typename G::State>;
};

// A game whose states can be valued offers: value(state, seat), how good the state is for the seat, from 0 (lost) to 1
// (won). Bots that look ahead need it. Where there are states of which value can tell next to nothing, such as those in
// which everything is still being set up, it also offers: tells(state), whether it can. A search plays on until then.
template <class G>
concept ValuedGame = Game<G> && requires(const typename G::State& state, Seat seat) {
  { G::value(state, seat) } -> std::same_as<double>;
};

// A game with decisions that are put together from many parts is a FormGame (rules/form.h).
//
// A game that can be searched (rules/search/mcts.h) offers: key(state), 64 bits that are the same for states which
// offer the same choices and have the same future, and as a rule differ for others. Leave out what is only history, and
// what `conceal` removed must not be in it any more. A clash costs a search some strength and nothing else. Where
// nothing is to be left out, key_of_fields(state) of rules/search/key.h will do.
//
// If it keeps secrets (conceal removes something from what a viewer sees), it must also offer
//   determinise(state, viewer, dice)     fills in what conceal(state, viewer) removed with something that could be
//                                        there for all the viewer knows, each possibility as likely as the viewer must
//                                        think
// so that the viewer would see no difference: conceal(determinised, viewer) is the state it was made of. Like conceal
// it is given any viewer. A game without it says that it has no secrets from anybody; the conformance suite holds it to
// that, and to the line above.
template <class G>
concept SearchableGame = Game<G> && requires(const typename G::State& state) {
  { G::key(state) } -> std::same_as<std::uint64_t>;
};

namespace detail {
// The simplest dice, for asking whether there is a function that takes any dice.
struct AnyDice {
  int roll(int sides);
};
}  // namespace detail

template <class G>
concept SecretiveGame = Game<G> && requires(typename G::State& state, Viewer viewer, detail::AnyDice& dice) {
  { G::determinise(state, viewer, dice) } -> std::same_as<void>;
};

// How strong a bot is to be, of those that think.
enum class Level : std::uint8_t { easy, normal, hard };

// A game that mcts.h cannot play well. Where all choose at once there is no best choice, but a best mixture of choices;
// where a turn is put together from many parts there are too many choices to try, and much of a turn can be worked out.
// Such a game offers a bot of its own: decide(concealed, seat, level, seed), what the seat does; nothing when it has
// nothing to decide. `concealed` is what the seat may know. The same arguments give the same answer, in a bounded time
// that needs no clock to end it.
//
// Where that time may be long it offers decide(concealed, seat, level, seed, stop) as well, which is the same until
// stop() says that the time is up. Then it decides by what it has found so far, or by a rule of thumb if it has found
// nothing.
template <class G>
concept StrategicGame =
    Game<G> && requires(const typename G::State& concealed, Seat seat, Level level, std::uint64_t seed) {
      { G::decide(concealed, seat, level, seed) } -> std::same_as<std::optional<typename G::Action>>;
    };

// Whether a bot is to stop thinking. The bot asks now and then.
using Stop = std::function<bool()>;

template <class G>
concept StoppableGame = StrategicGame<G> && requires(const typename G::State& concealed, Seat seat, Level level,
                                                     std::uint64_t seed, const Stop& stop) {
  { G::decide(concealed, seat, level, seed, stop) } -> std::same_as<std::optional<typename G::Action>>;
};

// A game that can tell the n-th of its choices without a list of them offers a type Choices: Choices(state, seat) has
// size() and [n], which are those of the list that choices() gives. Random play and search are the faster for it.
template <class G>
concept CountedGame = Game<G> && requires(const typename G::State& state, Seat seat, std::size_t n) {
  { typename G::Choices(state, seat).size() } -> std::same_as<std::size_t>;
  { typename G::Choices(state, seat)[n] } -> std::same_as<typename G::Action>;
};

// A game in which nobody loses by time, since all win or lose together, offers what is decided for a seat that ran out
// of time: time_out_action(state, seat), an action that fault_of allows, for a seat that is waited on.
template <class G>
concept DefaultGame = Game<G> && requires(const typename G::State& state, Seat seat) {
  { G::time_out_action(state, seat) } -> std::same_as<typename G::Action>;
};

// A game in which gold nuggets are won offers: nuggets(state, outcome, seat), how many a match that ended so gives to
// the seat. `outcome` may be that of a match that others gave up, so the state need not be over.
template <class G>
concept NuggetGame = Game<G> && requires(const typename G::State& state, const Outcome& outcome, Seat seat) {
  { G::nuggets(state, outcome, seat) } -> std::same_as<int>;
};

// A game that one can play alone, for high scores, offers: kScores, the names of the high scores, and score(state,
// outcome), what its only seat has come to in a match that was played to this end; nothing in any other match.
template <class G>
concept ScoredGame = Game<G> && requires(const typename G::State& state, const Outcome& outcome) {
  G::kScores.size();
  { G::score(state, outcome) } -> std::same_as<std::optional<Score>>;
};

// Whether G::value tells something of this state.
template <ValuedGame G>
bool value_tells(const typename G::State& state) {
  if constexpr (requires { G::tells(state); }) {
    return G::tells(state);
  } else {
    return true;
  }
}

template <Game G>
constexpr std::uint32_t newest_version() {
  const std::span<const std::uint32_t> versions(G::versions);
  return versions.back();
}

// Runs what needs no decision, until a seat has to decide or the match is over.
template <Game G, Dice D, class Sink>
void settle(typename G::State& state, D& dice, Sink&& sink) {
  while (G::chance_pending(state)) G::chance(state, dice, sink);
}

// The first state of a match in which a seat has to decide (or the match is over already), or why the options are
// refused.
template <Game G, Dice D, class Sink = NoSink>
std::expected<typename G::State, Fault> start(const typename G::Options& options, std::uint32_t version, D& dice,
                                              Sink&& sink = {}) {
  using Started = std::expected<typename G::State, Fault>;
  const std::optional<Fault> fault = G::check(options);
  // One variable and one return: so the state is made where the caller keeps it.
  Started started = fault ? Started(std::unexpected(*fault)) : Started(G::start(options, version, dice, sink));
  if (started) settle<G>(*started, dice, sink);
  return started;
}

// Carries an action out, with everything that follows by itself. On a Fault the state is untouched and no die was
// rolled: a refusal is never decided by a roll.
template <Game G, Dice D, class Sink = NoSink>
std::optional<Fault> apply(typename G::State& state, Seat seat, const typename G::Action& action, D& dice,
                           Sink&& sink = {}) {
  if (auto fault = G::fault_of(state, seat, action)) return fault;
  G::act(state, seat, action, dice, sink);
  settle<G>(state, dice, sink);
  return std::nullopt;
}

}  // namespace wyrmhall::rules
