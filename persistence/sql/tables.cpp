#include "persistence/sql/tables.h"

namespace wyrmhall::persistence::sql {

TableWriter::TableWriter(Database& database)
    : save_(database,
            "INSERT INTO tables (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body"),
      drop_(database, "DELETE FROM tables WHERE id = ?") {}

void TableWriter::save(const TableRow& table) {
  save_.run(table.id, Blob(table.body));
}

void TableWriter::drop(const TableId& table) {
  drop_.run(table);
}

TableReader::TableReader(Database& database) : all_(database, "SELECT id, body FROM tables ORDER BY id") {}

std::vector<TableRow> TableReader::all() {
  std::vector<TableRow> tables;
  Cursor row = all_.query();
  while (row.next()) tables.push_back({row.id<TableId>(0), row.bytes(1)});
  return tables;
}

}  // namespace wyrmhall::persistence::sql
