// Where rows are moved to: a PostgreSQL database that has nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "persistence/moving/row.h"
#include "persistence/moving/tables.h"
#include "persistence/postgres/database.h"

namespace wyrmhall::persistence::moving {

class Target {
 public:
  // Throws Error.
  explicit Target(const std::string& place);

  // Makes the tables, or finds how far an earlier call has come. `source`: the number of the last run on what is moved.
  // On failure, a sentence: there is something else in the database, or the source has changed since.
  std::optional<std::string> begin(std::int64_t source);

  // What was noted last about a table, and is kept; 0 where nothing was.
  std::int64_t noted(const std::string& table);

  // Rows are kept in groups, together with what was noted when the last of them was added.
  void add(const Table& table, const Row& row);
  void note(const std::string& table, std::int64_t number);
  // Keeps what was added, if it is a group; or all of it.
  void keep_some();
  void keep_all();

  // All is there: from now on a server may have the database.
  void finish(std::int64_t source);

  [[nodiscard]] postgres::Database& database() { return database_; }

 private:
  void copy(const Table& table, const std::string& rows);

  postgres::Database database_;
  std::map<std::string, std::pair<const Table*, std::string>> waiting_;  // by table
  std::map<std::string, std::int64_t> notes_;
  std::size_t bytes_ = 0;
};

// The rows of a table in the order of its key, a part at a time. In a transaction of the caller's.
class TargetRows {
 public:
  TargetRows(postgres::Database& database, const Table& table);

  // The next one; nothing when there is none.
  std::optional<Row> next();

 private:
  postgres::Database& database_;
  const Table& table_;
  std::vector<Row> some_;
  std::size_t at_ = 0;
};

}  // namespace wyrmhall::persistence::moving
