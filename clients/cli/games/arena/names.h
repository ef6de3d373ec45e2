// Who is who and where in Dragons Arena, and its messages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/games/game_text.h"
#include "clients/cli/messages.h"

namespace wyrmhall::cli {

inline constexpr std::uint32_t kArenaSquares = 16;
inline constexpr std::uint32_t kArenaColumns = 4;

// A message of clients/messages/arena, or one of those of any game.
std::string arena_t(std::string_view key, const Arguments& arguments = {});
// A choice or a reason in words. `values` come before those of the sentence.
std::string arena_sentence(const Scene& scene, const v1::Sentence& sentence, Arguments values = {});

// A square by its column, a to d from the left, and its row, 1 to 4 from the top: a1 is square 0, d4 is 15.
std::string square_name(std::uint32_t square);
std::optional<std::uint32_t> square_of(std::string_view name);

// FIRE or ICE, painted; "nobody" where it is neither.
std::string species_name(const Scene& scene, std::int32_t species);
// The same with the player who decides for it: "FIRE (You)", in Solo Training "ICE (opponent)".
std::string species_and_seat(const Scene& scene, std::int32_t species);

// Powers that travel as bytes: "1 1 2 3".
std::string powers_text(std::string_view powers);

// What stands on a square; nothing set where it is empty.
const v1::ArenaDie& die_on(const v1::ArenaView& view, std::uint32_t square);

// How a choice is typed, such as "b2xc3"; empty where only its number is.
std::string way_to_type_arena(const v1::Sentence& sentence);

}  // namespace wyrmhall::cli
