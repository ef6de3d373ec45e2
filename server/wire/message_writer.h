// Writes a protobuf message straight into bytes, field by field. A turn is told in a hundred small messages: making
// them as objects first costs several times as much as writing what they say.
//
// Field numbers are the generated classes' own (pb::Refusal::kCodeFieldNumber). Which of the calls a field takes
// follows from its line in the .proto file: a field without `optional` and outside of a oneof is left out when it is
// zero or empty. Fields may come in any order, and parts that were written apart may be put one after the other.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace wyrmhall::server {

class MessageWriter {
 public:
  MessageWriter() : bytes_(kUsualBytes, '\0'), at_(bytes_.data()), end_(at_ + bytes_.size()) {}
  MessageWriter(const MessageWriter&) = delete;
  MessageWriter& operator=(const MessageWriter&) = delete;
  ~MessageWriter() = default;

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(at_ - bytes_.data()); }
  [[nodiscard]] std::string_view view() const { return {bytes_.data(), size()}; }
  // What was written; nothing may be written after it.
  [[nodiscard]] std::string take() {
    bytes_.resize(size());
    return std::move(bytes_);
  }

  // A field of uint32, uint64, bool or an enum: `optional`, or in a oneof.
  template <class Value>
    requires std::integral<Value> || std::is_enum_v<Value>
  void number(int field, Value value) {
    room(kMaxTag + kMaxVarint);
    tag(field, kVarint);
    varint(static_cast<std::uint64_t>(value));
  }
  // The same where zero is left out.
  template <class Value>
  void nonzero(int field, Value value) {
    if (value != Value{}) number(field, value);
  }

  // A field of sint32: `optional`, or in a oneof.
  void signed_number(int field, std::int32_t value) { number(field, zigzag(value)); }
  void signed_nonzero(int field, std::int32_t value) { nonzero(field, zigzag(value)); }

  // A field of bytes or string, or a message that is written already: `optional`, repeated, or in a oneof.
  void bytes(int field, std::string_view value) {
    room(kMaxTag + kMaxVarint + value.size());
    tag(field, kLengthDelimited);
    varint(value.size());
    append(value);
  }

  void bytes(int field, std::span<const std::uint8_t> value) {
    bytes(field, std::string_view(reinterpret_cast<const char*>(value.data()), value.size()));
  }

  // A repeated field of uint32.
  template <class Values>
  void numbers(int field, const Values& values) {
    const Packed list(*this, field);
    for (const auto value : values) list.add(value);
  }

  // An entry of a map<uint32, uint32>.
  void entry(int field, std::uint32_t key, std::uint32_t value) {
    const Nested entry(*this, field);
    nonzero(kMapKey, key);
    nonzero(kMapValue, value);
  }

  // Fields that were written apart.
  void raw(std::string_view fields) {
    room(fields.size());
    append(fields);
  }

  // While one lives, what is written goes into a message that is a field of what was written to before.
  class Nested {
   public:
    Nested(MessageWriter& to, int field) : to_(to) {
      to.room(kMaxTag + 1);
      to.tag(field, kLengthDelimited);
      ++to.at_;  // room for the length, which takes one byte nearly always
      begin_ = to.size();
    }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;
    ~Nested() { to_.close(begin_); }

   private:
    MessageWriter& to_;
    std::size_t begin_;
  };

  // While one lives, its numbers go into a repeated field. Nothing is written where there are none.
  class Packed {
   public:
    Packed(MessageWriter& to, int field) : to_(to), before_(to.size()) {
      to.room(kMaxTag + 1);
      to.tag(field, kLengthDelimited);
      ++to.at_;
      begin_ = to.size();
    }
    Packed(const Packed&) = delete;
    Packed& operator=(const Packed&) = delete;
    ~Packed() {
      if (to_.size() == begin_) {
        to_.at_ = to_.bytes_.data() + before_;
      } else {
        to_.close(begin_);
      }
    }

    // Of uint32.
    void add(std::uint32_t value) const {
      to_.room(kMaxVarint);
      to_.varint(value);
    }
    // Of sint32.
    void add_signed(std::int32_t value) const { add(zigzag(value)); }

   private:
    MessageWriter& to_;
    std::size_t before_;
    std::size_t begin_;
  };

  // While it lives, what is written goes into the entry of a map whose values are messages.
  class Entry {
   public:
    Entry(MessageWriter& to, int field, std::uint32_t key) : entry_(to, field), value_(with_key(to, key), kMapValue) {}

   private:
    static MessageWriter& with_key(MessageWriter& to, std::uint32_t key) {
      to.nonzero(kMapKey, key);
      return to;
    }
    Nested entry_;
    Nested value_;
  };

 private:
  static constexpr std::size_t kUsualBytes = 256;  // a turn's update with its choices
  static constexpr std::size_t kMaxTag = 5;
  static constexpr std::size_t kMaxVarint = 10;
  static constexpr std::uint32_t kVarint = 0;
  static constexpr std::uint32_t kLengthDelimited = 2;
  static constexpr int kMapKey = 1;
  static constexpr int kMapValue = 2;

  static std::uint32_t zigzag(std::int32_t value) {
    return (static_cast<std::uint32_t>(value) << 1U) ^ static_cast<std::uint32_t>(value >> 31);
  }

  // Makes sure that there is room for `more` bytes. The functions below that write do not check again.
  void room(std::size_t more) {
    if (static_cast<std::size_t>(end_ - at_) < more) grow(more);
  }
  void grow(std::size_t more);

  void tag(int field, std::uint32_t type) { varint(static_cast<std::uint32_t>(field) << 3U | type); }
  void varint(std::uint64_t value) {
    while (value >= 0x80) {
      *at_++ = static_cast<char>(value | 0x80);
      value >>= 7U;
    }
    *at_++ = static_cast<char>(value);
  }
  void append(std::string_view value) {
    if (!value.empty()) std::memcpy(at_, value.data(), value.size());
    at_ += value.size();
  }

  // Writes the length of what began at `begin` into the byte before it, and makes room for more bytes if it needs them.
  void close(std::size_t begin) {
    const std::size_t length = size() - begin;
    if (length < 0x80) {
      bytes_[begin - 1] = static_cast<char>(length);
    } else {
      close_long(begin, length);
    }
  }
  void close_long(std::size_t begin, std::size_t length);

  std::string bytes_;
  char* at_;
  char* end_;
};

// The message that `write` writes, as an object that can be read.
template <class Message, std::invocable<MessageWriter&> Write>
Message message_of(Write&& write) {
  MessageWriter to;
  std::forward<Write>(write)(to);
  Message message;
  message.ParseFromArray(to.view().data(), static_cast<int>(to.size()));
  return message;
}

}  // namespace wyrmhall::server
