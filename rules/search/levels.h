// How hard the bots think. What comes of it is in docs/bots.md.
#pragma once

#include <array>
#include <string_view>

#include "rules/game.h"
#include "rules/search/mcts.h"

namespace wyrmhall::rules {

// A bot that searches thinks until it has made its playouts, or until its caller, which has a clock, stops it after
// `milliseconds`. What `level` means to a StrategicGame is for the game to say.
struct ThinkingLevel {
  std::string_view name;
  Level level = Level::easy;
  SearchLimits limits;
  int milliseconds = 0;
};
inline constexpr std::array<ThinkingLevel, 3> kThinkingLevels = {{
    {.name = "easy", .level = Level::easy, .limits = {.playouts = 50}, .milliseconds = 20},
    {.name = "normal", .level = Level::normal, .limits = {.playouts = 2'000}, .milliseconds = 100},
    {.name = "hard", .level = Level::hard, .limits = {.playouts = 200'000}, .milliseconds = 400},
}};

}  // namespace wyrmhall::rules
