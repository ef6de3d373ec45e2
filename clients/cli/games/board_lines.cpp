#include "clients/cli/games/board_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clients/cli/messages.h"

namespace wyrmhall::cli {

void add_wrapped(const Paint& paint, const std::string& label, std::string_view between,
                 const std::vector<BoardPart>& parts, std::vector<std::string>& lines) {
  const std::size_t indent = columns(label);
  std::string line = label;
  std::size_t used = indent;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool last = i + 1 == parts.size();
    const std::size_t wide = columns(parts[i].text) + (last ? 0 : columns(between));
    if (used > indent && used + wide > paint.line_width()) {
      line.erase(line.find_last_not_of(' ') + 1);
      lines.push_back(std::move(line));
      line = std::string(indent, ' ');
      used = indent;
    }
    line += paint(parts[i].tint, parts[i].text);
    if (!last) line += between;
    used += wide;
  }
  lines.push_back(std::move(line));
}

void add_words(const Paint& paint, const std::string& label, std::string_view text, std::vector<std::string>& lines) {
  std::vector<BoardPart> words;
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    words.push_back({std::string(text.substr(0, end))});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  add_wrapped(paint, label, " ", words, lines);
}

std::uint32_t drawn_width(const Paint& paint, std::uint32_t usual) {
  return paint.line_width() < kUsualLineWidth ? usual / 3 : usual;
}

std::string bar_text(const Paint& paint, std::uint32_t left, std::uint32_t most, std::uint32_t width) {
  if (!paint.draws()) return {};
  most = std::max({most, left, 1U});
  const std::uint32_t full = (left * width + most - 1) / most;
  const Tint tint = 4 * left <= most ? Tint::kBad : 2 * left <= most ? Tint::kWarning : Tint::kGood;
  return paint(tint, fmt::format("{:█<{}}", "", full)) + paint(Tint::kFaint, fmt::format("{:░<{}}", "", width - full)) +
         "  ";
}

std::string house_sign(const Paint& paint) {
  return paint(Tint::kFaint, "(" + t("house") + ")");
}

}  // namespace wyrmhall::cli
