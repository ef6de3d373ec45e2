// The enumerators of an enum class by name, as the compiler knows them, so that nobody writes them down a second time.
// They must count from 0 without gaps.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace wyrmhall::rules {

namespace detail {

// GCC and Clang both end the text with «Enumeration::name» and a bracket or semicolon.
template <auto kValue>
constexpr std::string_view enumerator_name() {
  std::string_view text = __PRETTY_FUNCTION__;
  const std::size_t end = text.find_first_of(";]", text.find("kValue = "));
  text = text.substr(0, end);
  return text.substr(text.rfind(':') + 1);
}

}  // namespace detail

// The names of all enumerators up to `kLast`, which is included.
template <auto kLast>
inline constexpr auto kNamesUpTo = []<std::size_t... kEach>(std::index_sequence<kEach...>) {
  using Enumeration = decltype(kLast);
  return std::array<std::string_view, sizeof...(kEach)>{detail::enumerator_name<static_cast<Enumeration>(kEach)>()...};
}(std::make_index_sequence<static_cast<std::size_t>(kLast) + 1>{});

}  // namespace wyrmhall::rules
