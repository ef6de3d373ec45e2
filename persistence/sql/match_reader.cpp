#include "persistence/sql/match_reader.h"

#include <cstddef>
#include <string>
#include <utility>

#include "persistence/sql/move_codec.h"
#include "persistence/sql/receipt_codec.h"

namespace wyrmhall::persistence::sql {
namespace {

enum Column : int {
  kNo,
  kGame,
  kRulesVersion,
  kOptions,
  kServerSeed,
  kTurnSeconds,
  kStartedAt,
  kRematchOf,
  kEndedAt,
  kOutcome,
  kEarning,
  kMovedTo,
  kAbsenceSeconds,
  kSigned
};

enum LineColumn : int { kLineId, kLineGame, kLineStartedAt, kLineEndedAt, kLineOutcome };

std::optional<MatchEnd> end_of(const Cursor& row, int ended_at, int outcome) {
  if (row.null(ended_at)) return std::nullopt;
  return MatchEnd{.outcome = row.bytes(outcome), .ended_at = row.time(ended_at), .ledger = {}};
}

std::optional<SignedStart> receipt(std::string_view bytes) {
  if (bytes.empty()) return std::nullopt;
  std::optional<SignedStart> signed_start = decode_receipt(bytes);
  if (!signed_start) damaged("what was signed about a match is damaged");
  return signed_start;
}

}  // namespace

MatchReader::MatchReader(Database& database, MoveSource& source, const char* from)
    : database_(database),
      source_(source),
      match_(
          database,
          std::string("SELECT m.no, m.game, m.rules_version, m.options, m.server_seed, m.turn_seconds, m.started_at, "
                      "m.rematch_of, m.ended_at, m.outcome, m.earning, m.moved_to, m.absence_seconds, r.signed FROM ") +
              from + " AS m LEFT JOIN receipts AS r ON r.match = m.no WHERE m.id = ?"),
      line_(database, "SELECT id, game, started_at, ended_at, outcome FROM matches WHERE no = ?"),
      seats_(database, "SELECT account, name, commitment, x0 FROM seats WHERE match = ? ORDER BY seat"),
      closing_links_(database),
      end_statements_(database),
      lists_(database) {}

std::optional<StoredMatch> MatchReader::load(const MatchId& match, const Tail& tail) {
  const ReadTransaction together(database_);
  return read(match, tail);
}

std::optional<StoredMatch> MatchReader::load_row(const MatchId& match) {
  const ReadTransaction together(database_);
  std::optional<Row> found = row_of(match);
  if (!found) return std::nullopt;
  return std::move(found->stored);
}

std::optional<StoredMatch> MatchReader::read(const MatchId& match, const Tail& tail) {
  std::optional<Row> found = row_of(match);
  if (!found) return std::nullopt;
  StoredMatch& stored = found->stored;
  if (stored.end) {
    stored.closing_links = closing_links_.of(found->match_no);
    stored.end_statement = end_statements_.of(found->match_no);
  }
  if (found->moved_to) {
    const MoveSource::MovedOut moved = source_.moved_out(*found->moved_to, match);
    stored.row.receipt = receipt(moved.signed_before);
    stored.moves = moves(moved.moves, {});
    return std::move(stored);
  }
  stored.row.receipt = receipt(found->signed_before);
  stored.moves = moves(source_.moves(found->match_no), tail);
  return std::move(stored);
}

std::optional<MatchReader::Row> MatchReader::row_of(const MatchId& match) {
  Row found;
  {
    Cursor row = match_.query(match);
    if (!row.next()) return std::nullopt;
    found.stored.row = {.id = match,
                        .game = row.bytes(kGame),
                        .rules_version = row.as<std::uint32_t>(kRulesVersion),
                        .options = row.bytes(kOptions),
                        .seats = {},
                        .server_seed = row.array<32>(kServerSeed),
                        .turn_seconds = row.as<std::uint32_t>(kTurnSeconds),
                        .absence_seconds = row.as<std::uint32_t>(kAbsenceSeconds),
                        .started_at = row.time(kStartedAt),
                        .rematch_of = row.maybe_id<MatchId>(kRematchOf),
                        .earning = row.null(kEarning) ? std::nullopt : std::optional(row.as<std::uint32_t>(kEarning)),
                        .receipt = std::nullopt};
    found.stored.end = end_of(row, kEndedAt, kOutcome);
    found.match_no = row.integer(kNo);
    found.moved_to = row.maybe_integer(kMovedTo);
    if (!row.null(kSigned)) found.signed_before = row.bytes(kSigned);
  }
  found.stored.row.seats = seats(match, Secrets::kWith);
  return found;
}

std::vector<MatchLine> MatchReader::list(const ListMatches& request) {
  const ReadTransaction together(database_);
  MatchFilter filter{.player = request.account};
  if (request.only_running) filter.state = MatchState::kRunning;
  std::optional<MatchCursor> after;
  if (request.before) {
    const auto before = lists_.find(*request.before);
    if (!before) return {};
    after = before->at;
  }
  std::vector<MatchLine> lines;
  for (const auto& [at, of] : lists_.newest(filter, after, request.limit)) lines.push_back(line(at.no));
  return lines;
}

MatchLine MatchReader::line(std::int64_t match_no) {
  Cursor row = line_.query(match_no);
  if (!row.next()) damaged("a match of an account's list is not there");
  const auto id = row.id<MatchId>(kLineId);
  return {.id = id,
          .game = row.bytes(kLineGame),
          .seats = seats(id, Secrets::kWithout),
          .started_at = row.time(kLineStartedAt),
          .end = end_of(row, kLineEndedAt, kLineOutcome)};
}

std::vector<Move> MatchReader::moves(std::string_view bytes, const Tail& tail) {
  std::optional<std::vector<Move>> archived = decode(bytes);
  const std::optional<std::vector<Move>> latest = decode(tail.moves);
  if (!archived || !latest || archived->size() < tail.first) {
    damaged("the moves of a match are damaged");
  }
  const std::size_t known = archived->size() - tail.first;
  if (known < latest->size()) {
    archived->insert(archived->end(), latest->begin() + static_cast<std::ptrdiff_t>(known), latest->end());
  }
  return std::move(*archived);
}

std::vector<SeatRow> MatchReader::seats(const MatchId& match, Secrets secrets) {
  std::vector<SeatRow> seats;
  Cursor row = seats_.query(match);
  while (row.next()) {
    SeatRow& seat = seats.emplace_back();
    seat.account = row.maybe_id<AccountId>(0);
    seat.name = row.bytes(1);
    if (secrets == Secrets::kWith) {
      seat.commitment = row.bytes(2);
      seat.x0 = row.bytes(3);
    }
  }
  return seats;
}

}  // namespace wyrmhall::persistence::sql
