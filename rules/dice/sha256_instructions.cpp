#include <cstdlib>

#include "rules/dice/sha256_paths.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace wyrmhall::rules::detail {

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

namespace {

// A function that uses the instructions; one that is part of others is inlined in them, so that its values stay in
// registers.
#define WYRMHALL_SHA __attribute__((target("sha,sse4.1,ssse3")))
#define WYRMHALL_SHA_PART __attribute__((target("sha,sse4.1,ssse3"), always_inline)) inline

// The words a to h as the instructions want them.
struct Working {
  __m128i abef;
  __m128i cdgh;
};

// The sixteen words of a block; an array, for std::array drops the alignment.
struct Message {
  __m128i words[4];
};

// One compression on its way.
struct Compression {
  Working before;
  Working now;
  Message message;
};

WYRMHALL_SHA_PART __m128i load(const void* from) {
  return _mm_loadu_si128(static_cast<const __m128i*>(from));
}

WYRMHALL_SHA_PART void store(void* to, __m128i value) {
  _mm_storeu_si128(static_cast<__m128i*>(to), value);
}

WYRMHALL_SHA_PART Working load(const Sha256Words& words) {
  const __m128i dcba = _mm_shuffle_epi32(load(words.data()), 0xB1);
  const __m128i hgfe = _mm_shuffle_epi32(load(words.data() + 4), 0x1B);
  return {.abef = _mm_alignr_epi8(dcba, hgfe, 8), .cdgh = _mm_blend_epi16(hgfe, dcba, 0xF0)};
}

// a to d, and e to h.
WYRMHALL_SHA_PART __m128i first_half(const Working& of) {
  return _mm_blend_epi16(_mm_shuffle_epi32(of.abef, 0x1B), _mm_shuffle_epi32(of.cdgh, 0xB1), 0xF0);
}
WYRMHALL_SHA_PART __m128i second_half(const Working& of) {
  return _mm_alignr_epi8(_mm_shuffle_epi32(of.cdgh, 0xB1), _mm_shuffle_epi32(of.abef, 0x1B), 8);
}

WYRMHALL_SHA_PART void store(Sha256Words& words, const Working& from) {
  store(words.data(), first_half(from));
  store(words.data() + 4, second_half(from));
}

// From bytes to words, and back.
WYRMHALL_SHA_PART __m128i swapped(__m128i value) {
  return _mm_shuffle_epi8(value, _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203));
}

WYRMHALL_SHA_PART Message load_block(const std::uint8_t* bytes) {
  return {{swapped(load(bytes)), swapped(load(bytes + 16)), swapped(load(bytes + 32)), swapped(load(bytes + 48))}};
}

WYRMHALL_SHA_PART Digest digest_of(const Working& from) {
  Digest digest;
  store(digest.data(), swapped(first_half(from)));
  store(digest.data() + 16, swapped(second_half(from)));
  return digest;
}

// The last block of a message of `bits` bits that ends in these 32 bytes.
WYRMHALL_SHA_PART Message ending_in(__m128i first, __m128i second, int bits) {
  return {{first, second, _mm_set_epi32(0, 0, 0, static_cast<int>(0x80000000)), _mm_set_epi32(bits, 0, 0, 0)}};
}

// Rounds 4 i to 4 i + 3 with four words to which their constants have been added.
WYRMHALL_SHA_PART void four_rounds(Working& working, __m128i words) {
  working.cdgh = _mm_sha256rnds2_epu32(working.cdgh, working.abef, words);
  working.abef = _mm_sha256rnds2_epu32(working.abef, working.cdgh, _mm_shuffle_epi32(words, 0x0E));
}

WYRMHALL_SHA_PART Working sum(const Working& a, const Working& b) {
  return {.abef = _mm_add_epi32(a.abef, b.abef), .cdgh = _mm_add_epi32(a.cdgh, b.cdgh)};
}

WYRMHALL_SHA_PART Compression begin(const Working& start, const Message& message) {
  return {.before = start, .now = start, .message = message};
}

WYRMHALL_SHA_PART Working end(const Compression& compression) {
  return sum(compression.now, compression.before);
}

// The i-th of sixteen steps. Words 16.. are made from the four vectors before them, in two halves, ahead of the rounds
// that need them: the rounds wait for each other, and the words must not keep them waiting.
WYRMHALL_SHA_PART void step(Compression& compression, std::size_t i) {
  __m128i* const m = compression.message.words;
  const __m128i now = m[i % 4];
  four_rounds(compression.now, _mm_add_epi32(now, load(kRound.data() + (4 * i))));
  if (i >= 3 && i < 15) {
    __m128i& next = m[(i + 1) % 4];
    next = _mm_sha256msg2_epu32(_mm_add_epi32(next, _mm_alignr_epi8(now, m[(i + 3) % 4], 4)), now);
  }
  if (i >= 1 && i < 13) m[(i + 3) % 4] = _mm_sha256msg1_epu32(m[(i + 3) % 4], now);
}

WYRMHALL_SHA_PART Working compressed(const Working& start, const Message& message) {
  Compression compression = begin(start, message);
#pragma GCC unroll 16
  for (std::size_t i = 0; i < 16; ++i) step(compression, i);
  return end(compression);
}

// The compression of a key with one of its pads.
WYRMHALL_SHA_PART Compression begin_pad(const Message& key, std::uint8_t pad) {
  const __m128i pads = _mm_set1_epi8(static_cast<char>(pad));
  Message message;
  for (std::size_t i = 0; i < 4; ++i) message.words[i] = _mm_xor_si128(key.words[i], pads);
  return begin(load(kStart), message);
}

constexpr int kBlockBits = 8 * static_cast<int>(kBlock);

WYRMHALL_SHA_PART Working outer_of(const Working& outer, const Working& inside) {
  return compressed(outer, ending_in(first_half(inside), second_half(inside), kBlockBits + 256));
}

// The 64 words of the last block of a message that ends in eight zero bytes, each with its constant added.
alignas(16) constexpr std::array<std::uint32_t, 64> kZeros = [] {
  std::array<std::uint32_t, 16> block{};
  block[2] = 0x80000000;
  block[15] = kBlockBits + 64;
  std::array<std::uint32_t, 64> words = schedule(block);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] += kRound[i];
  return words;
}();

}  // namespace

WYRMHALL_SHA void compress_instructions(Sha256Words& words, const std::uint8_t* blocks, std::size_t count) {
  Working working = load(words);
  for (; count > 0; --count, blocks += kBlock) working = compressed(working, load_block(blocks));
  store(words, working);
}

WYRMHALL_SHA void pads_by_instructions(Sha256Words& inner, Sha256Words& outer, const Block& key) {
  const Message message = load_block(key.bytes.data());
  Compression one = begin_pad(message, kInnerPad);
  Compression other = begin_pad(message, kOuterPad);
#pragma GCC unroll 16
  for (std::size_t i = 0; i < 16; ++i) {
    step(one, i);
    step(other, i);
  }
  store(inner, end(one));
  store(outer, end(other));
}

WYRMHALL_SHA Digest mac_by_instructions(const Sha256Words& inner, const Sha256Words& outer, const Block& last) {
  return digest_of(outer_of(load(outer), compressed(load(inner), load_block(last.bytes.data()))));
}

namespace {

WYRMHALL_SHA_PART HmacKey::Turned turned_by(const Message& last, Sha256Words& inner, Sha256Words& outer) {
  const Working key = outer_of(load(outer), compressed(load(inner), last));
  const __m128i zero = _mm_setzero_si128();
  const Message message = {{first_half(key), second_half(key), zero, zero}};

  // The outer pad is needed last: it takes five of its sixteen steps beside the inner one, and the rest beside the
  // zeros.
  Compression outside = begin_pad(message, kOuterPad);
  Compression inside = begin_pad(message, kInnerPad);
#pragma GCC unroll 16
  for (std::size_t i = 0; i < 16; ++i) {
    step(inside, i);
    if (i % 3 == 2) step(outside, i / 3);
  }
  const Working pad = end(inside);
  store(inner, pad);
  Working code = pad;
#pragma GCC unroll 16
  for (std::size_t i = 0; i < 16; ++i) {
    four_rounds(code, load(kZeros.data() + (4 * i)));
    if (i < 11) step(outside, 5 + i);
  }
  code = sum(code, pad);
  const Working outer_pad = end(outside);
  store(outer, outer_pad);
  return {.key = digest_of(key), .code = digest_of(outer_of(outer_pad, code))};
}

}  // namespace

WYRMHALL_SHA HmacKey::Turned turn_by_instructions(Sha256Words& inner, Sha256Words& outer, const Block& last) {
  return turned_by(load_block(last.bytes.data()), inner, outer);
}

WYRMHALL_SHA HmacKey::Turned turn_by_instructions(Sha256Words& inner, Sha256Words& outer, const Bytes16& front,
                                                  std::uint8_t between, const Bytes16& back) {
  const __m128i end = load(back.data());
  const __m128i middle = _mm_or_si128(_mm_slli_si128(end, 1), _mm_cvtsi32_si128(between));
  const __m128i rest = _mm_or_si128(_mm_srli_si128(end, 15), _mm_cvtsi32_si128(0x8000));
  const int bits = kBlockBits + (8 * 33);
  return turned_by({{swapped(load(front.data())), swapped(middle), swapped(rest), _mm_set_epi32(bits, 0, 0, 0)}}, inner,
                   outer);
}

WYRMHALL_SHA Digest sha256_by_instructions(const Bytes16& front, const Bytes16& back) {
  const int bits = 8 * (sizeof(front) + sizeof(back));
  return digest_of(compressed(load(kStart), ending_in(swapped(load(front.data())), swapped(load(back.data())), bits)));
}

#undef WYRMHALL_SHA_PART
#undef WYRMHALL_SHA

#else

bool instructions_present() {
  return false;
}
void compress_instructions(Sha256Words& /*words*/, const std::uint8_t* /*blocks*/, std::size_t /*count*/) {
  std::abort();
}
void pads_by_instructions(Sha256Words& /*inner*/, Sha256Words& /*outer*/, const Block& /*key*/) {
  std::abort();
}
Digest mac_by_instructions(const Sha256Words& /*inner*/, const Sha256Words& /*outer*/, const Block& /*last*/) {
  std::abort();
}
HmacKey::Turned turn_by_instructions(Sha256Words& /*inner*/, Sha256Words& /*outer*/, const Block& /*last*/) {
  std::abort();
}
HmacKey::Turned turn_by_instructions(Sha256Words& /*inner*/, Sha256Words& /*outer*/, const Bytes16& /*front*/,
                                     std::uint8_t /*between*/, const Bytes16& /*back*/) {
  std::abort();
}
Digest sha256_by_instructions(const Bytes16& /*front*/, const Bytes16& /*back*/) {
  std::abort();
}

#endif

}  // namespace wyrmhall::rules::detail
