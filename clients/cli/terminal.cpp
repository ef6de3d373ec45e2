#include "clients/cli/terminal.h"

#include <google/protobuf/util/json_util.h>

#include <ostream>

namespace wyrmhall::cli {

Terminal::Terminal(std::ostream& out, std::ostream& troubles, Manner manner)
    : out_(&out), troubles_(&troubles), manner_(manner), paint_(manner.colour) {}

void Terminal::say(std::string_view line) {
  if (manner_.json) return;
  clear_prompt();
  *out_ << line << '\n';
  show_prompt();
  out_->flush();
}

void Terminal::say(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) say(line);
}

void Terminal::warn(std::string_view line) {
  clear_prompt();
  out_->flush();
  *troubles_ << line << std::endl;
  show_prompt();
}

void Terminal::ask(std::string_view prompt) {
  if (manner_.json) return;
  clear_prompt();
  prompt_ = prompt;
  show_prompt();
}

void Terminal::answered() {
  if (!prompt_.empty() && !manner_.echoes && !manner_.json) *out_ << '\n';
  prompt_.clear();
}

void Terminal::take_back() {
  clear_prompt();
  prompt_.clear();
  out_->flush();
}

void Terminal::received(const v1::ServerMessage& message) {
  if (!manner_.json) return;
  std::string line;
  if (google::protobuf::util::MessageToJsonString(message, &line).ok()) *out_ << line << std::endl;
}

void Terminal::clear_prompt() {
  if (prompt_.empty() || manner_.json) return;
  *out_ << (manner_.is_tty ? "\r\x1b[K" : "\n");
}

void Terminal::show_prompt() {
  if (prompt_.empty() || manner_.json) return;
  *out_ << prompt_;
  out_->flush();
}

std::string tame(std::string_view text) {
  std::string tamed;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7F) tamed += c;
  }
  return tamed;
}

}  // namespace wyrmhall::cli
