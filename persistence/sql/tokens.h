// The tokens by which people sign in, in the database.
#pragma once

#include <optional>
#include <vector>

#include "persistence/sql/database.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sql {

class TokenWriter {
 public:
  explicit TokenWriter(Database& database);

  // Whose it is; nothing where nobody has it.
  std::optional<AccountId> owner(const Hash& hash);
  // One that nobody has, for an account that is there.
  void insert(const AccountId& account, const Token& token);

  void add(const AddToken& request, Outcome& outcome);
  void revoke(const RevokeTokens& request);
  // False where the account has no such token.
  bool name(const NameToken& request);
  void touch(const TouchToken& request);

 private:
  Statement owner_;
  Statement insert_;
  Statement living_;
  Statement count_;
  Statement revoke_one_;
  Statement revoke_others_;
  Statement drop_stalest_;
  Statement name_;
  Statement touch_;
};

class TokenReader {
 public:
  explicit TokenReader(Database& database);

  // The token and its account, where there are such.
  FindAccount::Answer find(const Hash& hash);
  // The oldest first.
  std::vector<Token> of(const AccountId& account);

  static constexpr const char* kFind =
      "SELECT t.hash, t.client, t.made_at, t.used_at, t.name, t.read_only, a.id, a.name, a.name_key, a.created_at, "
      "a.blocked_at, "
      "a.delete_at "
      "FROM tokens AS t JOIN accounts AS a ON a.id = t.account WHERE t.hash = ?";

 private:
  Statement find_;
  Statement of_;
};

}  // namespace wyrmhall::persistence::sql
