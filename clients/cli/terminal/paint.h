// Colour and weight for a terminal, or nothing at all where the output is no terminal. Colour never says something that
// the text does not say as well.
#pragma once

#include <string>
#include <string_view>

namespace wyrmhall::cli {

enum class Tint { kPlain, kStrong, kFaint, kGood, kWarning, kBad, kEnergy, kMine, kFire, kIce };

class Paint {
 public:
  explicit Paint(bool on) : on_(on) {}
  [[nodiscard]] std::string operator()(Tint tint, std::string_view text) const;
  // What stands between stars is strong, and the stars go: "*Hit*: Frost loses 3 health."
  [[nodiscard]] std::string emphasised(std::string_view text) const;
  [[nodiscard]] bool on() const { return on_; }

 private:
  bool on_;
};

// How many columns a text takes: code points, for what this client writes.
std::size_t columns(std::string_view text);

// The text with blanks behind it up to so many columns.
std::string padded(std::string_view text, std::size_t width);

}  // namespace wyrmhall::cli
