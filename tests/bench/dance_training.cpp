// Teaches the net of Dragon Dance's bots (rules/dance/value.h) by letting it play against itself, and prints it as
// rules/dance/net.cpp.
//
//   dance_training [--games N] [--seed N] >net.cpp
//
// Every round is solved with what the net knows so far. The net then learns to foresee, of each state between two
// rounds, a mean of the solved value of the next round and of those after it (TD(lambda)), down to how the match ended.
// A quarter of the matches begins with other lives, so that it can judge those too.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "rules/dance/rules.h"
#include "rules/dance/strategy.h"
#include "tests/bench/dance_teacher.h"

namespace {

using namespace wyrmhall::rules;
using namespace wyrmhall::rules::dance;

constexpr Solving kQuick = {.rounds = 60, .steepness = 0};
constexpr float kRate = 2e-3F;
constexpr float kLastRate = 0.03F;  // of the first
constexpr int kExplored = 60;       // one choice in this many is any

Options some_options(FastDice& dice) {
  Options options;
  if (dice.below(4) != 0) return options;
  options.round_limit = kRoundLimit.most;
  options.knight_life = dice.roll(20);
  const double even = options.knight_life * 20 / 9.0;
  options.dragon_life = std::clamp(static_cast<int>(even * (0.5 + (0.01 * dice.roll(100)))), 1, kDragonLife.most);
  return options;
}

Action pick(const Solution& solution, Seat seat, FastDice& dice) {
  const ActionList& choices = solution.choices[seat];
  if (dice.below(kExplored) == 0) return choices[dice.below(choices.size())];
  return choices[draw(solution.strategies.odds[seat], choices.size(), dice)];
}

// One match against itself.
std::vector<Position> play(const Net& net, FastDice& dice, Chances& end, int& rounds) {
  RoundSolver solver(Judge(net), kQuick);
  State state = wyrmhall::rules::start<dance::Game>(some_options(dice), 1, dice).value();
  std::vector<Position> positions;
  NoSink sink;
  positions.emplace_back();
  while (state.phase != Phase::over) {
    if (state.phase == Phase::die) positions.back().seen.push_back(inputs_of(state));
    if (state.phase == Phase::combo) {
      carry_out(state, kKnight, solver.follow_up(state).action, sink);
    } else {
      const Solution solution = solver.solve(state);
      if (state.phase == Phase::die) {
        positions.back().solved = solution.strategies.value;
        positions.emplace_back();
      }
      for (const Seat seat : {kKnight, kDragon}) carry_out(state, seat, pick(solution, seat, dice), sink);
    }
    if (state.pending != Pending::none && both_live(state)) positions.back().seen.push_back(inputs_of(state));
    wyrmhall::rules::settle<dance::Game>(state, dice, sink);
  }
  rounds = state.round;
  positions.pop_back();
  end = {};
  if (state.result->winner != kNoSeat) end[state.result->winner] = 1;
  return positions;
}

void print(Net& net) {
  std::printf(
      "// Made by tests/bench/dance_training.cpp.\n#include <algorithm>\n#include <array>\n#include <cstddef>\n"
      "#include <cstdint>\n\n#include \"rules/dance/value.h\"\n\nnamespace wyrmhall::rules::dance {\nnamespace {\n\n");
  print_numbers(net);
  std::printf(
      "\nconstexpr Net unpacked() {\n  constexpr float kUnit = 1e-3F;\n  Net net;\n  std::size_t at = 0;\n"
      "  const auto take = [&](auto& layer) {\n    for (float& number : layer) number = kUnit * "
      "static_cast<float>(kNumbers[at++]);\n  };\n"
      "  for (Net::Layer& layer : net.first) take(layer);\n  take(net.bias);\n"
      "  for (Net::Layer& layer : net.second) take(layer);\n  take(net.offset);\n  return net;\n}\n\n}  // "
      "namespace\n\n"
      "const Net& learnt_net() {\n  static constexpr Net kNet = unpacked();\n  return kNet;\n}\n\n"
      "}  // namespace wyrmhall::rules::dance\n");
}

}  // namespace

int main(int argc, char** argv) {
  int games = 40'000;
  std::uint64_t seed = 1;
  CLI::App app("Teaches the net of Dragon Dance's bots");
  app.add_option("--games", games)->capture_default_str();
  app.add_option("--seed", seed)->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  FastDice dice(seed);
  Net net;
  for (float& number : numbers_of(net)) number = 0.3F * ((static_cast<float>(dice.below(2001)) / 1000) - 1);
  Teacher teacher(net);
  std::array<double, 3> told{};
  for (int game = 0; game < games; ++game) {
    const float done = static_cast<float>(game) / static_cast<float>(games);
    const float lambda = done < 0.1F ? 0.9F : 0.5F;
    Chances end{};
    int rounds = 0;
    const std::vector<Position> positions = play(net, dice, end, rounds);
    told[0] += end[0];
    told[1] += end[1];
    told[2] += rounds;
    remember(teacher, positions, end, lambda);
    teacher.learn(dice, kRate * std::pow(kLastRate, done));
    if ((game + 1) % 1000 == 0) {
      std::fprintf(stderr, "%d: knight %.1f %%, dragon %.1f %%, %.1f rounds\n", game + 1, told[0] / 10, told[1] / 10,
                   told[2] / 1000);
      told = {};
    }
  }
  print(net);
  return 0;
}
