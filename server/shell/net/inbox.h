// Messages that have been read and not been looked at. They are looked at in the order in which they came. If too many
// wait that are not moves, a few are looked at at a time, so that moves and the store's answers come in between, and
// the addresses that they come from take turns.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "server/core/prefetch.h"
#include "server/shell/net/turns.h"
#include "wyrmhall/v1/client.pb.h"

namespace wyrmhall::server {

class Inbox {
 public:
  void put(std::uint64_t session, std::span<const std::uint8_t> bytes) {
    messages_.push_back({.session = session, .at = bytes_.size(), .size = bytes.size()});
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    if (!seems_a_move(bytes)) ++others_;
  }

  // How many were put since the last take().
  [[nodiscard]] std::size_t size() const { return messages_.size(); }
  // Whether take() has left some for the next time.
  [[nodiscard]] bool has_more() const { return !turns_.empty(); }

  // Calls look(session, bytes) for each message, and before some of them expect(sessions) with their sessions; or, if
  // too many wait, for some of them. whose(session) is the address that it comes from. Nothing may be put in meanwhile.
  // Gives the sessions that have more than kWaitingPerSession left: no more should be read of them for now.
  template <class Expect, class Look, class Whose>
  std::vector<std::uint64_t> take(Expect&& expect, Look&& look, Whose&& whose) {
    std::vector<std::uint64_t> ahead;
    if (turns_.empty() && others_ <= kFewOthers) {
      in_batches(std::span(messages_), [&](std::span<Message> some) {
        std::array<std::uint64_t, kPrefetchedAtOnce> sessions;
        std::ranges::transform(some, sessions.begin(), &Message::session);
        expect(std::span(sessions).first(some.size()));
        for (const Message& message : some) look(message.session, bytes_of(message));
      });
    } else {
      for (const Message& message : messages_) {
        // Moves are cheap, even those that are refused, so they do not wait for what is not.
        if (seems_a_move(bytes_of(message)) && !turns_.has(message.session)) {
          look(message.session, bytes_of(message));
          continue;
        }
        const std::size_t waiting = turns_.put(whose(message.session), message.session, bytes_of(message));
        if (waiting > kWaitingPerSession) ahead.push_back(message.session);
      }
      do turns_.take(kOthersAtOnce, look);
      while (turns_.bytes() > kWaitingBytes);
    }
    messages_.clear();
    bytes_.clear();
    others_ = 0;
    if (bytes_.capacity() > kKeptBytes) bytes_.shrink_to_fit();
    return ahead;
  }

  // Takes what take() has left of a session from this address, which is about to go.
  template <class Look>
  void take_of(const std::string& address, std::uint64_t session, Look&& look) {
    turns_.take_of(address, session, look);
  }

 private:
  struct Message {
    std::uint64_t session = 0;
    std::size_t at = 0;
    std::size_t size = 0;
  };
  static constexpr std::size_t kKeptBytes = 256 << 10;  // of memory, while it is empty
  // About as many as come beside the moves of a thousand matches: looked at together, all cost less than one by one.
  static constexpr std::size_t kFewOthers = 100;
  // About as long as a group of moves takes.
  static constexpr std::size_t kOthersAtOnce = 32;
  static constexpr std::size_t kWaitingPerSession = 2;
  static constexpr std::size_t kWaitingBytes = 8 << 20;  // more does not wait

  // Judged by its first bytes, as every client of ours writes them. A wrong guess does no harm.
  static bool seems_a_move(std::span<const std::uint8_t> bytes) {
    constexpr std::uint8_t kCommandId = v1::ClientMessage::kCommandIdFieldNumber << 3;
    constexpr std::uint8_t kAct = v1::ClientMessage::kActFieldNumber << 3 | 2;
    if (bytes.empty() || bytes[0] != kCommandId) return false;
    std::size_t at = 1;
    while (at < bytes.size() && bytes[at] >= 0x80) ++at;
    return at + 1 < bytes.size() && bytes[at + 1] == kAct;
  }

  [[nodiscard]] std::span<const std::uint8_t> bytes_of(const Message& message) const {
    return std::span(bytes_).subspan(message.at, message.size);
  }

  std::vector<Message> messages_;
  std::vector<std::uint8_t> bytes_;
  std::size_t others_ = 0;  // of messages_, those that are no moves
  Turns turns_;
};

}  // namespace wyrmhall::server
