// What a screen shows, and where: lines that are broken at words, and the parts that keep their places.
#include <doctest/doctest.h>

#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "clients/cli/messages.h"
#include "clients/cli/terminal/line_terminal.h"
#include "clients/cli/terminal/paint.h"
#include "clients/cli/terminal/screen_layout.h"
#include "clients/cli/terminal/wrap.h"

namespace wyrmhall::cli {
namespace {

std::vector<std::string> words_of_lines(const std::vector<std::string>& lines) {
  std::vector<std::string> words;
  for (const std::string& line : lines) {
    std::istringstream text(without_codes(line));
    for (std::string word; text >> word;) words.push_back(word);
  }
  return words;
}

bool contains(const ScreenPicture& picture, std::string_view text) {
  return std::ranges::any_of(picture.rows, [&](const auto& row) { return row.text.contains(text); });
}

std::vector<std::string> numbered(std::string_view what, int count) {
  std::vector<std::string> lines;
  for (int i = 1; i <= count; ++i) lines.push_back(std::string(what) + " " + std::to_string(i));
  return lines;
}

ScreenContent content(int board, int brief, int story, int choices) {
  ScreenContent made;
  made.board = numbered("board", board);
  made.brief = numbered("brief", brief);
  const auto told = numbered("story", story);
  made.story.assign(told.begin(), told.end());
  for (int i = 1; i <= choices; ++i) {
    made.choices.push_back({"  " + std::to_string(i) + "  choice " + std::to_string(i), std::to_string(i)});
  }
  made.prompt = "Your choice: ";
  return made;
}

// What a window is held to, whatever is shown in it.
void check_window(const ScreenPicture& picture, ScreenSize size) {
  REQUIRE(picture.rows.size() == size.rows);
  for (const auto& row : picture.rows) CHECK(columns(row.text) <= size.columns);
  CHECK(picture.input_row < size.rows);
  CHECK(picture.input_column + picture.input_columns <= size.columns);
  CHECK(picture.input_columns > 0);
}

}  // namespace

TEST_CASE("what is not seen takes no column, and what is wide takes two") {
  CHECK(columns("Knight") == 6);
  CHECK(columns(Paint(true)(Tint::kFire, "Knight")) == 6);
  CHECK(columns("épée") == 4);
  CHECK(columns("e\u0301") == 1);
  CHECK(columns("龍") == 2);
  CHECK(padded(Paint(true)(Tint::kStrong, "ab"), 4).ends_with("  "));
}

TEST_CASE("a line is broken between words, behind its label") {
  CHECK(wrapped("short", 20) == std::vector<std::string>{"short"});
  CHECK(wrapped("", 20) == std::vector<std::string>{""});
  CHECK(wrapped("one two three four", 9) == std::vector<std::string>{"one two", "three", "four"});
  CHECK(wrapped("  12  Hack for three", 14) == std::vector<std::string>{"  12  Hack for", "      three"});
  // A command is not taken apart.
  CHECK(wrapped("and then `wyrmhall join last` again", 22) ==
        std::vector<std::string>{"and then", "`wyrmhall join last`", "again"});
  // Nothing is lost of a word that no line has room for.
  CHECK(wrapped("abcdefghij", 4) == std::vector<std::string>{"abcd", "efgh", "ij"});
}

TEST_CASE("a colour goes on in the next line, and ends with each") {
  const auto lines = wrapped(Paint(true)(Tint::kBad, "one two three"), 8);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] == "\x1b[31mone two\x1b[0m");
  CHECK(lines[1] == "\x1b[31mthree\x1b[0m");
}

TEST_CASE("no line is longer than its width, and no word is lost or cut") {
  std::mt19937 chance(7);
  const auto below = [&](std::size_t n) { return chance() % n; };
  for (int round = 0; round < 2000; ++round) {
    std::string text(below(6), ' ');
    std::vector<std::string> words;
    for (std::size_t i = 1 + below(30); i > 0; --i) {
      std::string word;
      for (std::size_t letters = 1 + below(11); letters > 0; --letters) word += below(9) == 0 ? "é" : "a";
      words.push_back(word);
      text += Paint(below(2) == 0)(Tint::kStrong, word) + std::string(1 + (below(8) == 0 ? below(3) : 0), ' ');
    }
    const std::size_t width = 12 + below(60);
    const auto lines = wrapped(text, width);
    for (const std::string& line : lines) REQUIRE(columns(line) <= width);
    REQUIRE(words_of_lines(lines) == words);
  }
}

TEST_CASE("headline and prompt are in sight in every window, and no row is too long") {
  std::mt19937 chance(11);
  const auto below = [&](int n) { return static_cast<int>(chance() % static_cast<unsigned>(n)); };
  for (int round = 0; round < 500; ++round) {
    ScreenContent made = content(1 + below(60), 1 + below(30), below(80), below(30));
    const ScreenSize size{10 + static_cast<std::size_t>(below(40)), 40 + static_cast<std::size_t>(below(140))};
    if (!made.choices.empty() && below(2) == 0) made.selected = made.choices.size() - 1;
    const ScreenPicture picture = lay_out(made, size);
    check_window(picture, size);
    CHECK(picture.rows.front().text.starts_with("board 1"));
    CHECK(picture.rows.back().text.starts_with("Your choice: "));
    if (made.selected) {
      const auto selected = std::ranges::count_if(picture.rows, [](const auto& row) { return row.selected > 0; });
      CHECK(selected == 1);
    }
  }
}

TEST_CASE("where all has room all is shown; where it has not, the board is brief and says what is missing") {
  const ScreenPicture all = lay_out(content(10, 5, 3, 4), {.rows = 24, .columns = 80});
  for (const char* text : {"board 10", "story 1", "choice 4"}) CHECK(contains(all, text));
  CHECK_FALSE(contains(all, "brief"));

  const ScreenPicture brief = lay_out(content(30, 6, 3, 4), {.rows = 24, .columns = 80});
  for (const char* text : {"brief 6", "story 3", "choice 4"}) CHECK(contains(brief, text));
  CHECK_FALSE(contains(brief, "board 2"));

  const ScreenPicture cut = lay_out(content(60, 40, 3, 4), {.rows = 24, .columns = 80});
  for (const char* text : {"brief 5", "story 3", "choice 4", "more lines: `board`"}) CHECK(contains(cut, text));
}

TEST_CASE("of many choices those around the selected one are shown") {
  ScreenContent made = content(20, 20, 10, 50);
  CHECK(contains(lay_out(made, {}), "choice 1"));
  CHECK(contains(lay_out(made, {}), "more lines"));
  made.selected = 49;
  CHECK(contains(lay_out(made, {}), "choice 50"));
  CHECK_FALSE(contains(lay_out(made, {}), "choice 1 "));
}

TEST_CASE("in a wide window the story stands beside the board") {
  const ScreenPicture picture = lay_out(content(10, 5, 30, 4), {.rows = 40, .columns = 120});
  check_window(picture, {.rows = 40, .columns = 120});
  CHECK(picture.rows[1].text.starts_with("board 2"));
  CHECK(picture.rows[1].text.contains("story 2"));
}

TEST_CASE("before there is a board the story has the screen, and a long prompt the lines that it needs") {
  ScreenContent made = content(0, 0, 5, 0);
  made.prompt = "The server's key has changed. Type yes to trust it, or no to leave it at that: ";
  const ScreenSize size{.rows = 20, .columns = 60};
  const ScreenPicture picture = lay_out(made, size);
  check_window(picture, size);
  CHECK(picture.rows.front().text == "story 1");
  CHECK(picture.rows.back().text.starts_with("leave it at that:"));
}

TEST_CASE("a page says how much of it has been read") {
  const ScreenSize size{.rows = 11, .columns = 40};
  const auto lines = page_lines(numbered("line", 25), size);
  const ScreenPicture page = lay_out_page(lines, 10, size);
  REQUIRE(page.rows.size() == 11);
  CHECK(page.rows[0].text == "line 11");
  CHECK(page.rows[9].text == "line 20");
  CHECK(page.rows[10].text.contains("20 of 25"));
}

TEST_CASE("of a board that has been shown, what has changed is printed below what it belongs to") {
  std::ostringstream out;
  LineTerminal terminal(out, out, {});
  terminal.show_board(
      [](bool) { return std::vector<std::string>{"Round 1", "  Knight", "    life 9", "  Dragon", "    life 20"}; },
      BoardIs::kNew);
  out.str("");
  terminal.show_board(
      [](bool) { return std::vector<std::string>{"Round 2", "  Knight", "    life 9", "  Dragon", "    life 18"}; },
      BoardIs::kChanged);
  CHECK(out.str() == "Round 2\n  Dragon\n    life 18\n");
}

TEST_CASE("lines fit the window where there is one, and are whole in a pipe") {
  std::ostringstream out;
  LineTerminal narrow(out, out, {}, [] { return std::size_t{12}; });
  narrow.say("one two three four");
  CHECK(out.str() == "one two\nthree four\n");
  out.str("");
  LineTerminal pipe(out, out, {});
  pipe.say(std::string(300, 'a') + " b");
  CHECK(out.str() == std::string(300, 'a') + " b\n");
}

}  // namespace wyrmhall::cli
