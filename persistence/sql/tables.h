// Tables at which a match is being set up, in the database.
#pragma once

#include <vector>

#include "persistence/matches.h"
#include "persistence/sql/database.h"

namespace wyrmhall::persistence::sql {

class TableWriter {
 public:
  explicit TableWriter(Database& database);

  void save(const TableRow& table);
  void drop(const TableId& table);

 private:
  Statement save_;
  Statement drop_;
};

class TableReader {
 public:
  explicit TableReader(Database& database);

  std::vector<TableRow> all();

 private:
  Statement all_;
};

}  // namespace wyrmhall::persistence::sql
