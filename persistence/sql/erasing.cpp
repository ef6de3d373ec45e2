#include "persistence/sql/erasing.h"

#include <optional>
#include <vector>

namespace wyrmhall::persistence::sql {
namespace {

// Each piece is some hundred rows.
constexpr std::uint32_t kRelationsAtOnce = 200;
constexpr std::uint32_t kHeroesAtOnce = 3;  // with their stories
constexpr std::int64_t kSeatsAtOnce = 100;

}  // namespace

Eraser::Eraser(Database& database, HeroWriter& heroes, RelationWriter& relations)
    : heroes_(heroes),
      relations_(relations),
      begin_(database,
             "INSERT INTO erasing (account, class, started_at, match) VALUES (?, -1, 0, 0) ON CONFLICT DO NOTHING"),
      rename_running_(database, kRenameRunning),
      next_(database, "SELECT account FROM erasing ORDER BY account LIMIT 1"),
      at_(database, "SELECT class, started_at, match FROM erasing WHERE account = ?"),
      some_(database, kSome),
      rename_(database,
              "UPDATE seats SET name = (SELECT name FROM accounts WHERE id = ?1) "
              "WHERE match = (SELECT id FROM matches WHERE no = ?2) AND account = ?1"),
      note_(database, "UPDATE erasing SET class = ?, started_at = ?, match = ? WHERE account = ?"),
      done_(database, "DELETE FROM erasing WHERE account = ?"),
      left_(database, "SELECT count(*) FROM erasing") {}

void Eraser::begin(const AccountId& account) {
  begin_.run(account);
  // Running matches are renamed at once, since they change their places in the history when they end. They are few.
  rename_running_.run(account);
  heroes_.hide_taken(account);
}

std::uint64_t Eraser::go_on() {
  std::optional<AccountId> account;
  {
    Cursor row = next_.query();
    if (row.next()) account = row.id<AccountId>(0);
  }
  if (!account) return 0;
  if (relations_.forget_some(*account, kRelationsAtOnce) && heroes_.forget_some(*account, kHeroesAtOnce) &&
      rename_some_seats(*account))
    done_.run(*account);
  Cursor row = left_.query();
  return row.next() ? row.as<std::uint64_t>(0) : 0;
}

// Whether that was all of them.
bool Eraser::rename_some_seats(const AccountId& account) {
  struct HistoryKey {
    std::int64_t of_class = 0;
    std::int64_t started_at = 0;
    std::int64_t match = 0;
  };
  std::vector<HistoryKey> some;
  {
    Cursor from = at_.query(account);
    if (!from.next()) return true;
    Cursor row = some_.query(account, from.integer(0), from.integer(1), from.integer(2), kSeatsAtOnce);
    while (row.next()) some.push_back({row.integer(0), row.integer(1), row.integer(2)});
  }
  for (const HistoryKey& key : some) rename_.run(account, key.match);
  if (!some.empty()) note_.run(some.back().of_class, some.back().started_at, some.back().match, account);
  return some.size() < static_cast<std::size_t>(kSeatsAtOnce);
}

}  // namespace wyrmhall::persistence::sql
