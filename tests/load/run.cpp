#include "tests/load/run.h"

#include <sys/resource.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/load/bare_player.h"
#include "tests/load/guest.h"
#include "tests/load/match_pair.h"
#include "tests/load/newcomers.h"
#include "tests/load/returner.h"
#include "tests/load/server_process.h"
#include "tests/load/token_file.h"

namespace wyrmhall::load {
namespace {

// Parties that connect at the same time: fewer than a listener's backlog holds.
constexpr std::size_t kConnectingAtOnce = 24;
// Parties after which memory is looked at for the first time: what a server needs once and for all, such as the pages
// of its code, should not be laid on the connections.
constexpr std::size_t kFirstParties = 16;
// How often the loop looks up from the connections.
constexpr std::chrono::milliseconds kGlance{50};

using Parties = std::vector<std::unique_ptr<Party>>;

void allow_many_descriptors() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

Parties parties_of(Setting& setting) {
  const LoadOptions& options = setting.options;
  Parties parties;
  if (!options.tokens_from.empty()) {
    for (const std::string& token : read_tokens(options.tokens_from)) {
      parties.push_back(std::make_unique<Returner>(setting, parties.size(), token));
    }
  }
  for (std::size_t i = 0; i < options.idle; ++i) parties.push_back(std::make_unique<Idler>(setting, i));
  for (std::size_t i = 0; i < options.matches; ++i) {
    if (options.bare) {
      parties.push_back(std::make_unique<BarePair>(setting, i));
    } else {
      parties.push_back(std::make_unique<MatchPair>(setting, i, options.mix[i % options.mix.size()]));
    }
  }
  return parties;
}

// Lets the loop go on for some time; ends early when something goes wrong.
void go_on(Setting& setting, std::chrono::milliseconds time) {
  const auto end = Clock::now() + time;
  while (Clock::now() < end && !setting.tally.failed()) {
    setting.poller.wait(std::min(end, Clock::now() + kGlance));
  }
}

// Connects the parties from `begin` to `end` and returns when all of them have settled.
void settle(Setting& setting, Parties& parties, std::size_t begin, std::size_t end, Clock::time_point limit) {
  std::vector<Party*> connecting;
  std::size_t next = begin;
  while ((next < end || !connecting.empty()) && !setting.tally.failed()) {
    while (next < end && connecting.size() < kConnectingAtOnce) {
      connecting.push_back(parties[next++].get());
      connecting.back()->connect();
    }
    setting.poller.wait(Clock::now() + kGlance);
    std::erase_if(connecting, [](const Party* party) { return party->settled(); });
    if (Clock::now() > limit) setting.tally.error("set-up took too long");
  }
}

nlohmann::json memory_report(const LoadOptions& options, std::size_t parties, const ProcessFigures& first,
                             const ProcessFigures& last) {
  const std::size_t first_parties = std::min(kFirstParties, parties);
  nlohmann::json memory{{"first_parties", first_parties},
                        {"first_rss_kib", first.resident_kib},
                        {"last_rss_kib", last.resident_kib},
                        {"last_private_kib", last.private_kib}};
  if (parties > first_parties) {
    const auto more = static_cast<double>(last.resident_kib) - static_cast<double>(first.resident_kib);
    const char* name = options.idle > 0 ? "kib_per_idle_connection" : "kib_per_match";
    memory[name] = more / static_cast<double>(parties - first_parties);
  }
  return memory;
}

void write_tokens_of(const Parties& parties, const std::string& path) {
  std::vector<std::string> tokens;
  for (const auto& party : parties) std::ranges::move(party->tokens(), std::back_inserter(tokens));
  write_tokens(path, tokens);
}

// What the parties do.
const char* mode_of(const LoadOptions& options) {
  if (!options.tokens_from.empty()) return "return";
  if (options.idle > 0) return "idle";
  return options.bare ? "bare" : "play";
}

nlohmann::json names_of(const std::vector<Game>& mix) {
  nlohmann::json names = nlohmann::json::array();
  for (const Game game : mix) names.push_back(kGameNames[static_cast<std::size_t>(game)]);
  return names;
}

}  // namespace

nlohmann::json run(const LoadOptions& options) {
  allow_many_descriptors();
  Setting setting{.options = options, .poller = {}, .tally = {}, .message = {}};
  Parties parties = parties_of(setting);
  const auto set_up_began = Clock::now();
  const auto limit = set_up_began + options.set_up_limit;
  const auto look = [&] { return figures_of(options.server_pids); };

  const std::size_t first_parties = std::min(kFirstParties, parties.size());
  settle(setting, parties, 0, first_parties, limit);
  const auto first = look();
  settle(setting, parties, first_parties, parties.size(), limit);
  const std::chrono::duration<double> set_up = Clock::now() - set_up_began;
  go_on(setting, options.warm_up);

  Newcomers newcomers(setting, options.idle + 2 * options.matches);
  const auto before = look();
  const double own_before = own_cpu_seconds();
  const auto began = Clock::now();
  setting.tally.measure(true);
  newcomers.begin();
  go_on(setting, options.measured);
  setting.tally.measure(false);
  const std::chrono::duration<double> seconds = Clock::now() - began;
  const double own = own_cpu_seconds() - own_before;
  const auto after = look();

  if (options.matches > 0 && setting.tally.turns() == 0) setting.tally.error("not one turn was played");
  nlohmann::json report = setting.tally.report();
  const std::string mode = mode_of(options);
  report["mode"] = mode;
  report["set_up_seconds"] = set_up.count();
  if (mode == "play") report["mix"] = names_of(options.mix);
  report["matches"] = options.matches;
  report["connections"] = options.idle + 2 * options.matches;
  report["think_ms"] = options.think.count();
  report["seconds"] = seconds.count();
  report["load_cpu_seconds"] = own;
  const auto turns = static_cast<double>(setting.tally.turns());
  report["turns_per_second"] = turns / seconds.count();
  if (first && before && after) {
    const double cpu = after->cpu_seconds() - before->cpu_seconds();
    report["server_cpu_seconds"] = cpu;
    report["server_system_seconds"] = after->system_seconds - before->system_seconds;
    if (cpu > 0) report["turns_per_server_cpu_second"] = turns / cpu;
    report["memory"] = memory_report(options, parties.size(), *first, *after);
  } else if (!options.server_pids.empty()) {
    report["errors"]["the server's process is gone, or may not be looked at"] = 1;
  }
  if (!options.tokens_to.empty()) write_tokens_of(parties, options.tokens_to);
  return report;
}

}  // namespace wyrmhall::load
