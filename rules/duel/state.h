// The state of a Dragon Duel (D-4). Nothing in it is hidden from anybody. Trivially copyable, about a hundred bytes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <type_traits>

#include "rules/duel/action.h"
#include "rules/duel/options.h"
#include "rules/inline_vector.h"
#include "rules/seat.h"

namespace wyrmhall::rules::duel {

inline constexpr int kFullHealth = 20;  // D-1, D-3
inline constexpr int kFullEnergy = 4;   // D-3
inline constexpr int kMinEnergy = 1;    // D-3

// "None" for a dragon's index or a side.
inline constexpr std::uint8_t kNobody = 255;

enum class Phase : std::uint8_t { choose, act, over };
inline constexpr std::array<std::string_view, 3> kPhaseNames = {"choose", "act", "over"};

// What happens next without a decision. Only a search sees anything but `none`.
enum class Pending : std::uint8_t {
  none,
  first_roll,  // the contenders' next roll of d12 (D-8)
  enemy_die,   // the automatic actor's d4 (D-35)
  enemy_turn,  // what that d4 named, `enemy_action`
};
inline constexpr std::array<std::string_view, 4> kPendingNames = {"none", "first_roll", "enemy_die", "enemy_turn"};

// What the options come to once the match has started.
struct Setup {
  Mode mode = Mode::duel;
  bool fair = false;
  bool same_start = false;
  bool abilities = false;
  std::uint8_t dragons = 2;  // how many take part
  std::uint8_t sides = 2;
  std::uint8_t match_games = 1;
  std::uint16_t round_cap = 0;
  static constexpr Notes kCount = {.least = 2, .most = kMaxDragons};
  static constexpr auto kFields = fields(
      field("mode", &Setup::mode, {.names = kModeNames}), field("fair", &Setup::fair),
      field("same_start", &Setup::same_start, {.none = 0, .left_out = true}), field("abilities", &Setup::abilities),
      field("dragons", &Setup::dragons, kCount), field("sides", &Setup::sides, kCount),
      field("match_games", &Setup::match_games), field("round_cap", &Setup::round_cap));
  friend bool operator==(const Setup&, const Setup&) = default;
};

struct Dragon {
  std::uint8_t side = 0;
  Seat seat = kNoSeat;      // kNoSeat: an automatic enemy
  std::uint8_t dragon = 0;  // which of 1..8; 0 = not chosen yet
  std::uint8_t health = kFullHealth;
  std::uint8_t energy = kFullEnergy;
  std::uint8_t fell = 0;  // it was the n-th to die in this game, from 1; 0 = it did not
  static constexpr auto kFields = fields(field("side", &Dragon::side), field("seat", &Dragon::seat, {.none = kNoSeat}),
                                         field("dragon", &Dragon::dragon), field("health", &Dragon::health),
                                         field("energy", &Dragon::energy), field("fell", &Dragon::fell));
  friend bool operator==(const Dragon&, const Dragon&) = default;
};

struct State {
  Setup setup;
  Phase phase = Phase::choose;
  Pending pending = Pending::none;
  ActionKind enemy_action = ActionKind::wait;     // with Pending::enemy_turn
  std::uint8_t tries = 0;                         // rolls made so far, with Pending::first_roll and enemy_die
  std::uint8_t contenders = 0;                    // bits of those level for the first roll, with Pending::first_roll
  std::uint8_t game = 1;                          // 1..match_games
  std::uint16_t round = 0;                        // 0 before play, then 1.. in each game
  std::uint8_t first = kNobody;                   // who starts this game: a dragon's index, in a battle a team
  std::uint8_t pos = 0;                           // position in `order`
  std::uint8_t actor = kNobody;                   // the dragon that acts, or that is being chosen for
  Seat seat = kNoSeat;                            // who decides; kNoSeat when over or while something is pending
  std::uint8_t game_winner = kNobody;             // the side that won the last game
  std::uint8_t winner = kNobody;                  // the side that won the match; nobody in a draw (R-DUEL-24)
  std::uint8_t deaths = 0;                        // in this game
  std::uint8_t living = 0;                        // bits of the dragons in play with health left, kept here for speed
  InlineVector<std::uint8_t, kMaxDragons> order;  // this round's turns, by index
  std::array<std::uint8_t, kMaxDragons> wins{};   // games won by each side
  std::array<Dragon, kMaxDragons> dragons{};      // the first setup.dragons of them take part

  // `deaths` and `living` are not among the fields, since they can be worked out from the rest.
  static constexpr Notes kIndex = {.none = kNobody};
  static constexpr auto kFields =
      fields(field("setup", &State::setup), field("phase", &State::phase, {.names = kPhaseNames}),
             field("pending", &State::pending, {.names = kPendingNames}),
             field("enemy_deed", &State::enemy_action, {.names = kActionKindNames}), field("tries", &State::tries),
             field("contenders", &State::contenders), field("game", &State::game), field("round", &State::round),
             field("first", &State::first, kIndex), field("order", &State::order), field("pos", &State::pos),
             field("actor", &State::actor, kIndex), field("seat", &State::seat, {.none = kNoSeat}),
             field("game_winner", &State::game_winner, kIndex), field("winner", &State::winner, kIndex),
             field("wins", [](auto& state) { return std::span(state.wins).first(state.setup.sides); }),
             field("dragons", [](auto& state) { return std::span(state.dragons).first(state.setup.dragons); }));
  friend bool operator==(const State&, const State&) = default;
};

static_assert(std::is_trivially_copyable_v<State>);

constexpr bool alive(const Dragon& dragon) {
  return dragon.health > 0;
}

// What State::living must be. To be called by code that changes a dragon's health other than through the rules.
constexpr std::uint8_t living_of(const State& state) {
  unsigned set = 0;
  for (unsigned i = 0; i < state.setup.dragons; ++i) set |= alive(state.dragons[i]) ? 1U << i : 0U;
  return static_cast<std::uint8_t>(set);
}

}  // namespace wyrmhall::rules::duel
