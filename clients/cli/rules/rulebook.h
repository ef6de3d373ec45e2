// The rulebooks of docs/rules as this program has them: read into rules, each with its number. Not for concurrent use.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace wyrmhall::cli {

// A piece of a rulebook. Texts have stars around what is strong and backticks around what is typed, as in Markdown.
struct RulePiece {
  enum class Kind : std::uint8_t { kHeading, kText, kTable };
  Kind kind = Kind::kText;
  std::string number{};  // of the rule, such as "K2"; empty where the text is none
  std::string text{};
  std::size_t level = 0;                         // of a heading: 2 or 3
  std::vector<std::vector<std::string>> rows{};  // of a table, its head first
};

class Rulebook {
 public:
  // The text of a file of docs/rules. What comes behind the section of rulings is for authors, and left out.
  explicit Rulebook(std::string_view markdown);

  [[nodiscard]] const std::string& title() const { return title_; }
  [[nodiscard]] const std::vector<RulePiece>& pieces() const { return pieces_; }

  // What stands under the number of a rule or a ruling, however it is written ("d17", "D-17"); nothing if there is
  // none. For a table it is the head and the rows with that number, and all of the table below a rule that ends with a
  // colon.
  [[nodiscard]] std::vector<RulePiece> numbered(std::string_view number) const;
  // The pieces that contain all of these words, ignoring case.
  [[nodiscard]] std::vector<RulePiece> with_words(const std::vector<std::string>& words) const;
  // All numbers, in the order of the text.
  [[nodiscard]] std::vector<std::string> numbers() const;

 private:
  std::string title_;
  std::vector<RulePiece> pieces_;
};

// The rulebook of a game by its name, in the language of the program or else in English; null where there is no such
// game.
const Rulebook* rulebook_of(std::string_view game);
// The names of all games that have one.
std::vector<std::string> games_with_rulebooks();

}  // namespace wyrmhall::cli
