// How fast the rules are: random matches with the quick generator and with the auditable stream, as a real match rolls
// (a link checked, revealed and mixed in with every action), and the pieces that those are made of.
//
//   rules_bench [SECONDS [WORD]]     each line is measured for that long (default 1); rates are per second of processor
//                                    time; with a word, only the lines that have it
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/dice/chain.h"
#include "rules/dice/fair_stream.h"
#include "rules/dice/fast_dice.h"
#include "rules/dice/sha256.h"
#include "rules/search/greedy_bot.h"
#include "rules/search/random_bot.h"
#include "tests/support/all_games.h"

namespace {

using namespace wyrmhall;
using namespace wyrmhall::rules;
using Duel = duel::Game;

// Keeps results from being optimised away.
volatile std::uint64_t sink = 0;

// Only lines that have this are measured.
std::string_view wanted;

double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// Calls `once` in batches until the time is up; it returns how many units of work that was.
template <class Once>
void measure(std::string_view what, const char* unit, double seconds, Once&& once) {
  if (!what.contains(wanted)) return;
  std::uint64_t done = 0;
  const double begin = processor_seconds();
  double elapsed = 0;
  while (elapsed < seconds) {
    for (int i = 0; i < 100; ++i) done += once();
    elapsed = processor_seconds() - begin;
  }
  const double rate = static_cast<double>(done) / elapsed;
  std::printf("%-52s %12.0f %s/s  %9.1f ns\n", std::string(what).c_str(), rate, unit, 1e9 / rate);
}

duel::Options duel_options(bool preset) {
  duel::Options options;
  if (preset) options.dragons = {{1, 2}};
  return options;
}

hunt::Options five_seats() {
  hunt::Options options;
  options.heroes.clear();
  for (int i = 0; i < hunt::kMaxHeroes; ++i) options.heroes.push_back({.seat = i, .of = static_cast<hunt::Class>(i)});
  return options;
}

// A match to its end, each decision drawn evenly; before(seat) is called ahead of each action.
template <Game G, class D, class Before>
void random_match(const typename G::Options& options, D& dice, FastDice& choice, Before&& before) {
  auto started = start<G>(options, newest_version<G>(), dice);
  typename G::State& state = *started;
  for (SeatSet waiting = G::waiting_on(state); !waiting.empty(); waiting = G::waiting_on(state)) {
    const auto seat = static_cast<Seat>(std::countr_zero(waiting.bits()));
    const auto action = random_choice<G>(state, seat, choice.bits());
    before(seat);
    (void)apply<G>(state, seat, *action, dice);
  }
  sink = sink + G::outcome(state)->winners.bits();
}

template <Game G>
void measure_random(const std::string& what, const typename G::Options& options, double seconds, FastDice& choice) {
  FastDice dice(2);
  measure(what, "matches", seconds, [&] {
    random_match<G>(options, dice, choice, [](Seat /*seat*/) {});
    return 1U;
  });
}

void measure_arena_duels(double seconds, FastDice& choice) {
  arena::Options options;
  options.max_duels = 1;
  for (const bool master : {false, true}) {
    options.master = master;
    for (std::size_t placement = 0; placement < arena::kPlacementNames.size(); ++placement) {
      options.placement = static_cast<arena::Placement>(placement);
      const std::string name(arena::kPlacementNames[placement]);
      measure_random<arena::Game>("random arena duels, " + name + (master ? ", powers" : ""), options, seconds, choice);
    }
  }
}

// The links of both seats in the order of play. A match takes far fewer actions than this.
constexpr int kLinks = 256;
struct Chains {
  std::array<std::array<Link, kLinks + 1>, 2> links;
  Chains() {
    for (std::size_t seat = 0; seat < 2; ++seat) {
      links[seat][kLinks] = {static_cast<std::uint8_t>(seat + 1)};
      for (std::size_t k = kLinks; k > 0; --k) links[seat][k - 1] = link(links[seat][k]);
    }
  }
};

void auditable_match(const duel::Options& options, const Chains& chains, std::uint64_t number, FastDice& choice) {
  ServerSeed seed{};
  for (std::size_t i = 0; i < 8; ++i) seed[i] = static_cast<std::uint8_t>(number >> (8 * i));
  const std::array<std::optional<Link>, 2> roots = {chains.links[0][0], chains.links[1][0]};
  FairStream dice(seed, MatchIdBytes{}, roots);
  std::array<std::size_t, 2> next = {1, 1};
  random_match<Duel>(options, dice, choice, [&](Seat seat) {
    const std::size_t k = next[seat]++;
    if (!follows(chains.links[seat][k - 1], chains.links[seat][k])) std::abort();
    dice.reveal(seat, chains.links[seat][k]);
  });
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::strtod(argv[1], nullptr) : 1;
  if (argc > 2) wanted = argv[2];
  FastDice choice(1);
  std::printf("SHA-256 by %s\n", sha256_path() == Sha256Path::instructions ? "instructions" : "portable code");

  tests::for_each_game([&]<Game G> {
    const std::string name(G::code_name);
    measure_random<G>("random matches of " + name + ", quick dice", {}, seconds, choice);
  });
  measure_random<Duel>("random duels, quick dice, dragons preset", duel_options(true), seconds, choice);
  measure_arena_duels(seconds, choice);
  measure_random<hunt::Game>("random hunts, quick dice, five seats", five_seats(), seconds, choice);
  const Chains chains;
  std::uint64_t number = 0;
  for (const bool preset : {true, false}) {
    const duel::Options options = duel_options(preset);
    measure(preset ? "random duels, auditable dice, dragons preset"
                   : "random duels, auditable dice, dragons chosen in play",
            "duels", seconds, [&] {
              auditable_match(options, chains, number++, choice);
              return 1U;
            });
  }

  const std::array<std::optional<Link>, 2> roots = {chains.links[0][0], chains.links[1][0]};
  FairStream stream({}, {}, roots);
  measure("three auditable dice, no mixing", "times", seconds, [&] {
    sink = sink + static_cast<unsigned>(stream.roll(8) + stream.roll(10) + stream.roll(10));
    return 1U;
  });
  measure("a link checked, revealed, mixed, three dice", "times", seconds, [&] {
    const std::size_t k = 1 + (number++ % kLinks);
    if (!follows(chains.links[0][k - 1], chains.links[0][k])) std::abort();
    stream.reveal(0, chains.links[0][k]);
    sink = sink + static_cast<unsigned>(stream.roll(8) + stream.roll(10) + stream.roll(10));
    return 1U;
  });

  FastDice dice(3);
  const duel::State state = start<Duel>(duel_options(true), newest_version<Duel>(), dice).value();
  measure("a greedy decision with all three attacks to weigh", "decisions", seconds / 100, [&] {
    sink = sink + greedy_choice<Duel>(state, state.seat, 1)->target;
    return 1U;
  });
  return 0;
}
