// Options of Heads or Tails that between them reach short and long matches.
#pragma once

#include <vector>

#include "rules/coin/options.h"

namespace wyrmhall::rules::testing {

inline std::vector<coin::Options> coin_options() {
  return {{.points = coin::kPoints.least}, {}, {.points = coin::kPoints.most}};
}

}  // namespace wyrmhall::rules::testing
