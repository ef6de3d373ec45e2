// Passkeys, in the database.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "persistence/passkeys.h"
#include "persistence/sql/database.h"

namespace wyrmhall::persistence::sql {

class PasskeyWriter {
 public:
  explicit PasskeyWriter(Database& database);

  // Whose it is; nothing where nobody has it.
  std::optional<AccountId> owner(const std::string& id);
  std::uint32_t count(const AccountId& account);
  // One that nobody has, for an account that is there.
  void insert(const AccountId& account, const Passkey& passkey);
  // False where the account has none with this counter.
  bool use(const UsePasskey& request);
  void drop(const std::string& id);
  void forget(const AccountId& account);

 private:
  Statement owner_;
  Statement count_;
  Statement insert_;
  Statement use_;
  Statement drop_;
  Statement forget_;
};

class PasskeyReader {
 public:
  explicit PasskeyReader(Database& database);

  // All but the password.
  FindPasskey::Answer find(const std::string& id);
  // The oldest first.
  std::vector<Passkey> of(const AccountId& account);

  static constexpr const char* kFind =
      "SELECT p.id, p.host, p.key, p.counter, p.name, p.made_at, p.used_at, a.id, a.name, a.name_key, a.created_at, "
      "a.blocked_at, a.delete_at FROM passkeys AS p JOIN accounts AS a ON a.id = p.account WHERE p.id = ?";

 private:
  Statement find_;
  Statement of_;
};

}  // namespace wyrmhall::persistence::sql
