// Invitations in the database.
#pragma once

#include <vector>

#include "persistence/sql/database.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sql {

class InvitationWriter {
 public:
  explicit InvitationWriter(Database& database);

  // False when there are as many as there may be, or one with this code.
  bool keep(const KeepInvitation& request);
  // False when it is not there.
  bool drop(const InvitationId& invitation);
  // Uses the one of this code. False when there is none that counts at this time.
  bool use(const Hash& code_hash, Timestamp at);

 private:
  Statement clear_;
  Statement add_;
  Statement there_;
  Statement drop_;
  Statement use_;
};

class InvitationReader {
 public:
  explicit InvitationReader(Database& database);

  std::vector<Invitation> all();

 private:
  Statement all_;
};

}  // namespace wyrmhall::persistence::sql
