#include "clients/cli/terminal/terminal.h"

#include <algorithm>
#include <ostream>

#include "clients/cli/terminal/message_json.h"

namespace wyrmhall::cli {
namespace {

// Bytes of the character that a text begins with; 0 where these are no UTF-8.
std::size_t length_of_first(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t length = first < 0x80                    ? 1
                             : first >= 0xC2 && first < 0xE0 ? 2
                             : first >= 0xE0 && first < 0xF0 ? 3
                             : first >= 0xF0 && first < 0xF5 ? 4
                                                             : 0;
  if (length > text.size()) return 0;
  for (const char c : text.substr(1, length == 0 ? 0 : length - 1)) {
    if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) return 0;
  }
  return length;
}

// Of one character, as its bytes: controls (C0, DEL, C1), and those that change the direction of what follows
// (U+061C, U+200E and F, U+202A to E, U+2066 to 9).
bool steers(std::string_view character) {
  if (character.size() == 1) return character[0] >= 0 && (character[0] < 0x20 || character[0] == 0x7F);
  return (character >= "\xC2\x80" && character <= "\xC2\x9F") || character == "\xD8\x9C" ||
         character == "\xE2\x80\x8E" || character == "\xE2\x80\x8F" ||
         (character >= "\xE2\x80\xAA" && character <= "\xE2\x80\xAE") ||
         (character >= "\xE2\x81\xA6" && character <= "\xE2\x81\xA9");
}

}  // namespace

Terminal::Terminal(std::ostream& out, std::ostream& errors, Manner manner)
    : out_(&out), errors_(&errors), manner_(manner), paint_(manner.colour) {}

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
  *errors_ << line << std::endl;
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
  if (manner_.json) *out_ << json_text(message) << std::endl;
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

std::string strip_control_chars(std::string_view text) {
  std::string tamed;
  while (!text.empty()) {
    const std::size_t length = length_of_first(text);
    if (length != 0 && !steers(text.substr(0, length))) tamed += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return tamed;
}

}  // namespace wyrmhall::cli
