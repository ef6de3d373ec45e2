#include "clients/cli/rules/rulebook_text.h"

#include <algorithm>
#include <cstddef>

#include "clients/cli/games/board_lines.h"
#include "clients/cli/messages.h"

namespace wyrmhall::cli {
namespace {

constexpr std::string_view kIndent = "  ";
constexpr std::string_view kBetweenCells = "  ";

// The words of a text, strong where it has two stars; other marks, and the targets of links, are left out.
std::vector<BoardPart> words_of(std::string_view text) {
  std::vector<BoardPart> words;
  bool strong = false;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back({word, strong ? Tint::kStrong : Tint::kPlain});
    word.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("**")) {
      // A word is of one tint: what follows the stars without a blank goes with it.
      if (word.empty() || !strong)
        strong = !strong;
      else {
        end_word();
        strong = false;
        if (i + 2 < text.size() && text[i + 2] != ' ' && !words.empty()) {
          word = words.back().text;
          words.pop_back();
        }
      }
      ++i;
    } else if (text[i] == ' ') {
      end_word();
    } else if (text[i] == '`' || text[i] == '[' || text[i] == '*') {
      continue;
    } else if (text[i] == ']' && i + 1 < text.size() && text[i + 1] == '(') {
      i = std::min(text.find(')', i), text.size());
    } else if (text[i] != ']') {
      word += text[i];
    }
  }
  end_word();
  return words;
}

std::string without_marks(std::string_view text) {
  std::string plain;
  for (const BoardPart& word : words_of(text)) plain += (plain.empty() ? "" : " ") + word.text;
  return plain;
}

// In columns, of which the last one is wrapped, if that leaves it enough room. Otherwise each row by itself, the first
// cell in front.
void add_table(const Paint& paint, const std::vector<std::vector<std::string>>& rows, std::vector<std::string>& lines) {
  constexpr std::size_t kRoomForLast = 24;  // columns
  std::vector<std::size_t> widths(std::ranges::max_element(rows, {}, &std::vector<std::string>::size)->size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns(without_marks(row[i])));
  }
  std::size_t before_last = kIndent.size();
  for (std::size_t i = 0; i + 1 < widths.size(); ++i) before_last += widths[i] + kBetweenCells.size();
  const std::size_t room = before_last < paint.line_width() ? paint.line_width() - before_last : 0;
  const bool fits = widths.back() <= room || kRoomForLast <= room;
  for (const auto& row : rows) {
    const bool head = &row == &rows.front();
    std::string label(kIndent);
    std::vector<BoardPart> parts;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool in_label = fits ? i + 1 < widths.size() : i == 0;
      if (in_label) {
        const std::string cell = without_marks(row[i]);
        label += fits ? padded(cell, widths[i]) : cell;
        if (fits || !cell.empty()) label += kBetweenCells;
        continue;
      }
      if (row[i].empty()) continue;
      if (!parts.empty()) parts.push_back({"·", Tint::kFaint});
      for (BoardPart& word : words_of(row[i])) {
        parts.push_back({std::move(word.text), head ? Tint::kFaint : word.tint});
      }
    }
    const std::size_t at = lines.size();
    if (parts.empty()) {
      label.erase(label.find_last_not_of(' ') + 1);
      if (!label.empty()) lines.push_back(label);
    } else {
      add_wrapped(paint, label, " ", parts, lines);
    }
    if (head && at < lines.size()) lines[at].replace(0, label.size(), paint(Tint::kFaint, label));
  }
}

}  // namespace

std::vector<std::string> rule_lines(const Paint& paint, std::span<const RulePiece> pieces) {
  constexpr std::size_t kNumberColumns = 6;
  std::vector<std::string> lines;
  for (const RulePiece& piece : pieces) {
    if (piece.kind == RulePiece::Kind::kHeading) {
      if (!lines.empty()) lines.emplace_back();
      lines.push_back(paint(Tint::kStrong, without_marks(piece.text)));
    } else if (piece.kind == RulePiece::Kind::kTable) {
      add_table(paint, piece.rows, lines);
    } else {
      const std::string label =
          padded(piece.number, kNumberColumns) + (piece.number.size() < kNumberColumns ? "" : " ");
      std::vector<BoardPart> words = words_of(piece.text);
      const std::size_t at = lines.size();
      add_wrapped(paint, label, " ", words, lines);
      if (!piece.number.empty()) {
        lines[at].replace(0, piece.number.size(), paint(Tint::kStrong, piece.number));
      }
    }
  }
  return lines;
}

RulesFound look_up(const Paint& paint, const Rulebook& book, const std::vector<std::string>& words) {
  if (words.empty()) {
    RulesFound found{.lines = {paint(Tint::kStrong, book.title()), ""}, .none = {}};
    std::ranges::move(rule_lines(paint, book.pieces()), std::back_inserter(found.lines));
    return found;
  }
  std::vector<RulePiece> pieces;
  for (const std::string& word : words) {
    std::ranges::move(book.numbered(word), std::back_inserter(pieces));
  }
  if (pieces.empty()) pieces = book.with_words(words);
  std::string sought;
  for (const std::string& word : words) sought += (sought.empty() ? "" : " ") + word;
  if (pieces.empty()) return {.lines = {}, .none = t("rules.none", {{"words", sought}, {"game", book.title()}})};
  return {.lines = rule_lines(paint, pieces), .none = {}};
}

}  // namespace wyrmhall::cli
