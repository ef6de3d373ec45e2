// What the server has signed about the ends of matches.
#pragma once

#include <cstdint>
#include <optional>

#include "persistence/sql/database.h"
#include "persistence/sql/receipt_codec.h"

namespace wyrmhall::persistence::sql {

class EndStatementReader {
 public:
  explicit EndStatementReader(Database& database)
      : find_(database, "SELECT signed FROM end_statements WHERE match = ?") {}

  // That of a match; nothing where none has been made yet.
  std::optional<receipts::Signed> of(std::int64_t match_no) {
    Cursor row = find_.query(match_no);
    if (!row.next()) return std::nullopt;
    std::optional<receipts::Signed> statement = decode_statement(row.view(0));
    if (!statement) damaged("what was signed about the end of a match is damaged");
    return statement;
  }

 private:
  Statement find_;
};

}  // namespace wyrmhall::persistence::sql
