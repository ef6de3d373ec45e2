#include "tests/sim/counters.h"

#include "server/games/registry.h"
#include "tests/sim/ways_of_playing.h"

namespace wyrmhall::sim {

void Counters::add(const Counters& other) {
  for (std::size_t i = 0; i < sometimes.size(); ++i) sometimes[i] += other.sometimes[i];
  for (const auto& [way, times] : other.played) played[way] += times;
  runs += other.runs;
  steps += other.steps;
  moves += other.moves;
  matches += other.matches;
  frames += other.frames;
  commands += other.commands;
  crashes += other.crashes;
  views += other.views;
  match_micros += other.match_micros;
  micros += other.micros;
}

std::vector<std::string> Counters::missing() const {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < sometimes.size(); ++i) {
    if (sometimes[i] == 0) all.emplace_back(kSometimesNames[i]);
  }
  for (const server::GameKind* kind : server::all_games()) {
    for (const std::string& way : ways_of_playing(kind->offer().game())) {
      if (!played.contains(way)) all.push_back("a finished match of " + way);
    }
  }
  return all;
}

}  // namespace wyrmhall::sim
