// Whom players have blocked, in the database.
#pragma once

#include <vector>

#include "persistence/sqlite/database.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sqlite {

class BlockedWriter {
 public:
  explicit BlockedWriter(Database& database);

  // False when an account is not there, or when there are as many as there may be.
  bool change(const BlockPlayer& request);
  // An account was erased: nobody has blocked it, and it has blocked nobody.
  void forget(const AccountId& account);

 private:
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
