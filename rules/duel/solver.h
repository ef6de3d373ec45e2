// Dragon Duel with two dragons, solved: how likely each side is to win when both play perfectly, and what to do for it.
//
// The cap of the rounds (D-32) makes it finite, so it is solved backwards, from the last round to the one before: no
// search and no rounding but that of floating point. As more and more rounds are left the values settle, and from there
// on the same table serves any cap, and no cap.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "rules/duel/action.h"
#include "rules/duel/state.h"
#include "rules/duel/turn.h"

namespace wyrmhall::rules::duel {

// Values have settled when one more round changes none of them by more than this; at the latest after kMaxLayers.
inline constexpr double kSettled = 1e-12;
inline constexpr std::size_t kMaxLayers = 400;

// How good the start of a game is, by rounds left: all that is kept of a pair that is only being considered.
// openings[rounds - 1][first][fair] is how likely side 0 is to win when dragon `first` starts; the last entry also
// serves more rounds, and no cap.
using Openings = std::vector<std::array<std::array<double, 2>, 2>>;

// How likely side 0 is to win a match in which it has won `won` games and the other side `lost`, and dragon `first`
// starts the next (D-30, D-31).
double series_value(const Openings& openings, const Setup& setup, int won, int lost, std::size_t first);

// The two figures of a duel by dragon index; Figure::none for both where abilities are off.
using Pair = std::array<Figure, 2>;

class Solver {
 public:
  // Solves. Takes a tenth of a second or two, and keeps a hundred kilobytes for each of 35 to 65 layers.
  explicit Solver(Pair pair);

  // A match of Mode::duel in phase act or over, between this pair: how likely side 0 is to win it when both sides play
  // perfectly from here. May be called at once.
  [[nodiscard]] double value(const State& state) const;

  // The same when the seat that decides now takes this action, which must be legal.
  [[nodiscard]] double value_of(const State& state, const Action& action) const;

  [[nodiscard]] const Openings& openings() const { return openings_; }
  [[nodiscard]] std::size_t layers() const { return layers_.size(); }

 private:
  // Health and energy of both dragons, both alive.
  struct Stand {
    std::array<int, 2> health{};
    std::array<int, 2> energy{};
  };
  // What an attack can come to, whatever the healths are: they only bound what is lost.
  struct Blow {
    double odds = 0;
    int damage = 0;    // the target's
    int loss = 0;      // of health, the attacker's
    int attacker = 0;  // energy afterwards
    int target = 0;    // energy afterwards
  };
  using Blows = std::vector<Blow>;

  static constexpr std::size_t kEach = std::size_t{kFullHealth} * kFullEnergy;
  static constexpr std::size_t kStands = kEach * kEach;
  // The odds that side 0 wins, for each stand, when it is somebody's turn or a round is over.
  using Values = std::vector<double>;
  // At the start of a round, by who started the game.
  using Layer = std::array<Values, 2>;

  static std::size_t index(const Stand& stand);
  static Stand stand_at(std::size_t index);
  static Stand stand_of(const State& state);
  static std::size_t leader(const Stand& stand, std::size_t first);

  void find_blows();
  void find_gains();
  void find_openings();
  [[nodiscard]] Layer layer_before(const Layer* next) const;
  [[nodiscard]] std::size_t layer_number(const State& state) const;
  [[nodiscard]] const Blows& blows(std::size_t actor, int cost, int own, int others) const;

  // after(stand) is the value once the turn is over and both live.
  template <class After>
  double turn_value(const Stand& stand, std::size_t actor, int cost, After&& after) const;
  template <class After>
  double best_turn(const Stand& stand, std::size_t actor, After&& after) const;

  // `layer` is the number of the layer of the running round; 0 is the last round before the cap.
  [[nodiscard]] double round_over(const Stand& stand, std::size_t first, std::size_t layer) const;
  [[nodiscard]] double match_value(const State& state, double game) const;

  Pair pair_;
  std::array<std::array<std::array<std::array<Blows, kFullEnergy + 1>, kFullEnergy + 1>, 4>, 2> blows_;
  std::vector<std::uint16_t> gains_;   // by stand: the stand that the round's end makes of it (D-27, D-57)
  std::array<Values, 2> adjudicated_;  // by who started the game: how the cap decides it (D-32)
  std::vector<Layer> layers_;
  Openings openings_;
};

// --- The player ---

// Whether the perfect player can play this: a duel of two, in any number of games, with abilities or without.
constexpr bool is_solved(Mode mode) {
  return mode == Mode::duel;
}

// Where the perfect player gets its tables from: the solution of a pair, and its openings alone. Null: not available.
struct Solutions {
  std::function<std::shared_ptr<const Solver>(Pair)> solver;
  std::function<std::shared_ptr<const Openings>(Pair)> openings;
};

// The choice that loses nothing against perfect play; of several, the first. Nothing when the seat has none, or a table
// that is needed is not available now. The mode must be is_solved(). Where dragons are chosen and have abilities, the
// openings of all 28 pairs are asked for; otherwise one solution.
std::optional<Action> perfect_choice(const State& state, Seat seat, const Solutions& solutions);

}  // namespace wyrmhall::rules::duel
