// Matches as the reader sees them: one with its moves, or an account's list.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "persistence/sqlite/archive.h"
#include "persistence/sqlite/closing_links.h"
#include "persistence/sqlite/database.h"
#include "persistence/sqlite/end_statements.h"
#include "persistence/sqlite/match_lists.h"
#include "persistence/sqlite/year_files.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sqlite {

// The moves of a match that only the journal has, as its head holds them.
struct Tail {
  std::uint32_t first = 0;  // the index of the first
  std::string moves;
};

class MatchReader {
 public:
  // `folder`: the database's, where the files of the years are.
  MatchReader(Database& database, std::string folder);

  // The match with its moves. `tail` is what the writer last knew of it; what has gone to the archive since is not
  // counted twice. Throws YearMissing where the match is in a year's file that is not there.
  std::optional<StoredMatch> load(const MatchId& match, const Tail& tail);

  // Without moves, what was signed, and closing links.
  std::optional<StoredMatch> load_row(const MatchId& match);

  // As load(), within a transaction of the caller's.
  std::optional<StoredMatch> read(const MatchId& match, const Tail& tail);

  std::vector<MatchLine> list(const ListMatches& request);

  std::vector<MatchId> running(const AccountId& account, std::uint32_t limit) { return lists_.running(account, limit); }

  // A match that is there, as it stands in a list. Within a transaction of the caller's.
  MatchLine line(const MatchId& match);

 private:
  enum class Secrets : std::uint8_t { kWith, kWithout };

  // A match without moves, what was signed, and closing links, and where these are.
  struct Row {
    StoredMatch stored;
    std::int64_t match_no = 0;
    std::optional<std::int64_t> moved_to;
  };
  std::optional<Row> row_of(const MatchId& match);
  static std::vector<Move> moves(std::string_view archived, const Tail& tail);
  std::vector<SeatRow> seats(const MatchId& match, Secrets secrets);

  Database& database_;
  Archive archive_;
  YearFiles years_;
  Statement match_;
  Statement seats_;
  Statement receipt_;
  ClosingLinkReader closing_links_;
  EndStatementReader end_statements_;
  Statement id_;
  MatchLists lists_;
};

}  // namespace wyrmhall::persistence::sqlite
