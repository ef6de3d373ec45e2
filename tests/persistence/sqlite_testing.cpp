#include "tests/persistence/sqlite_testing.h"

#include <doctest/doctest.h>

#include <utility>

#include "persistence/sqlite/database.h"

namespace wyrmhall::persistence::testing {

Asker open(const std::string& folder, std::int64_t journal_bytes) {
  auto answers = std::make_unique<Answers>();
  auto store =
      open_sqlite_store({.folder = folder, .full_sync = false, .journal_bytes = journal_bytes}, answers->deliver());
  REQUIRE_MESSAGE(store, store.error());
  return {std::move(answers), std::move(*store)};
}

std::string refusal(const std::string& folder) {
  auto store = open_sqlite_store({.folder = folder}, [](const std::vector<Answer>&) {});
  return store ? std::string() : store.error();
}

std::int64_t raw(const ScratchFolder& folder, const std::string& words) {
  sqlite::Database database(folder.database(), sqlite::Database::Access::kReadWrite);
  return sql::Statement(database, words).run().value_or(0);
}

void go_back(const ScratchFolder& folder, int version) {
  sqlite::Database database(folder.database(), sqlite::Database::Access::kReadWrite);
  database.execute(
      "CREATE TABLE blocked (account BLOB NOT NULL, other BLOB NOT NULL, PRIMARY KEY (account, other)) STRICT, "
      "WITHOUT ROWID; CREATE INDEX blocked_by_other ON blocked (other); "
      "INSERT INTO blocked SELECT account, other FROM relations WHERE relation = 1; DROP TABLE relations; DROP TABLE "
      "old_names; "
      "PRAGMA user_version = 22");
  if (version == 22) return;
  database.execute("ALTER TABLE tokens DROP COLUMN read_only; PRAGMA user_version = 21");
  database.execute(
      "DROP TABLE passkeys; ALTER TABLE tokens DROP COLUMN name; DROP INDEX accounts_by_delete_at; "
      "ALTER TABLE accounts DROP COLUMN delete_at; PRAGMA user_version = 20");
  database.execute("DROP TABLE tries; DROP TABLE recovery_codes; DROP TABLE passwords; PRAGMA user_version = 19");
  if (version == 19) return;
  database.execute("DROP TABLE end_statements; PRAGMA user_version = 18");
  if (version == 18) return;
  database.execute("DROP TABLE closing_links; PRAGMA user_version = 17");
  if (version == 17) return;
  database.execute("DROP TABLE erasing");
  database.execute(
      "DROP TABLE match_heroes; DROP TABLE hero_story; DROP TABLE heroes; ALTER TABLE matches DROP COLUMN heroes; "
      "PRAGMA user_version = 14");
  if (version == 14) return;
  database.execute(
      "DROP INDEX matches_by_archived; ALTER TABLE matches DROP COLUMN absence_seconds; PRAGMA user_version = 11");
  if (version == 11) return;
  database.execute("DROP TABLE bans; DROP TABLE invitations");
  database.execute(
      "ALTER TABLE matches DROP COLUMN moved_to; "
      "CREATE TABLE old_accounts (id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16), name TEXT NOT NULL, "
      "name_key TEXT NOT NULL UNIQUE, token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32), "
      "created_at INTEGER NOT NULL, blocked_at INTEGER, block_reason TEXT NOT NULL DEFAULT '', deleted_at INTEGER) "
      "STRICT; "
      "INSERT INTO old_accounts SELECT a.id, a.name, a.name_key, coalesce(min(t.hash), randomblob(32)), a.created_at, "
      "a.blocked_at, a.block_reason, a.deleted_at FROM accounts AS a LEFT JOIN tokens AS t ON t.account = a.id "
      "GROUP BY a.id; "
      "DROP TABLE tokens; DROP TABLE accounts; ALTER TABLE old_accounts RENAME TO accounts; "
      "CREATE INDEX accounts_blocked ON accounts (name_key) WHERE blocked_at IS NOT NULL; PRAGMA user_version = 7");
  if (version == 7) return;
  database.execute(
      "ALTER TABLE matches DROP COLUMN earning; ALTER TABLE matches DROP COLUMN voided_at; "
      "ALTER TABLE audit DROP COLUMN who; ALTER TABLE audit DROP COLUMN outcome; DROP TABLE blocked");
  database.execute(
      "DROP TABLE receipts; "
      "CREATE TABLE old_archive (match INTEGER PRIMARY KEY REFERENCES matches (no), moves BLOB NOT NULL) STRICT; "
      "INSERT INTO old_archive SELECT m.no, a.moves FROM matches AS m JOIN archive AS a ON a.no = m.archived; "
      "ALTER TABLE matches DROP COLUMN archived; DROP TABLE archive; ALTER TABLE old_archive RENAME TO archive; "
      "CREATE TABLE old_tables (id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16), body BLOB NOT NULL) STRICT; "
      "INSERT INTO old_tables SELECT id, body FROM tables; DROP TABLE tables; "
      "ALTER TABLE old_tables RENAME TO tables; "
      "CREATE INDEX seats_by_account ON seats (account, match) WHERE account IS NOT NULL; "
      "CREATE TABLE playing (account BLOB NOT NULL, match BLOB NOT NULL, PRIMARY KEY (account, match)) "
      "STRICT, WITHOUT ROWID; "
      "INSERT INTO playing SELECT DISTINCT s.account, s.match FROM seats AS s JOIN matches AS m ON m.id = s.match "
      "WHERE s.account IS NOT NULL AND m.ended_at IS NULL; PRAGMA user_version = 3");
  if (version == 3) return;
  database.execute(
      "DROP INDEX matches_by_class; ALTER TABLE matches DROP COLUMN class; DROP TABLE match_classes; "
      "DROP TABLE player_history; DROP TABLE daily; DROP TABLE audit; DROP INDEX accounts_blocked; "
      "ALTER TABLE accounts DROP COLUMN blocked_at; ALTER TABLE accounts DROP COLUMN block_reason; "
      "ALTER TABLE accounts DROP COLUMN deleted_at; PRAGMA user_version = 2");
}

}  // namespace wyrmhall::persistence::testing
