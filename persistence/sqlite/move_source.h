// Where moves are read from in SQLite: the archive, or the file of a year.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "persistence/sql/match_reader.h"
#include "persistence/sqlite/archive.h"
#include "persistence/sqlite/year_files.h"

namespace wyrmhall::persistence::sqlite {

class MoveSource final : public sql::MoveSource {
 public:
  // `folder`: the database's, where the files of the years are.
  MoveSource(Database& database, std::string folder) : archive_(database), years_(std::move(folder)) {}

  std::string moves(std::int64_t match_no) override { return archive_.moves(match_no); }

  MovedOut moved_out(std::int64_t to, const MatchId& match) override {
    MovedMatch moved = years_.find(static_cast<int>(to), match);
    return {.moves = std::move(moved.moves), .signed_before = std::move(moved.signed_before)};
  }

 private:
  Archive archive_;
  YearFiles years_;
};

}  // namespace wyrmhall::persistence::sqlite
