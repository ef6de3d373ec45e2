// The state of Dragons Arena (section 2 of docs/rules/arena.md). Only what another seat has committed in phase
// `allocate` is hidden. Trivially copyable, about two and a half thousand bytes, nearly all of them results of
// past duels.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "rules/arena/action.h"
#include "rules/arena/options.h"
#include "rules/inline_vector.h"
#include "rules/seat.h"

namespace wyrmhall::rules::arena {

//
enum class Species : std::uint8_t { fire, ice, none };
inline constexpr std::array<Species, 2> kSpecies = {Species::fire, Species::ice};
inline constexpr Notes kOrNone = {.most = number_of(Species::ice), .none = number_of(Species::none)};

constexpr std::size_t index(Species species) {
  return static_cast<std::size_t>(species);
}
constexpr Species other(Species species) {
  return species == Species::fire ? Species::ice : Species::fire;
}

enum class Phase : std::uint8_t { allocate, pair, place, duel, over };
inline constexpr std::array<std::string_view, 5> kPhaseNames = {"allocate", "pair", "place", "duel", "over"};

// The die that is rolled next without a decision. Only a search sees anything but `none`.
enum class Pending : std::uint8_t {
  none,
  shuffle,  // exchanges the bag's entry `step`, 15 down to 1
  faces,    // the power of square `step`
  throws,   // the power of dragon `step`, eight of FIRE and then eight of ICE
  lots,
};
inline constexpr std::array<std::string_view, 5> kPendingNames = {"none", "shuffle", "faces", "throws", "lots"};

// What the options come to once the match has started.
struct Setup {
  Placement placement = Placement::baby;
  bool master = false;
  bool solo = false;
  Difficulty difficulty = Difficulty::normal;
  std::uint8_t fire_seat = 0;
  std::uint8_t nuggets = 1;
  std::uint8_t max_duels = 1;
  static constexpr auto kFields = fields(
      field("placement", &Setup::placement, {.names = kPlacementNames}), field("master", &Setup::master),
      field("solo", &Setup::solo), field("difficulty", &Setup::difficulty, {.names = kDifficultyNames}),
      field("fire_seat", &Setup::fire_seat), field("nuggets", &Setup::nuggets), field("max_duels", &Setup::max_duels));
  friend bool operator==(const Setup&, const Setup&) = default;
};

// What stands on a square: nothing, or a die.
struct Die {
  Species species = Species::none;
  std::uint8_t power = 0;  // 1..6; 0 where nothing stands, and before it is rolled
  bool field = false;
  [[nodiscard]] constexpr bool is_none() const { return species == Species::none; }
  static constexpr auto kFields = fields(rules::field("species", &Die::species, {.most = number_of(Species::ice)}),
                                         rules::field("power", &Die::power), rules::field("field", &Die::field));
  friend bool operator==(const Die&, const Die&) = default;
};

// ascending. Seen by somebody who may not know it, it holds eight zeros (is_hidden).
using Pool = InlineVector<std::uint8_t, kDragonsEach>;

// Why a duel ended (section 5).
enum class DuelEnd : std::uint8_t { no_contact, stall, solo_stop, all_shielded };
inline constexpr std::array<std::string_view, 4> kDuelEndNames = {"no contact", "stall", "solo stop", "all shielded"};

struct DuelResult {
  std::uint8_t duel = 0;  // its number, from 1
  DuelEnd reason = DuelEnd::no_contact;
  std::uint16_t turns = 0;
  std::array<std::uint8_t, 2> power{};  // the sums of the powers left, by species
  std::array<std::uint8_t, 2> left{};   // dragons left
  std::array<std::uint8_t, 2> score{};  // the same as `power`, in solo with the bonus of A-61
  Species winner = Species::none;       // none: drawn
  std::optional<bool> auto_loss;        // solo only: A-63
  static constexpr auto kFields = fields(
      field("duel", &DuelResult::duel, {.least = 1, .most = kMaxDuels}),
      field("reason", &DuelResult::reason, {.names = kDuelEndNames}), field("turns", &DuelResult::turns),
      field("power", &DuelResult::power), field("left", &DuelResult::left), field("score", &DuelResult::score),
      field("winner", &DuelResult::winner, kOrNone), field("auto_loss", &DuelResult::auto_loss, {.left_out = true}));
  friend bool operator==(const DuelResult&, const DuelResult&) = default;
};

struct State {
  Setup setup;
  Phase phase = Phase::allocate;
  Pending pending = Pending::none;
  std::uint8_t step = 0;                  // with `pending`
  Species starter = Species::none;        // places first and attacks first in this duel
  Species to_move = Species::none;        // none in phases allocate and over, and before the starter is known
  Species winner = Species::none;         // of the series; none while it runs, and where it ended level
  std::uint8_t duel = 1;                  // 1..max_duels
  std::uint16_t turn = 0;                 // turns played in this duel
  std::uint8_t stall = 0;                 // turns since the last elimination
  std::array<std::uint8_t, 2> nuggets{};  // by species
  std::array<Pool, 2> pool{};             // by species: dice that are not placed yet
  std::array<Die, kSquares> board{};      // by square
  InlineVector<DuelResult, kMaxDuels> results;

  static constexpr auto kFields = fields(
      field("setup", &State::setup), field("phase", &State::phase, {.names = kPhaseNames}),
      field("pending", &State::pending, {.names = kPendingNames}), field("step", &State::step, {.most = kSquares - 1}),
      field("board", &State::board), field("pool", &State::pool), field("starter", &State::starter, kOrNone),
      field("to_move", &State::to_move, kOrNone), field("duel", &State::duel), field("nuggets", &State::nuggets),
      field("turn", &State::turn), field("stall", &State::stall), field("results", &State::results),
      field("winner", &State::winner, kOrNone));
  friend bool operator==(const State&, const State&) = default;
};

static_assert(std::is_trivially_copyable_v<State>);

// Solo: seat 0 decides for both.
constexpr Seat seat_of(const Setup& setup, Species species) {
  if (setup.solo) return 0;
  return species == Species::fire ? setup.fire_seat : static_cast<Seat>(1 - setup.fire_seat);
}

// The species of a seat; in solo, the species of its only seat.
constexpr Species species_of(const Setup& setup, Seat seat) {
  return seat == setup.fire_seat ? Species::fire : Species::ice;
}

// Solo: whether it is the species that the player trains against.
constexpr bool is_opponent(const Setup& setup, Species species) {
  return setup.solo && species != species_of(setup, 0);
}

// an allocation that has been committed, seen by somebody who may not know it.
constexpr bool is_hidden(const Pool& pool) {
  return !pool.empty() && pool[0] == 0;
}

constexpr void insert(Pool& pool, std::uint8_t power) {
  pool.push_back(power);
  for (std::size_t i = pool.size() - 1; i > 0 && pool[i - 1] > pool[i]; --i) std::swap(pool[i - 1], pool[i]);
}

// Takes one die of this power out; it must be there.
constexpr void take(Pool& pool, std::uint8_t power) {
  std::size_t at = 0;
  while (pool[at] != power) ++at;
  for (; at + 1 < pool.size(); ++at) pool[at] = pool[at + 1];
  pool.pop_back();
}

}  // namespace wyrmhall::rules::arena
