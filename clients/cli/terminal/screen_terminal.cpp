#include "clients/cli/terminal/screen_terminal.h"

#define NCURSES_NOMACROS  // functions, which can be called by their full names
#include <curses.h>
#include <langinfo.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <clocale>
#include <cstdio>
#include <iostream>
#include <optional>
#include <set>
#include <utility>

#include "clients/cli/terminal/paint.h"
#include "clients/cli/terminal/wrap.h"

namespace wyrmhall::cli {
namespace {

constexpr std::size_t kMaxStory = 2000;   // lines
constexpr std::size_t kMaxLastSaid = 60;  // lines
constexpr int kEscapeDelay = 25;          // milliseconds, until Esc is a key by itself
constexpr std::size_t kMinRows = 6;
constexpr std::size_t kMinColumns = 20;
constexpr int kEscape = 27;

ScreenSize window_size() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return {};
  return {std::max<std::size_t>(size.ws_row, kMinRows), std::max<std::size_t>(size.ws_col, kMinColumns)};
}

// The colours of paint.h, by the codes that they are written with.
attr_t attributes_of(std::string_view codes) {
  attr_t attributes = A_NORMAL;
  while (!codes.empty()) {
    const auto end = std::min(codes.find(';'), codes.size());
    const std::string_view code = codes.substr(0, end);
    if (code == "1") attributes |= A_BOLD;
    if (code == "2") attributes |= A_DIM;
    if (code.size() == 2 && code[0] == '3') attributes |= COLOR_PAIR(code[1] - '0');
    codes.remove_prefix(std::min(end + 1, codes.size()));
  }
  return attributes;
}

void draw_row(int row, const ScreenPicture::Row& line) {
  ::wmove(stdscr, row, 0);
  std::string_view text = line.text;
  attr_t attributes = A_NORMAL;
  while (!text.empty()) {
    if (const std::size_t code = length_of_code(text); code > 0) {
      attributes = attributes_of(text.substr(2, code - 3));
      text.remove_prefix(code);
      continue;
    }
    const auto end = std::min(text.find('\x1b', 1), text.size());
    ::wattrset(stdscr, static_cast<int>(attributes));
    ::waddstr(stdscr, std::string(text.substr(0, end)).c_str());
    text.remove_prefix(end);
  }
  ::wattrset(stdscr, A_NORMAL);
  if (line.selected > 0) ::mvwchgat(stdscr, row, 0, static_cast<int>(line.selected), A_REVERSE, 0, nullptr);
}

// The words that can be read in a text and that begin with this, in lower case.
void add_words_of(std::string_view text, std::string_view begins, std::set<std::string>& words) {
  std::string word;
  const auto end_word = [&] {
    if (word.size() > begins.size() && word.starts_with(begins)) words.insert(word);
    word.clear();
  };
  while (!text.empty()) {
    if (const std::size_t code = length_of_code(text); code > 0) {
      text.remove_prefix(code);
      continue;
    }
    const auto c = static_cast<unsigned char>(text.front());
    if (std::isalnum(c) != 0 || c >= 0x80 || c == '-' || c == '_') {
      word += static_cast<char>(std::tolower(c));
    } else {
      end_word();
    }
    text.remove_prefix(1);
  }
  end_word();
}

}  // namespace

struct ScreenTerminal::Curses {
  explicit Curses(SCREEN* made) : screen(made) {}
  Curses(const Curses&) = delete;
  Curses& operator=(const Curses&) = delete;
  ~Curses() {
    typed.reset();
    ::endwin();
    ::delscreen(screen);
  }

  SCREEN* screen;
  std::optional<TypedLine> typed{std::in_place};
};

std::unique_ptr<ScreenTerminal> ScreenTerminal::open(bool colour) {
  std::setlocale(LC_CTYPE, "");
  // What is written is always UTF-8.
  if (std::string_view(::nl_langinfo(CODESET)) != "UTF-8") std::setlocale(LC_CTYPE, "C.UTF-8");
  SCREEN* screen = ::newterm(nullptr, stdout, stdin);
  if (screen == nullptr) return nullptr;
  ::set_escdelay(kEscapeDelay);
  ::cbreak();
  ::noecho();
  ::nonl();
  ::keypad(stdscr, TRUE);
  ::nodelay(stdscr, TRUE);
  if (colour && ::has_colors()) {
    ::start_color();
    ::use_default_colors();
    for (short each = COLOR_BLACK; each <= COLOR_WHITE; ++each) ::init_pair(each, each, -1);
  }
  return std::unique_ptr<ScreenTerminal>(new ScreenTerminal(std::make_unique<Curses>(screen), colour));
}

ScreenTerminal::ScreenTerminal(std::unique_ptr<Curses> curses, bool colour)
    : Terminal(Paint(true, board_width(window_size().columns))), curses_(std::move(curses)), colour_(colour) {
  draw();
}

ScreenTerminal::~ScreenTerminal() {
  curses_.reset();
  for (const std::string& line : last_said_) {
    for (const std::string& piece : wrapped(line, window_size().columns)) {
      std::cout << (colour_ ? piece : without_codes(piece)) << '\n';
    }
  }
  std::cout.flush();
}

// --- What is shown ---

void ScreenTerminal::say(std::string_view line) {
  add(line);
  draw();
}

void ScreenTerminal::say(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) add(line);
  draw();
}

void ScreenTerminal::add(std::string_view line) {
  content_.story.emplace_back(line);
  if (content_.story.size() > kMaxStory) content_.story.pop_front();
  last_said_.emplace_back(line);
  if (last_said_.size() > kMaxLastSaid) last_said_.pop_front();
  if (awaits_answer_ && answer_.size() < kMaxStory) answer_.emplace_back(line);
}

void ScreenTerminal::warn(std::string_view line) {
  say(paint()(Tint::kBad, line));
}

void ScreenTerminal::show_board(const DrawBoard& draw_board, BoardIs board) {
  content_.board = draw_board(false);
  content_.brief = draw_board(true);
  last_said_.clear();
  awaits_answer_ = false;
  if (board == BoardIs::kAskedFor) open_page(content_.board, false);
  draw();
}

void ScreenTerminal::show_choices(const std::vector<ListedChoice>& choices) {
  content_.choices = choices;
  content_.selected.reset();
  draw();
}

void ScreenTerminal::ask(std::string_view prompt) {
  content_.prompt = prompt;
  if (std::exchange(awaits_answer_, false)) {
    // What somebody asked to read, and is longer than its place, gets a page of its own.
    const ScreenSize size = window_size();
    const std::size_t width = content_.board.empty() ? size.columns : story_width(size.columns);
    std::size_t rows = 0;
    bool fits = true;
    for (const std::string& line : answer_) {
      rows += wrapped(line, width).size();
      fits = fits && (width == size.columns || columns(line) <= width);
    }
    if (!fits || rows > lay_out(content_, size).story_rows) open_page(std::move(answer_), false);
  }
  answer_.clear();
  draw();
}

void ScreenTerminal::take_back() {
  content_.prompt.clear();
  draw();
}

void ScreenTerminal::start_anew() {
  content_ = ScreenContent();
  answer_.clear();
  page_.clear();
  last_said_.clear();
  awaits_answer_ = false;
  draw();
}

void ScreenTerminal::draw() {
  const ScreenSize size = window_size();
  const ScreenPicture picture = page_.empty() ? lay_out(content_, size) : lay_out_page(page_, page_from_, size);
  ::werase(stdscr);
  for (std::size_t row = 0; row < picture.rows.size(); ++row) draw_row(static_cast<int>(row), picture.rows[row]);
  ::wnoutrefresh(stdscr);
  if (page_.empty()) {
    curses_->typed->place(picture.input_row, picture.input_column, picture.input_columns);
    curses_->typed->draw();
  }
  ::doupdate();
}

void ScreenTerminal::resize() {
  const ScreenSize size = window_size();
  ::resize_term(static_cast<int>(size.rows), static_cast<int>(size.columns));
  ::clearok(stdscr, TRUE);
  use_paint(Paint(true, board_width(size.columns)));
  if (!page_.empty()) {
    page_ = page_lines(page_text_, size);
    turn_page(0);
  }
  // What has been said since the board came stays what was said last.
  std::deque<std::string> last_said = last_said_;
  if (listener_.resized) listener_.resized();
  last_said_ = std::move(last_said);
  draw();
}

// --- What is typed ---

void ScreenTerminal::read_keys() {
  bool any = false;
  wint_t key = 0;
  for (int kind = ::wget_wch(stdscr, &key); kind != ERR; kind = ::wget_wch(stdscr, &key)) {
    any = true;
    const bool is_special = kind == KEY_CODE_YES;
    if (page_.empty()) {
      pressed(static_cast<int>(key), is_special);
    } else {
      pressed_on_page(static_cast<int>(key), is_special);
    }
  }
  if (any) return draw();
  pollfd input{STDIN_FILENO, POLLIN, 0};
  if (::poll(&input, 1, 0) != 0 && (input.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0) listener_.end();
}

void ScreenTerminal::pressed(int key, bool is_special) {
  constexpr int kTab = '\t';
  constexpr int kEndOfInput = 'D' - '@';
  constexpr int kDrawAnew = 'L' - '@';
  constexpr int kEarlier = 'P' - '@';
  constexpr int kLater = 'N' - '@';
  TypedLine& typed = *curses_->typed;
  const bool empty = typed.text().empty();
  const bool selects = empty && !content_.choices.empty();
  if (is_special) {
    if (key == KEY_UP) return selects ? select(-1) : typed.show_earlier();
    if (key == KEY_DOWN) return selects ? select(1) : typed.show_later();
    if (key == KEY_PPAGE) return open_page({content_.story.begin(), content_.story.end()}, true);
    if (key == KEY_ENTER) return entered(typed.take());
    return typed.press(key, is_special);
  }
  if (key == '\r' || key == '\n') return entered(typed.take());
  if (key == kTab) return complete();
  if (key == kDrawAnew) return static_cast<void>(::clearok(stdscr, TRUE));
  if (key == kEarlier) return typed.show_earlier();
  if (key == kLater) return typed.show_later();
  if (key == kEndOfInput && empty) return listener_.end();
  if (key >= ' ') content_.selected.reset();
  typed.press(key, is_special);
}

void ScreenTerminal::entered(const std::string& text) {
  std::string line = text;
  if (line.empty() && content_.selected) line = content_.choices[*content_.selected].typed;
  if (line.empty()) return;
  if (content_.prompt.empty() && content_.choices.empty()) {
    say(paint()(Tint::kFaint, "> " + line));
  } else {
    content_.story.push_back(paint()(Tint::kFaint, "> " + line));
  }
  content_.selected.reset();
  answer_.clear();
  awaits_answer_ = true;
  listener_.line(line);
}

// The next one that can be chosen, above or below.
void ScreenTerminal::select(int by) {
  const auto count = static_cast<std::ptrdiff_t>(content_.choices.size());
  std::ptrdiff_t at = content_.selected ? static_cast<std::ptrdiff_t>(*content_.selected) : by > 0 ? -1 : count;
  for (at += by; at >= 0 && at < count; at += by) {
    if (content_.choices[static_cast<std::size_t>(at)].typed.empty()) continue;
    content_.selected = static_cast<std::size_t>(at);
    return;
  }
}

// The last word becomes the word on the screen that begins with it, as far as there is only one way to go on.
void ScreenTerminal::complete() {
  const std::string text = curses_->typed->text();
  const auto blank = text.rfind(' ');
  const std::size_t start = blank == std::string::npos ? 0 : blank + 1;
  std::string begins = text.substr(start);
  std::ranges::transform(begins, begins.begin(), [](unsigned char c) { return std::tolower(c); });
  if (begins.empty()) return;
  std::set<std::string> words;
  for (const ListedChoice& choice : content_.choices) add_words_of(choice.text, begins, words);
  for (const std::string& line : content_.board) add_words_of(line, begins, words);
  for (const std::string& line : content_.story) add_words_of(line, begins, words);
  if (words.empty()) return;
  std::string common = *words.begin();
  for (const std::string& word : words) {
    const auto [end, other] = std::ranges::mismatch(common, word);
    common.erase(end, common.end());
  }
  // Not within a letter of several bytes.
  while (!common.empty() && words.size() > 1 && (static_cast<unsigned char>(common.back()) & 0x80U) != 0) {
    common.pop_back();
  }
  if (common.size() >= begins.size()) curses_->typed->set(text.substr(0, start) + common);
}

// --- Pages ---

void ScreenTerminal::open_page(std::vector<std::string> text, bool at_end) {
  page_text_ = std::move(text);
  page_ = page_lines(page_text_, window_size());
  page_from_ = at_end ? page_.size() : 0;
  turn_page(0);
}

void ScreenTerminal::turn_page(std::ptrdiff_t by) {
  const std::size_t rows = page_rows(window_size());
  const auto last = static_cast<std::ptrdiff_t>(page_.size() > rows ? page_.size() - rows : 0);
  page_from_ =
      static_cast<std::size_t>(std::clamp(static_cast<std::ptrdiff_t>(page_from_) + by, std::ptrdiff_t{0}, last));
}

void ScreenTerminal::pressed_on_page(int key, bool is_special) {
  const auto rows = static_cast<std::ptrdiff_t>(page_rows(window_size()));
  if (is_special) {
    switch (key) {
      case KEY_UP:
        return turn_page(-1);
      case KEY_DOWN:
        return turn_page(1);
      case KEY_PPAGE:
        return turn_page(-rows);
      case KEY_NPAGE:
        return turn_page(rows);
      case KEY_HOME:
        return turn_page(-static_cast<std::ptrdiff_t>(page_.size()));
      case KEY_END:
        return turn_page(static_cast<std::ptrdiff_t>(page_.size()));
      default:
        break;
    }
  }
  if (key == ' ' && !is_special) return turn_page(rows);
  // A person who types on has read it.
  page_.clear();
  const bool closes = is_special || key == kEscape || key == 'q' || key == '\r' || key == '\n';
  if (!closes) pressed(key, is_special);
}

}  // namespace wyrmhall::cli
