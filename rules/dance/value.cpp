#include "rules/dance/value.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "rules/dance/flow.h"

namespace wyrmhall::rules::dance {
namespace {

// From how many rounds before the end the shares of life count.
constexpr int kNearLimit = 6;
// How much one share of life more is worth there, in logits.
constexpr float kShare = 8;

// The plain judgement, in logits: twice the life that is even to the other's, a card more, all dice ready against none.
// Nine lives of the knight are as good as twenty of the dragon.
constexpr float kPlainLife = 1.6F;
constexpr float kPlainCard = 0.12F;
constexpr float kPlainDice = 0.5F;
constexpr float kEvenLives = 20.0F / 9.0F;

float logistic(float x) {
  return 1 / (1 + std::exp(-x));
}

Chances split(float knight) {
  return {knight, 1 - knight};
}

// Whether the state waits for the dice of a Recuperate of this seat.
bool is_to_roll(const State& state, Seat seat) {
  return state.pending == Pending::recuperate && recuperates(state.seats[seat]);
}

void add_side(const State& state, Seat seat, float* inputs) {
  const Side& side = state.seats[seat];
  const std::size_t deck = seat == kKnight ? 0 : kDeckSize;
  for (std::size_t i = 0; i + 1 < kDeckSize; ++i) {
    *inputs++ = side.hand.contains(static_cast<Card>(deck + i)) ? 1 : 0;
  }
  if (is_to_roll(state, seat)) {
    std::fill_n(inputs, kFaces, static_cast<float>(dice_of(side.role)) / kFaces);
  } else {
    for (std::uint32_t ready = side.spent.unset(); ready != 0; ready &= ready - 1) {
      inputs[side.dice[static_cast<std::size_t>(std::countr_zero(ready))] - 1] += 1;
    }
  }
  inputs += kFaces;
  const auto life = static_cast<float>(side.life);
  inputs[0] = life / 10;
  inputs[1] = std::log2(life) / 3;
  inputs[2] = 1 / life;
}

// How many rounds are still to be played.
int rounds_left(const State& state) {
  return state.options.round_limit - state.round +
         (state.phase == Phase::die && state.pending == Pending::none ? 1 : 0);
}

std::optional<Result> decided(const State& state) {
  if (state.result) return state.result;
  if (both_live(state) && rounds_left(state) > 0) return std::nullopt;
  return result_of(state);
}

float share_logit(const State& state) {
  const auto share = [&](Seat seat) {
    return static_cast<float>(state.seats[seat].life) / static_cast<float>(full_life(state.options, seat));
  };
  return kShare * (share(kKnight) - share(kDragon));
}

Chances plain_chances(const State& state) {
  const auto& [knight, dragon] = state.seats;
  const auto ready = [&](Seat seat) {
    const Side& side = state.seats[seat];
    return static_cast<float>(std::popcount(side.spent.unset())) / static_cast<float>(dice_of(side.role));
  };
  const float lives = std::log2(static_cast<float>(knight.life) * kEvenLives / static_cast<float>(dragon.life));
  const float cards = static_cast<float>(knight.hand.size()) - static_cast<float>(dragon.hand.size());
  return split(
      logistic((kPlainLife * lives) + (kPlainCard * cards) + (kPlainDice * (ready(kKnight) - ready(kDragon)))));
}

}  // namespace

Inputs inputs_of(const State& state) {
  Inputs inputs{};
  add_side(state, kKnight, inputs.data());
  add_side(state, kDragon, inputs.data() + kSideInputs);
  inputs[2 * kSideInputs] = state.range == Range::close ? 1 : 0;
  return inputs;
}

Net::Layer hidden_of(const Net& net, const Inputs& inputs) {
  Net::Layer hidden = net.bias;
  for (std::size_t i = 0; i < kInputs; ++i) {
    if (inputs[i] == 0) continue;
    for (std::size_t h = 0; h < kHidden; ++h) hidden[h] += inputs[i] * net.first[i][h];
  }
  return hidden;
}

Chances chances_of(const Net& net, const Net::Layer& hidden) {
  Chances chances = net.offset;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    for (std::size_t h = 0; h < kHidden; ++h) chances[seat] += std::max(0.0F, hidden[h]) * net.second[seat][h];
  }
  const float most = std::max({chances[0], chances[1], 0.0F});
  float total = std::exp(-most);
  for (float& each : chances) total += each = std::exp(each - most);
  for (float& each : chances) each /= total;
  return chances;
}

Chances Judge::chances(const State& state) const {
  if (const auto result = decided(state)) {
    Chances chances{};
    if (result->winner != kNoSeat) chances[result->winner] = 1;
    return chances;
  }
  const Chances judged = net_ == nullptr ? plain_chances(state) : chances_of(*net_, hidden_of(*net_, inputs_of(state)));
  const int left = rounds_left(state);
  if (left >= kNearLimit) return judged;
  const float weight = static_cast<float>(left) / kNearLimit;
  const Chances by_shares = split(logistic(share_logit(state)));
  return {(weight * judged[0]) + ((1 - weight) * by_shares[0]), (weight * judged[1]) + ((1 - weight) * by_shares[1])};
}

}  // namespace wyrmhall::rules::dance
