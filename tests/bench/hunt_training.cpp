// Teaches the net of Dice & Dragons' bots (rules/hunt/value.h) by letting them hunt, and prints it as
// rules/hunt/net.cpp.
//
//   hunt_training [--hunts N] [--seed N] >net.cpp
//
// Every turn is planned with what the net knows so far. The net then learns to foresee, of each state before and after
// an activation, a mean of what the plan of the next turn sees and of what the later ones see (TD(lambda)), down to how
// the hunt ended. Bands are of one to five heroes, of all classes and levels, with and without items; some dragons have
// more or fewer hit points than theirs.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "rules/hunt/rules.h"
#include "rules/hunt/thinking.h"
#include "rules/hunt/turn.h"
#include "rules/search/random_bot.h"
#include "tests/bench/hunt_bands.h"
#include "tests/bench/hunt_teacher.h"

namespace {

using namespace wyrmhall::rules;
using namespace wyrmhall::rules::hunt;
using Hunt = hunt::Game;

constexpr float kRate = 2e-3F;
constexpr float kLastRate = 0.03F;  // of the first
constexpr int kStepsAHunt = 6;

bool one_in(FastDice& dice, std::uint64_t n) {
  return dice.below(n) == 0;
}

HeroOption some_custom_hero(int seat, FastDice& dice) {
  HeroOption hero{.seat = seat, .of = Class::custom, .symbol = static_cast<Symbol>(dice.below(kClassSymbols))};
  hero.hpMax = kCustomHp + static_cast<int>(dice.below(kDice + 1));  // N2, roughly
  hero.baseAc = *hero.hpMax <= kCustomAcUpTo ? 1 : 0;
  hero.skills.emplace();
  bool struck = false;
  while (hero.skills->size() < kCustomSkills) {
    const auto skill = static_cast<Skill>(dice.below(kOwnSkills));
    const SkillData& data = data_of(skill);
    const auto has = [&](const HeroSkill& each) { return each.id == skill; };
    if (data.learnt || (data.strike && struck) || std::ranges::any_of(*hero.skills, has)) continue;
    struck = struck || data.strike;
    hero.skills->push_back({.id = skill});
  }
  return hero;
}

Options some_options(FastDice& dice) {
  constexpr std::array kHeroes = {1, 2, 2, 2, 3, 3, 3, 4, 4, 5};
  Options options;
  const int heroes = kHeroes[dice.below(kHeroes.size())];
  const auto all = parties(heroes);
  options.heroes.clear();
  for (const Class of : all[dice.below(all.size())]) {
    const int seat = static_cast<int>(options.heroes.size());
    options.heroes.push_back(one_in(dice, 8) ? some_custom_hero(seat, dice) : HeroOption{.seat = seat, .of = of});
  }
  options.chapter = dice.roll(kChapters);
  const int rank = (options.chapter + 1) / 2;
  const int level = one_in(dice, 4) ? dice.roll(kMaxLevel) : rank;
  raise(options, level, dice, [&](const State& state, Seat seat) {
    if (one_in(dice, 3)) return *hunt::decide(state, seat, Level::hard, dice.bits());
    while (true) {
      const Action action = *random_choice<Hunt>(state, seat, dice.bits());
      if (action.kind == ActionKind::improve || action.kind == ActionKind::learn) return action;
    }
  });
  for (HeroOption& hero : options.heroes) {
    if (!one_in(dice, 3)) continue;
    hero.items.emplace();
    for (std::uint64_t left = 1 + dice.below(kMaxItems); left > 0; --left) {
      hero.items->push_back(static_cast<Item>(dice.below(kItems.size())));
    }
  }
  if (one_in(dice, 4)) {
    options.dragonHp.emplace();
    for (int dragon = 0; dragon < dragons_for(heroes); ++dragon) {
      const auto size = static_cast<std::size_t>(heroes < 4 ? heroes : 2);
      const int usual = data_of(kChapterDragons[static_cast<std::size_t>(options.chapter) - 1][0]).hp[size - 1];
      options.dragonHp->push_back(std::max(1, usual * (30 + static_cast<int>(dice.below(110))) / 100));
    }
  }
  if (one_in(dice, 10)) options.roundLimit = 5 + static_cast<int>(dice.below(8));
  return options;
}

// A position of a hunt: what was seen there, and what the plan of the next turn made of it.
struct Position {
  std::vector<State> seen;
  float planned = 0;
};

bool is_on(const State& state) {
  const auto stands = [](const Hero& hero) { return hero.inHunt && hero.hp > 0; };
  return state.phase < Phase::village && std::ranges::any_of(state.dragons, &Dragon::alive) &&
         std::ranges::any_of(state.heroes, stands);
}

// One hunt; whether it was won.
bool play(const Options& options, const Thinking& thinking, FastDice& dice, std::vector<Position>& positions) {
  State state = wyrmhall::rules::start<Hunt>(options, 1, dice).value();  // in which nobody can call for flight
  std::optional<HuntEnd> report;
  const auto listen = [&](const Event& event) {
    if (const auto* end = std::get_if<HuntEnd>(&event)) report = *end;
  };
  NoSink nobody;
  while (!report) {
    const SeatSet waiting = seats_to_decide(state);
    Seat seat = 0;
    while (!waiting.contains(seat)) ++seat;
    if (state.phase == Phase::turn && state.turn->rolls == 0 && is_on(state)) {
      const double worth = TurnThinker(state, state.turn->hero, thinking, dice).worth_of_turn();
      positions.push_back({.seen = {state}, .planned = static_cast<float>(std::clamp(worth / 100, 0.0, 1.0))});
    }
    Action action{.kind = ActionKind::flee, .yes = false};
    if (state.phase != Phase::flee) action = decide_as(state, seat, thinking, dice);
    if (action.kind == ActionKind::skill || action.kind == ActionKind::general || action.kind == ActionKind::fail) {
      State after = state;
      activate(after, action, nobody);
      if (is_on(after)) positions.back().seen.push_back(after);
    }
    if (wyrmhall::rules::apply<Hunt>(state, seat, action, dice, listen)) std::abort();
  }
  return report->outcome == HuntOutcome::victory;
}

void remember(Teacher& teacher, const std::vector<Position>& positions, bool won, float lambda) {
  float target = won ? 1 : 0;
  for (std::size_t i = positions.size(); i-- > 0;) {
    const Position& position = positions[i];
    for (std::size_t seen = 1; seen < position.seen.size(); ++seen) teacher.remember({position.seen[seen], target});
    target = (lambda * target) + ((1 - lambda) * position.planned);
    if (i % 4 == 0) teacher.remember({position.seen[0], target});
  }
}

void print(Net& net) {
  std::printf(
      "// Made by tests/bench/hunt_training.cpp.\n#include <array>\n#include <cstddef>\n#include <cstdint>\n\n"
      "#include \"rules/hunt/value.h\"\n\nnamespace wyrmhall::rules::hunt {\nnamespace {\n\n");
  print_numbers(net);
  std::printf(
      "\nconstexpr Net unpacked() {\n  constexpr float kUnit = 1e-3F;\n  Net net;\n  std::size_t at = 0;\n"
      "  const auto take = [&](auto& layer) {\n    for (float& number : layer) number = kUnit * "
      "static_cast<float>(kNumbers[at++]);\n  };\n"
      "  for (Net::HeroLayer& layer : net.heroes) take(layer);\n  take(net.hero_bias);\n"
      "  for (Net::Layer& layer : net.first) take(layer);\n  take(net.bias);\n  take(net.second);\n"
      "  net.offset = kUnit * static_cast<float>(kNumbers[at]);\n  return net;\n}\n\n}  // namespace\n\n"
      "const Net& learnt_net() {\n  static constexpr Net kNet = unpacked();\n  return kNet;\n}\n\n"
      "}  // namespace wyrmhall::rules::hunt\n");
}

void begin(Net& net, FastDice& dice) {
  const auto any = [&](float most) { return most * ((static_cast<float>(dice.below(2001)) / 1000) - 1); };
  for (float& number : numbers_of(net)) number = 0;
  for (auto& layer : net.heroes) {
    for (float& number : layer) number = any(0.3F);
  }
  for (auto& layer : net.first) {
    for (float& number : layer) number = any(0.2F);
  }
  for (float& number : net.second) number = any(0.3F);
}

}  // namespace

int main(int argc, char** argv) {
  int hunts = 45'000;
  std::uint64_t seed = 1;
  CLI::App app("Teaches the net of Dice & Dragons' bots");
  app.add_option("--hunts", hunts)->capture_default_str();
  app.add_option("--seed", seed)->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  constexpr int kTold = 1000;
  FastDice dice(seed);
  Net net;
  begin(net, dice);
  Teacher teacher(net);
  int won = 0;
  for (int hunt = 0; hunt < hunts; ++hunt) {
    const float done = static_cast<float>(hunt) / static_cast<float>(hunts);
    const float lambda = done < 0.1F ? 0.9F : 0.6F;
    Thinking thinking{.net = &net, .noise = one_in(dice, 3) ? 0.2F : 0};
    std::vector<Position> positions;
    const bool victory = play(some_options(dice), thinking, dice, positions);
    won += victory ? 1 : 0;
    remember(teacher, positions, victory, lambda);
    teacher.learn(dice, kStepsAHunt, kRate * std::pow(kLastRate, done));
    if ((hunt + 1) % kTold == 0) {
      std::fprintf(stderr, "%d: won %.1f %%, loss %.4f\n", hunt + 1, 100.0 * won / kTold, teacher.loss());
      won = 0;
    }
  }
  print(net);
  return 0;
}
