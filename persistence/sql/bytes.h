// Numbers in the store's own encodings: varints as in Protobuf, seven bits a byte, the lowest first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "common/time.h"

namespace wyrmhall::persistence::sql {

constexpr std::size_t kMaxVarint = 10;

// Writes the number to `out`, which has room for kMaxVarint bytes; returns where it ends.
inline char* put_varint(char* out, std::uint64_t value) {
  while (value >= 0x80) {
    *out++ = static_cast<char>((value & 0x7f) | 0x80);
    value >>= 7;
  }
  *out++ = static_cast<char>(value);
  return out;
}

inline char* put_varint(char* out, Timestamp time) {
  return put_varint(out, static_cast<std::uint64_t>(unix_micros(time)));
}

// Takes values off the front of bytes. Once anything is missing or wrong it stays not good(), and all values are 0.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  [[nodiscard]] bool good() const { return good_; }
  void refuse() { good_ = false; }

  std::string_view take(std::uint64_t size) {
    if (!good_ || size > rest_.size()) {
      good_ = false;
      return {};
    }
    const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(size));
    rest_.remove_prefix(taken.size());
    return taken;
  }

  unsigned byte() {
    const std::string_view taken = take(1);
    return taken.empty() ? 0 : static_cast<unsigned char>(taken.front());
  }

  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 7 * kMaxVarint; shift += 7) {
      const unsigned next = byte();
      value |= static_cast<std::uint64_t>(next & 0x7f) << shift;
      if ((next & 0x80) == 0) return value;
    }
    good_ = false;
    return 0;
  }

  Timestamp time() { return from_unix_micros(static_cast<std::int64_t>(varint())); }

 private:
  std::string_view rest_;
  bool good_ = true;
};

}  // namespace wyrmhall::persistence::sql
