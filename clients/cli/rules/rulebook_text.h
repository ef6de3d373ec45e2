// Rules as lines for a terminal.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/rules/rulebook.h"
#include "clients/cli/terminal/paint.h"

namespace wyrmhall::cli {

std::vector<std::string> rule_lines(const Paint& paint, std::span<const RulePiece> pieces);

// Answers `rules GAME [NUMBER | WORD ...]`: the whole rulebook, what stands under a number, or what has the words in
// it; and a sentence if nothing has.
struct RulesFound {
  std::vector<std::string> lines;
  std::string none;  // why there is nothing to show
};
RulesFound look_up(const Paint& paint, const Rulebook& book, const std::vector<std::string>& words);

}  // namespace wyrmhall::cli
