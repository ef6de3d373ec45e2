// The code names of all games, where nothing else of them is needed.
#pragma once

#include <array>
#include <string_view>

namespace wyrmhall::tests {

inline constexpr auto kGameNames = std::to_array<std::string_view>({
#define WYRMHALL_GAME(code, Name) #code,
#include "generated/rules/games.inc"
});

}  // namespace wyrmhall::tests
