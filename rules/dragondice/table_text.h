// The content's tables are texts of lines and words, so that they can be read as they are written.
#pragma once

#include <cstddef>
#include <string_view>

namespace wyrmhall::rules::dragondice {

// Takes what stands before the first `end` off the text.
constexpr std::string_view take(std::string_view& text, char end) {
  const std::size_t length = text.find(end);
  const std::string_view taken = text.substr(0, length);
  text = length == std::string_view::npos ? std::string_view{} : text.substr(length + 1);
  return taken;
}

}  // namespace wyrmhall::rules::dragondice
