#include "server/lobby/table_index.h"

#include <algorithm>
#include <utility>

namespace wyrmhall::server {
namespace {

template <class Map, class Key>
const typename Map::mapped_type& find_or_empty(const Map& map, const Key& key) {
  static const typename Map::mapped_type empty;
  const auto found = map.find(key);
  return found == map.end() ? empty : found->second;
}

// Takes one out of a map of sets, and the set with its last.
template <class Map, class Key>
void take_out(Map& map, const Key& key, const TableId& table) {
  const auto found = map.find(key);
  if (found == map.end()) return;
  if constexpr (requires { found->second.erase(table); }) {
    found->second.erase(table);
  } else {
    std::erase(found->second, table);
  }
  if (found->second.empty()) map.erase(found);
}

}  // namespace

void TableIndex::put(const TableId& table, TableKeys keys) {
  Entry& entry = entries_[table];
  if (entry.keys == keys) return;
  remove(table, entry);
  entry.keys = std::move(keys);
  add(table, entry);
}

void TableIndex::erase(const TableId& table) {
  const auto found = entries_.find(table);
  if (found == entries_.end()) return;
  remove(table, found->second);
  entries_.erase(found);
}

void TableIndex::add(const TableId& table, Entry& entry) {
  for (const AccountId& account : entry.keys.people) by_account_[account].push_back(table);
  for (const AccountId& account : entry.keys.offered_to) by_offer_[account].push_back(table);
  entry.at.clear();
  for (const std::string& name : entry.keys.pools) {
    Pool& pool = pools_[name];
    entry.at.push_back(pool.size());
    pool.push_back(table);
  }
  if (!entry.keys.listed_under.empty()) {
    listed_[entry.keys.listed_under].insert(table);
    listed_[""].insert(table);
  }
  if (entry.keys.rematch_of) rematches_[*entry.keys.rematch_of] = table;
}

void TableIndex::remove(const TableId& table, const Entry& entry) {
  for (const AccountId& account : entry.keys.people) take_out(by_account_, account, table);
  for (const AccountId& account : entry.keys.offered_to) take_out(by_offer_, account, table);
  for (std::size_t i = 0; i < entry.keys.pools.size(); ++i) {
    const auto pool = pools_.find(entry.keys.pools[i]);
    // The last takes its place.
    Entry& last = entries_.at(pool->second.back());
    const auto which = std::ranges::find(last.keys.pools, pool->first) - last.keys.pools.begin();
    last.at[static_cast<std::size_t>(which)] = entry.at[i];
    pool->second[entry.at[i]] = pool->second.back();
    pool->second.pop_back();
    if (pool->second.empty()) pools_.erase(pool);
  }
  if (!entry.keys.listed_under.empty()) {
    take_out(listed_, entry.keys.listed_under, table);
    take_out(listed_, std::string(), table);
  }
  if (entry.keys.rematch_of) {
    const auto rematch = rematches_.find(*entry.keys.rematch_of);
    if (rematch != rematches_.end() && rematch->second == table) rematches_.erase(rematch);
  }
}

const std::vector<TableId>& TableIndex::of(const AccountId& account) const {
  return find_or_empty(by_account_, account);
}

const std::vector<TableId>& TableIndex::offered_to(const AccountId& account) const {
  return find_or_empty(by_offer_, account);
}

const Pool& TableIndex::pool(const std::string& name) const {
  return find_or_empty(pools_, name);
}

std::optional<TableId> TableIndex::rematch(const MatchId& match) const {
  const auto found = rematches_.find(match);
  return found == rematches_.end() ? std::nullopt : std::optional(found->second);
}

const std::set<TableId>& TableIndex::listed(const std::string& game) const {
  return find_or_empty(listed_, game);
}

}  // namespace wyrmhall::server
