// What a run is made of: connections that belong together, and what they share.
#pragma once

#include <cstddef>
#include <cstdint>

#include "clients/load/options.h"
#include "clients/load/poller.h"
#include "clients/load/tally.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::load {

// splitmix64: the same choices from the same seed, on any machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  // 0 to n - 1. The modulo's tiny bias is of no matter here.
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() % n); }

 private:
  std::uint64_t state_;
};

// What all parties of a run share.
struct Setting {
  const Options& options;
  Poller poller;
  Tally tally;
  Random random{options.seed};
  // Each received message is parsed into this one, so that its memory is used again.
  v1::ServerMessage message;

  // How long a player thinks before its turn.
  std::chrono::nanoseconds thinking_time() {
    const auto mean = std::chrono::nanoseconds(options.think);
    return mean.count() == 0 ? mean
                             : std::chrono::nanoseconds(random.below(static_cast<std::size_t>(2 * mean.count())));
  }
};

// A pair of players with their match, or a single idle connection.
class Party {
 public:
  Party() = default;
  Party(const Party&) = delete;
  Party& operator=(const Party&) = delete;
  virtual ~Party() = default;

  // Begins to connect.
  virtual void connect() = 0;
  // Whether it does by now what the run wants to measure.
  [[nodiscard]] virtual bool settled() const = 0;
};

// The source address of the connection with this number, so that sixteen share one, fewer than a server's limit: empty
// (the kernel decides) when the server is not on loopback.
std::string source_address(const Options& options, std::size_t connection);

}  // namespace wyrmhall::load
