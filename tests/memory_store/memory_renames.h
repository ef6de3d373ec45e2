// How often accounts took another name, in memory: a part of the store in memory.
#pragma once

#include <cstdint>
#include <map>

#include "persistence/accounts.h"

namespace wyrmhall::persistence {

class MemoryRenames {
 public:
  // Counts one more, or says when there may be one again. False where there may be none.
  bool count(const RenameAccount& request, RenameAccount::Answer& answer) {
    Renames& renames = renames_[request.account];
    if (request.at - renames.since >= request.within) renames = {.since = request.at};
    if (renames.count >= request.most) {
      answer.again_at = renames.since + request.within;
      return false;
    }
    ++renames.count;
    return true;
  }
  void forget(const AccountId& account) { renames_.erase(account); }

 private:
  struct Renames {
    Timestamp since{};
    std::uint32_t count = 0;
  };
  std::map<AccountId, Renames> renames_;
};

}  // namespace wyrmhall::persistence
