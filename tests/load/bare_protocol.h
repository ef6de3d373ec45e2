// What tests/bench/bare_server.cpp and wyrmhall-load --bare say to each other. It has the pattern of a duel's turns and
// the sizes of its messages, and nothing else of it: this is the yardstick.
//
//   join     client → server   byte 'J', u32 pair, u8 seat             the first message of a connection
//   turn     server → client   byte 'T', u32 turn, u8 seat to act, three bytes of what a turn changes, filling
//   act      client → server   byte 'A', u32 turn, u8 what, filling
//
// Numbers are big-endian. When both of a pair have joined, each is sent turn 0; after each act, each is sent the next
// turn. The seat that acts next gets the longer message, as it would get choices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace wyrmhall::bare {

// Payload bytes, as wyrmhall-load measured them of wyrmhalld: the means of random play, rounded.
constexpr std::size_t kActBytes = 38;
constexpr std::size_t kTurnBytes = 64;
constexpr std::size_t kTurnWithChoicesBytes = 161;

constexpr std::size_t kJoinBytes = 6;
constexpr std::uint8_t kJoin = 'J', kTurn = 'T', kAct = 'A';
// Where the fields of a turn are. The number comes at 1 in every message.
constexpr std::size_t kNumberAt = 1, kSeatAt = 5, kChangeAt = 6;

inline void put_number(std::span<std::uint8_t> message, std::uint32_t number) {
  for (std::size_t i = 0; i < 4; ++i) message[kNumberAt + i] = static_cast<std::uint8_t>(number >> (24 - 8 * i));
}

inline std::uint32_t number_of(std::span<const std::uint8_t> message) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8 | message[kNumberAt + i];
  return number;
}

}  // namespace wyrmhall::bare
