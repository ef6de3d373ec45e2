// Heroes, dragons, dice, skills and items of Dice & Dragons, and its messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/games/game_text.h"
#include "clients/cli/games/view_parts.h"
#include "clients/cli/messages.h"

namespace wyrmhall::cli {

inline constexpr std::uint32_t kHuntRolls = 3;  // of a turn, at most
// In the sets of dice and items that activate a skill, what is below this is a die, and what is not an item.
inline constexpr std::uint32_t kHuntDice = 5;

// A message of clients/messages/hunt, or one of those of any game.
std::string hunt_t(std::string_view key, const Arguments& arguments = {});
// A choice, a part of a form or a reason in words.
std::string hunt_sentence(const Scene& scene, const v1::Sentence& sentence);

// The name of a hero from a stable; empty for all others.
std::string kept_name(const Scene& scene, std::int64_t hero);
// That name, or "Warrior", and, if there are several custom heroes without one, "Adventurer 2".
std::string hero_name(const Scene& scene, std::int64_t hero);
// The same as "Warrior (Mira)", if several players have heroes.
std::string hero_and_player(const Scene& scene, std::uint32_t hero);
// "Warrior and Cleric": a set that travels as bytes.
std::string hero_names(const Scene& scene, std::string_view heroes);
// Whether the viewer plays this hero.
bool is_own_hero(const Scene& scene, std::uint32_t hero);
// The heroes of the match, by their numbers.
std::vector<std::uint32_t> heroes_of(const v1::HuntView& view);

// The dragons of the hunt: one or two.
std::vector<std::uint32_t> dragons_of(const v1::HuntView& view);

// "Warrior".
std::string class_name(v1::HuntClass hero_class);
// "Young Red Dragon"; "The dragon" where it is not said which.
std::string dragon_name(v1::HuntDragonKind kind);
std::string skill_name(v1::HuntSkill skill);
std::string item_name(v1::HuntItem item);
std::string symbol_name(std::uint32_t symbol);
std::string symbol_letter(std::uint32_t symbol);
// What a die shows, or would show if it is left out of the first roll since another hero passed it on; 0 for nothing
// yet.
std::uint32_t die_in_slot(const v1::HuntView& view, std::uint32_t slot);
// "Sword, Magic, Magic": dice that travel as bytes.
std::string symbols_text(std::string_view dice);

// The items in a hero's pack by their slots, a set that travels as bytes: "Sword Rune and Echo Scroll".
std::string items_text(const v1::HuntView& view, std::uint32_t hero, std::string_view slots);
// The item in a slot; none where there is none.
v1::HuntItem item_in_slot(const v1::HuntView& view, std::uint32_t hero, std::int64_t slot);

// Dice and heroes in a sentence that lists them all.
std::vector<std::uint32_t> all_arguments(const v1::Sentence& sentence);

}  // namespace wyrmhall::cli
