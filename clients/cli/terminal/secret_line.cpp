#include "clients/cli/terminal/secret_line.h"

#include <termios.h>
#include <unistd.h>

#include <iostream>

namespace wyrmhall::cli {
namespace {

constexpr char kInterrupt = '\x03';  // Ctrl-C

// While it lives, what is typed is not shown. Ctrl-C then ends the line instead of the program, which would leave the
// terminal as it is.
class Unseen {
 public:
  Unseen() {
    if (::tcgetattr(STDIN_FILENO, &before_) != 0) return;
    termios now = before_;
    now.c_lflag &= ~static_cast<tcflag_t>(ECHO | ISIG);
    now.c_cc[VEOL] = kInterrupt;
    changed_ = ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &now) == 0;
  }
  Unseen(const Unseen&) = delete;
  Unseen& operator=(const Unseen&) = delete;
  ~Unseen() {
    if (changed_) ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
  }

 private:
  termios before_{};
  bool changed_ = false;
};

// The first line that ends by Enter or by Ctrl-C.
std::optional<std::string> read_line() {
  std::string line;
  for (char c = 0; std::cin.get(c);) {
    if (c == kInterrupt) return std::nullopt;
    if (c == '\n') {
      if (line.ends_with('\r')) line.pop_back();
      return line;
    }
    line += c;
  }
  if (line.empty()) return std::nullopt;
  return line;
}

}  // namespace

std::optional<std::string> read_secret_line(const std::string& prompt) {
  if (::isatty(STDIN_FILENO) != 1) return read_line();
  std::cerr << prompt << std::flush;
  const Unseen unseen;
  auto line = read_line();
  std::cerr << '\n';
  return line;
}

}  // namespace wyrmhall::cli
