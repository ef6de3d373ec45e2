// What the core wants done by the shell, as values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

#include "persistence/store.h"
#include "server/core/outbox.h"

namespace wyrmhall::server {

// A message for a connection. The shell reports what it has sent with Core::sent().
struct SendFrame {
  std::uint64_t session = 0;
  std::string frame;
};
// Ends a connection with a WebSocket close code, after what was sent to it before; or, at once, with what waits thrown
// away and no word.
struct CloseSession {
  std::uint64_t session = 0;
  std::uint16_t code = 1000;
  std::string reason;
  bool at_once = false;
};
// Reads nothing more from a connection until after the next tick: it is too fast, and what it sends can wait where it
// costs us nothing.
struct PauseReading {
  std::uint64_t session = 0;
};
// Something to be worked out by a worker; the result comes back with Core::found(). Each kind has workers of its own,
// so that none waits for another.
struct Work {
  enum class Kind : std::uint8_t {
    kOdds,      // and long matches that are played through
    kBotMove,   // a bot's thought
    kReport,    // a record, a receipt, luck or a story
    kPassword,  // one that is given or set
  };
  static constexpr std::size_t kKinds = 4;
  std::uint64_t ticket = 0;
  Kind kind = Kind::kOdds;
  // Who waits for it: addresses take turns, and the accounts of each. Empty where that is nobody, or not known.
  std::string address = {};
  AccountId account = {};
  Task task;
};
// A frame for another server of the store, over the bus, which may lose it: Core::heard_from_node takes it there.
struct SendToNode {
  persistence::Incarnation to = 0;
  std::string frame;
};
using Effect = std::variant<SendFrame, CloseSession, PauseReading, persistence::Submission, Work, SendToNode>;

}  // namespace wyrmhall::server
