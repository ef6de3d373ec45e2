#include "persistence/sqlite/archive.h"

namespace wyrmhall::persistence::sqlite {

Archive::Archive(Database& database)
    : find_(database, "SELECT a.moves FROM matches AS m JOIN archive AS a ON a.no = m.archived WHERE m.no = ?"),
      row_(database, "SELECT archived FROM matches WHERE no = ?"),
      insert_(database, "INSERT INTO archive (moves) VALUES (?)"),
      update_(database, "UPDATE archive SET moves = ? WHERE no = ?") {}

std::string Archive::moves(std::int64_t match_no) {
  Cursor row = find_.query(match_no);
  return row.next() ? row.bytes(0) : std::string();
}

std::int64_t Archive::add(std::int64_t match_no, std::uint32_t already, std::string_view moves) {
  if (already == 0) return insert_.run(Blob(moves)).value();
  const std::string all = Archive::moves(match_no).append(moves);
  std::int64_t row = 0;
  {
    Cursor found = row_.query(match_no);
    if (!found.next() || found.null(0)) damaged("the moves of a match are not in the archive");
    row = found.integer(0);
  }
  update_.run(Blob(all), row);
  return row;
}

}  // namespace wyrmhall::persistence::sqlite
