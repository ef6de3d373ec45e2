// Counts that are kept beside the work and gathered when somebody asks: plain numbers, no lock, no memory.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace wyrmhall::persistence {

// How often values fell between powers of two. Bucket i holds the values below 2^i that are not in the one before it;
// the last holds all that are larger. `Number` is a plain integer where one thread counts and looks, an atomic one
// where another looks.
template <class Number = std::uint64_t>
struct Histogram {
  static constexpr std::size_t kBuckets = 28;

  std::array<Number, kBuckets> counts{};
  Number sum{};

  void count(std::uint64_t value) {
    const auto bucket = static_cast<std::size_t>(std::bit_width(value));
    counts[bucket < kBuckets ? bucket : kBuckets - 1] += 1;
    sum += value;
  }
};

}  // namespace wyrmhall::persistence
