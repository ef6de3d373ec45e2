// Bytes between the two shapes that they have: a string, as Protobuf and files keep them, and an array of a fixed
// length.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wyrmhall {

// Nothing where the number of bytes is not exactly that of the array.
template <class Array>
std::optional<Array> array_from(std::string_view bytes) {
  Array array{};
  if (bytes.size() != array.size()) return std::nullopt;
  std::ranges::transform(bytes, array.begin(), [](char c) { return static_cast<std::uint8_t>(c); });
  return array;
}

template <std::size_t N>
std::string to_bytes(const std::array<std::uint8_t, N>& array) {
  return {array.begin(), array.end()};
}

}  // namespace wyrmhall
