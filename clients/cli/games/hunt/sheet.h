// The parts of a hero's sheet on the board, in a hunt and in the village.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/games/game_text.h"

namespace wyrmhall::cli {

// The label of a row behind which something is listed, such as "      skills   ".
std::string hunt_row_label(std::string_view row);
// "   1 Warrior (Mira)  ", as wide for each hero.
std::string hero_label(const Scene& scene, std::uint32_t hero, Tint tint);

// A hero's skills with what they need and do; those within reach are marked, and so are those that are covered.
void add_skills(const Scene& scene, std::uint32_t hero, const std::set<int>& within_reach,
                std::vector<std::string>& lines);
// A hero's items; nothing where there are none.
void add_items(const Scene& scene, std::uint32_t hero, std::vector<std::string>& lines);
// A dragon with its attacks, and what is special about it.
void add_dragon_sheet(const Scene& scene, const v1::HuntDragon& dragon, std::vector<std::string>& lines);
// The market, and the heroes as they come out of the hunt.
void add_village(const Scene& scene, std::vector<std::string>& lines);

// Whether the next hunt has two groups (P1). The rules let groups be changed in every village; if too few heroes go on,
// that means nothing.
bool groups_count(const v1::HuntView& view);
// Whether a phrase is that of a form that activates a skill.
bool is_activation(v1::HuntPhrase phrase);
// The pattern of a skill in the letters of the language.
std::string pattern_text(std::string_view pattern);
// "+5 hit points for a living hero".
std::string item_effect(const v1::HuntItemRules& rules);

}  // namespace wyrmhall::cli
