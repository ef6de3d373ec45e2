// Accounts in the database.
#pragma once

#include <optional>

#include "persistence/sqlite/database.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sqlite {

class AccountWriter {
 public:
  explicit AccountWriter(Database& database);

  // What stands in the way; kNothing when the account was kept now or had been before.
  Taken create(const Account& account);
  // Whether create() would add it: nothing stands in the way, and it is not there yet.
  bool would_create(const Account& account);

  // False when there is no such account.
  bool block(const BlockAccount& request);
  bool erase(const EraseAccount& request);

  static constexpr const char* kEraseFromSeats =
      "UPDATE seats SET name = ?1 WHERE account = ?2 AND match IN (SELECT m.id FROM player_history AS h JOIN matches "
      "AS m ON m.no = h.match WHERE h.account = ?2)";

 private:
  struct Clash {
    bool id = false;
    bool name = false;
    bool token = false;
  };
  Clash clash(const Account& account);

  Statement same_;
  Statement clash_;
  Statement insert_;
  Statement block_;
  Statement erase_;
  Statement erase_from_seats_;
};

class AccountReader {
 public:
  explicit AccountReader(Database& database);

  std::optional<Account> find(const Hash& token_hash);

  std::optional<Account> find_name(const std::string& name_key);

  static constexpr const char* kFindName =
      "SELECT id, name, name_key, token_hash, created_at, blocked_at FROM accounts WHERE name_key = ?";
  static constexpr const char* kFind =
      "SELECT id, name, name_key, token_hash, created_at, blocked_at FROM accounts WHERE token_hash = ?";

 private:
  static std::optional<Account> first_of(Cursor row);

  Statement find_;
  Statement find_name_;
};

}  // namespace wyrmhall::persistence::sqlite
