// Members and the tries to get in as one, in memory: a part of the store in memory.
#pragma once

#include <map>
#include <set>

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
  void use(const UseRecoveryCode& request, Outcome& outcome);
  void forget(const AccountId& account) { members_.erase(account); }
  [[nodiscard]] bool has(const AccountId& account) const { return members_.contains(account); }
  [[nodiscard]] ReadMembership::Answer read(const AccountId& account) const;

 private:
  struct Member {
    PasswordHash password;
    std::set<Hash> codes;
  };

  MemoryTokens& tokens_;
  std::map<AccountId, Member> members_;
  std::map<Hash, Timestamp> tries_;  // until when each counts
};

}  // namespace wyrmhall::persistence
