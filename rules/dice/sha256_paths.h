// The two ways in which SHA-256 is computed (rules/dice/sha256.h). For sha256.cpp alone.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "rules/dice/sha256.h"

namespace wyrmhall::rules::detail {

inline constexpr std::size_t kBlock = 64;

inline constexpr Sha256Words kStart = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

alignas(16) inline constexpr std::array<std::uint32_t, 64> kRound = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// The 64 words that the rounds take, made from the sixteen of a block.
constexpr std::array<std::uint32_t, 64> schedule(const std::array<std::uint32_t, 16>& block) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 16; ++i) w[i] = block[i];
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
    const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  return w;
}

// RFC 2104.
inline constexpr std::uint8_t kInnerPad = 0x36;
inline constexpr std::uint8_t kOuterPad = 0x5c;

struct alignas(16) Block {
  std::array<std::uint8_t, kBlock> bytes{};
};

// Each works off whole blocks.
void compress_portable(Sha256Words& words, const std::uint8_t* blocks, std::size_t count);
void compress_instructions(Sha256Words& words, const std::uint8_t* blocks, std::size_t count);

bool instructions_present();

// To be called only where instructions_present(), as is compress_instructions(). Each does what sha256.cpp makes of
// single compressions on the other path. These keep in registers what one compression hands to the next, and run two
// side by side where neither waits for the other: the two take little longer than one.
// `key` is filled up with zeros.
void pads_by_instructions(Sha256Words& inner, Sha256Words& outer, const Block& key);
// `last` is the last block of the message, with its end mark and length; those before it are in `inner` already.
Digest mac_by_instructions(const Sha256Words& inner, const Sha256Words& outer, const Block& last);
HmacKey::Turned turn_by_instructions(Sha256Words& inner, Sha256Words& outer, const Block& last);
HmacKey::Turned turn_by_instructions(Sha256Words& inner, Sha256Words& outer, const Bytes16& front, std::uint8_t between,
                                     const Bytes16& back);
Digest sha256_by_instructions(const Bytes16& front, const Bytes16& back);

}  // namespace wyrmhall::rules::detail
