// Lines of a board: parts that are wrapped behind their label, and bars.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/terminal/paint.h"

namespace wyrmhall::cli {

// A part is not broken over two lines.
struct BoardPart {
  std::string text;
  Tint tint = Tint::kPlain;
};

// The parts behind a label, in as many lines as they need.
void add_wrapped(const Paint& paint, const std::string& label, std::string_view between,
                 const std::vector<BoardPart>& parts, std::vector<std::string>& lines);

// Words behind a label, in as many lines as they need.
void add_words(const Paint& paint, const std::string& label, std::string_view text, std::vector<std::string>& lines);

// How many of the columns that a bar or an arrow usually has there is room for: in a narrow window a third.
std::uint32_t drawn_width(const Paint& paint, std::uint32_t usual);

// What is left of something, such as life: a bar of `width` columns, with two blanks behind it. Empty if bars are not
// drawn.
std::string bar_text(const Paint& paint, std::uint32_t left, std::uint32_t most, std::uint32_t width);

// The sign of what is our addition and not in the original game.
std::string house_sign(const Paint& paint);

}  // namespace wyrmhall::cli
