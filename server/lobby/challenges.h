// Players who are challenged by name: who may challenge whom and how often, and who declines. That they are told is for
// Offers, that they sit down for Seating. All calls come from one thread at a time.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "server/core/rates.h"
#include "server/lobby/opening.h"

namespace wyrmhall::server {

class Challenges {
 public:
  Challenges(LobbyState& state, TableSaving& saving, Opening& opening)
      : state_(state), saving_(saving), opening_(opening) {}

  // An OpenTable that names players: who they are is asked of the store.
  void open(const Sender& sender, const pb::ClientMessage& message, Outbox& out);
  void answered(const ChallengedFound& wait, const ChallengedFound::Answer& answer, Outbox& out);

  void decline(HeldTable& held, const Sender& sender, const pb::ClientMessage& message, Outbox& out);

 private:
  [[nodiscard]] std::optional<pb::Refusal> fault_in(const pb::OpenTable& ask, const Sender& sender,
                                                    const ChallengedFound::Answer& found);
  [[nodiscard]] std::size_t open_challenges_of(const AccountId& account) const;

  LobbyState& state_;
  TableSaving& saving_;
  Opening& opening_;
  std::unordered_map<std::uint64_t, QueuedCommand> asked_;  // whose players are being looked for
  std::uint64_t last_asked_ = 0;
  Rates<AccountId, IdHash> sent_;
  Rates<AccountId, IdHash> received_;
};

}  // namespace wyrmhall::server
