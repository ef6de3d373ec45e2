// Who is who in a Dragon Duel.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/game_text.h"

namespace wyrmhall::cli {

// The eight dragons by their id, 1 to 8.
std::string kind_name(std::uint32_t kind);
// What a dragon's ability is, where a match has abilities.
std::string_view kind_ability(std::uint32_t kind);

// The dragon of an index by its name, once it has one.
std::string dragon_name(const Scene& scene, std::uint32_t index);
// Who decides for it: "You", a name, or "automatic".
std::string owner_name(const Scene& scene, std::uint32_t index);
// A side: the one who plays it, "the enemies", or such as "Team 1 (You and Mira)".
std::string side_name(const Scene& scene, std::uint32_t side);
// The indices of the dragons, ascending.
std::vector<std::uint32_t> dragon_indices(const v1::DuelView& view);

}  // namespace wyrmhall::cli
