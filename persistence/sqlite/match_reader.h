// Matches as the reader sees them: one with its moves, or an account's list.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "persistence/sqlite/archive.h"
#include "persistence/sqlite/database.h"
#include "persistence/sqlite/match_lists.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sqlite {

// The moves of a match that only the journal has, as its head holds them.
struct Tail {
  std::uint32_t first = 0;  // the index of the first
  std::string moves;
};

class MatchReader {
 public:
  explicit MatchReader(Database& database);

  // The match with its moves. `tail` is what the writer last knew of it; what has gone to the archive since is not
  // counted twice.
  std::optional<StoredMatch> load(const Id& match, const Tail& tail);

  // The same within a transaction of the caller's.
  std::optional<StoredMatch> read(const Id& match, const Tail& tail);

  std::vector<MatchLine> list(const ListMatches& request);

  std::vector<Id> running(const Id& account, std::uint32_t limit) { return lists_.running(account, limit); }

  // A match that is there, as it stands in a list. Within a transaction of the caller's.
  MatchLine line(const Id& match);

 private:
  enum class Secrets : std::uint8_t { kWith, kWithout };

  std::vector<Move> moves(std::int64_t match_no, const Tail& tail);
  std::vector<SeatRow> seats(const Id& match, Secrets secrets);

  Database& database_;
  Archive archive_;
  Statement match_;
  Statement seats_;
  Statement receipt_;
  Statement id_;
  MatchLists lists_;
};

}  // namespace wyrmhall::persistence::sqlite
