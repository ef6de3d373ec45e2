// The names that accounts had before, in the database: for a time nobody else can take one, and who is looked for by
// one is found until somebody takes it.
#pragma once

#include <string_view>

#include "persistence/sql/database.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sql {

class OldNames {
 public:
  explicit OldNames(Database& database)
      : reserved_(database, "SELECT 1 FROM old_names WHERE name_key = ? AND account <> ? AND until > ?"),
        keep_(database,
              "INSERT INTO old_names (name_key, account, until) VALUES (?, ?, ?) ON CONFLICT (name_key) "
              "DO UPDATE SET account = excluded.account, until = excluded.until"),
        drop_(database, "DELETE FROM old_names WHERE name_key = ?"),
        forget_(database, "DELETE FROM old_names WHERE account = ?") {}

  // Whether it is kept for another account than this.
  bool is_reserved(std::string_view name_key, const AccountId& account, Timestamp at) {
    return reserved_.query(name_key, account, at).next();
  }
  void keep(std::string_view name_key, const AccountId& account, Timestamp until) {
    keep_.run(name_key, account, until);
  }
  // Somebody has it from now on.
  void drop(std::string_view name_key) { drop_.run(name_key); }
  void forget(const AccountId& account) { forget_.run(account); }

 private:
  Statement reserved_;
  Statement keep_;
  Statement drop_;
  Statement forget_;
};

}  // namespace wyrmhall::persistence::sql
