// The hand-shake by which a match starts, and starts that come to nothing (docs/dice.md).
//
// That everybody has committed is kept, with the seed: from then on a start has an end that is told, whatever happens.
// If the server restarts before that, everybody gets ready again, under a new commitment of the server's. All calls
// come from one thread at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "server/lobby/table_saving.h"

namespace wyrmhall::server {

class Handshake {
 public:
  Handshake(LobbyState& state, TableSaving& saving) : state_(state), saving_(saving) {}

  // --- Commands ---
  void ready(HeldTable& held, const Sender& sender, const pb::ClientMessage& message, Outbox& out);
  void reveal(HeldTable& held, const Sender& sender, const pb::ClientMessage& message, Outbox& out);

  // --- A start that comes to nothing (calling_off.cpp) ---
  // `named`: the seats that are to blame, or that have left.
  void call_off(HeldTable& held, pb::CalledOffReason reason, const std::vector<std::uint8_t>& named, Outbox& out);
  void call_off_without_reveal(HeldTable& held, Outbox& out);
  // The store does not have the hero in this place as the table has it, and has refused the match.
  void call_off_over_hero(HeldTable& held, std::uint64_t hero_place, Outbox& out);
  // The server was restarted in the middle of a start.
  void call_off_restored(HeldTable& held, Outbox& out);

 private:
  void start(HeldTable& held, Outbox& out);
  pb::Table called_off(HeldTable& held, const pb::Table& before, pb::CalledOffReason reason,
                       const std::vector<std::uint8_t>& named) const;

  LobbyState& state_;
  TableSaving& saving_;
};

}  // namespace wyrmhall::server
