// What carries frames between the servers of a store: NATS, which may lose them. What they are is for the core to know
// (server/cluster/link.h).
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "persistence/answer.h"

namespace wyrmhall::server {

class Bus {
 public:
  struct Settings {
    std::string place;    // nats://USER:PASSWORD@HOST:PORT; several of one cluster divided by commas
    std::string cluster;  // servers of another store may use the same bus
    persistence::Incarnation self = 0;
    // A frame for this server has come; or somebody says that owners have changed. From a thread of the bus.
    std::function<void(std::span<const std::uint8_t>)> on_frame;
    std::function<void()> on_owners_changed;
  };
  // Begins to connect, and goes on trying for as long as it lives: nothing else has to wait for it. On failure, a
  // sentence that says what is wrong with the place.
  static std::expected<std::unique_ptr<Bus>, std::string> open(Settings settings);

  Bus() = default;
  Bus(const Bus&) = delete;
  Bus& operator=(const Bus&) = delete;
  // Nothing is called after it.
  virtual ~Bus() = default;

  // Any thread may call these. What cannot be sent is lost.
  virtual void send(persistence::Incarnation to, const std::string& frame) = 0;
  virtual void tell_owners_changed() = 0;
  [[nodiscard]] virtual bool is_connected() const = 0;
};

}  // namespace wyrmhall::server
