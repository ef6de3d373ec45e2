// The moves of matches in SQLite: in the journal while a match is being played, in the archive once it rests or is
// over.
#pragma once

#include <vector>

#include "persistence/sql/matches.h"
#include "persistence/sql/move_log.h"
#include "persistence/sqlite/archive.h"
#include "persistence/sqlite/database.h"
#include "persistence/sqlite/journal.h"

namespace wyrmhall::persistence::sqlite {

class Moves final : public sql::MoveLog {
 public:
  Moves(Database& database, Archive& archive, Journal& journal, sql::Matches& matches);

  Verdict append(const AppendMove& request, Conflict& conflict) override;
  void moved_out(const MovedOut& request) override;

  // The deadlines of running matches up to a time, the earliest first.
  std::vector<Deadline> deadlines(Timestamp until);

 private:
  Verdict append_without_head(const AppendMove& request, Conflict& conflict);
  Verdict repeated(const AppendMove& request, const Head& head);
  Verdict repeated_end(const AppendMove& request, const Head& head, const MatchEnd& end);
  bool has_move(const Head& head, std::uint32_t index, const Move& move);
  void finish(const AppendMove& request, const Head& head);

  Archive& archive_;
  Journal& journal_;
  sql::Matches& matches_;
  Statement deadlines_;
  Statement archived_;
  Statement forget_moves_;
  Statement forget_receipt_;
  Statement move_;
};

}  // namespace wyrmhall::persistence::sqlite
