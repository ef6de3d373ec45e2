// Accounts in the database.
#pragma once

#include <optional>

#include "persistence/sql/database.h"
#include "persistence/sql/heroes.h"
#include "persistence/sql/members.h"
#include "persistence/sql/old_names.h"
#include "persistence/sql/relations.h"
#include "persistence/sql/tokens.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sql {

class AccountWriter {
 public:
  AccountWriter(Database& database, TokenWriter& tokens, MemberWriter& members, HeroWriter& heroes,
                RelationWriter& relations);

  // What stands in the way; kNothing when the account was kept now or had been before.
  Conflict create(const CreateAccount& request);
  // Whether create() would add it: nothing stands in the way, and it is not there yet.
  bool would_create(const Account& account);
  void rename(const RenameAccount& request, Outcome& outcome, RenameAccount::Answer& answer);

  // False when there is no such account.
  bool block(const BlockAccount& request);
  bool erase(const EraseAccount& request);
  void plan_deletion(const PlanDeletion& request, Outcome& outcome);
  // Deletes it, as ExpireAccounts says, with its tokens, its heroes and who blocked whom. False when it stays.
  bool expire(const AccountId& account, Timestamp before);

 private:
  struct Clash {
    bool id = false;
    bool name = false;
    bool token = false;
  };
  Clash clash(const Account& account);

  bool counts_rename(const RenameAccount& request, Outcome& outcome, RenameAccount::Answer& answer, std::int64_t count,
                     Timestamp since);

  TokenWriter& tokens_;
  MemberWriter& members_;
  HeroWriter& heroes_;
  RelationWriter& relations_;
  OldNames old_names_;
  Statement same_;
  Statement clash_;
  Statement insert_;
  Statement block_;
  Statement erase_;
  Statement wanted_;
  Statement plan_;
  Statement unplan_;
  Statement expires_;
  Statement delete_;
  Statement name_;
  Statement others_name_;
  Statement rename_;
  Statement count_rename_;
};

}  // namespace wyrmhall::persistence::sql
