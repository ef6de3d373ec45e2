// Matches as a writer sees them: created, ended, voided, and what is shown and signed after their ends. Their moves are
// kept by each engine in its own way (sql/move_log.h). Every call is within the writer's transaction.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "persistence/sql/closing_links.h"
#include "persistence/sql/database.h"
#include "persistence/sql/end_statements.h"
#include "persistence/sql/heroes.h"
#include "persistence/sql/ledger.h"
#include "persistence/sql/match_index_writer.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sql {

class Matches {
 public:
  Matches(Database& database, HeroWriter& heroes);

  // As CreateMatch says. The database checks, here and at an end, that the accounts are there, and refuses otherwise.
  // `way`: where heroes stand in it, Conflict::kHero or kLimit.
  Verdict create(const CreateMatch& request, HeroInTheWay& way);

  // What is known of a match where its moves are looked for.
  struct Found {
    std::int64_t match_no = 0;
    std::uint32_t folded = 0;  // how many moves it had when that was last noted: all of them once it is over
    bool moved_out = false;
    Boxed<MatchEnd> end;  // with its outcome and its time; nothing while it runs
  };
  std::optional<Found> find(const MatchId& match);

  // Keeps the heroes that go back with a move. False where the match does not have all heroes that are to go back with
  // the move or at the end.
  bool give_back(const AppendMove& request, std::int64_t match_no, Conflict& conflict);

  // The match is over after `moves` moves; `archived` is for the engine to find them by.
  void end(const MatchId& match, std::int64_t match_no, std::uint32_t moves, std::optional<std::int64_t> archived,
           const MatchEnd& end);

  // As VoidMatch says: kKept or kConflict.
  Verdict make_void(const VoidMatch& request);

  // As KeepClosingLink says: kKept, with all those of the match in `kept`, or kConflict.
  Verdict keep_closing_link(const KeepClosingLink& request, std::vector<SeatLink>& kept);

  // As KeepEndStatement says: the one that is kept, or nothing where there is no such match or it runs.
  std::optional<receipts::Signed> keep_end_statement(const KeepEndStatement& request);

  // How many matches run.
  std::int64_t running();

  // The same as a query. Added up from the days' figures, since there are fewer days than matches.
  static constexpr const char* kCountRunning =
      "SELECT coalesce(sum(d.matches), 0) FROM daily AS d JOIN match_classes AS c ON c.no = d.class WHERE c.state = 0";

 private:
  HeroWriter& heroes_;
  MatchIndexWriter match_index_;
  Statement account_;
  NumberedInsert insert_;
  Statement insert_seat_;
  Statement insert_receipt_;
  Statement find_;
  Statement running_;
  Statement accounts_;
  Statement end_;
  LedgerWriter ledger_;
  Statement over_;
  Statement void_;
  Statement ended_;
  Statement insert_closing_;
  ClosingLinkReader closing_links_;
  Statement insert_end_statement_;
  EndStatementReader end_statements_;
  Statement count_;
};

}  // namespace wyrmhall::persistence::sql
