#include "persistence/sqlite/moves.h"

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>

#include "persistence/sql/move_codec.h"

namespace wyrmhall::persistence::sqlite {

Moves::Moves(Database& database, Archive& archive, Journal& journal, sql::Matches& matches)
    : archive_(archive),
      journal_(journal),
      matches_(matches),
      deadlines_(database, "SELECT id, deadline FROM matches WHERE deadline <= ?"),
      archived_(database,
                "SELECT no, archived FROM matches WHERE id = ? AND ended_at IS NOT NULL AND archived IS NOT NULL"),
      forget_moves_(database, "DELETE FROM archive WHERE no = ?"),
      forget_receipt_(database, "DELETE FROM receipts WHERE match = ?"),
      move_(database, "UPDATE matches SET archived = NULL, moved_to = ? WHERE no = ?") {}

Verdict Moves::append(const AppendMove& request, Conflict& conflict) {
  Head* head = journal_.find(request.match);
  if (head == nullptr) return append_without_head(request, conflict);
  if (request.index != head->next) return repeated(request, *head);
  if (!matches_.give_back(request, head->match_no, conflict)) return Verdict::kConflict;
  if (request.end) {
    finish(request, *head);
    journal_.forget(request.match);
    return Verdict::kKept;
  }
  journal_.append(*head, request.move, request.deadline);
  return Verdict::kKept;
}

Verdict Moves::append_without_head(const AppendMove& request, Conflict& conflict) {
  const std::optional<sql::Matches::Found> found = matches_.find(request.match);
  // A caller that asks again for what was moved out was answered long ago; the moves are in another file by now.
  if (!found || found->moved_out) return Verdict::kConflict;
  Head head;
  head.match_no = found->match_no;
  head.next = head.folded = found->folded;
  if (found->end) return repeated_end(request, head, *found->end);
  if (request.index != head.next) return repeated(request, head);
  if (!matches_.give_back(request, head.match_no, conflict)) return Verdict::kConflict;
  if (request.end) {
    finish(request, head);
  } else {
    journal_.append(journal_.begin(request.match, head.match_no, head.folded), request.move, request.deadline);
  }
  return Verdict::kKept;
}

Verdict Moves::repeated(const AppendMove& request, const Head& head) {
  // A move that is there already, but now comes with an end, is not the same request.
  const bool same = !request.end && has_move(head, request.index, request.move);
  return same ? Verdict::kKept : Verdict::kConflict;
}

Verdict Moves::repeated_end(const AppendMove& request, const Head& head, const MatchEnd& end) {
  const bool same = request.end && request.end->outcome == end.outcome && request.end->ended_at == end.ended_at &&
                    request.index + 1 == head.next && has_move(head, request.index, request.move);
  return same ? Verdict::kKept : Verdict::kConflict;
}

bool Moves::has_move(const Head& head, std::uint32_t index, const Move& move) {
  if (index >= head.next) return false;
  std::string bytes = head.folded > 0 ? archive_.moves(head.match_no) : std::string();
  const std::optional<std::vector<Move>> moves = sql::decode(bytes.append(head.moves));
  if (!moves || moves->size() != head.next) damaged("the moves of a match are damaged");
  return (*moves)[index] == move;
}

void Moves::finish(const AppendMove& request, const Head& head) {
  // The last move goes straight into the archive with those before it.
  std::string moves = head.moves;
  sql::encode(request.move, moves);
  const std::int64_t archived = archive_.add(head.match_no, head.folded, moves);
  matches_.end(request.match, head.match_no, head.next + 1, archived, *request.end);
}

void Moves::moved_out(const MovedOut& request) {
  for (const MatchId& match : request.matches) {
    std::int64_t match_no = 0;
    std::int64_t archived = 0;
    {
      Cursor row = archived_.query(match);
      if (!row.next()) continue;
      match_no = row.integer(0);
      archived = row.integer(1);
    }
    move_.run(request.year, match_no);  // first, since it refers to what goes
    forget_moves_.run(archived);
    forget_receipt_.run(match_no);
  }
}

std::vector<Deadline> Moves::deadlines(Timestamp until) {
  // A match with a head has its deadline there; what the database says of it is from when it was folded.
  std::vector<Deadline> deadlines;
  Cursor row = deadlines_.query(until);
  while (row.next()) {
    const auto match = row.id<MatchId>(0);
    if (!journal_.heads().contains(match)) deadlines.push_back({match, row.time(1)});
  }
  for (const auto& [match, head] : journal_.heads()) {
    if (head.deadline && *head.deadline <= until) deadlines.push_back({match, *head.deadline});
  }
  std::ranges::sort(deadlines, {}, [](const Deadline& deadline) { return std::tie(deadline.at, deadline.match); });
  return deadlines;
}

}  // namespace wyrmhall::persistence::sqlite
