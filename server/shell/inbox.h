// Messages that have been read and not been looked at, in the order in which they came.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace wyrmhall::server {

class Inbox {
 public:
  void put(std::uint64_t session, std::span<const std::uint8_t> bytes) {
    messages_.push_back({.session = session, .at = bytes_.size(), .size = bytes.size()});
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }

  [[nodiscard]] std::size_t size() const { return messages_.size(); }

  // Empties it: calls look(session, bytes) for each. Nothing may be put in meanwhile.
  template <class Look>
  void take(Look&& look) {
    for (const Message& message : messages_) look(message.session, std::span(bytes_).subspan(message.at, message.size));
    messages_.clear();
    bytes_.clear();
    if (bytes_.capacity() > kKeptBytes) bytes_.shrink_to_fit();
  }

 private:
  struct Message {
    std::uint64_t session = 0;
    std::size_t at = 0;
    std::size_t size = 0;
  };
  static constexpr std::size_t kKeptBytes = 256 << 10;  // of memory, while it is empty

  std::vector<Message> messages_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace wyrmhall::server
