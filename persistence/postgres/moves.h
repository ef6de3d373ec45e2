// The moves of matches in PostgreSQL: a row each, whose key lets only one move be the n-th of a match.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "persistence/postgres/database.h"
#include "persistence/sql/matches.h"
#include "persistence/sql/move_log.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::postgres {

// Belongs to the writer. What it remembers of matches only spares asking: should another server have moved in a match
// meanwhile, the database refuses.
class Moves final : public sql::MoveLog {
 public:
  Moves(Database& database, sql::Matches& matches);

  Verdict append(const AppendMove& request, Conflict& conflict) override;
  // Moves stay in the database, so there is nothing to be forgotten.
  void moved_out(const MovedOut& /*request*/) override {}

  // Takes a move that gives nothing back and ends nothing, of a match that is remembered, if it is the next one there.
  // The fast way: nothing is asked. False where it has to be append().
  bool take(const AppendMove& request);

  // Writes what was taken, within the transaction. Throws where the database has a move of that index.
  void write();
  // Writes what was taken, in a transaction of its own, if this run is alive. False where it is not.
  bool write_alone(Incarnation incarnation);

  // What is remembered is not so any more: after anything has failed.
  void forget_all();

 private:
  struct Head {
    std::int64_t match_no = 0;
    std::uint32_t next = 0;           // the index that the next move will have
    std::optional<std::int64_t> due;  // what `matches` says, which no deadline is before
  };

  // An INSERT takes its rows as columns.
  class Rows {
   public:
    // Changes what the head says is due, where it has to be written.
    void add(Head& head, const Move& move, const std::optional<Timestamp>& deadline);
    void clear();
    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] std::size_t count() const { return count_; }
    // As PostgreSQL takes arrays.
    [[nodiscard]] std::string matches() const;
    [[nodiscard]] std::string indexes() const;
    [[nodiscard]] std::string bodies() const;
    [[nodiscard]] std::string deadlines() const;
    [[nodiscard]] bool some_due() const { return due_count_ != 0; }
    [[nodiscard]] std::string due_matches() const;
    [[nodiscard]] std::string dues() const;

   private:
    std::size_t count_ = 0;
    std::size_t due_count_ = 0;
    std::string due_matches_;
    std::string dues_;
    std::string matches_;
    std::string indexes_;
    std::string bodies_;
    std::string deadlines_;
    std::string body_;
  };

  Head* head_of(const MatchId& match);
  Verdict repeated(const AppendMove& request, const Head& head);
  Verdict repeated_end(const AppendMove& request, const sql::Matches::Found& found);
  bool has_move(std::int64_t match_no, std::uint32_t index, const Move& move);
  void prepare();
  std::int64_t insert(const std::optional<Incarnation>& incarnation);

  Database& database_;
  sql::Matches& matches_;
  Statement head_;
  Statement body_;
  std::unordered_map<MatchId, Head, IdHash> heads_;
  Rows rows_;
  std::uint64_t prepared_in_ = 0;  // which connection
};

}  // namespace wyrmhall::persistence::postgres
