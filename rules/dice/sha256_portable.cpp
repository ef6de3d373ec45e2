#include <bit>

#include "rules/dice/sha256_paths.h"

namespace wyrmhall::rules::detail {

void compress_portable(Sha256Words& words, const std::uint8_t* blocks, std::size_t count) {
  for (; count > 0; --count, blocks += kBlock) {
    std::array<std::uint32_t, 16> block;
    for (std::size_t i = 0; i < block.size(); ++i) {
      const std::uint8_t* p = blocks + (4 * i);
      block[i] = (std::uint32_t{p[0]} << 24) | (std::uint32_t{p[1]} << 16) | (std::uint32_t{p[2]} << 8) | p[3];
    }
    const std::array<std::uint32_t, 64> w = schedule(block);
    auto [a, b, c, d, e, f, g, h] = words;
    for (std::size_t i = 0; i < 64; ++i) {
      const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
      const std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + kRound[i] + w[i];
      const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
      const std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + t1;
      d = c;
      c = b;
      b = a;
      a = t1 + t2;
    }
    const Sha256Words add = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i) words[i] += add[i];
  }
}

}  // namespace wyrmhall::rules::detail
