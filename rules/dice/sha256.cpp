#include "rules/dice/sha256.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace wyrmhall::rules {
namespace {

constexpr std::size_t kBlock = 64;

constexpr Sha256Words kStart = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

alignas(16) constexpr std::array<std::uint32_t, 64> kRound = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using Compress = void (*)(Sha256Words& words, const std::uint8_t* blocks, std::size_t count);

void compress_portable(Sha256Words& words, const std::uint8_t* blocks, std::size_t count) {
  for (; count > 0; --count, blocks += kBlock) {
    std::array<std::uint32_t, 64> w;
    for (std::size_t i = 0; i < 16; ++i) {
      const std::uint8_t* p = blocks + (4 * i);
      w[i] = (std::uint32_t{p[0]} << 24) | (std::uint32_t{p[1]} << 16) | (std::uint32_t{p[2]} << 8) | p[3];
    }
    for (std::size_t i = 16; i < 64; ++i) {
      const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
      const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
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

#if defined(__x86_64__)
// __builtin_cpu_supports of GCC 12 does not know "sha": leaf 7, EBX bit 29.
bool instructions_present() {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
  std::uint32_t d = 0;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0 || ((b >> 29) & 1U) == 0) return false;
  return __builtin_cpu_supports("ssse3") != 0 && __builtin_cpu_supports("sse4.1") != 0;
}

// Four rounds need four message words; words 16.. are made from the four vectors before them. The instructions want
// the state as ABEF and CDGH.
__attribute__((target("sha,sse4.1,ssse3"))) void compress_instructions(Sha256Words& words, const std::uint8_t* blocks,
                                                                       std::size_t count) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  auto load = [](const void* p) __attribute__((target("sha,sse4.1,ssse3"))) {
    return _mm_loadu_si128(static_cast<const __m128i*>(p));
  };
  const __m128i dcba = _mm_shuffle_epi32(load(words.data()), 0xB1);
  const __m128i hgfe = _mm_shuffle_epi32(load(words.data() + 4), 0x1B);
  __m128i abef = _mm_alignr_epi8(dcba, hgfe, 8);
  __m128i cdgh = _mm_blend_epi16(hgfe, dcba, 0xF0);

  for (; count > 0; --count, blocks += kBlock) {
    const __m128i abef_before = abef;
    const __m128i cdgh_before = cdgh;
    __m128i m[4];  // an array, for std::array drops the alignment
    for (std::size_t i = 0; i < 4; ++i) m[i] = _mm_shuffle_epi8(load(blocks + (16 * i)), big_endian);
#pragma GCC unroll 16
    for (std::size_t i = 0; i < 16; ++i) {
      if (i >= 4) {
        // m[i % 4] holds words i-4; the others i-3, i-2, i-1.
        const __m128i w9 = _mm_alignr_epi8(m[(i + 3) % 4], m[(i + 2) % 4], 4);
        const __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(m[i % 4], m[(i + 1) % 4]), w9);
        m[i % 4] = _mm_sha256msg2_epu32(sum, m[(i + 3) % 4]);
      }
      const __m128i wk = _mm_add_epi32(m[i % 4], load(kRound.data() + (4 * i)));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, wk);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(wk, 0x0E));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }

  const __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
  const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(words.data()), _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(words.data() + 4), _mm_alignr_epi8(dchg, feba, 8));
}
#else
void compress_instructions(Sha256Words& /*words*/, const std::uint8_t* /*blocks*/, std::size_t /*count*/) {
  std::abort();
}
bool instructions_present() {
  return false;
}
#endif

Compress compress_of(Sha256Path path) {
  return path == Sha256Path::instructions ? compress_instructions : compress_portable;
}

Compress compress() {
  static const Compress chosen = compress_of(sha256_path());
  return chosen;
}

constexpr std::uint32_t big_endian(std::uint32_t word) {
  return std::endian::native == std::endian::little ? __builtin_bswap32(word) : word;
}

// Hashes the rest of a message, of whose front `before` bytes (whole blocks) are in `words` already.
Digest finish(Compress compress, Sha256Words words, Bytes message, std::uint64_t before) {
  const std::uint64_t bits = (before + message.size()) * 8;
  const std::size_t whole = message.size() / kBlock;
  if (whole > 0) compress(words, message.data(), whole);
  const Bytes tail = message.subspan(whole * kBlock);

  // The end mark and the length fit behind a short tail; otherwise they take a block more.
  alignas(16) std::array<std::uint8_t, kBlock> last{};
  if (!tail.empty()) std::memcpy(last.data(), tail.data(), tail.size());
  last[tail.size()] = 0x80;
  if (tail.size() + 9 > kBlock) {
    compress(words, last.data(), 1);
    last = {};
  }
  const std::array<std::uint32_t, 2> length = {big_endian(static_cast<std::uint32_t>(bits >> 32)),
                                               big_endian(static_cast<std::uint32_t>(bits))};
  std::memcpy(last.data() + kBlock - sizeof(length), length.data(), sizeof(length));
  compress(words, last.data(), 1);

  for (std::uint32_t& word : words) word = big_endian(word);
  Digest digest;
  std::memcpy(digest.data(), words.data(), digest.size());
  return digest;
}

}  // namespace

Sha256Path sha256_path() {
  static const bool present = instructions_present();
  return present ? Sha256Path::instructions : Sha256Path::portable;
}

Digest sha256(Bytes message) {
  return finish(compress(), kStart, message, 0);
}

Digest sha256(Bytes message, Sha256Path path) {
  if (path == Sha256Path::instructions && sha256_path() != path) std::abort();
  return finish(compress_of(path), kStart, message, 0);
}

HmacKey::HmacKey(Bytes key) : inner_(kStart), outer_(kStart) {
  std::array<std::uint8_t, kBlock> pad{};
  if (key.size() > kBlock) {
    const Digest hashed = sha256(key);
    std::ranges::copy(hashed, pad.begin());
  } else {
    std::ranges::copy(key, pad.begin());
  }
  for (std::uint8_t& byte : pad) byte ^= 0x36;
  compress()(inner_, pad.data(), 1);
  for (std::uint8_t& byte : pad) byte ^= 0x36 ^ 0x5c;
  compress()(outer_, pad.data(), 1);
}

Digest HmacKey::mac(Bytes message) const {
  const Digest inside = finish(compress(), inner_, message, kBlock);
  return finish(compress(), outer_, inside, kBlock);
}

}  // namespace wyrmhall::rules
