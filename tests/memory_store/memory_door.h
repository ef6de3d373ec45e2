// Who is let in by the store in memory: invitations, and bans.
#pragma once

#include <vector>

#include "persistence/store.h"

namespace wyrmhall::persistence {

class MemoryDoor {
 public:
  // One guest more comes by the invitation of this code. False where there is none, or none that counts.
  bool use(const Hash& code_hash, Timestamp at);

  // As the requests say; false is a conflict.
  bool change(const KeepInvitation& request);
  bool change(const DropInvitation& request);
  bool change(const KeepBan& request);
  bool change(const DropBan& request);

  // The oldest first.
  [[nodiscard]] const std::vector<Invitation>& invitations() const { return invitations_; }
  [[nodiscard]] const std::vector<Ban>& bans() const { return bans_; }

 private:
  std::vector<Invitation> invitations_;
  std::vector<Ban> bans_;
};

}  // namespace wyrmhall::persistence
