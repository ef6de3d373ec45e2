// The state of Dragon Dance (section 2 of docs/rules/dance.md). Only what another seat has chosen in the running phase
// is hidden (H1). Trivially copyable, about 130 bytes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "rules/dance/action.h"
#include "rules/dance/cards.h"
#include "rules/dance/options.h"
#include "rules/dance/slots.h"
#include "rules/inline_vector.h"
#include "rules/seat.h"

namespace wyrmhall::rules::dance {

enum class Phase : std::uint8_t { die, card, combo, take_back, over };
inline constexpr std::array<std::string_view, 5> kPhaseNames = {"die", "card", "combo", "return", "over"};

// What the die is for that is rolled next without a decision. Only a search sees anything but `none`.
enum class Pending : std::uint8_t { none, set_up, recuperate };
inline constexpr std::array<std::string_view, 3> kPendingNames = {"none", "set_up", "recuperate"};

enum class Role : std::uint8_t { knight, dragon };
inline constexpr std::array<std::string_view, 2> kRoleNames = {"knight", "dragon"};

constexpr std::uint8_t dice_of(Role role) {
  return role == Role::knight ? kKnightDice : kDragonDice;
}

// No die has been chosen, or which one is hidden.
inline constexpr std::int8_t kNotChosen = -2;

using CardList = InlineVector<Card, kDeckSize>;  // in the order of discarding
using Faces = InlineVector<std::uint8_t, kKnightDice>;

// What a seat is asked in phase `take_back` (O1). Its words for a choice are those of the cards, "" for none of them.
struct Back {
  CardList from;
  std::optional<Card> choice;  // Card::none: declined
  [[nodiscard]] constexpr bool is_none() const { return from.empty(); }
  static constexpr auto kChoiceNames = [] {
    std::array<std::string_view, kCardNames.size() + 1> names{};
    for (std::size_t i = 0; i < kCardNames.size(); ++i) names[i] = kCardNames[i];
    return names;
  }();
  static constexpr auto kFields = fields(field("from", &Back::from, {.names = kCardNames}),
                                         field("choice", &Back::choice, {.names = kChoiceNames}));
  friend bool operator==(const Back&, const Back&) = default;
};

// What lies before a seat. Its dice are the first dice_of(role).
struct Side {
  Role role = Role::knight;
  std::uint8_t life = 0;
  std::array<std::uint8_t, kKnightDice> dice{};  // by slot; 0 before they are rolled
  Slots spent;
  CardSet hand;
  CardList discard;
  std::int8_t die = kNotChosen;  // the slot that was chosen, kNoDie for none
  Card card = Card::none;        // none: not chosen, or hidden
  Back back;
  bool committed = false;  // has decided in this phase, of die, card and take_back

  static constexpr Notes kDie = {.least = kNoDie, .most = kKnightDice - 1, .none = kNotChosen};
  static constexpr auto kFields =
      fields(field("role", &Side::role, {.names = kRoleNames}), field("life", &Side::life),
             field("dice", [](auto& side) { return std::span(side.dice).first(dice_of(side.role)); }, {.most = kFaces}),
             field("spent", &Side::spent), field("hand", &Side::hand, {.names = kCardNames}),
             field("discard", &Side::discard, {.names = kCardNames}), field("die", &Side::die, kDie),
             field("card", &Side::card, kCardOrNone), field("back", &Side::back), field("committed", &Side::committed));
  friend bool operator==(const Side&, const Side&) = default;
};

// C1: the knight's second hit.
struct Combo {
  Card card = Card::none;
  std::uint8_t die = 0;     // the column
  std::uint8_t damage = 0;  // not cut to the life left
  [[nodiscard]] constexpr bool is_none() const { return card == Card::none; }
  static constexpr auto kFields = fields(field("card", &Combo::card, {.names = kCardNames}),
                                         field("die", &Combo::die, {.most = kFaces}), field("damage", &Combo::damage));
  friend bool operator==(const Combo&, const Combo&) = default;
};

// The report of a round: made when both cards are known, and completed by its end. In pairs the knight's comes first.
struct Exchange {
  std::uint8_t round = 0;                // 0: there was none yet
  std::array<std::uint8_t, 2> dice{};    // the columns: values of the chosen dice, 0 for no die
  std::array<Card, 2> cards{};           // played
  std::array<std::uint8_t, 2> damage{};  // to each, not cut to the life left
  Combo combo;                           // none: not possible, not decided yet, or declined
  std::int8_t combo_die = kNoDie;        // the slot of the follow-up's die
  Range range_from = Range::far;
  Range range_to = Range::far;
  std::array<Faces, 2> rolled;  // the new dice of a Recuperate

  [[nodiscard]] constexpr bool is_none() const { return round == 0; }
  static constexpr auto kFields =
      fields(field("round", &Exchange::round, {.least = 1}), field("dice", &Exchange::dice, {.most = kFaces}),
             field("cards", &Exchange::cards, {.names = kCardNames}), field("damage", &Exchange::damage),
             field("combo", &Exchange::combo),
             field("comboDie", &Exchange::combo_die, {.least = kNoDie, .most = kKnightDice - 1}),
             field("rangeFrom", &Exchange::range_from, {.names = kRangeNames}),
             field("rangeTo", &Exchange::range_to, {.names = kRangeNames}),
             field("rolled", &Exchange::rolled, {.least = 1, .most = kFaces}));
  friend bool operator==(const Exchange&, const Exchange&) = default;
};

// E1, E2: whether a life reached 0, or the last round came to its end.
enum class EndReason : std::uint8_t { life, limit };
inline constexpr std::array<std::string_view, 2> kEndReasonNames = {"life", "limit"};

struct Result {
  Seat winner = kNoSeat;  // none: a draw
  EndReason reason = EndReason::life;
  static constexpr auto kFields = fields(field("winner", &Result::winner, {.most = kDragon, .none = kNoSeat}),
                                         field("reason", &Result::reason, {.names = kEndReasonNames}));
  friend bool operator==(const Result&, const Result&) = default;
};

struct State {
  Options options;
  Phase phase = Phase::die;
  Pending pending = Pending::none;
  std::uint8_t step = 0;   // with `pending`: which die, the knight's first
  std::uint8_t round = 1;  // 1..round_limit
  Range range = Range::far;
  std::array<Side, 2> seats{};
  Exchange last;
  std::optional<Result> result;

  static constexpr auto kFields = fields(
      field("options", &State::options), field("phase", &State::phase, {.names = kPhaseNames}),
      field("pending", &State::pending, {.names = kPendingNames}), field("step", &State::step, {.most = kAllDice - 1}),
      field("round", &State::round, {.least = 1}), field("range", &State::range, {.names = kRangeNames}),
      field("seats", &State::seats), field("last", &State::last), field("result", &State::result));
  friend bool operator==(const State&, const State&) = default;
};

static_assert(std::is_trivially_copyable_v<State>);

// S1: the life at the start, which is also the most.
constexpr int full_life(const Options& options, Seat seat) {
  return seat == kKnight ? options.knight_life : options.dragon_life;
}

// The column of a table that the die chosen by this side stands for; 0 without one.
constexpr std::uint8_t column_of(const Side& side, std::int8_t slot) {
  return slot < 0 ? std::uint8_t{0} : side.dice[static_cast<std::uint8_t>(slot)];
}

}  // namespace wyrmhall::rules::dance
