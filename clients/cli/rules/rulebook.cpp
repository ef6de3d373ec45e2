#include "clients/cli/rules/rulebook.h"

#include <rulebook_files.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "clients/cli/messages.h"

namespace wyrmhall::cli {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}

// "K2", "DR-13"; and of a ruling "R-HUNT-7".
bool is_number(std::string_view word) {
  std::size_t at = 0;
  while (at < word.size() && (is_capital(word[at]) || (at > 0 && word[at] == '-'))) ++at;
  return at > 0 && at < word.size() && std::ranges::all_of(word.substr(at), is_digit);
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// A number between two pairs of stars, at or behind `from`: where it begins, and how long it is with its stars.
struct Mark {
  std::size_t at = 0;
  std::size_t length = 0;
  std::string_view number;
};
std::optional<Mark> next_mark(std::string_view text, std::size_t from) {
  while (true) {
    const std::size_t open = text.find("**", from);
    if (open == std::string_view::npos) return std::nullopt;
    const std::size_t close = text.find("**", open + 2);
    if (close == std::string_view::npos) return std::nullopt;
    const std::string_view number = text.substr(open + 2, close - open - 2);
    if (is_number(number)) return Mark{open, close + 2 - open, number};
    from = close + 2;
  }
}

// The numbers of a row: those in stars, and those of rulings in its first cell.
std::vector<std::string> numbers_of(const std::vector<std::string>& row) {
  std::vector<std::string> numbers;
  for (const std::string& cell : row) {
    for (auto mark = next_mark(cell, 0); mark; mark = next_mark(cell, mark->at + mark->length)) {
      numbers.emplace_back(mark->number);
    }
  }
  std::string_view first = row.empty() ? std::string_view() : std::string_view(row[0]);
  while (!first.empty()) {
    const std::size_t comma = std::min(first.find(','), first.size());
    const std::string_view word = trimmed(first.substr(0, comma));
    if (is_number(word)) numbers.emplace_back(word);
    first.remove_prefix(std::min(comma + 1, first.size()));
  }
  return numbers;
}

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  line.remove_prefix(1);
  while (!line.empty()) {
    const std::size_t bar = std::min(line.find('|'), line.size());
    cells.emplace_back(trimmed(line.substr(0, bar)));
    line.remove_prefix(std::min(bar + 1, line.size()));
  }
  return cells;
}

bool is_rule_of_table(const std::vector<std::string>& row) {
  return std::ranges::all_of(
      row, [](const std::string& cell) { return cell.find_first_not_of("-:") == std::string::npos && !cell.empty(); });
}

std::string plain(std::string_view number) {
  std::string letters;
  for (const char c : number) {
    if (c == '-') continue;
    letters += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return letters;
}

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(),
                         [](char c) { return is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c; });
  return small;
}

// A rule that ends with a colon goes on in the table below it.
bool goes_on(const RulePiece& rule) {
  return rule.kind == RulePiece::Kind::kText && !rule.number.empty() && rule.text.ends_with(':');
}

// The texts and the rows that fit; of a table its head and those, or all of it where a rule that fits goes on in it.
std::vector<RulePiece> where(const std::vector<RulePiece>& pieces, const auto& fits, const auto& row_fits) {
  std::vector<RulePiece> found;
  const RulePiece* above = nullptr;
  for (const RulePiece& piece : pieces) {
    const RulePiece* rule = std::exchange(above, &piece);
    if (piece.kind == RulePiece::Kind::kText && fits(piece)) found.push_back(piece);
    if (piece.kind != RulePiece::Kind::kTable) continue;
    if (rule != nullptr && goes_on(*rule) && fits(*rule)) {
      found.push_back(piece);
      continue;
    }
    RulePiece rows = {.kind = RulePiece::Kind::kTable, .rows = {piece.rows[0]}};
    std::ranges::copy_if(piece.rows.begin() + 1, piece.rows.end(), std::back_inserter(rows.rows), row_fits);
    if (rows.rows.size() > 1) found.push_back(std::move(rows));
  }
  return found;
}

class Reader {
 public:
  void read(std::string_view markdown) {
    while (!markdown.empty()) {
      const std::size_t end = std::min(markdown.find('\n'), markdown.size());
      take(markdown.substr(0, end));
      markdown.remove_prefix(std::min(end + 1, markdown.size()));
    }
    end_paragraph();
  }

  std::string title;
  std::vector<RulePiece> pieces;

 private:
  void take(std::string_view line) {
    if (done_) return;
    if (line.starts_with("# ")) {
      title = line.substr(2);
    } else if (line.starts_with("#")) {
      end_paragraph();
      const std::size_t level = line.find_first_not_of('#');
      done_ = level == 2 && rulings_;
      if (!done_)
        pieces.push_back(
            {.kind = RulePiece::Kind::kHeading, .text = std::string(trimmed(line.substr(level))), .level = level});
    } else if (line.starts_with("|")) {
      end_paragraph();
      take_row(cells_of(line));
    } else if (trimmed(line).empty() || line.starts_with("![")) {
      // A picture is left out.
      end_paragraph();
      in_table_ = false;
    } else {
      if (line.starts_with("- ")) {
        end_paragraph();
        line.remove_prefix(2);
      }
      if (!paragraph_.empty()) paragraph_ += ' ';
      paragraph_ += trimmed(line);
    }
  }

  void take_row(std::vector<std::string> row) {
    if (is_rule_of_table(row)) return;
    rulings_ = rulings_ || row[0].starts_with("R-");
    if (!in_table_) pieces.push_back({.kind = RulePiece::Kind::kTable});
    in_table_ = true;
    pieces.back().rows.push_back(std::move(row));
  }

  // A rule begins with its number; what comes before the first one is text.
  void end_paragraph() {
    std::string_view rest = paragraph_;
    std::string number;
    while (!rest.empty()) {
      const auto mark = next_mark(rest, 0);
      const std::string_view text = trimmed(rest.substr(0, mark ? mark->at : rest.size()));
      if (!text.empty()) pieces.push_back({.number = number, .text = std::string(text)});
      if (!mark) break;
      number = mark->number;
      rest.remove_prefix(mark->at + mark->length);
    }
    paragraph_.clear();
  }

  std::string paragraph_;
  bool in_table_ = false;
  bool rulings_ = false;
  bool done_ = false;
};

}  // namespace

Rulebook::Rulebook(std::string_view markdown) {
  Reader reader;
  reader.read(markdown);
  title_ = std::move(reader.title);
  pieces_ = std::move(reader.pieces);
}

std::vector<RulePiece> Rulebook::numbered(std::string_view number) const {
  const auto is_wanted = [wanted = plain(number)](const std::string& one) { return plain(one) == wanted; };
  return where(
      pieces_, [&](const RulePiece& piece) { return !piece.number.empty() && is_wanted(piece.number); },
      [&](const std::vector<std::string>& row) { return std::ranges::any_of(numbers_of(row), is_wanted); });
}

std::vector<RulePiece> Rulebook::with_words(const std::vector<std::string>& words) const {
  const auto has_all = [&](const std::string& text) {
    const std::string small = in_small_letters(text);
    return std::ranges::all_of(words, [&](const std::string& word) { return small.contains(in_small_letters(word)); });
  };
  return where(
      pieces_, [&](const RulePiece& piece) { return has_all(piece.text); },
      [&](const std::vector<std::string>& row) {
        std::string text;
        for (const std::string& cell : row) text += cell + ' ';
        return has_all(text);
      });
}

std::vector<std::string> Rulebook::numbers() const {
  std::vector<std::string> all;
  for (const RulePiece& piece : pieces_) {
    if (!piece.number.empty()) all.push_back(piece.number);
    for (const auto& row : piece.rows) std::ranges::move(numbers_of(row), std::back_inserter(all));
  }
  return all;
}

const Rulebook* rulebook_of(std::string_view game) {
  static std::map<std::pair<std::string, std::string>, Rulebook> read;
  for (const std::string& wanted : {language(), std::string("en")}) {
    for (const RulebookFile& file : rulebook_files()) {
      if (file.game != game || file.language != wanted) continue;
      return &read.try_emplace({std::string(game), wanted}, file.markdown).first->second;
    }
  }
  return nullptr;
}

std::vector<std::string> games_with_rulebooks() {
  std::vector<std::string> games;
  for (const RulebookFile& file : rulebook_files()) {
    if (file.language == "en") games.emplace_back(file.game);
  }
  return games;
}

}  // namespace wyrmhall::cli
