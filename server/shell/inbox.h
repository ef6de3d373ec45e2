// Messages that have been read and not been looked at, in the order in which they came.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "server/fetch.h"

namespace wyrmhall::server {

class Inbox {
 public:
  void put(std::uint64_t session, std::span<const std::uint8_t> bytes) {
    messages_.push_back({.session = session, .at = bytes_.size(), .size = bytes.size()});
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }

  [[nodiscard]] std::size_t size() const { return messages_.size(); }

  // Empties it: calls look(session, bytes) for each, and before some of them expect(sessions) with their sessions.
  // Nothing may be put in meanwhile.
  template <class Expect, class Look>
  void take(Expect&& expect, Look&& look) {
    in_fews(std::span(messages_), [&](std::span<Message> some) {
      std::array<std::uint64_t, kFetchedAtOnce> sessions;
      std::ranges::transform(some, sessions.begin(), &Message::session);
      expect(std::span(sessions).first(some.size()));
      for (const Message& message : some) look(message.session, std::span(bytes_).subspan(message.at, message.size));
    });
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
