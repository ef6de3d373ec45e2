// How often bots win hunts of Dice & Dragons: every party of that many classes in turn, against the dragons of each
// chapter in turn, heroes of the level that is the dragons' rank and without items. Prints how the hunts ended, with
// the interval that holds the true rate of victories in 95 of 100 such runs, and how long a decision took.
//
//   hunt_figures LEVEL HEROES [--hunts N] [--seed N] [--single]
//
// LEVEL is random, easy, normal or hard. Two heroes have one seat, more have one each. Hunts are the first of a
// campaign, which ends with a defeat; with --single nothing comes after them, so nobody has a reason to flee. Times are
// of the processor.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "rules/hunt/rules.h"
#include "rules/search/levels.h"
#include "rules/search/random_bot.h"
#include "tests/bench/hunt_bands.h"

namespace {

using namespace wyrmhall::rules;
using Hunt = hunt::Game;
using hunt::State;

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + (1e-9 * static_cast<double>(now.tv_nsec));
}

struct Settings {
  std::string level;
  int heroes = 2;
  int hunts = 2'000;
  std::uint64_t seed = 1;
  bool single = false;
};

struct Tally {
  std::map<hunt::HuntOutcome, int> ends;
  std::vector<int> rounds;
  int thoughts = 0;
  double seconds = 0;
  double longest = 0;
};

Seat first_waiting(SeatSet waiting) {
  return static_cast<Seat>(std::countr_zero(waiting.bits()));
}

std::optional<hunt::Action> choose(const Settings& settings, const State& state, Seat seat, std::uint64_t seed) {
  for (const ThinkingLevel& level : kThinkingLevels) {
    if (settings.level == level.name) return Hunt::decide(state, seat, level.level, seed);
  }
  return random_choice<Hunt>(state, seat, seed);
}

void play(const Settings& settings, const hunt::Options& options, FastDice& dice, Tally& tally) {
  State state = start<Hunt>(options, newest_version<Hunt>(), dice).value();
  std::optional<hunt::HuntEnd> report;
  const auto listen = [&](const hunt::Event& event) {
    if (const auto* end = std::get_if<hunt::HuntEnd>(&event)) report = *end;
  };
  while (!report) {
    const Seat seat = first_waiting(Hunt::waiting_on(state));
    const double begun = processor_seconds();
    const auto action = choose(settings, state, seat, dice.bits());
    const double took = processor_seconds() - begun;
    ++tally.thoughts;
    tally.seconds += took;
    tally.longest = std::max(tally.longest, took);
    if (apply<Hunt>(state, seat, action.value(), dice, listen)) throw std::runtime_error("a bot's choice is not legal");
  }
  ++tally.ends[report->outcome];
  tally.rounds.push_back(report->rounds);
}

void run(const Settings& settings) {
  const auto all = hunt::parties(settings.heroes);
  Tally tally;
  std::array<std::array<int, 2>, hunt::kMaxLevel + 1> by_rank{};
  for (int i = 0; i < settings.hunts; ++i) {
    FastDice dice((settings.seed + static_cast<std::uint64_t>(i)) * 0x9e3779b97f4a7c15);
    hunt::Options options;
    options.heroes.clear();
    for (const hunt::Class of : all[static_cast<std::size_t>(i) % all.size()]) {
      const int seat = settings.heroes == 2 ? 0 : static_cast<int>(options.heroes.size());
      options.heroes.push_back({.seat = seat, .of = of});
    }
    options.chapter = 1 + ((i / static_cast<int>(all.size())) % hunt::kChapters);
    options.campaign = !settings.single;
    const int rank = (options.chapter + 1) / 2;
    hunt::raise(options, rank, dice,
                [&](const State& state, Seat seat) { return *hunt::decide(state, seat, Level::hard, dice.bits()); });
    const int won = tally.ends[hunt::HuntOutcome::victory];
    play(settings, options, dice, tally);
    auto& [hunts, wins] = by_rank[static_cast<std::size_t>(rank)];
    ++hunts;
    wins += tally.ends[hunt::HuntOutcome::victory] - won;
  }
  constexpr double z = 1.96;
  const double n = settings.hunts;
  const double p = tally.ends[hunt::HuntOutcome::victory] / n;
  const double centre = (p + (z * z / (2 * n))) / (1 + (z * z / n));
  const double half = z * std::sqrt((p * (1 - p) / n) + (z * z / (4 * n * n))) / (1 + (z * z / n));
  const auto share = [&](hunt::HuntOutcome outcome) { return 100 * tally.ends[outcome] / n; };
  std::ranges::sort(tally.rounds);
  std::printf("%s, %d heroes, %d hunts%s from seed %llu\n", settings.level.c_str(), settings.heroes, settings.hunts,
              settings.single ? " with nothing to come" : "", static_cast<unsigned long long>(settings.seed));
  std::printf("  won %.1f %% (%.1f to %.1f), defeated %.1f %%, fled %.1f %%, escaped %.1f %%\n", 100 * p,
              100 * (centre - half), 100 * (centre + half), share(hunt::HuntOutcome::defeat),
              share(hunt::HuntOutcome::fled), share(hunt::HuntOutcome::escaped));
  std::printf("  won by rank:");
  for (std::size_t rank = 1; rank < by_rank.size(); ++rank) {
    std::printf(" %.0f %%", 100.0 * by_rank[rank][1] / std::max(1, by_rank[rank][0]));
  }
  std::printf("; rounds: half within %d, 9 in 10 within %d\n", tally.rounds[tally.rounds.size() / 2],
              tally.rounds[tally.rounds.size() * 9 / 10]);
  std::printf("  %.3f ms a decision, at most %.1f\n", 1000 * tally.seconds / tally.thoughts, 1000 * tally.longest);
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  CLI::App app("Bots on the hunt");
  app.add_option("level", settings.level, "How hard they think")
      ->required()
      ->check(CLI::IsMember({"random", "easy", "normal", "hard"}));
  app.add_option("heroes", settings.heroes, "How many")->required()->check(CLI::Range(1, 5));
  app.add_option("--hunts", settings.hunts, "How many")->check(CLI::Range(1, 1'000'000))->capture_default_str();
  app.add_option("--seed", settings.seed, "The same seed gives the same dice")->capture_default_str();
  app.add_flag("--single", settings.single, "Nothing comes after a hunt");
  CLI11_PARSE(app, argc, argv);
  try {
    run(settings);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
