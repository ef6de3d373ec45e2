// A screen for a person at a terminal, drawn by ncurses: the parts that screen_layout.h places, a line to type in with
// arrows to choose by, and pages for what is longer than its place.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/terminal/screen_layout.h"
#include "clients/cli/terminal/terminal.h"
#include "clients/cli/terminal/typed_line.h"

namespace wyrmhall::cli {

class ScreenTerminal : public Terminal {
 public:
  // What the person does. `resized`: board and choices are to be shown again, for a window of another width.
  struct Listener {
    std::function<void(const std::string&)> line;
    std::function<void()> end;
    std::function<void()> resized;
  };
  // Takes the terminal over; null where it is one that nothing can be drawn on.
  static std::unique_ptr<ScreenTerminal> open(bool colour);
  // Gives it back, with what was said last below what stood there before.
  ~ScreenTerminal() override;

  void listen(Listener listener) { listener_ = std::move(listener); }
  // Reads the keys that have been pressed; for when the standard input has something to read.
  void read_keys();
  // The window may have another size.
  void resize();

  void say(std::string_view line) override;
  void say(const std::vector<std::string>& lines) override;
  void warn(std::string_view line) override;
  void show_board(const DrawBoard& draw, BoardIs board) override;
  void show_choices(const std::vector<ListedChoice>& choices) override;
  void ask(std::string_view prompt) override;
  void answered() override { content_.prompt.clear(); }
  void take_back() override;
  void start_anew() override;
  [[nodiscard]] bool keeps_board() const override { return true; }

 private:
  struct Curses;
  ScreenTerminal(std::unique_ptr<Curses> curses, bool colour);

  void add(std::string_view line);
  void pressed(int key, bool is_special);
  void pressed_on_page(int key, bool is_special);
  void entered(const std::string& text);
  void select(int by);
  void complete();
  void open_page(std::vector<std::string> text, bool at_end);
  void turn_page(std::ptrdiff_t by);
  void draw();

  std::unique_ptr<Curses> curses_;
  bool colour_;
  Listener listener_;
  ScreenContent content_;
  std::vector<std::string> answer_;  // what has been said since a line was typed
  bool awaits_answer_ = false;
  std::deque<std::string> last_said_;  // since the board was shown last
  std::vector<std::string> page_;      // that is read; empty where none is
  std::vector<std::string> page_text_;
  std::size_t page_from_ = 0;
};

}  // namespace wyrmhall::cli
