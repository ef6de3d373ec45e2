// Matches as the writer sees them: created, moved in, ended. Every call is within the writer's transaction.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "persistence/sqlite/archive.h"
#include "persistence/sqlite/closing_links.h"
#include "persistence/sqlite/database.h"
#include "persistence/sqlite/end_statements.h"
#include "persistence/sqlite/heroes.h"
#include "persistence/sqlite/journal.h"
#include "persistence/sqlite/ledger.h"
#include "persistence/sqlite/match_index_writer.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sqlite {

class Matches {
 public:
  Matches(Database& database, Archive& archive, Journal& journal, HeroWriter& heroes);

  // As CreateMatch says. The database checks, here and at an end, that the accounts are there, and refuses otherwise.
  // `way`: where heroes stand in it, Conflict::kHero or kLimit.
  Verdict create(const CreateMatch& request, HeroInTheWay& way);

  // kKept or kConflict, as AppendMove says.
  Verdict append(const AppendMove& request, Conflict& conflict);

  // As VoidMatch says: kKept or kConflict.
  Verdict make_void(const VoidMatch& request);

  // As KeepClosingLink says: kKept, with all those of the match in `kept`, or kConflict.
  Verdict keep_closing_link(const KeepClosingLink& request, std::vector<SeatLink>& kept);

  // As KeepEndStatement says: the one that is kept, or nothing where there is no such match or it runs.
  std::optional<receipts::Signed> keep_end_statement(const KeepEndStatement& request);

  // As MovedOut says.
  void moved_out(const MovedOut& request);

  // The deadlines of all running matches, the earliest first.
  std::vector<Deadline> deadlines();
  // How many matches run.
  std::int64_t running();

 private:
  Verdict append_without_head(const AppendMove& request, Conflict& conflict);
  // Keeps the heroes that go back with a move. False where the match does not have all heroes that are to go back with
  // the move or at the end.
  bool give_back(const AppendMove& request, std::int64_t match_no, Conflict& conflict);
  Verdict repeated(const AppendMove& request, const Head& head);
  Verdict repeated_end(const AppendMove& request, const Head& head, std::string_view outcome, Timestamp ended_at);
  bool has_move(const Head& head, std::uint32_t index, const Move& move);
  void finish(const AppendMove& request, const Head& head);
  // The match is over after `moves` moves. If there are any, they are in row `archived` of the archive.
  void end(const MatchId& match, std::int64_t match_no, std::uint32_t moves, std::optional<std::int64_t> archived,
           const MatchEnd& end);

  Database& database_;
  Archive& archive_;
  Journal& journal_;
  HeroWriter& heroes_;
  MatchIndexWriter match_index_;
  Statement account_;
  Statement insert_;
  Statement insert_seat_;
  Statement insert_receipt_;
  Statement find_;
  Statement running_;
  Statement accounts_;
  Statement end_;
  LedgerWriter ledger_;
  Statement over_;
  Statement void_;
  Statement deadlines_;
  Statement ended_;
  Statement insert_closing_;
  ClosingLinkReader closing_links_;
  Statement insert_end_statement_;
  EndStatementReader end_statements_;
  Statement archived_;
  Statement forget_moves_;
  Statement forget_receipt_;
  Statement move_;
  Statement count_;
};

}  // namespace wyrmhall::persistence::sqlite
