#include "rules/dice/sha256.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>
#include <cstring>

#include "rules/dice/sha256_paths.h"

namespace wyrmhall::rules {
namespace {

using detail::Block;
using detail::kBlock;

void compress(Sha256Path path, Sha256Words& words, const std::uint8_t* blocks, std::size_t count) {
  if (path == Sha256Path::instructions) return detail::compress_instructions(words, blocks, count);
  detail::compress_portable(words, blocks, count);
}

// Ends the program if the processor has no such path.
Sha256Path checked(Sha256Path path) {
  if (path == Sha256Path::instructions && sha256_path() != path) std::abort();
  return path;
}

constexpr std::uint64_t big_endian(std::uint64_t number) {
  return std::endian::native == std::endian::little ? __builtin_bswap64(number) : number;
}

// The end mark and the length, which fit behind a tail of so many bytes.
constexpr std::size_t kMaxTailBytes = kBlock - 9;

void write_length(Block& last, std::uint64_t bytes) {
  const std::uint64_t length = big_endian(8 * bytes);
  std::memcpy(last.bytes.data() + kBlock - sizeof(length), &length, sizeof(length));
}

// The last block of a message of which `before` bytes (whole blocks) came before it.
Block last_block(Bytes tail, std::uint64_t before) {
  Block last;
  if (!tail.empty()) std::memcpy(last.bytes.data(), tail.data(), tail.size());
  last.bytes[tail.size()] = 0x80;
  write_length(last, before + tail.size());
  return last;
}

// Hashes the rest of a message, of whose front `before` bytes (whole blocks) are in `words` already.
Digest finish(Sha256Path path, Sha256Words words, Bytes message, std::uint64_t before) {
  const std::size_t whole = message.size() / kBlock;
  if (whole > 0) compress(path, words, message.data(), whole);
  before += whole * kBlock;
  const Bytes tail = message.subspan(whole * kBlock);
  if (tail.size() <= kMaxTailBytes) {
    compress(path, words, last_block(tail, before).bytes.data(), 1);
  } else {
    Block last;
    std::memcpy(last.bytes.data(), tail.data(), tail.size());
    last.bytes[tail.size()] = 0x80;
    compress(path, words, last.bytes.data(), 1);
    last = {};
    write_length(last, before + tail.size());
    compress(path, words, last.bytes.data(), 1);
  }

  Digest digest;
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (std::size_t j = 0; j < 4; ++j) digest[(4 * i) + j] = static_cast<std::uint8_t>(words[i] >> (24 - (8 * j)));
  }
  return digest;
}

}  // namespace

Sha256Path sha256_path() {
  static const bool present = detail::instructions_present();
  return present ? Sha256Path::instructions : Sha256Path::portable;
}

Digest sha256(Bytes message) {
  return finish(sha256_path(), detail::kStart, message, 0);
}

Digest sha256(Bytes message, Sha256Path path) {
  return finish(checked(path), detail::kStart, message, 0);
}

Digest sha256(const Bytes16& front, const Bytes16& back, Sha256Path path) {
  if (checked(path) == Sha256Path::instructions) return detail::sha256_by_instructions(front, back);
  std::array<std::uint8_t, 2 * sizeof(Bytes16)> message;
  std::ranges::copy(back, std::ranges::copy(front, message.begin()).out);
  return sha256(message, path);
}

HmacKey::HmacKey(Bytes key, Sha256Path path) : inner_(detail::kStart), outer_(detail::kStart), path_(checked(path)) {
  Block pad;
  if (key.size() > kBlock) {
    const Digest hashed = sha256(key, path);
    std::memcpy(pad.bytes.data(), hashed.data(), hashed.size());
  } else if (!key.empty()) {
    std::memcpy(pad.bytes.data(), key.data(), key.size());
  }
  if (path_ == Sha256Path::instructions) {
    detail::pads_by_instructions(inner_, outer_, pad);
    return;
  }
  for (std::uint8_t& byte : pad.bytes) byte ^= detail::kInnerPad;
  compress(path_, inner_, pad.bytes.data(), 1);
  for (std::uint8_t& byte : pad.bytes) byte ^= detail::kInnerPad ^ detail::kOuterPad;
  compress(path_, outer_, pad.bytes.data(), 1);
}

Digest HmacKey::mac(Bytes message) const {
  if (path_ == Sha256Path::instructions && message.size() <= kMaxTailBytes) {
    return detail::mac_by_instructions(inner_, outer_, last_block(message, kBlock));
  }
  return finish(path_, outer_, finish(path_, inner_, message, kBlock), kBlock);
}

HmacKey::Turned HmacKey::turn(Bytes message) {
  const std::size_t whole = message.size() / kBlock * kBlock;
  const Bytes tail = message.subspan(whole);
  if (path_ == Sha256Path::instructions && tail.size() <= kMaxTailBytes) {
    detail::compress_instructions(inner_, message.data(), whole / kBlock);
    return detail::turn_by_instructions(inner_, outer_, last_block(tail, kBlock + whole));
  }
  Turned turned;
  turned.key = mac(message);
  *this = HmacKey(turned.key, path_);
  turned.code = mac(std::array<std::uint8_t, 8>{});
  return turned;
}

HmacKey::Turned HmacKey::turn(const Bytes16& front, std::uint8_t between, const Bytes16& back) {
  if (path_ == Sha256Path::instructions) return detail::turn_by_instructions(inner_, outer_, front, between, back);
  std::array<std::uint8_t, (2 * sizeof(Bytes16)) + 1> message;
  std::ranges::copy(front, message.begin());
  message[sizeof(Bytes16)] = between;
  std::ranges::copy(back, message.begin() + sizeof(Bytes16) + 1);
  return turn(message);
}

}  // namespace wyrmhall::rules
