// The journal: the latest moves of all running matches in the order in which they came, on disk and in memory.
//
// On disk it is a stream of entries, cut into rows, to which a commit appends one row and nothing else. In memory each
// match that has moves in it has a head: those moves, and where the match stands. So the disk is never asked about a
// match that is being played, and the journal is read only when the store is opened.
//
// When a match ends its moves go to the archive. When the journal gets too long, the matches that reach back to its
// start are folded, which is to say that their moves go to the archive too, and the start is dropped. So the journal's
// length is bounded, and with it the memory for heads and the time to open the store.
//
// Belongs to the writer; every call but find() and heads() is within its transaction. After a transaction has failed,
// recover() reads the heads again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>

#include "persistence/matches.h"
#include "persistence/sqlite/archive.h"
#include "persistence/sqlite/database.h"

namespace wyrmhall::persistence::sqlite {

// Where a running match stands.
struct Head {
  std::int64_t match_no = 0;
  std::uint32_t folded = 0;  // how many of its moves are in the archive
  std::uint32_t next = 0;    // the index that the next move will have
  std::int64_t since = 0;    // the row of its first move that is only in the journal
  std::optional<Timestamp> deadline;
  std::string moves;  // those from `folded` on, as sql/move_codec.h writes them
};

using Heads = std::unordered_map<MatchId, Head, IdHash>;

class Journal {
 public:
  // `bytes_allowed`: how long the journal may get before its start is dropped.
  Journal(Database& database, Archive& archive, std::int64_t bytes_allowed);

  // Reads the heads from the disk.
  void recover();

  // The head of a match, or null when it has none: it may not be there, be over, or have all its moves in the archive.
  [[nodiscard]] Head* find(const MatchId& match);
  [[nodiscard]] const Heads& heads() const { return heads_; }

  // Appends a move to a match that has a head.
  void append(Head& head, const Move& move, const std::optional<Timestamp>& deadline);

  // Gives a match without one a head: it is running, and all its moves are in the archive. To be followed by append().
  Head& begin(const MatchId& match, std::int64_t match_no, std::uint32_t folded);

  // The match is over and its moves are in the archive.
  void forget(const MatchId& match) { heads_.erase(match); }

  // Before a commit: writes what was appended, and drops a share of the journal's start if it is too long.
  void write();

 private:
  struct Oldest {
    std::int64_t since;
    MatchId match;
  };

  // What the database says of a match, while the heads are read.
  struct Match {
    MatchId id{};
    std::uint32_t folded = 0;
    bool running = false;
  };

  void flush();
  void trim(std::int64_t appended);
  void recover_row(std::int64_t no, std::string_view entries);
  const Match& recover_match(std::int64_t match_no);

  std::int64_t bytes_allowed_;
  Heads heads_;
  std::deque<Oldest> oldest_;  // by when each head was begun; some of these heads are gone
  std::string row_;            // what was appended and is not written
  std::int64_t first_ = 0;     // where the journal starts in the stream of all that was ever appended
  std::int64_t next_ = 0;      // where it ends: the number of the row to be written next
  std::int64_t written_ = 0;   // where it ended at the last commit

  std::unordered_map<std::int64_t, Match> recovering_;

  Archive& archive_;
  Statement insert_;
  Statement folded_;
  Statement boundary_;
  Statement drop_;
  Statement scan_;
  Statement match_;
};

}  // namespace wyrmhall::persistence::sqlite
