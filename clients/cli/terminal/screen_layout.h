// Where everything stands on a screen: the headline on top, the board under it, then the story, what there is to
// choose, and the prompt, which each keep their places. In a wide window the story stands beside the board. Nothing is
// drawn here, so that tests can look at each row.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "clients/cli/terminal/terminal.h"

namespace wyrmhall::cli {

struct ScreenSize {
  std::size_t rows = 24;
  std::size_t columns = 80;
};

// In a window with at least this many columns the story stands beside the board.
inline constexpr std::size_t kWideWindow = 110;

// Columns of a board in such a window.
std::size_t board_width(std::size_t window_columns);
// Columns of the story there.
std::size_t story_width(std::size_t window_columns);

struct ScreenContent {
  std::vector<std::string> board;  // as it is whole; its headline first
  std::vector<std::string> brief;  // the same without what matters least
  std::deque<std::string> story;   // the latest last
  std::vector<ListedChoice> choices;
  std::optional<std::size_t> selected;  // of the choices
  std::string prompt;                   // empty while nothing is asked
};

struct ScreenPicture {
  struct Row {
    std::string text;
    std::size_t selected = 0;  // how many of its columns belong to what is selected
  };
  std::vector<Row> rows;  // as many as the screen has, none wider than it
  // Where what is typed stands.
  std::size_t input_row = 0;
  std::size_t input_column = 0;
  std::size_t input_columns = 0;
  std::size_t story_rows = 0;  // that the story has
};

ScreenPicture lay_out(const ScreenContent& content, ScreenSize size);

// A text that is read by itself, from one of its lines on; the last row says how to go on.
ScreenPicture lay_out_page(const std::vector<std::string>& lines, std::size_t from, ScreenSize size);
// The lines of a text as a page has them.
std::vector<std::string> page_lines(const std::vector<std::string>& text, ScreenSize size);
// How many of them are seen at once.
std::size_t page_rows(ScreenSize size);

}  // namespace wyrmhall::cli
