#include "clients/cli/terminal/paint.h"

#include <algorithm>

namespace wyrmhall::cli {
namespace {

std::string_view code_of(Tint tint) {
  switch (tint) {
    case Tint::kPlain:
      return "";
    case Tint::kStrong:
      return "1";
    case Tint::kFaint:
      return "2";
    case Tint::kGood:
      return "32";
    case Tint::kWarning:
      return "33";
    case Tint::kBad:
      return "31";
    case Tint::kEnergy:
      return "36";
    case Tint::kMine:
      return "1;36";
    case Tint::kFire:
      return "1;31";
    case Tint::kIce:
      return "1;34";
  }
  return "";
}

}  // namespace

std::string Paint::operator()(Tint tint, std::string_view text) const {
  const std::string_view code = code_of(tint);
  if (!on_ || code.empty() || text.empty()) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

std::string Paint::emphasised(std::string_view text) const {
  std::string painted;
  bool strong = false;
  for (auto star = text.find('*'); star != std::string_view::npos; star = text.find('*')) {
    painted += strong ? (*this)(Tint::kStrong, text.substr(0, star)) : std::string(text.substr(0, star));
    strong = !strong;
    text.remove_prefix(star + 1);
  }
  return painted + std::string(text);
}

std::size_t columns(std::string_view text) {
  const auto begins_letter = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_letter));
}

std::string padded(std::string_view text, std::size_t width) {
  const std::size_t taken = columns(text);
  return std::string(text) + std::string(taken < width ? width - taken : 0, ' ');
}

}  // namespace wyrmhall::cli
