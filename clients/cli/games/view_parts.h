// The parts of a view, read without asking whether they are there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace wyrmhall::cli {

// One of the numbers that travel as bytes; 0 if there is none at this place.
inline std::uint32_t byte_at(std::string_view bytes, std::size_t i) {
  return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0;
}

// One of a list of numbers; 0 if there is none at this place.
template <class Numbers>
std::uint32_t number_at(const Numbers& numbers, std::size_t i) {
  return i < static_cast<std::size_t>(numbers.size()) ? numbers[static_cast<int>(i)] : 0;
}

// What a map of the view has under a key; empty where it has nothing.
template <class Map>
const typename Map::mapped_type& found_in(const Map& map, std::uint32_t key) {
  static const typename Map::mapped_type kNone{};
  const auto found = map.find(key);
  return found == map.end() ? kNone : found->second;
}

}  // namespace wyrmhall::cli
