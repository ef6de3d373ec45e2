// A tournament: two bots play each other, each pair of matches with the same dice and the seats exchanged. Prints who
// won how often, with the interval that holds the true rate in 95 of 100 tournaments, and how long they thought.
//
//   tournament GAME BOT BOT [--matches N] [--seed N] [--options JSON] [--no-deadline]
//
// A bot is random, greedy (not dance), easy, normal, hard, perfect (duel of two), or mcts:PLAYOUTS:DEPTH:CURIOSITY to
// try others (not dance, not dragondice). Times are of the processor, so other programs do not blur them.
#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "rules/duel/solver.h"
#include "rules/search/greedy_bot.h"
#include "rules/search/levels.h"
#include "rules/search/random_bot.h"
#include "tests/support/all_games.h"
#include "tests/support/game_names.h"

namespace {

using namespace wyrmhall;
using namespace wyrmhall::rules;

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + (1e-9 * static_cast<double>(now.tv_nsec));
}

struct Settings {
  std::string game;
  std::array<std::string, 2> bots;
  int matches = 400;
  std::uint64_t seed = 1;
  std::string options = "{}";
  bool deadline = true;
};

struct Tally {
  double points = 0;  // a win is 1, a draw a half
  int thoughts = 0;   // decisions with more than one choice
  std::uint64_t playouts = 0;
  double seconds = 0;
  double longest = 0;
};

template <class G>
struct Choice {
  std::optional<typename G::Action> action;
  std::uint32_t playouts = 0;
};
template <class G>
using Bot = std::function<Choice<G>(const typename G::State&, Seat, std::uint64_t seed)>;

template <SearchableGame G>
Bot<G> search_bot(const SearchLimits& limits, int milliseconds) {
  return [limits, milliseconds](const typename G::State& state, Seat seat, std::uint64_t seed) {
    const double until = processor_seconds() + (milliseconds / 1000.0);
    const auto late = [&] { return milliseconds > 0 && processor_seconds() >= until; };
    const auto found = mcts_choice<G>(state, seat, seed, limits, late);
    return Choice<G>{found.action, found.playouts};
  };
}

Bot<duel::Game> perfect_bot() {
  const auto solver = std::make_shared<std::map<duel::Pair, std::shared_ptr<const duel::Solver>>>();
  const auto solve = [solver](duel::Pair pair) {
    auto& known = (*solver)[pair];
    if (!known) known = std::make_shared<duel::Solver>(pair);
    return known;
  };
  const duel::Solutions solutions{.solver = solve, .openings = [solve](duel::Pair pair) {
                                    const auto found = solve(pair);
                                    return std::shared_ptr<const duel::Openings>(found, &found->openings());
                                  }};
  return [solutions](const duel::State& state, Seat seat, std::uint64_t /*seed*/) {
    if (!duel::is_solved(state.setup.mode)) throw std::runtime_error("perfect plays the duel of two");
    return Choice<duel::Game>{duel::perfect_choice(state, seat, solutions), 0};
  };
}

// Easy, normal and hard.
template <class G>
Bot<G> thinking_bot(const ThinkingLevel& thinking, bool deadline) {
  if constexpr (StrategicGame<G>) {
    return [level = thinking.level](const auto& state, Seat seat, std::uint64_t seed) {
      return Choice<G>{G::decide(state, seat, level, seed), 0};
    };
  } else {
    return search_bot<G>(thinking.limits, deadline ? thinking.milliseconds : 0);
  }
}

template <class G>
Bot<G> bot(const std::string& name, bool deadline) {
  if (name == "random") {
    return [](const auto& state, Seat seat, std::uint64_t seed) {
      return Choice<G>{random_choice<G>(state, seat, seed), 0};
    };
  }
  if constexpr (ValuedGame<G>) {
    if (name == "greedy") {
      return [](const auto& state, Seat seat, std::uint64_t seed) {
        return Choice<G>{greedy_choice<G>(state, seat, seed), 0};
      };
    }
  }
  for (const ThinkingLevel& level : kThinkingLevels) {
    if (name == level.name) return thinking_bot<G>(level, deadline);
  }
  if constexpr (std::same_as<G, duel::Game>) {
    if (name == "perfect") return perfect_bot();
  }
  if constexpr (SearchableGame<G>) {
    SearchLimits limits;
    if (std::sscanf(name.c_str(), "mcts:%u:%d:%lf", &limits.playouts, &limits.depth, &limits.curiosity) >= 1) {
      return search_bot<G>(limits, 0);
    }
  }
  throw std::runtime_error("there is no bot " + name);
}

// One match; bots[side] decides for the sides (teams) of that parity.
template <class G>
typename G::State play(const typename G::Options& options, std::uint64_t seed, const std::array<Bot<G>*, 2>& bots,
                       const std::array<Tally*, 2>& tallies) {
  FastDice dice(seed);
  FastDice seeds(~seed);
  auto state = start<G>(options, newest_version<G>(), dice).value();
  typename G::ActionList list;
  while (!G::outcome(state)) {
    const auto seat = static_cast<Seat>(std::countr_zero(G::waiting_on(state).bits()));
    list.clear();
    G::choices(state, seat, list);
    const auto side = static_cast<std::size_t>(G::side_of(options, seat) % 2);
    const double begun = processor_seconds();
    const auto choice = (*bots[side])(G::conceal(state, Viewer{seat}), seat, seeds.bits());
    if (list.size() > 1) {
      Tally& tally = *tallies[side];
      const double took = processor_seconds() - begun;
      ++tally.thoughts;
      tally.playouts += choice.playouts;
      tally.seconds += took;
      tally.longest = std::max(tally.longest, took);
    }
    if (apply<G>(state, seat, choice.action.value(), dice)) throw std::runtime_error("a bot chose what is not legal");
  }
  return state;
}

// Wilson's interval.
void print(const std::string& name, const Tally& tally, double n) {
  constexpr double z = 1.96;
  const double p = tally.points / n;
  const double centre = (p + (z * z / (2 * n))) / (1 + (z * z / n));
  const double half = z * std::sqrt((p * (1 - p) / n) + (z * z / (4 * n * n))) / (1 + (z * z / n));
  std::printf("%-22s %5.1f %%  (%.1f to %.1f)   %8.3f ms a decision, at most %8.3f", name.c_str(), 100 * p,
              100 * (centre - half), 100 * (centre + half), 1000 * tally.seconds / tally.thoughts,
              1000 * tally.longest);
  if (tally.playouts > 0) {
    const auto playouts = static_cast<double>(tally.playouts);
    std::printf("   %.0f playouts a decision, %.0f a second", playouts / tally.thoughts, playouts / tally.seconds);
  }
  std::printf("\n");
}

// Whether all play for the same side, as they do in a hunt, or there is nobody else.
template <class G>
bool one_side(const typename G::Options& options) {
  int seat = 1;
  while (seat < G::seats(options) && G::side_of(options, static_cast<Seat>(seat)) == G::side_of(options, 0)) ++seat;
  return seat == G::seats(options);
}

template <class G>
void run(const Settings& settings) {
  const auto options = nlohmann::json::parse(settings.options).get<typename G::Options>();
  if (const auto fault = G::check(options)) throw std::runtime_error("options refused by " + std::string(fault->rule));
  if (one_side<G>(options)) throw std::runtime_error("all play for one side, so there is nobody to win against");
  std::array<Bot<G>, 2> bots = {bot<G>(settings.bots[0], settings.deadline),
                                bot<G>(settings.bots[1], settings.deadline)};
  std::array<Tally, 2> tallies;
  std::array<int, 3> ends{};  // won by side 0, by side 1, by neither
  for (int match = 0; match < settings.matches; ++match) {
    const std::uint64_t seed = settings.seed + static_cast<std::uint64_t>(match / 2);
    const std::size_t swap = match % 2 == 0 ? 0 : 1;
    const auto end = play<G>(options, seed * 0x9e3779b97f4a7c15, {&bots[swap], &bots[1 - swap]},
                             {&tallies[swap], &tallies[1 - swap]});
    const SeatSet winners = G::outcome(end)->winners;
    const bool level = winners.empty() || winners.size() == G::seats(options);
    if (level) {
      for (Tally& tally : tallies) tally.points += 0.5;
      ++ends[2];
    } else {
      const auto winner = static_cast<Seat>(std::countr_zero(winners.bits()));
      const auto side = static_cast<std::size_t>(G::side_of(options, winner) % 2);
      tallies[side ^ swap].points += 1;
      ++ends[side];
    }
  }
  std::printf("%s %s, %d matches from seed %llu\n", settings.game.c_str(), settings.options.c_str(), settings.matches,
              static_cast<unsigned long long>(settings.seed));
  for (std::size_t i = 0; i < 2; ++i) print(settings.bots[i], tallies[i], settings.matches);
  std::printf("side 0 won %d, side 1 %d, neither %d\n", ends[0], ends[1], ends[2]);
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  CLI::App app("Bots against each other");
  app.add_option("game", settings.game, "One in which there are two sides")
      ->required()
      ->check(CLI::IsMember(std::vector<std::string>(tests::kGameNames.begin(), tests::kGameNames.end())));
  app.add_option("first", settings.bots[0], "A bot")->required();
  app.add_option("second", settings.bots[1], "Another, or the same")->required();
  app.add_option("--matches", settings.matches, "How many; half of them with the seats exchanged")
      ->check(CLI::Range(2, 1'000'000))
      ->capture_default_str();
  app.add_option("--seed", settings.seed, "The same seed gives the same dice")->capture_default_str();
  app.add_option("--options", settings.options, "The options of the matches, as in a record")->capture_default_str();
  app.add_flag("--deadline,!--no-deadline", settings.deadline, "Whether easy, normal and hard stop at their time");
  CLI11_PARSE(app, argc, argv);
  try {
    tests::for_game(settings.game, [&]<Game G> { run<G>(settings); });
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
