// What a viewer may choose, as it is listed and numbered: choices, and ways to fill in forms.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/games/game_text.h"

namespace wyrmhall::cli {

// A line of the list, with the actions that its numbers stand for: none, one, or several that follow on each other.
struct ListedLine {
  std::string text;
  std::vector<v1::GameAction> actions;
  bool of_form = false;
};

// In the order in which they are numbered, from 1.
std::vector<ListedLine> listing(const GameText& text, const Scene& scene, const v1::Choices& choices);

// How many numbers there are.
std::size_t count_numbers(const std::vector<ListedLine>& lines);
// A line that is a number and nothing else, on the list or not.
std::optional<std::int64_t> typed_number(std::string_view text);
// What a number stands for; empty if it stands for nothing.
std::optional<v1::GameAction> action_of_number(const std::vector<ListedLine>& lines, std::int64_t number);

}  // namespace wyrmhall::cli
