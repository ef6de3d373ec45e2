// The tokens by which people sign in, in memory: a part of the store in memory.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "persistence/accounts.h"

namespace wyrmhall::persistence {

class MemoryTokens {
 public:
  // Null where nobody has it.
  [[nodiscard]] const AccountId* owner(const Hash& hash) const;
  // One that somebody has.
  [[nodiscard]] const Token& at(const Hash& hash) const { return tokens_.at(hash).second; }
  void put(const AccountId& account, Token token);
  // The account is there.
  void add(const AddToken& request, Outcome& outcome);
  // As the requests say; false is a conflict.
  bool change(const RevokeTokens& request);
  bool change(const NameToken& request);
  bool change(const TouchToken& request);
  void forget(const AccountId& account) { change(RevokeTokens{.account = account}); }
  // The oldest first.
  [[nodiscard]] std::vector<Token> of(const AccountId& account) const;

 private:
  std::map<Hash, std::pair<AccountId, Token>> tokens_;
};

}  // namespace wyrmhall::persistence
