#include "persistence/sqlite/archive.h"

namespace wyrmhall::persistence::sqlite {

Archive::Archive(Database& database)
    : find_(database, "SELECT moves FROM archive WHERE match = ?"),
      insert_(database, "INSERT INTO archive (match, moves) VALUES (?, ?)"),
      update_(database, "UPDATE archive SET moves = ? WHERE match = ?") {}

std::string Archive::moves(std::int64_t match_no) {
  Cursor row = find_.query(match_no);
  return row.next() ? row.bytes(0) : std::string();
}

void Archive::add(std::int64_t match_no, std::uint32_t already, std::string_view moves) {
  if (already == 0) {
    insert_.run(match_no, Blob(moves));
    return;
  }
  const std::string all = Archive::moves(match_no).append(moves);
  update_.run(Blob(all), match_no);
}

}  // namespace wyrmhall::persistence::sqlite
