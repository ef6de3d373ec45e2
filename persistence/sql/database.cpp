#include "persistence/sql/database.h"

#include <cstring>

namespace wyrmhall::persistence::sql {

std::int64_t Database::number(std::string_view sql) {
  Statement statement(*this, sql);
  Cursor row = statement.query();
  return row.next() ? row.integer(0) : 0;
}

std::optional<std::int64_t> Cursor::maybe_integer(int column) const {
  if (null(column)) return std::nullopt;
  return integer(column);
}

std::optional<Timestamp> Cursor::maybe_time(int column) const {
  if (null(column)) return std::nullopt;
  return time(column);
}

std::chrono::sys_days Cursor::day(int column) const {
  return std::chrono::sys_days(std::chrono::days(integer(column)));
}

void Cursor::copy(int column, std::span<std::uint8_t> into) const {
  const std::string_view from = view(column);
  if (from.size() != into.size()) damaged("an id or hash in the database has the wrong length");
  std::memcpy(into.data(), from.data(), into.size());
}

}  // namespace wyrmhall::persistence::sql
