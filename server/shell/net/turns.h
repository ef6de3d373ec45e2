// Messages that wait because there are too many to look at at once. Addresses take turns, so that somebody who says
// little does not wait for all that many people say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace wyrmhall::server {

// The messages of one address are taken in the order in which they came, and so are those of a session.
class Turns {
 public:
  [[nodiscard]] bool empty() const { return addresses_.empty(); }
  // Whether anything of this session waits.
  [[nodiscard]] bool has(std::uint64_t session) const { return of_session_.contains(session); }
  // The bytes of all that waits.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

  // Gives how many of this session wait now.
  std::size_t put(const std::string& address, std::uint64_t session, std::span<const std::uint8_t> bytes) {
    std::deque<Message>& queue = waiting_[address];
    if (queue.empty()) addresses_.push_back(address);
    queue.push_back({.session = session, .bytes = {bytes.begin(), bytes.end()}});
    bytes_ += bytes.size();
    return ++of_session_[session];
  }

  // Calls look(session, bytes) for one message of each address in turn, for `count` in all. Nothing may be put in
  // meanwhile.
  template <class Look>
  void take(std::size_t count, Look&& look) {
    for (; count > 0 && !addresses_.empty(); --count) {
      const auto queue = waiting_.find(addresses_.front());
      const Message message = std::move(queue->second.front());
      queue->second.pop_front();
      bytes_ -= message.bytes.size();
      if (--of_session_.at(message.session) == 0) of_session_.erase(message.session);
      if (queue->second.empty()) {
        waiting_.erase(queue);
      } else {
        addresses_.push_back(std::move(addresses_.front()));
      }
      addresses_.pop_front();
      look(message.session, std::span(message.bytes));
    }
  }

  // Takes all of one session, out of turn.
  template <class Look>
  void take_of(const std::string& address, std::uint64_t session, Look&& look) {
    const auto queue = waiting_.find(address);
    if (queue == waiting_.end() || of_session_.erase(session) == 0) return;  // nothing of it waits: nothing is walked
    std::vector<Message> own;
    std::erase_if(queue->second, [&](Message& message) {
      if (message.session != session) return false;
      bytes_ -= message.bytes.size();
      own.push_back(std::move(message));
      return true;
    });
    if (queue->second.empty()) {
      waiting_.erase(queue);
      std::erase(addresses_, address);
    }
    for (const Message& message : own) look(message.session, std::span(message.bytes));
  }

 private:
  struct Message {
    std::uint64_t session = 0;
    std::vector<std::uint8_t> bytes;
  };

  std::unordered_map<std::string, std::deque<Message>> waiting_;  // by address; none is empty
  std::deque<std::string> addresses_;                             // of these, in the order of their turns
  std::unordered_map<std::uint64_t, std::size_t> of_session_;     // how many wait; none is 0
  std::size_t bytes_ = 0;
};

}  // namespace wyrmhall::server
