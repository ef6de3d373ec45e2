// Options of Dragons Arena that between them reach every placement, with and without Dragon Master, and every option.
#pragma once

#include <vector>

#include "rules/arena/options.h"

namespace wyrmhall::rules::testing {

inline std::vector<arena::Options> arena_options() {
  using arena::Placement;
  std::vector<arena::Options> all;
  const auto add = [&](const auto& change) {
    arena::Options options;
    change(options);
    for (const bool master : {false, true}) {
      options.master = master;
      all.push_back(options);
    }
  };
  for (const Placement placement :
       {Placement::baby, Placement::little, Placement::big, Placement::equal, Placement::free}) {
    add([&](arena::Options& o) { o.placement = placement, o.max_duels = 1; });
    add([&](arena::Options& o) { o.placement = placement, o.nuggets = 2, o.fire_seat = 1; });
  }
  add([](arena::Options& o) { o.nuggets = 3, o.max_duels = 3; });
  for (const int fire_seat : {0, 1}) {
    for (const auto difficulty : {arena::Difficulty::normal, arena::Difficulty::high}) {
      add([&](arena::Options& o) { o.solo = true, o.fire_seat = fire_seat, o.difficulty = difficulty; });
    }
  }
  return all;
}

}  // namespace wyrmhall::rules::testing
