// What time does at tables: calls off starts that take too long, takes the seats of those who are away for too long or
// are not ready in time, so that nobody waits for them, tells the others who came and went, and retries what the store
// refused. Looks only at tables whose time has come. All calls come from one thread at a time.
#pragma once

#include <vector>

#include "server/lobby/handshake.h"

namespace wyrmhall::server {

class Housekeeping {
 public:
  Housekeeping(LobbyState& state, TableSaving& saving, Handshake& handshake)
      : state_(state), saving_(saving), handshake_(handshake) {}

  void tick(Outbox& out);
  // The same where another server is to have the lobby: only what is on its way to the disk is tried again.
  void finish(Outbox& out);

 private:
  std::vector<HeldTable*> due();
  void keep(HeldTable& held, Outbox& out);

  LobbyState& state_;
  TableSaving& saving_;
  Handshake& handshake_;
};

}  // namespace wyrmhall::server
