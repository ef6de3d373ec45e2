// Whom players have blocked, in the database.
#pragma once

#include <cstdint>
#include <vector>

#include "persistence/sqlite/database.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sqlite {

class BlockedWriter {
 public:
  explicit BlockedWriter(Database& database);

  // False when an account is not there, or when there are as many as there may be.
  bool change(const BlockPlayer& request);
  // For an account that is erased or deleted: forgets whom it has blocked and who has blocked it, at most `most` at a
  // time, since any number may have blocked it. Returns whether that was all.
  bool forget_some(const AccountId& account, std::uint32_t most);

  static constexpr const char* kForget =
      "DELETE FROM blocked WHERE (account, other) IN (SELECT account, other FROM blocked WHERE account = ?1 "
      "UNION ALL SELECT account, other FROM blocked WHERE other = ?1 LIMIT ?2)";

 private:
  Database& database_;
  Statement add_;
  Statement there_;
  Statement remove_;
  Statement forget_;
};

class BlockedReader {
 public:
  explicit BlockedReader(Database& database);

  std::vector<Person> of(const AccountId& account);

 private:
  Statement of_;
};

}  // namespace wyrmhall::persistence::sqlite
