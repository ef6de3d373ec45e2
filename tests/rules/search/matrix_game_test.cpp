// Games in which two choose at once: that both find their mixtures.
#include "rules/search/matrix_game.h"

#include <doctest/doctest.h>

#include <array>

#include "rules/dice/fast_dice.h"

using namespace wyrmhall::rules;

namespace {

constexpr int kRounds = 500;

MatrixGame zero_sum(const std::array<std::array<float, 3>, 3>& pays, std::size_t rows, std::size_t columns) {
  MatrixGame game(rows, columns);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      game.set(row, column, pays[row][column], -pays[row][column]);
    }
  }
  return game;
}

void check_close(float found, double right) {
  CHECK(found == doctest::Approx(right).epsilon(0.02));
}

}  // namespace

TEST_CASE("rock, paper, scissors: each as often, nothing gained") {
  const MatrixGame game = zero_sum({{{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}}}, 3, 3);
  const MixedStrategies found = match_regrets(game, kRounds);
  for (const ChoiceValues& odds : found.odds) {
    for (std::size_t i = 0; i < 3; ++i) check_close(odds[i], 1.0 / 3);
    CHECK(odds[3] == 0);
  }
  CHECK(std::abs(found.value[0]) < 0.01);
}

TEST_CASE("a game whose mixture is known") {
  const MatrixGame game = zero_sum({{{2, -1, 0}, {-1, 1, 0}, {}}}, 2, 2);
  const MixedStrategies found = match_regrets(game, kRounds);
  for (const ChoiceValues& odds : found.odds) {
    check_close(odds[0], 2.0 / 5);
    check_close(odds[1], 3.0 / 5);
  }
  check_close(found.value[0], 1.0 / 5);
  check_close(found.value[1], -1.0 / 5);
}

TEST_CASE("a choice that is worse against everything is not played at all") {
  const MatrixGame game = zero_sum({{{2, -1, 0}, {-1, 1, 0}, {-2, -3, 0}}}, 3, 2);
  const MixedStrategies found = match_regrets(game, kRounds);
  CHECK(found.odds[0][2] == 0);
  check_close(found.value[0], 1.0 / 5);
}

TEST_CASE("only one can choose") {
  MatrixGame game(1, 3);
  game.set(0, 0, 0.5F, 0.2F);
  game.set(0, 1, 0.1F, 0.7F);
  game.set(0, 2, 0.9F, 0.1F);
  const MixedStrategies found = match_regrets(game, kRounds);
  CHECK(found.odds[0][0] == 1);
  CHECK(found.odds[1][1] > 0.99F);
  check_close(found.value[1], 0.7);
}

TEST_CASE("in random games neither gains much by leaving") {
  FastDice dice(1);
  float most = 0;
  for (int i = 0; i < 200; ++i) {
    MatrixGame game(1 + dice.below(kMaxMatrix), 1 + dice.below(kMaxMatrix));
    for (std::size_t row = 0; row < game.players[0].own; ++row) {
      for (std::size_t column = 0; column < game.players[1].own; ++column) {
        const float pays = 0.01F * static_cast<float>(dice.below(101));
        game.set(row, column, pays, 1 - pays);
      }
    }
    const MixedStrategies found = match_regrets(game, kRounds);
    for (std::size_t player = 0; player < 2; ++player) {
      float sum = 0;
      for (const float odds : found.odds[player]) sum += odds;
      CHECK(sum == doctest::Approx(1));
      most = std::max(most, gain_of_best_reply(game, found, player));
    }
  }
  MESSAGE("at most " << most << " is gained");
  CHECK(most < 0.01F);
}

TEST_CASE("a loose reply plays what pays more more often") {
  const MatrixGame game = zero_sum({{{0.2F, 0.4F, 0}, {0.6F, 0.2F, 0}, {0.1F, 0.1F, 0}}}, 3, 2);
  const MixedStrategies found = reply_loosely(game, 10);
  CHECK(found.odds[0][1] / found.odds[0][0] == doctest::Approx(std::exp(1.0)));
  CHECK(found.odds[0][2] < found.odds[0][0]);
  CHECK(found.odds[0][3] == 0);
}

TEST_CASE("choices are drawn by their odds") {
  const ChoiceValues odds = {0.5F, 0, 0.25F, 0.25F};
  std::array<int, 4> drawn{};
  FastDice dice(1);
  constexpr int kDraws = 10'000;
  for (int i = 0; i < kDraws; ++i) ++drawn[draw(odds, 4, dice)];
  for (std::size_t i = 0; i < 4; ++i) CHECK(drawn[i] == doctest::Approx(odds[i] * kDraws).epsilon(0.05));
  CHECK(drawn[1] == 0);
}
