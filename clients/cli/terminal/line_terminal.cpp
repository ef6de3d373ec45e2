#include "clients/cli/terminal/line_terminal.h"

#include <algorithm>
#include <ostream>
#include <set>
#include <utility>

#include "clients/cli/terminal/message_json.h"
#include "clients/cli/terminal/wrap.h"

namespace wyrmhall::cli {
namespace {

std::size_t indent_of(const std::string& line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

// The headline, what was not there before, and above each such line those that it belongs to: less indented ones.
std::vector<std::string> changed_lines(const std::vector<std::string>& before, const std::vector<std::string>& now) {
  const std::multiset<std::string> known(before.begin(), before.end());
  std::vector<bool> shown(now.size());
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (i > 0 && known.contains(now[i])) continue;
    shown[i] = true;
    std::size_t indent = indent_of(now[i]);
    for (std::size_t above = i; above-- > 1 && indent > 0;) {
      if (indent_of(now[above]) >= indent) continue;
      indent = indent_of(now[above]);
      shown[above] = true;
    }
  }
  std::vector<std::string> changed;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (shown[i]) changed.push_back(now[i]);
  }
  return changed;
}

}  // namespace

LineTerminal::LineTerminal(std::ostream& out, std::ostream& errors, Manner manner, std::function<std::size_t()> window)
    : Terminal(Paint(manner.colour, kUsualLineWidth, false)),
      out_(&out),
      errors_(&errors),
      manner_(manner),
      window_(std::move(window)) {
  measure();
}

void LineTerminal::measure() {
  if (const std::size_t width = window_(); width > 0) use_paint(Paint(manner_.colour, width, false));
}

void LineTerminal::say(std::string_view line) {
  if (manner_.json) return;
  clear_prompt();
  print(*out_, line);
  show_prompt();
  out_->flush();
}

void LineTerminal::warn(std::string_view line) {
  clear_prompt();
  out_->flush();
  print(*errors_, line);
  errors_->flush();
  show_prompt();
}

void LineTerminal::show_board(const DrawBoard& draw, BoardIs board) {
  if (manner_.json) return;
  measure();
  std::vector<std::string> brief = draw(true);
  if (board != BoardIs::kChanged) say("");
  say(board == BoardIs::kChanged ? changed_lines(board_, brief) : draw(false));
  board_ = std::move(brief);
}

void LineTerminal::show_choices(const std::vector<ListedChoice>& choices) {
  for (const ListedChoice& choice : choices) say(choice.text);
}

void LineTerminal::ask(std::string_view prompt) {
  if (manner_.json) return;
  clear_prompt();
  prompt_ = prompt;
  show_prompt();
}

void LineTerminal::answered() {
  if (!prompt_.empty() && !manner_.echoes && !manner_.json) *out_ << '\n';
  prompt_.clear();
}

void LineTerminal::take_back() {
  clear_prompt();
  prompt_.clear();
  out_->flush();
}

void LineTerminal::received(const v1::ServerMessage& message) {
  if (manner_.json) *out_ << json_text(message) << std::endl;
}

void LineTerminal::print(std::ostream& out, std::string_view line) {
  const std::size_t width = window_();
  if (width == 0) {
    out << line << '\n';
    return;
  }
  for (const std::string& piece : wrapped(line, width)) out << piece << '\n';
}

void LineTerminal::clear_prompt() {
  if (prompt_.empty() || manner_.json) return;
  *out_ << (manner_.is_tty ? "\r\x1b[K" : "\n");
}

void LineTerminal::show_prompt() {
  if (prompt_.empty() || manner_.json) return;
  *out_ << prompt_;
  out_->flush();
}

}  // namespace wyrmhall::cli
