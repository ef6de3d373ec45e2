// Members and the tries to get in as one, in memory: a part of the store in memory.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "persistence/members.h"
#include "tests/memory_store/memory_tokens.h"

namespace wyrmhall::persistence {

class MemoryMembers {
 public:
  explicit MemoryMembers(MemoryTokens& tokens) : tokens_(tokens) {}

  // `account`: who has the name; null for nobody.
  void count(const CountTry& request, const Account* account, Outcome& outcome, CountTry::Answer& answer);
  void take_back(const TakeBackTry& request);
  // The account is there, and not erased.
  void keep(const KeepPassword& request, Outcome& outcome);
  void keep(const KeepRecoveryCodes& request, Outcome& outcome);
  void keep(const UseRecoveryCode& request, Outcome& outcome);
  void keep(const KeepPasskey& request, Outcome& outcome);
  void keep(const UsePasskey& request, Outcome& outcome);
  void keep(const DropPasskey& request, Outcome& outcome);
  // False where the account has no such recovery code.
  bool use_up(const AccountId& account, const Hash& code);
  void forget(const AccountId& account) { members_.erase(account); }
  [[nodiscard]] bool has(const AccountId& account) const { return members_.contains(account); }
  // All but whether it is to be deleted.
  [[nodiscard]] ReadMembership::Answer read(const AccountId& account) const;
  // Of one that is a member's.
  [[nodiscard]] const Boxed<PasswordHash>& password_of(const AccountId& account) const {
    return members_.at(account).password;
  }
  // Null where there is none; otherwise whose it is comes with it.
  [[nodiscard]] const Passkey* find(const std::string& id, AccountId& owner) const;

 private:
  struct Member {
    Boxed<PasswordHash> password;
    std::set<Hash> codes;
    std::vector<Passkey> passkeys;
  };

  MemoryTokens& tokens_;
  std::map<AccountId, Member> members_;
  std::map<Hash, Timestamp> tries_;  // until when each counts
};

}  // namespace wyrmhall::persistence
