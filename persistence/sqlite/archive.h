// The moves of matches that have left the journal: one row a match, its moves one after the other. Rows are in the
// order in which matches first had moves here; matches.archived says which is whose.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "persistence/sqlite/database.h"

namespace wyrmhall::persistence::sqlite {

class Archive {
 public:
  explicit Archive(Database& database);

  // The moves of a match, as sql/move_codec.h writes them; empty when it has none here.
  std::string moves(std::int64_t match_no);

  // Adds moves to the `already` that are here, and says in which row they are, for matches.archived. A match is added
  // to a few times at most, so this may rewrite its row.
  std::int64_t add(std::int64_t match_no, std::uint32_t already, std::string_view moves);

 private:
  Statement find_;
  Statement row_;
  NumberedInsert insert_;
  Statement update_;
};

}  // namespace wyrmhall::persistence::sqlite
