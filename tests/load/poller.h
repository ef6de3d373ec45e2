// Waits for connections and for moments in time: the load generator's only loop, around epoll, on one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <queue>
#include <span>
#include <vector>

namespace wyrmhall::load {

using Clock = std::chrono::steady_clock;

class WebSocket;

class Poller {
 public:
  Poller();
  Poller(const Poller&) = delete;
  Poller& operator=(const Poller&) = delete;
  ~Poller();

  // For WebSocket: takes the connection in until its descriptor is closed, or changes what to wait for.
  void add(WebSocket& socket, bool wants_write);
  void change(WebSocket& socket, bool wants_write);
  // A buffer to receive into, shared by all connections: it is free again when the call that uses it returns.
  [[nodiscard]] std::span<std::uint8_t> scratch() { return scratch_; }

  // Calls `what` from within wait() once `when` has come.
  void at(Clock::time_point when, std::function<void()> what);

  // Waits until something happens, or until `until`, and handles what is there.
  void wait(Clock::time_point until);
  // The time when the present round of wait() began to handle what is there.
  [[nodiscard]] Clock::time_point round_began() const { return round_began_; }

 private:
  struct Alarm {
    Clock::time_point when;
    std::function<void()> what;
    bool operator<(const Alarm& other) const { return when > other.when; }
  };

  int descriptor_;
  Clock::time_point round_began_ = Clock::now();
  std::vector<std::uint8_t> scratch_;
  std::priority_queue<Alarm> alarms_;
};

}  // namespace wyrmhall::load
