// What a run is made of: connections that belong together, and what they share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rules/dice/fast_dice.h"
#include "tests/load/options.h"
#include "tests/load/poller.h"
#include "tests/load/tally.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::load {

// What all parties of a run share.
struct Setting {
  const LoadOptions& options;
  Poller poller;
  Tally tally;
  rules::FastDice random{options.seed};
  // Each received message is parsed into this one, so that its memory is used again.
  v1::ServerMessage message;

  // How long a player thinks before its turn.
  std::chrono::nanoseconds thinking_time() {
    const auto mean = std::chrono::nanoseconds(options.think);
    return mean.count() == 0 ? mean
                             : std::chrono::nanoseconds(random.below(static_cast<std::uint64_t>(2 * mean.count())));
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
  // The tokens of its players, for a later run in which they come back.
  [[nodiscard]] virtual std::vector<std::string> tokens() const { return {}; }
};

// To which port the connection with this number goes.
std::uint16_t port_of(const LoadOptions& options, std::size_t connection);

// The source address of the connection with this number, so that sixteen share one, fewer than a server's limit: empty
// (the kernel decides) when the server is not on loopback.
std::string source_address(const LoadOptions& options, std::size_t connection);

}  // namespace wyrmhall::load
