// sim: runs the whole server against simulated clients, wires and disks, and says which promise did not hold.
#include <fmt/format.h>
#include <google/protobuf/stubs/logging.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "tests/sim/campaign.h"

namespace wyrmhall::sim {
namespace {

using Time = std::chrono::steady_clock;

struct Arguments {
  std::optional<std::uint64_t> seed;
  std::string seeds;
  double minutes = 0;
  std::int64_t seconds = 120;
  std::uint64_t sqlite_every = 20;
  bool counters = true;
  std::vector<std::string> expect;  // any of these
  bool quiet = false;
};

void print_failure(const Failure& failure, const RunSettings& settings) {
  fmt::print("seed {}: {}\nThe last events:\n{}To see it again: sim --seed {} --seconds {}{}\n", failure.seed,
             failure.what, failure.trace, failure.seed, settings.seconds,
             settings.on_sqlite ? " --sqlite-every 1" : " --sqlite-every 0");
}

void print_counters(const Counters& counters, double took) {
  fmt::print("\n");
  for (std::size_t i = 0; i < kSometimesNames.size(); ++i) {
    fmt::print("{:>12}  {}\n", counters.sometimes[i], kSometimesNames[i]);
  }
  for (const auto& [way, times] : counters.played) fmt::print("{:>12}  finished: {}\n", times, way);
  const double hours = static_cast<double>(counters.micros) * 1e-6 / 3600;
  fmt::print(
      "\n{} runs, {} matches finished, {} moves, {} commands, {} frames, {} crashes, {} inputs of the core,\n"
      "{} views compared with the log's fold\n"
      "{:.1f} hours of virtual time, {:.1f} hours of matches, in {:.1f} s ({:.1f} s of processor): {:.0f} times real "
      "time\n",
      counters.runs, counters.matches, counters.moves, counters.commands, counters.frames, counters.crashes,
      counters.steps, counters.views, hours, static_cast<double>(counters.match_micros) * 1e-6 / 3600, took,
      static_cast<double>(std::clock()) / CLOCKS_PER_SEC, hours * 3600 / took);
}

// FIRST..LAST, both included.
std::optional<std::pair<std::uint64_t, std::uint64_t>> parse_range(const std::string& text) {
  const auto dots = text.find("..");
  if (dots == std::string::npos) return std::nullopt;
  try {
    return std::pair(std::stoull(text.substr(0, dots)), std::stoull(text.substr(dots + 2)));
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

int run_all(const Arguments& arguments) {
  std::uint64_t first = 1;
  std::uint64_t last = 200;
  const bool timed = arguments.minutes > 0;
  if (arguments.seed) {
    first = last = *arguments.seed;
  } else if (!arguments.seeds.empty()) {
    const auto range = parse_range(arguments.seeds);
    if (!range || range->second < range->first) {
      fmt::print(stderr, "«{}» is no range of seeds; write for example 1..1000\n", arguments.seeds);
      return 2;
    }
    std::tie(first, last) = *range;
  } else if (timed) {
    first = std::random_device()();
    last = ~0ULL;
    fmt::print("Fresh seeds, from {} on\n", first);
  }
  Counters counters;
  std::optional<Failure> failure;
  const auto begun = Time::now();
  const auto took = [&] { return std::chrono::duration<double>(Time::now() - begun).count(); };
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const RunSettings settings{.on_sqlite = arguments.sqlite_every != 0 && seed % arguments.sqlite_every == 0,
                               .seconds = arguments.seconds};
    const RunResult result = run(seed, settings);
    counters.add(result.counters);
    if (arguments.seed) fmt::print("seed {}: trace {:016x}\n", seed, result.trace_hash);
    if (result.failure) {
      failure = result.failure;
      print_failure(*failure, settings);
      break;
    }
    if (timed && took() > arguments.minutes * 60) break;
    std::fflush(stdout);
  }
  if (!arguments.quiet) print_counters(counters, took());
  if (!arguments.expect.empty()) {
    // A server that is broken on purpose: it must be found out, by the checker that is for it.
    const bool right = failure && std::ranges::find(arguments.expect, failure->checker) != arguments.expect.end();
    fmt::print("{}: the broken server {}\n", right ? "passed" : "FAILED",
               failure ? "was caught by «" + failure->checker + "»" : std::string("was not caught"));
    return right ? 0 : 1;
  }
  if (failure) return 1;
  int missing = 0;
  if (!arguments.seed && arguments.counters) {
    for (const std::string& what : counters.missing()) {
      fmt::print("never seen: {}\n", what);
      ++missing;
    }
  }
  fmt::print("{} runs without a violation{}\n", counters.runs,
             missing == 0 ? "" : ", but a fault that never happens tests nothing");
  return missing == 0 ? 0 : 1;
}

}  // namespace
}  // namespace wyrmhall::sim

int main(int argc, char** argv) {
  wyrmhall::sim::Arguments arguments;
  CLI::App app(
      "Runs the whole server, as it is, against simulated clients, wires and disks on virtual time, lets everything "
      "go\n"
      "wrong that can, and checks the server's promises after every step (docs/reliability.md).\n");
  app.add_option("--seed", arguments.seed, "one run; prints the hash of its trace");
  app.add_option("--seeds", arguments.seeds, "runs FIRST..LAST (default 1..200)");
  app.add_option("--minutes", arguments.minutes, "stop after so long; without --seeds, fresh seeds each time");
  app.add_option("--seconds", arguments.seconds,
                 "of virtual time with faults in each run, before all is played to its end")
      ->capture_default_str();
  app.add_option("--sqlite-every", arguments.sqlite_every,
                 "each so many seeds with the real database behind the disk; 0: never, 1: always")
      ->capture_default_str();
  app.add_option("--expect", arguments.expect, "pass only if this checker finds a violation; or one of several");
  app.add_flag("!--any-counters", arguments.counters, "do not fail when something of what must be seen was not");
  app.add_flag("--quiet", arguments.quiet, "no counters");
  CLI11_PARSE(app, argc, argv);
  google::protobuf::SetLogHandler(nullptr);  // it would report each malformed frame
  return wyrmhall::sim::run_all(arguments);
}
