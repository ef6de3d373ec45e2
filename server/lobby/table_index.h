// By what tables are found without going through them: who sits there, what FindTable looks for, what is listed, of
// which match they are a rematch.
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
  std::vector<Id> people;    // who sits there, or will once what is under way is on disk
  std::string pool;          // set while FindTable may seat somebody there
  std::string listed_under;  // the game, while it is listed
  std::optional<Id> rematch_of;

  friend bool operator==(const TableKeys&, const TableKeys&) = default;
};

// All tables of one pool, in no order.
using Pool = std::vector<Id>;

class TableIndex {
 public:
  // A table came or changed.
  void put(const Id& table, TableKeys keys);
  void erase(const Id& table);

  [[nodiscard]] const std::vector<Id>& of(const Id& account) const;
  [[nodiscard]] const Pool& pool(const std::string& name) const;
  [[nodiscard]] std::optional<Id> rematch(const Id& match) const;
  // Those that are listed, of a game or with no name of all, by age.
  [[nodiscard]] const std::set<Id>& listed(const std::string& game) const;

 private:
  struct Entry {
    TableKeys keys;
    std::size_t at = 0;  // in its pool
  };
  void add(const Id& table, Entry& entry);
  void remove(const Id& table, const Entry& entry);

  std::unordered_map<Id, Entry, IdHash> entries_;
  std::unordered_map<Id, std::vector<Id>, IdHash> by_account_;
  std::unordered_map<std::string, Pool> pools_;
  std::unordered_map<std::string, std::set<Id>> listed_;
  std::unordered_map<Id, Id, IdHash> rematches_;
};

}  // namespace wyrmhall::server
