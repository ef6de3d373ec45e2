// Options of Dragon Dance that between them reach every option, short and long matches, and every way to end.
#pragma once

#include <vector>

#include "rules/dance/options.h"

namespace wyrmhall::rules::testing {

inline std::vector<dance::Options> dance_options() {
  std::vector<dance::Options> all;
  for (const bool return_one : {false, true}) {
    const auto add = [&](int round_limit, int knight_life, int dragon_life) {
      all.push_back({round_limit, return_one, knight_life, dragon_life});
    };
    add(40, 9, 20);
    add(5, 9, 20);
    add(200, 30, 60);
    add(40, 3, 4);
    add(40, 1, 1);
    add(12, 30, 20);
  }
  return all;
}

}  // namespace wyrmhall::rules::testing
