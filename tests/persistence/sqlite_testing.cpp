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

std::int64_t raw(const ScratchFolder& folder, const std::string& sql) {
  sqlite::Database database(folder.database(), sqlite::Database::Access::kReadWrite);
  return database.number(sql.c_str());
}

void undo_administration(const ScratchFolder& folder) {
  sqlite::Database database(folder.database(), sqlite::Database::Access::kReadWrite);
  database.execute(
      "DROP INDEX matches_by_class; ALTER TABLE matches DROP COLUMN class; DROP TABLE match_classes; "
      "DROP TABLE player_history; DROP TABLE daily; DROP TABLE audit; DROP INDEX accounts_blocked; "
      "ALTER TABLE accounts DROP COLUMN blocked_at; ALTER TABLE accounts DROP COLUMN block_reason; "
      "ALTER TABLE accounts DROP COLUMN deleted_at; PRAGMA user_version = 2");
}

}  // namespace wyrmhall::persistence::testing
