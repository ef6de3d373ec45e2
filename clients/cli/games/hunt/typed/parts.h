// Names in what a person types in Dice & Dragons: by their beginning, or by that of one of their words.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/games/game_text.h"

namespace wyrmhall::cli {

using TypedWords = std::span<const std::string>;

// A message of the game as one types it.
std::string hunt_word(std::string_view key);

struct Named {
  int number;
  std::string name;
};

// The names that the longest run of words at the front can stand for: a name that is written out hides those that only
// begin with it.
struct NamesAtFront {
  std::vector<Named> names;
  std::size_t words = 0;  // how many of them
};
NamesAtFront names_at_front(const std::vector<Named>& all, TypedWords words);

// The word that is enough to type one of these names, or the whole name if none is.
std::string shortest_way(const std::vector<Named>& all, const Named& one);

// What can be named in a match.
std::vector<Named> named_heroes(const Scene& scene);
// The skills on a hero's sheet, and with `general` those that everybody has.
std::vector<Named> named_skills(const v1::HuntView& view, std::uint32_t hero, bool general);
// Items of a pack, by slot.
std::vector<Named> named_items(const v1::HuntView& view, std::uint32_t hero);

// Names among the meanings of a part of a form, by what is to be sent: of items that are sold, or of those in a pack.
std::vector<Named> named_values(const v1::HuntView& view, const v1::FormPart& part);

// A hero by number from 1, by name or by class; nothing where it is none of these, or not one alone.
std::optional<std::uint32_t> hero_typed(const Scene& scene, std::string_view word);

// "More than one begins with …".
std::string which_of(std::string_view typed, const std::vector<Named>& names);

}  // namespace wyrmhall::cli
