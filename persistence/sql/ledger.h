// The ledger, and the tallies that its rows come to.
#pragma once

#include <cstdint>
#include <vector>

#include "persistence/sql/database.h"
#include "persistence/sql/match_reader.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sql {

// Within the writer's transaction.
class LedgerWriter {
 public:
  explicit LedgerWriter(Database& database);

  // Puts a row of a match into the ledger and counts it in its tally; nothing where it is booked already.
  void book(std::int64_t match_no, const LedgerRow& row);
  // Undoes all bookings of a match.
  void take_back(const MatchId& match, std::int64_t match_no);

 private:
  Database& database_;
  Statement book_;
  Statement add_;
  Statement raise_;
  Statement booked_;
  Statement drop_;
  Statement look_again_;
};

class LedgerReader {
 public:
  LedgerReader(Database& database, MatchReader& matches);

  ReadLedger::Answer read(const ReadLedger& request);
  ListTallies::Answer list(const ListTallies& request);

  static constexpr const char* kTally = "SELECT amount FROM tallies WHERE account = ? AND what = ?";
  static constexpr const char* kHistory =
      "SELECT l.match, l.amount FROM ledger l "
      "WHERE l.account = ? AND l.what = ? AND l.match < ? ORDER BY l.match DESC LIMIT ?";
  static constexpr const char* kBoard =
      "SELECT t.account, a.name, t.amount FROM tallies t JOIN accounts a ON a.id = t.account "
      "WHERE t.what = ? AND t.amount > 0 ORDER BY t.amount DESC, t.account LIMIT ?";
  // Those level with the last one that was listed, then those below; so that each is one range of the index.
  static constexpr const char* kBoardLevel =
      "SELECT t.account, a.name, t.amount FROM tallies t JOIN accounts a ON a.id = t.account "
      "WHERE t.what = ? AND t.amount = ? AND t.account > ? ORDER BY t.account LIMIT ?";
  static constexpr const char* kBoardBelow =
      "SELECT t.account, a.name, t.amount FROM tallies t JOIN accounts a ON a.id = t.account "
      "WHERE t.what = ? AND t.amount < ? AND t.amount > 0 ORDER BY t.amount DESC, t.account LIMIT ?";

 private:
  Database& database_;
  MatchReader& matches_;
  Statement tally_;
  Statement history_;
  Statement number_;
  Statement board_;
  Statement level_;
  Statement below_;
};

}  // namespace wyrmhall::persistence::sql
