// How often accounts took another name, and which they had before, in memory: a part of the store in memory.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "persistence/accounts.h"
#include "persistence/members.h"

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

  // As sql/old_names.h says.
  [[nodiscard]] bool is_reserved(const std::string& name_key, const AccountId& account, Timestamp at) const {
    const auto found = old_names_.find(name_key);
    return found != old_names_.end() && found->second.account != account && found->second.until > at;
  }
  void keep(const std::string& old_key, const RenameAccount& request) {
    old_names_.erase(request.name_key);
    if (request.reserved_for > Duration{} && old_key != request.name_key) {
      old_names_[old_key] = {.account = request.account, .until = request.at + request.reserved_for};
    }
  }
  void drop(const std::string& name_key) { old_names_.erase(name_key); }
  void free_names(const AccountId& account) {
    std::erase_if(old_names_, [&](const auto& one) { return one.second.account == account; });
  }
  [[nodiscard]] AccountHistory history_of(const Account& account) const {
    const auto renames = renames_.find(account.id);
    AccountHistory history{.created_at = account.created_at,
                           .delete_at = account.delete_at.value_or(Timestamp{}),
                           .renamed_at = renames == renames_.end() ? Timestamp{} : renames->second.since,
                           .former_keys = {}};
    for (const auto& [key, old_name] : old_names_) {
      if (old_name.account == account.id) history.former_keys.push_back(key);
    }
    return history;
  }
  // Null where nobody had it.
  [[nodiscard]] const AccountId* had(const std::string& name_key) const {
    const auto found = old_names_.find(name_key);
    return found == old_names_.end() ? nullptr : &found->second.account;
  }

 private:
  struct Renames {
    Timestamp since{};
    std::uint32_t count = 0;
  };
  std::map<AccountId, Renames> renames_;
  struct OldName {
    AccountId account{};
    Timestamp until{};
  };
  std::map<std::string, OldName> old_names_;  // by what all names that look alike have in common
};

}  // namespace wyrmhall::persistence
