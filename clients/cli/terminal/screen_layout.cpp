#include "clients/cli/terminal/screen_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "clients/cli/messages.h"
#include "clients/cli/terminal/paint.h"
#include "clients/cli/terminal/wrap.h"

namespace wyrmhall::cli {
namespace {

using Rows = std::vector<ScreenPicture::Row>;
using Lines = std::vector<std::string>;

constexpr std::size_t kGutter = 3;        // columns between board and story, in a wide window
constexpr std::size_t kMinStory = 3;      // rows, where there is something to tell
constexpr std::size_t kMinChoices = 4;    // rows
constexpr std::size_t kMinInput = 16;     // columns behind a prompt
constexpr std::size_t kMinPageWidth = 8;  // columns

std::string faint(const std::string& text) {
  return Paint(true)(Tint::kFaint, text);
}

// A line across, with a word in it where there is one.
std::string rule(std::size_t width, const std::string& word) {
  std::string text = word.empty() || columns(word) + 4 > width ? "" : "── " + word + " ";
  while (columns(text) < width) text += "─";
  return faint(text);
}

Lines all_wrapped(const Lines& lines, std::size_t width) {
  Lines all;
  for (const std::string& line : lines) std::ranges::move(wrapped(line, width), std::back_inserter(all));
  return all;
}

// The last lines of the story, no more than there is room for. Two empty ones never follow on each other.
Lines latest(const std::deque<std::string>& story, std::size_t width, std::size_t room) {
  Lines lines;
  for (auto told = story.rbegin(); told != story.rend() && lines.size() < room; ++told) {
    if (told->empty() && (lines.empty() || lines.front().empty())) continue;
    Lines pieces = wrapped(*told, width);
    lines.insert(lines.begin(), std::make_move_iterator(pieces.begin()), std::make_move_iterator(pieces.end()));
  }
  if (lines.size() > room) lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(room));
  while (!lines.empty() && lines.front().empty()) lines.erase(lines.begin());
  return lines;
}

struct ChoiceRows {
  Rows rows;
  std::size_t selected = 0;  // the first of the selected one's
};

ChoiceRows choice_rows(const ScreenContent& content, std::size_t width) {
  ChoiceRows all;
  for (std::size_t i = 0; i < content.choices.size(); ++i) {
    const bool selected = content.selected == i;
    if (selected) all.selected = all.rows.size();
    for (std::string& line : wrapped(content.choices[i].text, width)) {
      all.rows.push_back({std::move(line), selected ? width : 0});
    }
  }
  return all;
}

// The rows around the selected one that there is room for; the last says what is left out.
Rows seen_choices(ChoiceRows all, std::size_t room, std::size_t width) {
  if (all.rows.size() <= room || room == 0) {
    all.rows.resize(std::min(all.rows.size(), room));
    return std::move(all.rows);
  }
  const std::size_t seen = room - 1;
  const std::size_t last_start = all.rows.size() - seen;
  const std::size_t start = std::min(all.selected < seen ? 0 : all.selected + 1 - seen, last_start);
  Rows rows(all.rows.begin() + static_cast<std::ptrdiff_t>(start),
            all.rows.begin() + static_cast<std::ptrdiff_t>(start + seen));
  rows.push_back({wrapped(faint("  " + t("screen.choices", {{"n", all.rows.size() - seen}})), width).front()});
  return rows;
}

Lines seen_board(Lines board, std::size_t room, std::size_t width) {
  if (board.size() <= room) return board;
  const std::size_t seen = room == 0 ? 0 : room - 1;
  const std::size_t hidden = board.size() - seen;
  board.resize(seen);
  if (room > 0) board.push_back(wrapped(faint("   " + t("screen.board", {{"n", hidden}})), width).front());
  return board;
}

// The prompt in the last rows: the input stands behind it where there is room, and below it otherwise.
struct PromptRows {
  Lines lines;
  std::size_t input_column = 0;
};

PromptRows prompt_rows(const std::string& prompt, std::size_t width) {
  PromptRows rows{.lines = wrapped(prompt, width), .input_column = 0};
  const std::size_t used = columns(rows.lines.back());
  if (used + kMinInput <= width) {
    rows.input_column = used;
  } else {
    rows.lines.emplace_back("> ");
    rows.input_column = 2;
  }
  return rows;
}

// How many rows each part gets of those that there are.
struct Shares {
  bool brief = false;
  std::size_t board = 0;
  std::size_t story = 0;
  std::size_t choices = 0;
};

Shares share_out(std::size_t room, std::size_t whole, std::size_t brief, std::size_t story, std::size_t choices) {
  Shares shares;
  const std::size_t min_story = std::min(story, kMinStory);
  const auto without = [&](std::size_t taken) { return room > taken ? room - taken : 0; };
  const std::size_t min_choices = std::max(room * 2 / 5, kMinChoices);
  shares.brief = whole > without(std::min(choices, min_choices) + min_story);
  const std::size_t board = shares.brief ? brief : whole;
  shares.choices = std::min(choices, std::max(min_choices, without(board + min_story)));
  shares.choices = std::min(shares.choices, room);
  shares.board = std::min(board, without(shares.choices + min_story));
  shares.story = without(shares.board + shares.choices);
  return shares;
}

}  // namespace

std::size_t board_width(std::size_t window_columns) {
  if (window_columns < kWideWindow) return window_columns;
  return std::min(kUsualLineWidth, window_columns * 2 / 3);
}

std::size_t story_width(std::size_t window_columns) {
  return window_columns < kWideWindow ? window_columns : window_columns - board_width(window_columns) - kGutter;
}

ScreenPicture lay_out(const ScreenContent& content, ScreenSize size) {
  const std::size_t width = size.columns;
  const bool wide = width >= kWideWindow && !content.board.empty();
  const std::size_t board_columns = content.board.empty() ? width : board_width(width);
  const std::size_t story_columns = wide ? story_width(width) : width;

  const Lines headline = content.board.empty() ? Lines() : wrapped(content.board.front(), board_columns);
  const auto below_headline = [&](const Lines& board) {
    return board.empty() ? Lines() : all_wrapped(Lines(board.begin() + 1, board.end()), board_columns);
  };
  const Lines whole = below_headline(content.board);
  const Lines brief = below_headline(content.brief);
  ChoiceRows choices = choice_rows(content, board_columns);
  PromptRows prompt = prompt_rows(content.prompt, board_columns);
  const std::size_t rules =
      wide ? (choices.rows.empty() ? 0 : 1) : (headline.empty() ? 0 : 1) + (choices.rows.empty() ? 0 : 1);
  const std::size_t fixed = std::min(size.rows, headline.size() + prompt.lines.size() + rules);
  const std::size_t room = size.rows - fixed;
  const Lines told = latest(content.story, story_columns, size.rows);
  Shares shares = share_out(room, whole.size(), brief.size(), wide ? 0 : told.size(), choices.rows.size());

  ScreenPicture picture;
  const auto add = [&](const Lines& lines) {
    for (const std::string& line : lines) picture.rows.push_back({line});
  };
  add(headline);
  add(seen_board(shares.brief ? brief : whole, shares.board, board_columns));
  if (wide) {
    while (picture.rows.size() < headline.size() + shares.board + shares.story) picture.rows.push_back({});
  } else {
    picture.story_rows = shares.story;
    if (!headline.empty()) picture.rows.push_back({rule(width, {})});
    const Lines seen = latest(content.story, story_columns, shares.story);
    add(seen);
    for (std::size_t i = seen.size(); i < shares.story; ++i) picture.rows.push_back({});
  }
  if (!choices.rows.empty()) picture.rows.push_back({rule(board_columns, {})});
  std::ranges::move(seen_choices(std::move(choices), shares.choices, board_columns), std::back_inserter(picture.rows));
  picture.rows.resize(size.rows - std::min(size.rows, prompt.lines.size()));
  add(prompt.lines);
  picture.rows.erase(picture.rows.begin(),
                     picture.rows.end() - static_cast<std::ptrdiff_t>(std::min(size.rows, picture.rows.size())));
  picture.input_row = size.rows - 1;
  picture.input_column = prompt.input_column;
  picture.input_columns = board_columns - prompt.input_column;
  if (wide) {
    picture.story_rows = size.rows;
    const Lines seen = latest(content.story, story_columns, size.rows);
    for (std::size_t i = 0; i < size.rows; ++i) {
      ScreenPicture::Row& row = picture.rows[i];
      // The input has its row to itself up to the story.
      row.text = padded(row.text, board_columns) + faint(" │ ") + (i < seen.size() ? seen[i] : "");
    }
  }
  return picture;
}

std::size_t page_rows(ScreenSize size) {
  return std::max<std::size_t>(size.rows, 2) - 1;
}

std::vector<std::string> page_lines(const std::vector<std::string>& text, ScreenSize size) {
  return all_wrapped(text, std::max(size.columns, kMinPageWidth));
}

ScreenPicture lay_out_page(const std::vector<std::string>& lines, std::size_t from, ScreenSize size) {
  ScreenPicture picture;
  const std::size_t seen = page_rows(size);
  for (std::size_t i = from; i < std::min(from + seen, lines.size()); ++i) picture.rows.push_back({lines[i]});
  picture.rows.resize(seen);
  const std::string how = t("screen.page", {{"n", std::min(from + seen, lines.size())}, {"m", lines.size()}});
  picture.rows.push_back({wrapped(faint(how), size.columns).front()});
  picture.input_row = size.rows - 1;
  picture.input_column = size.columns - 1;
  return picture;
}

}  // namespace wyrmhall::cli
