// What is shown in lines, one below the other: for pipes, scripts, screen readers, and terminals that can do no more.
// Figures have no bars beside them.
// Lines of the match go to standard output, errors to standard error; with --json standard output has the server's
// messages and nothing else.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/terminal/terminal.h"

namespace wyrmhall::cli {

class LineTerminal : public Terminal {
 public:
  struct Manner {
    bool json = false;    // messages as lines of JSON, and no sentences
    bool colour = false;  // of the standard output
    bool echoes = true;   // what is typed shows, and so ends the line of a prompt
    bool is_tty = false;  // a prompt can be taken back when something happens meanwhile
  };
  // `window`: how many columns there are, asked again for each line; 0 if there is no window, and then no line is
  // broken.
  LineTerminal(
      std::ostream& out, std::ostream& errors, Manner manner,
      std::function<std::size_t()> window = [] { return std::size_t{0}; });

  using Terminal::say;
  void say(std::string_view line) override;
  void warn(std::string_view line) override;
  // For a board that has been shown before and that nobody asks for: its headline, and what has changed in its brief
  // form, with the lines above that say what it belongs to.
  void show_board(const DrawBoard& draw, BoardIs board) override;
  void show_choices(const std::vector<ListedChoice>& choices) override;
  void ask(std::string_view prompt) override;
  void answered() override;
  void take_back() override;
  void start_anew() override { board_.clear(); }
  void received(const v1::ServerMessage& message) override;
  [[nodiscard]] bool json() const override { return manner_.json; }

 private:
  // Lines are laid out for the window as it is now.
  void measure();
  void print(std::ostream& out, std::string_view line);
  void clear_prompt();
  void show_prompt();

  std::ostream* out_;
  std::ostream* errors_;
  Manner manner_;
  std::function<std::size_t()> window_;
  std::string prompt_;
  std::vector<std::string> board_;  // as it was shown last
};

}  // namespace wyrmhall::cli
