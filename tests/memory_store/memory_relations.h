// What players have told about others, in memory: a part of the store in memory.
#pragma once

#include <algorithm>
#include <map>
#include <ranges>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "persistence/accounts.h"
#include "persistence/relations.h"

namespace wyrmhall::persistence {

class MemoryRelations {
 public:
  // Both accounts are there. False where there are as many as there may be.
  bool change(const RelatePlayers& request) {
    std::set<AccountId>& others = others_[{request.account, request.relation}];
    if (!request.holds) {
      others.erase(request.other);
      return true;
    }
    if (!others.contains(request.other) && others.size() >= request.limit) return false;
    others.insert(request.other);
    return true;
  }
  void forget(const AccountId& account) {
    std::erase_if(others_, [&](const auto& one) { return one.first.first == account; });
    for (std::set<AccountId>& others : std::views::values(others_)) others.erase(account);
  }
  [[nodiscard]] bool holds(const AccountId& account, Relation relation, const AccountId& other) const {
    const auto found = others_.find({account, relation});
    return found != others_.end() && found->second.contains(other);
  }
  // By name.
  [[nodiscard]] std::vector<Person> of(const ListRelated& request, const std::map<AccountId, Account>& accounts) const {
    std::vector<Person> people;
    const auto found = others_.find({request.account, request.relation});
    if (found == others_.end()) return people;
    for (const AccountId& other : found->second) people.push_back({other, accounts.at(other).name});
    std::ranges::sort(people, {}, [](const Person& one) { return std::tie(one.name, one.account); });
    return people;
  }

 private:
  std::map<std::pair<AccountId, Relation>, std::set<AccountId>> others_;
};

}  // namespace wyrmhall::persistence
