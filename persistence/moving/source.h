// What is moved: the rows of a SQLite folder, one table after the other.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "persistence/moving/row.h"
#include "persistence/moving/tables.h"
#include "persistence/sqlite/archive.h"
#include "persistence/sqlite/database.h"
#include "persistence/sqlite/journal.h"
#include "persistence/sqlite/year_files.h"

namespace wyrmhall::persistence::moving {

class Source {
 public:
  // The folder's database has this version's schema. Throws Error.
  explicit Source(const std::string& folder);

  // Calls `row` with each row of a table but the first `skipped`, in the order of its key.
  void rows(const Table& table, std::int64_t skipped, const std::function<void(const Row&)>& row);

  // What a match has in kMoves and kReceipts.
  struct OfMatch {
    std::int64_t match_no = 0;
    std::vector<Row> moves;
    std::optional<Row> receipt;
  };
  // Calls `match` with each match that comes after number `after`, in the order of their numbers.
  void matches(std::int64_t after, const std::function<void(const OfMatch&)>& match);

  // Which run of a server was the last to have the database.
  std::int64_t incarnation() { return database_.number("SELECT incarnation FROM server"); }

 private:
  sqlite::Database database_;
  sqlite::Archive archive_;
  sqlite::Journal journal_;
  sqlite::YearFiles years_;
};

}  // namespace wyrmhall::persistence::moving
