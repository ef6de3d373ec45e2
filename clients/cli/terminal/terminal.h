// What the person, or the script, is shown. Lines of the match go to standard output, errors to standard error; with
// --json standard output has the server's messages and nothing else.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/terminal/paint.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::cli {

class Terminal {
 public:
  struct Manner {
    bool json = false;    // messages as lines of JSON, and no sentences
    bool colour = false;  // of the standard output
    bool echoes = true;   // what is typed shows, and so ends the line of a prompt
    bool is_tty = false;  // a prompt can be taken back when something happens meanwhile
  };
  Terminal(std::ostream& out, std::ostream& errors, Manner manner);

  // A line of the story, the board, or a list.
  void say(std::string_view line);
  void say(const std::vector<std::string>& lines);
  // Something that went wrong, or that the person should know about the connection.
  void warn(std::string_view line);
  // Shows what is asked, and keeps it in sight until somebody has answered.
  void ask(std::string_view prompt);
  // An answer was typed: its line is finished.
  void answered();
  // Nothing is asked any more, though nobody has answered.
  void take_back();
  // Each message as it comes.
  void received(const v1::ServerMessage& message);

  [[nodiscard]] const Paint& paint() const { return paint_; }
  [[nodiscard]] bool json() const { return manner_.json; }

 private:
  void clear_prompt();
  void show_prompt();

  std::ostream* out_;
  std::ostream* errors_;
  Manner manner_;
  Paint paint_;
  std::string prompt_;
};

// A text from somebody else, such as a player's name, without anything that could steer a terminal, turn the line
// around or make two texts look alike: no controls, nothing that nobody sees, and no bytes that are no UTF-8.
std::string strip_control_chars(std::string_view text);

}  // namespace wyrmhall::cli
