// What players have told about others, in the database.
#pragma once

#include <cstdint>
#include <vector>

#include "persistence/sql/database.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sql {

class RelationWriter {
 public:
  explicit RelationWriter(Database& database);

  void change(const RelatePlayers& request, Outcome& outcome);
  // For an account that is erased or deleted: forgets what it has told of others and what others have told of it, at
  // most `most` at a time, since any number may have. Returns whether that was all.
  bool forget_some(const AccountId& account, std::uint32_t most);

  static constexpr const char* kForget =
      "DELETE FROM relations WHERE (account, relation, other) IN (SELECT account, relation, other FROM relations "
      "WHERE account = ?1 UNION ALL SELECT account, relation, other FROM relations WHERE other = ?1 LIMIT ?2)";

 private:
  Database& database_;
  Statement add_;
  Statement there_;
  Statement accounts_;
  Statement remove_;
  Statement forget_;
};

class RelationReader {
 public:
  explicit RelationReader(Database& database);

  std::vector<Person> of(const ListRelated& request);
  FindPlayers::Answer find(const FindPlayers& request);

  static constexpr const char* kOf =
      "SELECT a.id, a.name FROM relations AS r JOIN accounts AS a ON a.id = r.other WHERE r.account = ? AND "
      "r.relation = ? ORDER BY a.name, a.id";
  static constexpr const char* kFind =
      "SELECT a.id, a.name, EXISTS (SELECT 1 FROM relations AS r WHERE r.account = a.id AND r.relation = 1 AND "
      "r.other = ?2) FROM accounts AS a WHERE a.id = coalesce((SELECT id FROM accounts WHERE name_key = ?1), "
      "(SELECT account FROM old_names WHERE name_key = ?1)) AND a.deleted_at IS NULL";

 private:
  Statement of_;
  Statement find_;
};

}  // namespace wyrmhall::persistence::sql
