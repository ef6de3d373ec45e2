// Keys of states, by which a search finds again what it has seen.
#pragma once

#include <cstdint>
#include <ranges>
#include <type_traits>

#include "rules/described.h"

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

namespace detail {

template <class T>
constexpr void add_value(KeyMixer& mixer, const T& value) {
  if constexpr (Described<T>) {
    visit_fields(value, [&](const auto&, const auto& member) { add_value(mixer, member); });
  } else if constexpr (std::ranges::range<T>) {
    std::uint64_t length = 0;
    for (const auto& each : value) {
      add_value(mixer, each);
      ++length;
    }
    mixer.add(length);
  } else if constexpr (requires { value.has_value(); }) {
    mixer.add(value.has_value() ? 1 : 0);
    if (value.has_value()) add_value(mixer, *value);
  } else {
    static_assert(std::is_integral_v<T> || std::is_enum_v<T>, "a key is made of numbers");
    mixer.add(static_cast<std::uint64_t>(value));
  }
}

}  // namespace detail

// The key made of everything that the state lists (rules/described.h): right for every game. A game writes its own if
// its states hold what is only history, or if it is searched so often that mixing field by field takes too long.
template <Described State>
constexpr std::uint64_t key_of_fields(const State& state) {
  KeyMixer mixer;
  detail::add_value(mixer, state);
  return mixer.key();
}

}  // namespace wyrmhall::rules
