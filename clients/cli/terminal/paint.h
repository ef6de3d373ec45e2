// How the output is written: colour and weight for a terminal, or nothing of these if the output is no terminal, and
// the width of its lines. Colour never says anything that the text does not say as well.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace wyrmhall::cli {

enum class Tint { kPlain, kStrong, kFaint, kGood, kWarning, kBad, kEnergy, kMine, kFire, kIce };

// Columns of a line where there is no window that says how many it has.
inline constexpr std::size_t kUsualLineWidth = 80;

class Paint {
 public:
  explicit Paint(bool on, std::size_t line_width = kUsualLineWidth, bool draws = true)
      : on_(on), line_width_(line_width), draws_(draws) {}
  [[nodiscard]] std::string operator()(Tint tint, std::string_view text) const;
  // What stands between stars is strong, and the stars go: "*Hit*: Frost loses 3 health."
  [[nodiscard]] std::string emphasised(std::string_view text) const;
  [[nodiscard]] bool on() const { return on_; }
  // Columns that a line has room for.
  [[nodiscard]] std::size_t line_width() const { return line_width_; }
  // Whether bars and arrows are drawn beside the figures: not where somebody may be listening.
  [[nodiscard]] bool draws() const { return draws_; }

 private:
  bool on_;
  std::size_t line_width_;
  bool draws_;
};

// How many columns a text takes: East Asian letters take two; what is not seen, such as the codes of colours and
// accents that stand above a letter, takes none.
std::size_t columns(std::string_view text);

// How many bytes the colour code takes that a text begins with; 0 if it begins with none.
std::size_t length_of_code(std::string_view text);

// The text without the codes of its colours.
std::string without_codes(std::string_view text);

// The text with blanks behind it up to `width` columns.
std::string padded(std::string_view text, std::size_t width);

}  // namespace wyrmhall::cli
