// Finds tables without going through all of them: by who sits there, what FindTable looks for, what is listed, and
// which match they are a rematch of.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/core/ids.h"

namespace wyrmhall::server {

// What is indexed of a table as it stands.
struct TableKeys {
  std::vector<AccountId> people;   // who sits there, or will once what is under way is on disk
  std::vector<std::string> pools;  // while FindTable may seat somebody there; none twice
  std::string listed_under;        // the game, while it is listed
  std::optional<MatchId> rematch_of;
  std::vector<AccountId> offered_to;  // who played that match, or is challenged

  friend bool operator==(const TableKeys&, const TableKeys&) = default;
};

// All tables of one pool, in no order.
using Pool = std::vector<TableId>;

class TableIndex {
 public:
  // A table came or changed.
  void put(const TableId& table, TableKeys keys);
  void erase(const TableId& table);

  [[nodiscard]] const std::vector<TableId>& of(const AccountId& account) const;
  [[nodiscard]] const Pool& pool(const std::string& name) const;
  [[nodiscard]] std::optional<TableId> rematch(const MatchId& match) const;
  // The tables of rematches of matches that an account has played, and those to which it is challenged.
  [[nodiscard]] const std::vector<TableId>& offered_to(const AccountId& account) const;
  // The tables that are listed, by age: those of one game, or all if no game is named.
  [[nodiscard]] const std::set<TableId>& listed(const std::string& game) const;

 private:
  struct Entry {
    TableKeys keys;
    std::vector<std::size_t> at;  // in its pools
  };
  void add(const TableId& table, Entry& entry);
  void remove(const TableId& table, const Entry& entry);

  std::unordered_map<TableId, Entry, IdHash> entries_;
  std::unordered_map<AccountId, std::vector<TableId>, IdHash> by_account_;
  std::unordered_map<AccountId, std::vector<TableId>, IdHash> by_offer_;
  std::unordered_map<std::string, Pool> pools_;
  std::unordered_map<std::string, std::set<TableId>> listed_;
  std::unordered_map<MatchId, TableId, IdHash> rematches_;
};

}  // namespace wyrmhall::server
