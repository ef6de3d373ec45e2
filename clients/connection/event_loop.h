// The loop that a client lives in: timers, and what other threads post to it. Asio stays behind it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace wyrmhall::clients {

class EventLoop {
 public:
  using TimerId = std::uint64_t;

  EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;
  ~EventLoop();

  // Runs until stop(); what was posted or armed is then dropped.
  void run();

  // These two may be called from any thread; all others only from the loop's own.
  void stop();
  void post(std::function<void()> task);

  // Calls the task once, unless it is cancelled before. Cancelling twice, or what has happened already, does nothing.
  TimerId after(std::chrono::milliseconds delay, std::function<void()> task);
  void cancel(TimerId timer);

  // Calls the task whenever one of these signals of the operating system comes, which then does nothing else. A signal
  // has one task: the last that it was given.
  void on_signal(const std::vector<int>& signals, const std::function<void()>& task);

  // For web_socket.cpp.
  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace wyrmhall::clients
