// The rulebooks as the terminal has them: every rule is found by its number, in every language.
#include "clients/cli/rules/rulebook.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "clients/cli/commands/rules_command.h"
#include "clients/cli/rules/rulebook_text.h"
#include "in_language.h"

using namespace wyrmhall;
using namespace wyrmhall::cli;
using wyrmhall::tests::InLanguage;

namespace {

const Paint kPlain(false);

std::string lines_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

std::string shown(const Rulebook& book, const std::vector<std::string>& words) {
  const RulesFound found = look_up(kPlain, book, words);
  return lines_of(found.lines) + found.none;
}

struct Run {
  ExitCode code{};
  std::string out;
  std::string errors;
};
Run run(const std::string& game, const std::vector<std::string>& words) {
  Settings settings;
  settings.game = game;
  settings.words = words;
  std::ostringstream out;
  std::ostringstream errors;
  const ExitCode code = show_rules(settings, kPlain, out, errors);
  return {code, out.str(), errors.str()};
}

}  // namespace

TEST_CASE("a rulebook is read into rules, tables and headings, and stops behind its rulings") {
  const Rulebook book(
      "# A Game\n\nIntro of\ntwo lines.\n\n![Two dice](images/dice.svg)\n\n## 1. Play\n\n**G1** One rule, see "
      "**bold**. **G2** Another `option`.\n\n"
      "- **D-3** In a list,\n  on two lines.\n\n| what | rule |\n|---|---|\n| claw (**D-4**) | d8 |\n| wait | "
      "[none](x.md) |\n\n"
      "**D-5** As said here:\n\n| a | b |\n|---|---|\n| c | d |\n\n"
      "## 2. Rulings\n\n| id | ruling |\n|---|---|\n| R-X-1, R-X-2 | Yes. |\n\n## 3. For authors\n\n**Z9** Nobody "
      "reads this.\n");
  CHECK(book.title() == "A Game");
  CHECK(book.numbers() == std::vector<std::string>{"G1", "G2", "D-3", "D-4", "D-5", "R-X-1", "R-X-2"});
  CHECK(shown(book, {"G1"}) == "G1    One rule, see bold.\n");
  CHECK(shown(book, {"g1", "d3"}) == "G1    One rule, see bold.\nD-3   In a list, on two lines.\n");
  CHECK(shown(book, {"D-4"}) == "  what        rule\n  claw (D-4)  d8\n");
  CHECK(shown(book, {"d5"}) == "D-5   As said here:\n  a  b\n  c  d\n");
  CHECK(shown(book, {"r-x-2"}).contains("Yes."));
  CHECK(shown(book, {"OPTION"}) == "G2    Another option.\n");
  CHECK(shown(book, {"none", "wait"}) == "  what  rule\n  wait  none\n");
  CHECK(shown(book, {"authors"}) == "A Game: no rule has that number or says anything of “authors”.");
  CHECK(shown(book, {}).starts_with("A Game\n\n      Intro of two lines.\n\n1. Play\n"));
}

TEST_CASE("every game has a rulebook, with the same numbers in every language") {
  CHECK(games_with_rulebooks().size() >= 5);
  for (const std::string& game : games_with_rulebooks()) {
    CAPTURE(game);
    const std::vector<std::string> numbers = rulebook_of(game)->numbers();
    CHECK(!numbers.empty());
    for (const std::string& number : numbers) CHECK(!rulebook_of(game)->numbered(number).empty());
    for (const std::string& line : look_up(kPlain, *rulebook_of(game), {}).lines) {
      CHECK_MESSAGE(!line.contains("**"), line);
      CHECK_MESSAGE(!line.contains("|"), line);
    }
    for (const std::string& other : languages()) {
      const InLanguage in(other);
      CHECK_MESSAGE(rulebook_of(game)->numbers() == numbers, other);
    }
  }
}

TEST_CASE("`rules` shows a rule, looks for words, and says what it lacks") {
  CHECK(run("", {}).out.contains("hunt  Dice & Dragons\n"));
  const Run one = run("hunt", {"k4"});
  CHECK(one.code == ExitCode::kDone);
  CHECK(one.out == "K4    A token on a skill closes it for the round.\n");
  CHECK(run("dragondice", {"DR-2"}).out.contains("of another element"));
  CHECK(run("hunt", {"xyzzy"}).code == ExitCode::kUsage);
  CHECK(run("duel", {"snake"}).out.contains("D-46"));
  const Run none = run("chess", {});
  CHECK(none.code == ExitCode::kUsage);
  CHECK(none.errors.contains("duel"));
}

TEST_CASE("no line is wider than a board, where its words allow it") {
  for (const std::string& game : games_with_rulebooks()) {
    for (const std::string& line : look_up(kPlain, *rulebook_of(game), {}).lines)
      CHECK_MESSAGE(columns(line) <= 80, line);
  }
}
