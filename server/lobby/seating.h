// Who sits down and gets up at a table, and what seats bring. All calls come from one thread at a time.
#pragma once

#include <cstdint>
#include <optional>

#include "server/lobby/agreement.h"
#include "server/lobby/handshake.h"

namespace wyrmhall::server {

// How somebody comes to a table by FindTable: what was agreed on, and what the seat brings.
struct FoundSeat {
  Agreement agreed;
  std::optional<pb::SeatPart> part;
};

class Seating {
 public:
  Seating(LobbyState& state, TableSaving& saving, Handshake& handshake)
      : state_(state), saving_(saving), handshake_(handshake) {}

  // `seat`: which, or any that is free. `found`: where FindTable takes it, otherwise null.
  void take_seat(HeldTable& held, const Sender& sender, std::uint64_t command_id, std::optional<std::uint32_t> seat,
                 const FoundSeat* found, Outbox& out);
  void leave(HeldTable& held, const Sender& sender, std::uint64_t command_id, Outbox& out);
  void seat_bot(HeldTable& held, const Sender& sender, const pb::ClientMessage& message, Outbox& out);
  void set_part(HeldTable& held, const Sender& sender, const pb::ClientMessage& message, Outbox& out);

 private:
  LobbyState& state_;
  TableSaving& saving_;
  Handshake& handshake_;
};

}  // namespace wyrmhall::server
