#include "rules/duel/solver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "rules/dice/outcomes.h"
#include "rules/duel/flow.h"
#include "rules/duel/legal.h"
#include "rules/duel/table.h"
#include "rules/game.h"

namespace wyrmhall::rules::duel {
namespace {

constexpr int kWait = 0;  // the cost that stands for it

// A state of a duel between two figures, for asking the rules.
State make_state(Pair pair) {
  State state;
  state.setup = {.mode = Mode::duel, .abilities = true, .dragons = 2, .sides = 2, .match_games = 1};
  state.phase = Phase::act;
  for (std::size_t i = 0; i < 2; ++i) {
    state.dragons[i].side = static_cast<std::uint8_t>(i);
    state.dragons[i].dragon = static_cast<std::uint8_t>(pair[i]);
  }
  state.living = living_of(state);
  return state;
}

}  // namespace

// --- Stands ---

std::size_t Solver::index(const Stand& stand) {
  const auto one = [&](std::size_t i) {
    return (static_cast<std::size_t>(stand.health[i] - 1) * kFullEnergy) +
           static_cast<std::size_t>(stand.energy[i] - 1);
  };
  return (one(0) * kEach) + one(1);
}

Solver::Stand Solver::stand_at(std::size_t index) {
  const std::array<std::size_t, 2> each = {index / kEach, index % kEach};
  Stand stand;
  for (std::size_t i = 0; i < 2; ++i) {
    stand.health[i] = static_cast<int>(each[i] / kFullEnergy) + 1;
    stand.energy[i] = static_cast<int>(each[i] % kFullEnergy) + 1;
  }
  return stand;
}

Solver::Stand Solver::stand_of(const State& state) {
  Stand stand;
  for (std::size_t i = 0; i < 2; ++i) {
    stand.health[i] = state.dragons[i].health;
    stand.energy[i] = state.dragons[i].energy;
  }
  return stand;
}

// D-28: who takes the first turn of a round.
std::size_t Solver::leader(const Stand& stand, std::size_t first) {
  return stand.energy[1 - first] > stand.energy[first] ? 1 - first : first;
}

// --- What the rules say, asked once ---

void Solver::find_blows() {
  const State fresh = make_state(pair_);
  for (std::size_t actor = 0; actor < 2; ++actor) {
    for (int cost = 1; cost < kFullEnergy; ++cost) {
      for (int own = cost + 1; own <= kFullEnergy; ++own) {
        for (int others = kMinEnergy; others <= kFullEnergy; ++others) {
          State state = fresh;
          state.actor = static_cast<std::uint8_t>(actor);
          state.dragons[actor].energy = static_cast<std::uint8_t>(own);
          state.dragons[1 - actor].energy = static_cast<std::uint8_t>(others);
          std::map<std::tuple<int, int, int, int>, double> odds;
          walk_outcomes(std::numeric_limits<std::size_t>::max(), [&](OutcomeDice& dice) {
            State after = state;
            NoSink nobody;
            take_turn(after, static_cast<ActionKind>(cost), static_cast<unsigned>(1 - actor), dice, nobody);
            const Dragon& attacker = after.dragons[actor];
            const Dragon& target = after.dragons[1 - actor];
            odds[{kFullHealth - target.health, kFullHealth - attacker.health, attacker.energy, target.energy}] +=
                dice.weight();
          });
          Blows& list = blows_[actor][static_cast<std::size_t>(cost)][static_cast<std::size_t>(own)]
                              [static_cast<std::size_t>(others)];
          for (const auto& [what, weight] : odds) {
            const auto [damage, loss, attacker, target] = what;
            list.push_back({.odds = weight, .damage = damage, .loss = loss, .attacker = attacker, .target = target});
          }
        }
      }
    }
  }
}

void Solver::find_gains() {
  gains_.resize(kStands);
  for (auto& values : adjudicated_) values.resize(kStands);
  State state = make_state(pair_);
  for (std::size_t i = 0; i < kStands; ++i) {
    const Stand stand = stand_at(i);
    for (std::size_t d = 0; d < 2; ++d) {
      state.dragons[d].health = static_cast<std::uint8_t>(stand.health[d]);
      state.dragons[d].energy = static_cast<std::uint8_t>(stand.energy[d]);
    }
    for (std::uint8_t first = 0; first < 2; ++first) {
      state.first = first;
      adjudicated_[first][i] = adjudicate(state) == 0 ? 1 : 0;
    }
    State after = state;
    gain(after);
    gains_[i] = static_cast<std::uint16_t>(index(stand_of(after)));
  }
}

// --- Backwards ---

const Solver::Blows& Solver::blows(std::size_t actor, int cost, int own, int others) const {
  return blows_[actor][static_cast<std::size_t>(cost)][static_cast<std::size_t>(own)][static_cast<std::size_t>(others)];
}

template <class After>
double Solver::turn_value(const Stand& stand, std::size_t actor, int cost, After&& after) const {
  Stand next = stand;
  if (cost == kWait) {
    ++next.energy[actor];
    return after(next);
  }
  const std::size_t target = 1 - actor;
  double sum = 0;
  for (const Blow& blow : blows(actor, cost, stand.energy[actor], stand.energy[target])) {
    next.health[target] = stand.health[target] - blow.damage;
    next.health[actor] = stand.health[actor] - blow.loss;
    next.energy[target] = blow.target;
    next.energy[actor] = blow.attacker;
    if (next.health[target] <= 0) {
      sum += actor == 0 ? blow.odds : 0;
    } else if (next.health[actor] <= 0) {
      sum += actor == 0 ? 0 : blow.odds;
    } else {
      sum += blow.odds * after(next);
    }
  }
  return sum;
}

template <class After>
double Solver::best_turn(const Stand& stand, std::size_t actor, After&& after) const {
  double best = actor == 0 ? -1 : 2;
  const auto weigh = [&](int cost) {
    const double value = turn_value(stand, actor, cost, after);
    best = actor == 0 ? std::max(best, value) : std::min(best, value);
  };
  for (int cost = 1; cost < stand.energy[actor]; ++cost) weigh(cost);  // D-18
  if (stand.energy[actor] < kFullEnergy) weigh(kWait);
  return best;
}

// The round before those of `next`, or the last one before the cap.
Solver::Layer Solver::layer_before(const Layer* next) const {
  Layer layer;
  for (std::size_t first = 0; first < 2; ++first) {
    Values over = adjudicated_[first];
    if (next != nullptr) {
      for (std::size_t i = 0; i < kStands; ++i) over[i] = (*next)[first][gains_[i]];
    }
    const auto round_ends = [&](const Stand& stand) { return over[index(stand)]; };
    std::array<Values, 2> second;  // by who has the second turn
    for (std::size_t actor = 0; actor < 2; ++actor) {
      second[actor].resize(kStands);
      for (std::size_t i = 0; i < kStands; ++i) second[actor][i] = best_turn(stand_at(i), actor, round_ends);
    }
    layer[first].resize(kStands);
    for (std::size_t i = 0; i < kStands; ++i) {
      const Stand stand = stand_at(i);
      const std::size_t actor = leader(stand, first);
      const Values& then = second[1 - actor];
      layer[first][i] = best_turn(stand, actor, [&](const Stand& after) { return then[index(after)]; });
    }
  }
  return layer;
}

Solver::Solver(Pair pair) : pair_(pair) {
  find_blows();
  find_gains();
  layers_.push_back(layer_before(nullptr));
  while (layers_.size() < kMaxLayers) {
    layers_.push_back(layer_before(&layers_.back()));
    const Layer& now = layers_.back();
    const Layer& before = layers_[layers_.size() - 2];
    double change = 0;
    for (std::size_t first = 0; first < 2; ++first) {
      for (std::size_t i = 0; i < kStands; ++i) {
        change = std::max(change, std::abs(now[first][i] - before[first][i]));
      }
    }
    if (change <= kSettled) break;
  }
  find_openings();
}

void Solver::find_openings() {
  for (const Layer& layer : layers_) {
    auto& opening = openings_.emplace_back();
    for (std::size_t first = 0; first < 2; ++first) {
      Stand stand{.health = {kFullHealth, kFullHealth}, .energy = {kFullEnergy, kFullEnergy}};
      opening[first][0] = layer[first][index(stand)];
      stand.energy[1 - first] = kFullEnergy - 1;  // D-12
      opening[first][1] = layer[first][index(stand)];
    }
  }
}

// --- Questions ---

double series_value(const Openings& openings, const Setup& setup, int won, int lost, std::size_t first) {
  if (2 * won > setup.match_games) return 1;
  if (2 * lost > setup.match_games) return 0;
  const std::size_t rounds =
      setup.round_cap == 0 ? openings.size() : std::min<std::size_t>(openings.size(), setup.round_cap);
  const double game = openings[rounds - 1][first][setup.fair ? 1 : 0];
  return (game * series_value(openings, setup, won + 1, lost, 1 - first)) +
         ((1 - game) * series_value(openings, setup, won, lost + 1, 1 - first));
}

std::size_t Solver::layer_number(const State& state) const {
  const std::size_t settled = layers_.size() - 1;
  if (state.setup.round_cap == 0) return settled;
  return std::min<std::size_t>(settled, static_cast<std::size_t>(state.setup.round_cap - state.round));
}

double Solver::round_over(const Stand& stand, std::size_t first, std::size_t layer) const {
  const std::size_t at = index(stand);
  if (layer == 0) return adjudicated_[first][at];
  // Once settled, the next round is worth what this one is.
  const bool settled = layer + 1 == layers_.size();
  return layers_[settled ? layer : layer - 1][first][gains_[at]];
}

// `game` is how likely side 0 is to win the running game.
double Solver::match_value(const State& state, double game) const {
  const std::size_t next = 1U - state.first;
  return (game * series_value(openings_, state.setup, state.wins[0] + 1, state.wins[1], next)) +
         ((1 - game) * series_value(openings_, state.setup, state.wins[0], state.wins[1] + 1, next));
}

double Solver::value(const State& state) const {
  if (state.phase == Phase::over) return state.winner == 0 ? 1 : 0;
  const Stand stand = stand_of(state);
  const std::size_t layer = layer_number(state);
  if (state.pos == 0) return match_value(state, layers_[layer][state.first][index(stand)]);
  const auto over = [&](const Stand& after) { return round_over(after, state.first, layer); };
  return match_value(state, best_turn(stand, state.actor, over));
}

double Solver::value_of(const State& state, const Action& action) const {
  const std::size_t layer = layer_number(state);
  const auto over = [&](const Stand& after) { return round_over(after, state.first, layer); };
  const int cost = action.kind == ActionKind::wait ? kWait : cost_of(action.kind);
  const Stand stand = stand_of(state);
  if (state.pos != 0) return match_value(state, turn_value(stand, state.actor, cost, over));
  const std::size_t other = 1U - state.actor;
  const auto second = [&](const Stand& after) { return best_turn(after, other, over); };
  return match_value(state, turn_value(stand, state.actor, cost, second));
}

}  // namespace wyrmhall::rules::duel
