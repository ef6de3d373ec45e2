// Members and the tries to get in as one, in the database.
#pragma once

#include <span>
#include <vector>

#include "persistence/sql/database.h"
#include "persistence/sql/passkeys.h"
#include "persistence/sql/tokens.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sql {

class MemberWriter {
 public:
  MemberWriter(Database& database, TokenWriter& tokens);

  void count(const CountTry& request, Outcome& outcome, CountTry::Answer& answer);
  void take_back(const TakeBackTry& request);
  void keep(const KeepPassword& request, Outcome& outcome);
  // False when it is no member's account.
  bool keep(const KeepRecoveryCodes& request);
  void use(const UseRecoveryCode& request, Outcome& outcome);
  // False where the account has no such recovery code.
  bool use_up(const AccountId& account, const Hash& code) { return use_code_.run(account, code).has_value(); }
  void keep(const KeepPasskey& request, Outcome& outcome);
  void use(const UsePasskey& request, Outcome& outcome);
  void drop(const DropPasskey& request, Outcome& outcome);
  // Nothing is left that anybody could get in by but tokens.
  void forget(const AccountId& account);

 private:
  // Until when there is no room for one more; the past where there is.
  Timestamp full_until(const TryCount& count, Timestamp at);
  Timestamp until(const Hash& what);
  Boxed<PasswordHash> password_of(const AccountId& account);
  bool is_member(const AccountId& account) { return password_of(account).has_value() || passkeys_.count(account) > 0; }
  void put_codes(const AccountId& account, std::span<const Hash> codes);

  TokenWriter& tokens_;
  PasskeyWriter passkeys_;
  Statement account_;
  Statement living_;
  Statement password_;
  Statement set_password_;
  Statement drop_password_;
  Statement use_code_;
  Statement add_code_;
  Statement drop_codes_;
  Statement until_;
  Statement set_until_;
  Statement forget_old_;
};

class MemberReader {
 public:
  explicit MemberReader(Database& database);

  ReadMembership::Answer read(const AccountId& account);
  FindPasskey::Answer find(const std::string& passkey);

 private:
  Boxed<AccountHistory> history_of(const AccountId& account);

  Statement read_;
  Statement history_;
  Statement former_;
  Statement password_;
  PasskeyReader passkeys_;
};

}  // namespace wyrmhall::persistence::sql
