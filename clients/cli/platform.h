// All that the client's own logic asks of the outside world: a connection, timers, chance. The program hands in the
// real ones (real_platform.h), a test hands in others.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "clients/connection/web_socket.h"

namespace wyrmhall::cli {

using clients::Loss;

// One connection. Destroying it cuts it, and no event comes after that.
class Wire {
 public:
  Wire() = default;
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;
  virtual ~Wire() = default;
  virtual void send(std::string frame) = 0;
};

class Platform {
 public:
  using Milliseconds = std::chrono::milliseconds;
  using TimerId = std::uint64_t;

  Platform() = default;
  Platform(const Platform&) = delete;
  Platform& operator=(const Platform&) = delete;
  virtual ~Platform() = default;

  // Connects to the server. No event comes from within this call.
  virtual std::unique_ptr<Wire> dial(clients::WebSocket::Events events) = 0;
  virtual TimerId after(Milliseconds delay, std::function<void()> task) = 0;
  virtual void cancel(TimerId timer) = 0;
  // Never goes back.
  virtual Milliseconds now() = 0;
  virtual std::uint64_t random() = 0;
};

}  // namespace wyrmhall::cli
