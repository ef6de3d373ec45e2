// How tables are opened. All calls come from one thread at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "server/lobby/table_saving.h"

namespace wyrmhall::server {

class Opening {
 public:
  Opening(LobbyState& state, TableSaving& saving) : state_(state), saving_(saving) {}

  // OpenTable, where these are challenged. False if it has been refused.
  bool open(const Sender& sender, const pb::ClientMessage& message, std::span<const persistence::Person> challenged,
            Outbox& out);

  // A table with these options at which nobody sits yet, to be saved; null if it has been refused.
  HeldTable* create(const Sender& sender, std::uint64_t command_id, pb::GameOptions options, const Patience& patience,
                    bool hidden, Outbox& out);

 private:
  LobbyState& state_;
  TableSaving& saving_;
};

// The waiting times asked for, with defaults for the others; nothing if they have been refused.
std::optional<Patience> patience_of(const Sender& sender, std::uint64_t command_id, std::uint32_t turn_seconds,
                                    std::optional<std::uint32_t> absence_seconds, bool hidden, Outbox& out);

}  // namespace wyrmhall::server
