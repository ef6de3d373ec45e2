#include "persistence/sql/matches.h"

#include <algorithm>

#include "persistence/hero_requests.h"
#include "persistence/sql/receipt_codec.h"

namespace wyrmhall::persistence::sql {

Matches::Matches(Database& database, HeroWriter& heroes)
    : heroes_(heroes),
      match_index_(database),
      account_(database, "SELECT 1 FROM accounts WHERE id = ?"),
      insert_(database,
              "INSERT INTO matches (id, game, rules_version, options, server_seed, turn_seconds, started_at, "
              "rematch_of, folded, deadline, class, earning, absence_seconds, heroes) "
              "VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?) "
              "ON CONFLICT (id) DO NOTHING"),
      insert_seat_(database,
                   "INSERT INTO seats (match, seat, account, name, commitment, x0) VALUES (?, ?, ?, ?, ?, ?)"),
      insert_receipt_(database, "INSERT INTO receipts (match, signed) VALUES (?, ?)"),
      find_(database, "SELECT no, folded, ended_at, outcome, moved_to IS NOT NULL FROM matches WHERE id = ?"),
      running_(database, "SELECT game, rules_version, started_at, class, heroes FROM matches WHERE no = ?"),
      accounts_(database, "SELECT account FROM seats WHERE match = ? AND account IS NOT NULL"),
      end_(database,
           "UPDATE matches SET folded = ?, deadline = NULL, ended_at = ?, outcome = ?, class = ?, archived = ? "
           "WHERE no = ?"),
      ledger_(database),
      over_(database,
            "SELECT m.no, m.started_at, m.class, m.folded, c.game, c.rules_version, c.state FROM matches AS m "
            "JOIN match_classes AS c ON c.no = m.class "
            "WHERE m.id = ? AND m.ended_at IS NOT NULL AND m.voided_at IS NULL"),
      void_(database, "UPDATE matches SET voided_at = ?, class = ? WHERE no = ?"),
      ended_(database, "SELECT no FROM matches WHERE id = ? AND ended_at IS NOT NULL"),
      insert_closing_(database,
                      "INSERT INTO closing_links (match, seat, link) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"),
      closing_links_(database),
      insert_end_statement_(database,
                            "INSERT INTO end_statements (match, signed) VALUES (?, ?) ON CONFLICT DO NOTHING"),
      end_statements_(database),
      count_(database, kCountRunning) {}

Verdict Matches::create(const CreateMatch& request, HeroInTheWay& way) {
  const MatchRow& match = *request.match;
  for (const SeatRow& seat : match.seats) {
    if (seat.account && !account_.query(*seat.account).next()) return Verdict::kConflict;
  }
  const bool with_heroes = request.heroes || request.newcomers || (request.end && request.end->heroes);
  if (with_heroes) {
    if (find_.query(match.id).next()) return Verdict::kKept;  // it has them already
    way = heroes_.in_the_way(request);
    if (way.conflict != Conflict::kNothing) return Verdict::kConflict;
  }
  const std::int64_t running = match_index_.class_of(match.game, match.rules_version, State::kRunning, "");
  const std::size_t heroes = request.heroes ? request.heroes->size() : 0;
  const std::optional<std::int64_t> made =
      insert_.run(match.id, std::string_view(match.game), match.rules_version, Blob(match.options), match.server_seed,
                  match.turn_seconds, match.started_at, match.rematch_of, request.deadline, running, match.earning,
                  match.absence_seconds, static_cast<std::int64_t>(heroes));
  if (!made) return Verdict::kKept;  // it was there already
  const std::int64_t match_no = *made;
  int number = 0;
  for (const SeatRow& seat : match.seats) {
    insert_seat_.run(match.id, number++, seat.account, std::string_view(seat.name), Blob(seat.commitment),
                     Blob(seat.x0));
  }
  if (match.receipt) insert_receipt_.run(match_no, Blob(encode(*match.receipt)));
  match_index_.began(match_no, running, match);
  if (heroes > 0) heroes_.take(match_no, request);
  if (request.end) end(match.id, match_no, 0, std::nullopt, *request.end);
  return Verdict::kKept;
}

void Matches::end(const MatchId& match, std::int64_t match_no, std::uint32_t moves,
                  std::optional<std::int64_t> archived, const MatchEnd& end) {
  MatchIndexWriter::Ended over{.match_no = match_no, .moves = moves};
  bool with_heroes = false;
  {
    Cursor row = running_.query(match_no);
    if (!row.next()) return;
    over.started_at = row.time(2);
    over.from = row.integer(3);
    with_heroes = row.integer(4) > 0;
    over.to = match_index_.class_of(row.view(0), row.as<std::uint32_t>(1),
                                    end.abandoned ? State::kAbandoned : State::kFinished, end.result);
  }
  end_.run(moves, end.ended_at, Blob(end.outcome), over.to, archived, match_no);
  match_index_.ended(over);
  Cursor seat = accounts_.query(match);
  while (seat.next()) match_index_.moved(seat.id<AccountId>(0), over);
  for (const LedgerRow& row : end.ledger) ledger_.book(match_no, row);
  if (!with_heroes) return;
  if (end.heroes) heroes_.book(match_no, *end.heroes, end.ended_at);
  heroes_.release(match_no);
}

Verdict Matches::make_void(const VoidMatch& request) {
  MatchIndexWriter::Ended over;
  {
    Cursor row = over_.query(request.match);
    if (!row.next()) return Verdict::kConflict;
    over = {.match_no = row.integer(0),
            .started_at = row.time(1),
            .from = row.integer(2),
            .moves = row.as<std::uint32_t>(3)};
    over.to = match_index_.class_of(row.view(4), row.as<std::uint32_t>(5), static_cast<State>(row.integer(6)), "void");
  }
  void_.run(request.at, over.to, over.match_no);
  match_index_.recounted(over);
  {
    Cursor seat = accounts_.query(request.match);
    while (seat.next()) match_index_.moved(seat.id<AccountId>(0), over);
  }
  ledger_.take_back(request.match, over.match_no);
  return Verdict::kKept;
}

std::optional<Matches::Found> Matches::find(const MatchId& match) {
  Cursor row = find_.query(match);
  if (!row.next()) return std::nullopt;
  Found found{.match_no = row.integer(0),
              .folded = row.as<std::uint32_t>(1),
              .moved_out = row.integer(4) != 0,
              .end = std::nullopt};
  if (!row.null(2)) found.end = MatchEnd{.outcome = row.bytes(3), .ended_at = row.time(2), .ledger = {}};
  return found;
}

bool Matches::give_back(const AppendMove& request, std::int64_t match_no, Conflict& conflict) {
  const std::vector<HeroId> heroes = given_back_in(request);
  if (!heroes.empty() && !heroes_.has_all(match_no, heroes)) {
    conflict = Conflict::kHero;
    return false;
  }
  if (request.heroes) heroes_.book(match_no, *request.heroes, request.move.at);
  return true;
}

Verdict Matches::keep_closing_link(const KeepClosingLink& request, std::vector<SeatLink>& kept) {
  std::int64_t match_no = 0;
  {
    Cursor row = ended_.query(request.match);
    if (!row.next()) return Verdict::kConflict;
    match_no = row.integer(0);
  }
  insert_closing_.run(match_no, request.closing.seat, request.closing.link);
  kept = closing_links_.of(match_no);
  return std::ranges::find(kept, request.closing) != kept.end() ? Verdict::kKept : Verdict::kConflict;
}

std::optional<receipts::Signed> Matches::keep_end_statement(const KeepEndStatement& request) {
  std::int64_t match_no = 0;
  {
    Cursor row = ended_.query(request.match);
    if (!row.next()) return std::nullopt;
    match_no = row.integer(0);
  }
  insert_end_statement_.run(match_no, Blob(encode(*request.statement)));
  return end_statements_.of(match_no);
}

std::int64_t Matches::running() {
  Cursor row = count_.query();
  return row.next() ? row.integer(0) : 0;
}

}  // namespace wyrmhall::persistence::sql
