// A field of bytes, as views and events have it, from numbers.
#pragma once

#include <initializer_list>
#include <string>

namespace wyrmhall::cli::tests {

inline std::string bytes(std::initializer_list<int> numbers) {
  std::string text;
  for (const int number : numbers) text += static_cast<char>(number);
  return text;
}

}  // namespace wyrmhall::cli::tests
