// The real outside world: the network, the clock, and the operating system's random numbers.
#pragma once

#include <random>

#include "clients/cli/platform.h"
#include "clients/connection/event_loop.h"

namespace wyrmhall::cli {

class RealPlatform : public Platform {
 public:
  RealPlatform(clients::EventLoop& loop, clients::Address address) : loop_(loop), address_(std::move(address)) {}

  std::unique_ptr<Wire> dial(clients::WebSocket::Events events) override;
  TimerId after(Milliseconds delay, std::function<void()> task) override { return loop_.after(delay, std::move(task)); }
  void cancel(TimerId timer) override { loop_.cancel(timer); }
  Milliseconds now() override;
  std::uint64_t random() override;

 private:
  clients::EventLoop& loop_;
  clients::Address address_;
  std::random_device random_;
};

}  // namespace wyrmhall::cli
