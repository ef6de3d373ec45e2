// A move of a match on its way to the disk, and who waits for it.
#pragma once

#include <cstdint>

#include "persistence/matches.h"
#include "server/core/environment.h"
#include "server/core/outbox.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {

// Who waits for the answer to a move.
struct MoveAsker {
  SessionId session;
  std::uint32_t channel = 0;
  std::uint64_t command_id = 0;
  Timestamp received_at{};  // kNever: no client asked
};

// Played and noted.
struct PendingMove {
  persistence::Move move;
  MoveAsker asker;
  bool ends = false;  // the match
};

// Answers a command that is in the log with the version that it led to, and nothing else.
inline void confirm(const MoveAsker& asker, std::uint64_t version, Outbox& out) {
  out.post(asker.session, repeat_frame(asker.command_id, asker.channel, version));
}

}  // namespace wyrmhall::server
