// Matches as the reader sees them: one with its moves, or an account's list.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "persistence/sql/closing_links.h"
#include "persistence/sql/database.h"
#include "persistence/sql/end_statements.h"
#include "persistence/sql/match_lists.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sql {

// Where an engine keeps moves, encoded by move_codec.h.
class MoveSource {
 public:
  MoveSource() = default;
  MoveSource(const MoveSource&) = delete;
  MoveSource& operator=(const MoveSource&) = delete;
  virtual ~MoveSource() = default;

  // Those of a match, from the first on.
  virtual std::string moves(std::int64_t match_no) = 0;

  // What was moved out of the database, and what was signed before the match began (receipt_codec.h). Throws NotHere.
  struct MovedOut {
    std::string moves;
    std::string signed_before;  // empty where nothing was
  };
  virtual MovedOut moved_out(std::int64_t to, const MatchId& match) = 0;
};

// A match that was moved out cannot be read, since what it was moved to is not there or does not have it. The database
// is in order, but for this one match.
class NotHere : public Error {
 public:
  explicit NotHere(const std::string& words) : Error(About::kRequest, words) {}
};

// The last moves of a match, where the writer knows of some that are not where the others are.
struct Tail {
  std::uint32_t first = 0;  // the index of the first
  std::string moves;
};

class MatchReader {
 public:
  // `from`: where the rows of matches are read, a table or a view.
  MatchReader(Database& database, MoveSource& source, const char* from = "matches");

  // The match with its moves. `tail` is what the writer last knew of it; what has joined the others since is not
  // counted twice. Throws NotHere.
  std::optional<StoredMatch> load(const MatchId& match, const Tail& tail);

  // Without moves, what was signed, and closing links.
  std::optional<StoredMatch> load_row(const MatchId& match);

  // As load(), within a transaction of the caller's.
  std::optional<StoredMatch> read(const MatchId& match, const Tail& tail);

  std::vector<MatchLine> list(const ListMatches& request);

  std::vector<MatchId> running(const AccountId& account, std::uint32_t limit) { return lists_.running(account, limit); }

  // A match that is there, by its number, as it stands in a list. Within a transaction of the caller's.
  MatchLine line(std::int64_t match_no);

 private:
  enum class Secrets : std::uint8_t { kWith, kWithout };

  // A match without moves, what was signed, and closing links, and where these are.
  struct Row {
    StoredMatch stored;
    std::int64_t match_no = 0;
    std::optional<std::int64_t> moved_to;
    std::string signed_before;  // empty where nothing was, and where the match was moved out
  };
  std::optional<Row> row_of(const MatchId& match);
  static std::vector<Move> moves(std::string_view archived, const Tail& tail);
  std::vector<SeatRow> seats(const MatchId& match, Secrets secrets);

  Database& database_;
  MoveSource& source_;
  Statement match_;
  Statement line_;
  Statement seats_;
  ClosingLinkReader closing_links_;
  EndStatementReader end_statements_;
  MatchLists lists_;
};

}  // namespace wyrmhall::persistence::sql
