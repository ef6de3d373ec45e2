#include "persistence/sql/ledger.h"

#include <limits>
#include <string_view>
#include <utility>

namespace wyrmhall::persistence::sql {
namespace {

void take(Cursor&& row, std::vector<Tally>& tallies) {
  while (row.next()) tallies.push_back({row.id<AccountId>(0), row.bytes(1), row.integer(2)});
}

}  // namespace

LedgerWriter::LedgerWriter(Database& database)
    : database_(database),
      book_(database,
            "INSERT INTO ledger (account, what, match, amount) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (account, what, match) DO NOTHING"),
      add_(database,
           "INSERT INTO tallies (account, what, amount) VALUES (?, ?, ?) "
           "ON CONFLICT (account, what) DO UPDATE SET amount = tallies.amount + excluded.amount"),
      raise_(database,
             "INSERT INTO tallies (account, what, amount) VALUES (?, ?, ?) "
             "ON CONFLICT (account, what) DO UPDATE SET amount = excluded.amount "
             "WHERE excluded.amount > tallies.amount"),
      booked_(database,
              "SELECT DISTINCT l.account, l.what, l.amount FROM seats AS s JOIN ledger AS l ON l.account = s.account "
              "WHERE s.match = ? AND l.match = ?"),
      drop_(database, "DELETE FROM ledger WHERE account = ? AND what = ? AND match = ?"),
      look_again_(database,
                  "UPDATE tallies SET amount = coalesce((SELECT max(l.amount) FROM ledger AS l "
                  "WHERE l.account = tallies.account AND l.what = tallies.what), 0) WHERE account = ? AND what = ?") {}

void LedgerWriter::book(std::int64_t match_no, const LedgerRow& row) {
  const std::string_view what = row.what;
  book_.run(row.account, what, match_no, row.amount);
  if (database_.changed() == 1) (is_best(what) ? raise_ : add_).run(row.account, what, row.amount);
}

void LedgerWriter::take_back(const MatchId& match, std::int64_t match_no) {
  std::vector<LedgerRow> rows;
  {
    Cursor row = booked_.query(match, match_no);
    while (row.next()) rows.push_back({row.id<AccountId>(0), row.bytes(1), row.integer(2)});
  }
  for (const LedgerRow& row : rows) {
    const std::string_view what = row.what;
    drop_.run(row.account, what, match_no);
    is_best(what) ? look_again_.run(row.account, what) : add_.run(row.account, what, -row.amount);
  }
}

LedgerReader::LedgerReader(Database& database, MatchReader& matches)
    : database_(database),
      matches_(matches),
      tally_(database, kTally),
      history_(database, kHistory),
      number_(database, "SELECT no FROM matches WHERE id = ?"),
      board_(database, kBoard),
      level_(database, kBoardLevel),
      below_(database, kBoardBelow) {}

ReadLedger::Answer LedgerReader::read(const ReadLedger& request) {
  ReadLedger::Answer answer;
  const ReadTransaction together(database_);
  const std::string_view what = request.what;
  {
    Cursor row = tally_.query(request.account, what);
    if (row.next()) answer.tally = row.integer(0);
  }
  std::int64_t before = std::numeric_limits<std::int64_t>::max();
  if (request.before) {
    Cursor row = number_.query(*request.before);
    if (!row.next()) return answer;
    before = row.integer(0);
  }
  std::vector<std::pair<std::int64_t, std::int64_t>> found;
  {
    Cursor row = history_.query(request.account, what, before, request.limit);
    while (row.next()) found.emplace_back(row.integer(0), row.integer(1));
  }
  answer.history.reserve(found.size());
  for (const auto& [match, amount] : found) answer.history.push_back({matches_.line(match), amount});
  return answer;
}

ListTallies::Answer LedgerReader::list(const ListTallies& request) {
  ListTallies::Answer answer;
  const ReadTransaction together(database_);
  const std::string_view what = request.what;
  std::vector<Tally>& tallies = answer.tallies;
  if (request.own) {
    Cursor row = tally_.query(*request.own, what);
    if (row.next()) answer.own = row.integer(0);
  }
  if (!request.after) {
    take(board_.query(what, request.limit), tallies);
    return answer;
  }
  if (request.after->amount > 0) {
    take(level_.query(what, request.after->amount, request.after->account, request.limit), tallies);
  }
  const auto left = request.limit - static_cast<std::uint32_t>(tallies.size());
  if (left > 0) take(below_.query(what, request.after->amount, left), tallies);
  return answer;
}

}  // namespace wyrmhall::persistence::sql
