// What the person, or the script, is shown: the story line by line, and, of a match, its board and what there is to
// choose. In lines, one below the other (line_terminal.h), or on a screen where board, choices and prompt keep their
// places (screen_terminal.h).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/terminal/paint.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::cli {

// Something that can be chosen, or a line between such things.
struct ListedChoice {
  std::string text;
  std::string typed;  // what stands for it; empty where it cannot be chosen
};

// Draws a board for the present width. `brief`: without what matters least, if there is little room.
using DrawBoard = std::function<std::vector<std::string>(bool brief)>;

// The first of a match, one in which something may have changed, or one that somebody wants to see.
enum class BoardIs : std::uint8_t { kNew, kChanged, kAskedFor };

class Terminal {
 public:
  explicit Terminal(const Paint& paint) : paint_(paint) {}
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  virtual ~Terminal() = default;

  // A line of the story, or of a list.
  virtual void say(std::string_view line) = 0;
  virtual void say(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) say(line);
  }
  // Something that went wrong, or that the person should know about the connection.
  virtual void warn(std::string_view line) = 0;
  // The board as it stands now; the first line is its headline.
  virtual void show_board(const DrawBoard& draw, BoardIs board) = 0;
  // What there is to choose; empty once nothing is.
  virtual void show_choices(const std::vector<ListedChoice>& choices) = 0;
  // Shows what is asked, and keeps it in sight until somebody has answered.
  virtual void ask(std::string_view prompt) = 0;
  // An answer was typed: its line is finished.
  virtual void answered() = 0;
  // Nothing is asked any more, although nobody has answered.
  virtual void take_back() = 0;
  // Something else begins: nothing that was shown before stays in sight.
  virtual void start_anew() {}
  // Each message as it comes.
  virtual void received(const v1::ServerMessage& /*message*/) {}
  // Whether the output is for programs, as lines of JSON.
  [[nodiscard]] virtual bool json() const { return false; }
  // Whether the board stays in sight, and so is to be shown whenever it has changed.
  [[nodiscard]] virtual bool keeps_board() const { return false; }

  [[nodiscard]] const Paint& paint() const { return paint_; }

 protected:
  void use_paint(const Paint& paint) { paint_ = paint; }

 private:
  Paint paint_;
};

// A text from somebody else, such as a player's name, without anything that could steer a terminal, turn the line
// around or make two texts look alike: no controls, nothing that nobody sees, and no bytes that are not UTF-8.
std::string strip_control_chars(std::string_view text);

}  // namespace wyrmhall::cli
