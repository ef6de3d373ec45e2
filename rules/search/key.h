// Keys of states, by which a search finds again what it has seen.
#pragma once

#include <cstdint>

namespace wyrmhall::rules {

// Mixes numbers into 64 bits. The same numbers in the same order give the same key on every platform.
class KeyMixer {
 public:
  constexpr KeyMixer& add(std::uint64_t number) {
    const Wide product = Wide{key_ ^ number ^ 0xa0761d6478bd642f} * 0xe7037ed1a0b428db;
    key_ = static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
    return *this;
  }
  [[nodiscard]] constexpr std::uint64_t key() const { return key_; }

 private:
  __extension__ using Wide = unsigned __int128;
  std::uint64_t key_ = 0x8ebc6af09c88c6e3;
};

}  // namespace wyrmhall::rules
