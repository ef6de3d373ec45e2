#include "clients/cli/terminal/wrap.h"

#include <algorithm>
#include <utility>

#include "clients/cli/terminal/paint.h"

namespace wyrmhall::cli {
namespace {

constexpr std::string_view kReset = "\x1b[0m";

// Where the text begins to which later lines are aligned.
std::size_t indent_of(std::string_view plain, std::size_t width) {
  const auto blanks = std::min(plain.find_first_not_of(' '), plain.size());
  const auto gap = plain.find("  ", blanks);
  const auto text = gap == std::string_view::npos ? gap : plain.find_first_not_of(' ', gap);
  if (text != std::string_view::npos) {
    const std::size_t label = columns(plain.substr(0, text));
    if (label <= width / 2) return label;
  }
  return std::min(blanks + (blanks > 0 ? 2 : 0), width / 3);
}

// Bytes of the word that a text begins with, up to the next blank; what stands between backquotes is one word.
std::size_t word_length(std::string_view text, std::size_t width) {
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '`') {
      const auto end = quoted ? at : text.find('`', at + 1);
      quoted = !quoted && end != std::string_view::npos && columns(text.substr(0, end)) < width;
    }
    if (text[at] == ' ' && !quoted) return at;
  }
  return text.size();
}

class Wrapping {
 public:
  Wrapping(std::string_view text, std::size_t width) : width_(width), indent_(indent_of(without_codes(text), width)) {}

  void add(std::string_view blanks, std::string_view word) {
    if (used_ + blanks.size() + columns(word) <= width_) {
      line_ += blanks;
      used_ += blanks.size();
    } else if (used_ > begun_at_) {
      // A long word begins further left rather than being cut.
      const std::size_t wide = columns(word);
      end_line(std::min(indent_, width_ > wide ? width_ - wide : 0));
    }
    put(word);
  }
  std::vector<std::string> done() {
    lines_.push_back(std::move(line_));
    return std::move(lines_);
  }

 private:
  // One letter after the other, with the colours between them.
  void put(std::string_view word) {
    while (!word.empty()) {
      if (const std::size_t code = length_of_code(word); code > 0) {
        colour_ = word.substr(0, code) == kReset ? std::string() : colour_ + std::string(word.substr(0, code));
        line_ += word.substr(0, code);
        word.remove_prefix(code);
        continue;
      }
      std::size_t letter = 1;
      while (letter < word.size() && (static_cast<unsigned char>(word[letter]) & 0xC0U) == 0x80U) ++letter;
      const std::size_t wide = columns(word.substr(0, letter));
      if (used_ + wide > width_ && used_ > begun_at_) end_line(indent_);
      line_ += word.substr(0, letter);
      used_ += wide;
      word.remove_prefix(letter);
    }
  }
  void end_line(std::size_t indent) {
    if (!colour_.empty()) line_ += kReset;
    lines_.push_back(std::move(line_));
    line_ = std::string(indent, ' ') + colour_;
    used_ = begun_at_ = indent;
  }

  std::size_t width_;
  std::size_t indent_;
  std::vector<std::string> lines_;
  std::string line_;
  std::size_t used_ = 0;
  std::size_t begun_at_ = 0;  // the column at which this line begins
  std::string colour_;        // that goes on in the next line
};

}  // namespace

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  width = std::max<std::size_t>(width, 1);
  if (columns(text) <= width) return {std::string(text)};
  Wrapping wrapping(text, width);
  while (!text.empty()) {
    const std::size_t blanks = std::min(text.find_first_not_of(' '), text.size());
    const std::size_t word = word_length(text.substr(blanks), width);
    wrapping.add(text.substr(0, blanks), text.substr(blanks, word));
    text.remove_prefix(blanks + word);
  }
  return wrapping.done();
}

}  // namespace wyrmhall::cli
