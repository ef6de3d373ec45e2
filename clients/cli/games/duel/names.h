// Who is who in a Dragon Duel, and its messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/games/game_text.h"
#include "clients/cli/messages.h"

namespace wyrmhall::cli {

// A message of clients/messages/duel, or one of those of any game.
std::string duel_t(std::string_view key, const Arguments& arguments = {});
// A choice or a reason in words.
std::string duel_sentence(const Scene& scene, const v1::Sentence& sentence);

// The eight dragons by their id, 1 to 8.
std::string kind_name(std::uint32_t kind);
// What a dragon does in its turn, by the number of DuelAct.
std::string act_name(int act);
// The dragon of an index by its name, once it has one.
std::string dragon_name(const Scene& scene, std::uint32_t index);
// Who decides for it: "You", a name, or "automatic".
std::string owner_name(const Scene& scene, std::uint32_t index);
// A side: the one who plays it, "the enemies", or such as "Team 1 (You and Mira)".
std::string side_name(const Scene& scene, std::uint32_t side);
// The indices of the dragons, ascending.
std::vector<std::uint32_t> dragon_indices(const v1::DuelView& view);

}  // namespace wyrmhall::cli
