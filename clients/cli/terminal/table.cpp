#include "clients/cli/terminal/table.h"

#include <algorithm>

#include "clients/cli/terminal/paint.h"

namespace wyrmhall::cli {
namespace {

constexpr std::size_t kCellGap = 2;  // columns between two cells

}  // namespace

std::vector<std::string> table_lines(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns(row[i]));
  }
  std::vector<std::string> lines;
  for (const auto& row : rows) {
    std::string& line = lines.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += i + 1 < row.size() ? padded(row[i], widths[i] + kCellGap) : row[i];
    }
  }
  return lines;
}

std::vector<std::string> in_columns(const std::vector<std::string>& words, std::size_t width) {
  if (words.empty()) return {};
  std::size_t widest = 0;
  for (const std::string& word : words) widest = std::max(widest, columns(word));
  const std::size_t across = std::max<std::size_t>((width + kCellGap) / (widest + kCellGap), 1);
  std::vector<std::vector<std::string>> rows((words.size() + across - 1) / across);
  for (std::size_t i = 0; i < words.size(); ++i) rows[i % rows.size()].push_back(padded(words[i], widest));
  for (auto& row : rows) row.back().erase(row.back().find_last_not_of(' ') + 1);
  return table_lines(rows);
}

}  // namespace wyrmhall::cli
