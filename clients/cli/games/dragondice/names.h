// Names of units, dragons and places of Dragon Dice, what icons do, and the game's messages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/games/game_text.h"
#include "clients/cli/games/view_parts.h"
#include "clients/cli/messages.h"

namespace wyrmhall::cli {

// Places, as the protocol numbers them.
inline constexpr std::uint32_t kTerrainsInPlay = 3;
inline constexpr std::uint32_t kReserveArea = 3;
inline constexpr std::uint32_t kDeadArea = 4;
inline constexpr std::uint32_t kBuriedArea = 5;
inline constexpr std::uint32_t kDragonPool = 6;
// Targets that are no dragon.
inline constexpr std::uint32_t kTargetArmy = 100;
inline constexpr std::uint32_t kTargetOpen = 101;

// A message of clients/messages/dragondice, or one of those of any game.
std::string dragondice_t(std::string_view key, const Arguments& arguments = {});
// A choice, the heading of a form or a reason in words.
std::string dragondice_sentence(const Scene& scene, const v1::Sentence& sentence);

// A player by name, even the one who looks on: for sentences about somebody.
std::string player_called(const Scene& scene, std::uint32_t seat);

// "Footman", "Footman 12".
std::string unit_kind_name(const v1::DragondiceView& view, std::int64_t unit);
std::string unit_kind_called(std::uint32_t kind);
std::string unit_name(const v1::DragondiceView& view, std::int64_t unit);
std::uint32_t health_of(const v1::DragondiceView& view, std::uint32_t unit);
// "Air Drake 0", painted in its owner's colour.
std::string dragon_called(const Scene& scene, std::int64_t dragon);
// "2 Flatland Tower", "the reserve".
std::string place_name(const v1::DragondiceView& view, std::int64_t place);
std::string icon_name(v1::DragondiceIcon icon);
std::string dragon_icon_name(v1::DragondiceDragonIcon icon);
// "melee 3": a face of a unit.
std::string face_text(v1::DragondiceIcon icon, std::uint32_t number);

// The units of a seat at a place, ascending.
std::vector<std::uint32_t> units_at(const v1::DragondiceView& view, std::uint32_t seat, std::uint32_t place);
std::vector<std::uint32_t> dragons_at(const v1::DragondiceView& view, std::uint32_t place);
// "Footman 12, 13 · Warlord 4": units of the same kind together, each kind by the numbers.
std::string army_text(const v1::DragondiceView& view, const std::vector<std::uint32_t>& units);
// A set of units or dragons that travels as bytes.
std::vector<std::uint32_t> numbers_of_set(std::string_view bytes);
std::string unit_list(const v1::DragondiceView& view, std::string_view units);
std::string dragon_list(const Scene& scene, std::string_view dragons);

// What icons whose names begin with the text do against dragons, those of units and of dragons, with the rule's number:
// "Bash: a dragon that …". None if the word is empty.
std::vector<std::string> explained(std::string_view word);

// How a choice is typed; empty where only its number is.
std::string way_to_type_dragondice(const v1::Sentence& sentence);
// "slay 0 shot 3".
std::string way_to_slay(const v1::Sentence& sentence);
// A place as one types it: "2", or the letter of the reserve.
std::string place_word(std::int32_t place);

}  // namespace wyrmhall::cli
