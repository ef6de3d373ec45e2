// Makes a database with many matches, for measuring the history of an administrator (tests/admin/history_bench.py).
//
//   history_bench FOLDER [MATCHES [ACCOUNTS]]
//
// They are written as the store would have written them, but all in one go. Half of the seats belong to a hundred of
// the players, and one of those has a twentieth of all. The token of player N is N in decimal digits, with zeros before
// them, 32 of them.
#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "persistence/sql/move_codec.h"
#include "persistence/sqlite/database.h"
#include "persistence/sqlite_store.h"
#include "rules/dice/fast_dice.h"
#include "rules/dice/sha256.h"
#include "tests/persistence/samples.h"
#include "tests/support/game_names.h"

namespace wyrmhall::persistence::testing {
namespace {

constexpr Duration kDay = std::chrono::days(1);
constexpr Timestamp kFirst = from_unix_micros(1'700'000'000'000'000);
constexpr std::uint32_t kMoves = 12;

struct Kind {
  std::string_view game;
  std::uint32_t version;
  int state;
  const char* result;
};

// Some are common, some very rare: a filter may ask for either.
std::vector<Kind> kinds() {
  std::vector<Kind> all;
  for (const std::string_view game : tests::kGameNames) {
    for (std::uint32_t version = 1; version <= 3; ++version) {
      for (const char* result : {"won", "shared", "none"}) {
        for (int state = 1; state <= 2; ++state) all.push_back({game, version, state, result});
      }
      all.push_back({game, version, 0, ""});
    }
  }
  return all;
}

std::uint64_t player(rules::FastDice& dice, std::uint64_t accounts) {
  const auto kind = dice.below(20);
  if (kind == 0) return 1;
  return 1 + (kind < 10 ? dice.below(100) : dice.below(accounts));
}

Hash token_hash(std::uint64_t player) {
  std::string token = std::to_string(player);
  token.insert(0, 32 - token.size(), '0');
  return rules::sha256({reinterpret_cast<const std::uint8_t*>(token.data()), token.size()});
}

void fill(sqlite::Database& database, std::int64_t count, std::uint64_t accounts) {
  sql::Statement account_row(database, "INSERT INTO accounts (id, name, name_key, created_at) VALUES (?, ?, ?, ?)");
  sql::Statement token_row(database,
                           "INSERT INTO tokens (hash, account, client, made_at, used_at) VALUES (?, ?, ?, ?, ?)");
  for (std::uint64_t i = 1; i <= accounts; ++i) {
    const Account one = account(i);
    account_row.run(one.id, std::string_view(one.name), std::string_view(one.name_key), one.created_at);
    token_row.run(token_hash(i), one.id, std::string_view("history_bench"), one.created_at, one.created_at);
  }
  const std::vector<Kind> all = kinds();
  sql::Statement class_row(database,
                           "INSERT INTO match_classes (no, game, rules_version, state, result) VALUES (?, ?, ?, ?, ?)");
  for (std::size_t i = 0; i < all.size(); ++i) {
    class_row.run(static_cast<std::int64_t>(i + 1), all[i].game, all[i].version, all[i].state,
                  std::string_view(all[i].result));
  }
  sql::Statement match_row(
      database,
      "INSERT INTO matches (no, id, game, rules_version, options, server_seed, turn_seconds, started_at, folded, "
      "ended_at, outcome, class, archived) VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?)");
  sql::Statement seat_row(database,
                          "INSERT INTO seats (match, seat, account, name, commitment, x0) VALUES (?, ?, ?, ?, ?, ?)");
  sql::Statement history_row(
      database,
      "INSERT INTO player_history (account, class, started_at, match) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING");
  sql::Statement archive_row(database, "INSERT INTO archive (no, moves) VALUES (?, ?)");
  std::string moves_bytes;
  for (std::uint32_t i = 0; i < kMoves; ++i) sql::encode(move(1, i), moves_bytes);
  rules::FastDice dice(1);
  for (std::int64_t no = 1; no <= count; ++no) {
    // The first of a thousand is of any kind, all others of the common few, which are over: nobody plays thousands at
    // once.
    const std::size_t which =
        dice.roll(1000) == 1 ? dice.roll(static_cast<unsigned>(all.size())) - 1 : dice.roll(6) - 1;
    const Kind& kind = all[which];
    const bool over = kind.state != 0;
    const MatchRow row = match(static_cast<std::uint64_t>(no), {player(dice, accounts), player(dice, accounts)});
    const Timestamp started = kFirst + no * (kDay * 365 / count);
    if (over) archive_row.run(no, sql::Blob(moves_bytes));
    match_row.run(no, row.id, kind.game, kind.version, sql::Blob(row.options), row.server_seed, started,
                  over ? kMoves : 0U, over ? std::optional(started + std::chrono::minutes(1)) : std::nullopt,
                  over ? std::optional(sql::Blob("\x12\x02\x01\x02\x18\x01")) : std::nullopt,
                  static_cast<std::int64_t>(which + 1), over ? std::optional(no) : std::nullopt);
    int seat_number = 0;
    for (const SeatRow& seat : row.seats) {
      seat_row.run(row.id, seat_number++, seat.account, std::string_view(seat.name), sql::Blob(seat.commitment),
                   sql::Blob(seat.x0));
      if (seat.account) history_row.run(*seat.account, static_cast<std::int64_t>(which + 1), started, no);
    }
  }
  database.execute(
      "INSERT INTO daily (day, class, matches, moves) SELECT started_at / 86400000000, class, count(*), sum(folded) "
      "FROM matches GROUP BY 1, 2");
}

}  // namespace
}  // namespace wyrmhall::persistence::testing

int main(int argc, char** argv) {
  namespace testing = wyrmhall::persistence::testing;
  namespace sqlite = wyrmhall::persistence::sqlite;
  if (argc < 2) {
    std::fprintf(stderr, "usage: history_bench FOLDER [MATCHES [ACCOUNTS]]\n");
    return 2;
  }
  // The store makes the folder and its tables.
  const auto store =
      wyrmhall::persistence::open_sqlite_store({.folder = argv[1]}, [](std::vector<wyrmhall::persistence::Answer>) {});
  if (!store) {
    std::fprintf(stderr, "%s\n", store.error().c_str());
    return 1;
  }
  sqlite::Database database(std::string(argv[1]) + "/wyrmhall.db", sqlite::Database::Access::kReadWrite);
  database.execute("PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; BEGIN");
  testing::fill(database, argc > 2 ? std::stoll(argv[2]) : 1'000'000, argc > 3 ? std::stoull(argv[3]) : 20'000);
  database.execute("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  return 0;
}
