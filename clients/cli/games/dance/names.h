// Who is who in Dragon Dance, its cards and dice, and its messages.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/games/game_text.h"
#include "clients/cli/games/view_parts.h"
#include "clients/cli/messages.h"

namespace wyrmhall::cli {

inline constexpr std::array<std::uint32_t, 2> kDanceSeats = {0, 1};  // the knight, the dragon
inline constexpr int kDanceDeckSize = 8;

// A message of clients/messages/dance, or one of those of any game.
std::string dance_t(std::string_view key, const Arguments& arguments = {});
// A choice or a reason in words.
std::string dance_sentence(const Scene& scene, const v1::Sentence& sentence);

// "Knight", painted; "Knight (You)"; "The knight", to begin a sentence.
std::string role_name(const Scene& scene, std::int64_t seat);
std::string role_and_player(const Scene& scene, std::int64_t seat);
std::string role_at_start(std::int64_t seat);

// "Raise Shield", and the one word that stands for it on the keyboard, "shield".
std::string card_name(std::int64_t card);
std::string card_word(std::int64_t card);

// What a card does with a die of this value, 0 for none: "4 damage", "to short range".
std::vector<std::string> effects_of(const v1::DanceView& view, std::int64_t card, std::uint32_t column);
// The numbers of its table by column; empty where it has none, and where all are the same.
std::string_view table_of(const v1::DanceView& view, std::int64_t card);
const v1::DanceCard& rules_of_card(const v1::DanceView& view, std::int64_t card);

}  // namespace wyrmhall::cli
