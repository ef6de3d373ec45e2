// Accounts that are being erased: who blocked whom, their heroes and the name in their seats go a piece at a time,
// since a person may have had many matches and everybody's moves wait for the writer. How far it has come is in the
// database.
#pragma once

#include <cstdint>

#include "persistence/sql/database.h"
#include "persistence/sql/heroes.h"
#include "persistence/sql/relations.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sql {

// Every call is within the writer's transaction, and a piece takes milliseconds.
class Eraser {
 public:
  Eraser(Database& database, HeroWriter& heroes, RelationWriter& relations);

  // The account has its new name already.
  void begin(const AccountId& account);
  // Erases a piece of one account. Returns how many accounts have something left to erase.
  std::uint64_t go_on();

  static constexpr const char* kSome =
      "SELECT class, started_at, match FROM player_history "
      "WHERE account = ? AND (class, started_at, match) > (?, ?, ?) ORDER BY class, started_at, match LIMIT ?";
  static constexpr const char* kRenameRunning =
      "UPDATE seats SET name = (SELECT name FROM accounts WHERE id = ?1) WHERE account = ?1 AND match IN "
      "(SELECT m.id FROM match_classes AS c JOIN player_history AS h ON h.class = c.no AND h.account = ?1 "
      "JOIN matches AS m ON m.no = h.match WHERE c.state = 0)";

 private:
  bool rename_some_seats(const AccountId& account);

  HeroWriter& heroes_;
  RelationWriter& relations_;
  Statement begin_;
  Statement rename_running_;
  Statement next_;
  Statement at_;
  Statement some_;
  Statement rename_;
  Statement note_;
  Statement done_;
  Statement left_;
};

}  // namespace wyrmhall::persistence::sql
