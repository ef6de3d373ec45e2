// Accounts in the database.
#pragma once

#include <optional>

#include "persistence/sqlite/blocked.h"
#include "persistence/sqlite/database.h"
#include "persistence/sqlite/heroes.h"
#include "persistence/sqlite/members.h"
#include "persistence/sqlite/tokens.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sqlite {

class AccountWriter {
 public:
  AccountWriter(Database& database, TokenWriter& tokens, MemberWriter& members, HeroWriter& heroes,
                BlockedWriter& blocked);

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
  BlockedWriter& blocked_;
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

class AccountReader {
 public:
  explicit AccountReader(Database& database);

  std::optional<Account> find_name(const std::string& name_key);

  static constexpr const char* kFindName =
      "SELECT id, name, name_key, created_at, blocked_at FROM accounts WHERE name_key = ?";

 private:
  Statement find_name_;
};

}  // namespace wyrmhall::persistence::sqlite
