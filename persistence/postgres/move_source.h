// Where moves are read from in PostgreSQL.
#pragma once

#include <cstdint>
#include <string>

#include "persistence/postgres/database.h"
#include "persistence/sql/match_reader.h"

namespace wyrmhall::persistence::postgres {

class MoveSource final : public sql::MoveSource {
 public:
  explicit MoveSource(Database& database) : moves_(database, "SELECT body FROM moves WHERE match = ? ORDER BY idx") {}

  std::string moves(std::int64_t match_no) override {
    std::string all;
    Cursor row = moves_.query(match_no);
    while (row.next()) all += row.view(0);
    return all;
  }

  MovedOut moved_out(std::int64_t /*to*/, const MatchId& /*match*/) override {
    throw sql::NotHere("a match was moved out of the database, which this version does not do");
  }

 private:
  Statement moves_;
};

}  // namespace wyrmhall::persistence::postgres
