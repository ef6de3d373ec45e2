// Matches that were moved out of the database: their moves and what was signed about them, in a file for each year in
// which matches ended, matches-2025.db beside the database. Everything else about them stays in the database, so lists,
// history and ledger know nothing of it.
//
// A file is a SQLite database of its own. Some matches together are one block, since each by itself compresses badly;
// a block is never changed once it is written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/id.h"
#include "common/time.h"
#include "persistence/sql/match_reader.h"
#include "persistence/sqlite/database.h"

namespace wyrmhall::persistence::sqlite {

// What of a match is moved out, as the database had it: sql/move_codec.h, sql/receipt_codec.h.
struct MovedMatch {
  MatchId match{};
  std::string moves;
  std::string signed_before;  // empty where nothing was
};

// The year, of UTC, whose file a match that ended then belongs in.
int year_of(Timestamp ended_at);

class YearFiles {
 public:
  // `folder`: the database's. Makes nothing yet.
  explicit YearFiles(std::string folder) : folder_(std::move(folder)) {}

  // Writes them into the year's file, which is made where it is not there. They are on disk when it returns; those that
  // the file has already stay as they are. Throws Error.
  void add(int year, std::span<const MovedMatch> matches);

  // Throws sql::NotHere, or Error.
  MovedMatch find(int year, const MatchId& match);

  // The files that are there, the oldest first.
  [[nodiscard]] std::vector<std::filesystem::path> all() const;

 private:
  struct Year {
    explicit Year(const std::string& path);
    Database database;
    Statement find;
    Statement block;
  };
  // The block that was read last: a caller that looks through all matches asks for the others of that block next.
  struct Block {
    int year = 0;
    std::int64_t no = 0;
    std::string text;
  };

  [[nodiscard]] std::string path(int year) const;
  Year& open(int year);
  const std::string& block(int year, std::int64_t no);

  std::string folder_;
  std::map<int, std::unique_ptr<Year>> open_;
  std::optional<Block> latest_;
};

}  // namespace wyrmhall::persistence::sqlite
