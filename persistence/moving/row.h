// A row on its way from one database to the other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "persistence/sql/database.h"

namespace wyrmhall::persistence::moving {

// Nothing stands for NULL; text and bytes are both bytes.
using Value = std::variant<std::monostate, std::int64_t, std::string>;
using Row = std::vector<Value>;

// The columns that a cursor is at, by a letter for each (tables.h).
inline Row row_at(const sql::Cursor& cursor, std::string_view types) {
  Row row;
  row.reserve(types.size());
  int column = 0;
  for (const char type : types) {
    if (cursor.null(column)) {
      row.emplace_back();
    } else if (type == 'i') {
      row.emplace_back(cursor.integer(column));
    } else {
      row.emplace_back(cursor.bytes(column));
    }
    ++column;
  }
  return row;
}

}  // namespace wyrmhall::persistence::moving
