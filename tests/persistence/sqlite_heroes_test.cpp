// What only SQLite promises of heroes: they are there after a kill and after the store is opened again, older databases
// get room for them, matches without any do not pay for them, and a check of the books sees what is wrong with them.
#include <doctest/doctest.h>
#include <sqlite3.h>

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "persistence/consistency_check.h"
#include "persistence/sql/heroes.h"
#include "persistence/sqlite/database.h"
#include "tests/persistence/forked.h"
#include "tests/persistence/samples.h"
#include "tests/persistence/sqlite_testing.h"

namespace wyrmhall::persistence::testing {
namespace {

CreateMatch create(std::uint64_t number, std::uint64_t hero, std::uint32_t revision) {
  CreateMatch request{.match = match(number, {1, 0})};
  request.heroes = std::vector<HeroTaken>{{.hero = hero_id(hero), .place = 0, .seat = 0, .revision = revision}};
  return request;
}

AppendMove finish(std::uint64_t number, std::uint64_t hero, const std::string& body) {
  AppendMove request = append_last(number, 0, 1);
  request.end->heroes =
      std::vector<HeroBooked>{{.hero = hero_id(hero), .body = body, .scores = {1, 1}, .story = {"line of " + body}}};
  return request;
}

std::vector<HeroBooks> books_of(const ScratchFolder& folder) {
  std::vector<HeroBooks> all;
  auto check = open_sqlite_consistency_check(folder.path());
  REQUIRE(check);
  REQUIRE((*check)->walk_heroes([&](const HeroBooks& books) { all.push_back(books); }));
  return all;
}

std::string trouble(const ScratchFolder& folder) {
  for (const HeroBooks& books : books_of(folder)) {
    if (const auto found = trouble_in(books)) return *found;
  }
  return "";
}

TEST_CASE("heroes are where they were after the store was opened again") {
  const ScratchFolder folder;
  {
    Asker asker = open(folder.path());
    asker.ask(CreateAccount{account(1)});
    asker.ask(KeepHero{hero(1, 1)});
    asker.ask(KeepHero{hero(2, 1)});
    CHECK(asker.ask(create(5, 1, 0)).kept());
    CHECK(asker.ask(create(6, 2, 0)).kept());
    CHECK(asker.ask(finish(6, 2, "after")).kept());
  }
  Asker asker = open(folder.path(), kShortJournal);
  // What was asked before may be asked again.
  CHECK(asker.ask(create(5, 1, 0)).kept());
  CHECK(asker.ask(create(6, 2, 0)).kept());
  CHECK(asker.ask(finish(6, 2, "after")).kept());
  CHECK(asker.ask(create(7, 1, 0)).conflict == Conflict::kHero);
  CHECK(asker.ask(create(7, 2, 1)).kept());
  // The moves of one match are in the archive by now, its heroes go back all the same.
  AppendMove resigned = append(5, 0);
  resigned.heroes = std::vector<HeroBooked>{{.hero = hero_id(1), .body = "resigned", .story = {}}};
  CHECK(asker.ask(resigned).kept());
  CHECK(asker.ask(resigned).kept());
  CHECK(raw(folder, "SELECT revision FROM heroes WHERE match IS NULL") == 1);
  CHECK(trouble(folder).empty());
  CHECK(raw(folder, "SELECT count(*) FROM hero_story") == 1);
}

// Plays one hero through one match after another, and says each revision that was answered as kept.
void play_forever(const std::string& folder, int pipe) {
  Asker asker = open(folder);
  asker.ask(CreateAccount{account(1)});
  asker.ask(KeepHero{hero(1, 1)});
  for (std::uint32_t revision = 0;; ++revision) {
    const std::uint64_t number = 10 + revision;
    if (asker.ask(create(number, 1, revision)).verdict != Verdict::kKept) return;
    if (asker.ask(finish(number, 1, std::to_string(revision + 1))).verdict != Verdict::kKept) return;
    say(pipe, "x");
  }
}

TEST_CASE("every booking that was answered as kept is there after a kill, and the books are right") {
  for (int time = 0; time < 5; ++time) {
    const ScratchFolder folder;
    Forked child([&](int pipe) { play_forever(folder.path(), pipe); });
    std::string said = child.read(100 + (static_cast<std::size_t>(time) * 37));
    child.kill();
    said += child.read_all();
    Asker asker = open(folder.path());
    const std::vector<HeroLine> heroes = asker.ask(ListHeroes{.account = account_id(1)}).value;
    REQUIRE(heroes.size() == 1);
    const HeroRow& kept = heroes.front().hero;
    CHECK(kept.revision >= said.size());
    CHECK(kept.revision <= said.size() + 1);
    CHECK(kept.body == std::to_string(kept.revision));
    CHECK(asker.ask(ListStory{.hero = hero_id(1)}).value.front().no + 1 == kept.revision);
    CHECK(trouble(folder).empty());
    // Whatever was on its way can be asked again.
    const std::uint64_t number = 10 + kept.revision;
    CHECK(asker.ask(create(number, 1, kept.revision)).kept());
    CHECK(asker.ask(finish(number, 1, std::to_string(kept.revision + 1))).kept());
    CHECK(raw(folder, "SELECT revision FROM heroes") == kept.revision + 1);
    CHECK(trouble(folder).empty());
  }
}

TEST_CASE("what the database refuses half way changes no hero") {
  const ScratchFolder folder;
  Asker asker = open(folder.path());
  asker.ask(CreateAccount{account(1)});
  for (const std::uint64_t number : {1, 2, 3}) asker.ask(KeepHero{hero(number, 1)});
  asker.ask(create(5, 1, 0));
  // Nothing of ours would put this in the way: the second story of a match, the second hero that it takes.
  raw(folder,
      "CREATE TRIGGER refuse_story BEFORE INSERT ON hero_story WHEN new.body = x'6e6f' BEGIN "
      "SELECT raise(FAIL, 'no'); END");
  raw(folder,
      "CREATE TRIGGER refuse_hero BEFORE INSERT ON match_heroes WHEN new.place = 1 BEGIN "
      "SELECT raise(FAIL, 'no'); END");
  AppendMove impossible = finish(5, 1, "half");
  impossible.end->heroes->front().story = {"no"};
  CreateMatch half = create(6, 2, 0);
  half.heroes->push_back({.hero = hero_id(3), .place = 1, .seat = 0, .revision = 0});
  const std::vector tickets = {asker.submit(impossible), asker.submit(half), asker.submit(append(5, 0))};
  CHECK(asker.take(tickets[0]).verdict == Verdict::kConflict);
  CHECK(asker.take(tickets[1]).verdict == Verdict::kConflict);
  CHECK(asker.take(tickets[2]).kept());
  CHECK(raw(folder, "SELECT count(*) FROM heroes WHERE match IS NOT NULL") == 1);
  CHECK(raw(folder, "SELECT sum(revision) FROM heroes") == 0);
  CHECK_FALSE(asker.ask(LoadMatch{match_id(6)}).value);
  CHECK(trouble(folder).empty());
}

TEST_CASE("a database of the fourteenth version gets room for heroes") {
  const ScratchFolder folder;
  {
    Asker asker = open(folder.path());
    asker.ask(CreateAccount{account(1)});
    for (const std::uint64_t number : {1, 2}) asker.ask(CreateMatch{match(number, {1, 0})});
    asker.ask(append(1, 0));
    CHECK(asker.ask(append_last(2, 0, 1)).kept());
  }
  go_back(folder, 14);
  CHECK(raw(folder, "SELECT count(*) FROM sqlite_schema WHERE name LIKE '%hero%'") == 0);
  Asker asker = open(folder.path());
  CHECK(raw(folder, "SELECT sum(heroes) FROM matches") == 0);
  CHECK(asker.ask(LoadMatch{match_id(1)}).value->moves == moves(1, 1));
  CHECK(asker.ask(append_last(1, 1, 1)).kept());
  CHECK(asker.ask(KeepHero{hero(1, 1)}).kept());
  CHECK(asker.ask(create(5, 1, 0)).kept());
  CHECK(asker.ask(finish(5, 1, "after")).kept());
  CHECK(asker.ask(EraseAccount{.account = account_id(1), .name = "gone", .name_key = "gone:1"}).verdict ==
        Verdict::kKept);
  CHECK(raw(folder, "SELECT count(*) FROM heroes") == 0);
  CHECK(raw(folder, "SELECT count(*) FROM pragma_foreign_key_check") == 0);
  CHECK(trouble(folder).empty());
}

TEST_CASE("the books of heroes and of the matches that took them") {
  const ScratchFolder folder;
  Asker asker = open(folder.path());
  asker.ask(CreateAccount{account(1)});
  for (const std::uint64_t number : {1, 2, 3}) asker.ask(KeepHero{hero(number, 1)});
  asker.ask(create(5, 1, 0));
  asker.ask(finish(5, 1, "first"));
  asker.ask(create(6, 1, 1));
  asker.ask(append_last(6, 0, 1));  // it goes back as it was
  asker.ask(create(7, 1, 1));
  asker.ask(finish(7, 1, "second"));
  asker.ask(create(8, 1, 2));
  CHECK(asker.ask(create(9, 2, 0)).kept());

  const std::vector<HeroBooks> all = books_of(folder);
  REQUIRE(all.size() == 3);
  REQUIRE(all[0].matches.size() == 4);
  CHECK(all[0].matches[0].use.before == hero(1, 1).body);
  CHECK(all[0].matches[0].use.after == "first");
  CHECK_FALSE(all[0].matches[1].use.after);
  CHECK(all[0].matches[1].over);
  CHECK(all[0].matches[2].use.before == "first");
  CHECK_FALSE(all[0].matches[3].over);
  CHECK(all[0].row->match == match_id(8));
  CHECK(all[2].matches.empty());
  CHECK(trouble(folder).empty());

  // By its match, for a check that folds it.
  auto check = open_sqlite_consistency_check(folder.path());
  REQUIRE(check);
  std::vector<MatchBooks> matches;
  REQUIRE((*check)->walk([&](const MatchBooks& books) { matches.push_back(books); }, [](const TallyBooks&) {}));
  REQUIRE(matches.size() == 3);
  CHECK(matches[2].heroes_taken == 1);
  REQUIRE(matches[2].heroes.size() == 1);
  CHECK(matches[2].heroes[0].taken == HeroTaken{.hero = hero_id(1), .place = 0, .seat = 0, .revision = 1});
  CHECK(matches[2].heroes[0].after == "second");

  const auto breaks = [&](const std::string& change, const std::string& change_back, const char* words) {
    raw(folder, change);
    const std::string found = trouble(folder);
    CAPTURE(found);
    CHECK(found.find(words) != std::string::npos);
    raw(folder, change_back);
    CHECK(trouble(folder).empty());
  };
  breaks("UPDATE heroes SET revision = revision + 1", "UPDATE heroes SET revision = revision - 1", "another revision");
  breaks("UPDATE heroes SET body = CAST(body || 'x' AS BLOB) WHERE match = 4",
         "UPDATE heroes SET body = CAST('second' AS BLOB) WHERE match = 4", "otherwise than its last");
  breaks("UPDATE heroes SET match = NULL WHERE match = 4", "UPDATE heroes SET match = 4 WHERE revision = 2",
         "kept as being elsewhere");
  breaks("UPDATE heroes SET match = 1 WHERE match IS NULL", "UPDATE heroes SET match = NULL WHERE match = 1",
         "has it not");
  breaks("UPDATE match_heroes SET body_before = x'00' WHERE match = 3",
         "UPDATE match_heroes SET body_before = CAST('first' AS BLOB) WHERE match = 3",
         "otherwise than the match before");
  breaks("UPDATE match_heroes SET revision = 0 WHERE match = 3", "UPDATE match_heroes SET revision = 1 WHERE match = 3",
         "at another revision");
  breaks("UPDATE match_heroes SET body_after = NULL WHERE match = 3; ",
         "UPDATE match_heroes SET body_after = CAST('second' AS BLOB) WHERE match = 3", "at another revision");
  // The matches are all that is left of an erased account.
  asker.ask(append_last(8, 0, 1));
  asker.ask(append_last(9, 0, 1));
  asker.ask(EraseAccount{.account = account_id(1), .name = "gone", .name_key = "gone:1"});
  CHECK(books_of(folder).size() == 2);
  CHECK_FALSE(books_of(folder)[0].row);
  CHECK(trouble(folder).empty());
}

// The statements that a store runs, as SQLite's own trace of the writer's connection tells.
class StatementLog {
 public:
  StatementLog() { sqlite3_auto_extension(reinterpret_cast<void (*)()>(watch)); }
  StatementLog(const StatementLog&) = delete;
  StatementLog& operator=(const StatementLog&) = delete;
  ~StatementLog() { sqlite3_cancel_auto_extension(reinterpret_cast<void (*)()>(watch)); }

  static std::vector<std::string> take() {
    const std::scoped_lock lock(mutex);
    return std::exchange(statements, {});
  }

 private:
  static int note(unsigned /*what*/, void* /*context*/, void* /*statement*/, void* text) {
    const std::scoped_lock lock(mutex);
    statements.emplace_back(static_cast<const char*>(text));
    return 0;
  }
  static int watch(sqlite3* connection, const char** /*error*/, const sqlite3_api_routines* /*api*/) {
    if (sqlite3_db_readonly(connection, "main") == 1) return SQLITE_OK;  // the reader's
    return sqlite3_trace_v2(connection, SQLITE_TRACE_STMT, note, nullptr);
  }
  inline static std::mutex mutex;
  inline static std::vector<std::string> statements;
};

bool is_about_heroes(const std::string& sql) {
  for (const char* words :
       {"FROM heroes", "JOIN heroes", "INTO heroes", "UPDATE heroes", "match_heroes", "hero_story"}) {
    if (sql.find(words) != std::string::npos) return true;
  }
  return false;
}

TEST_CASE("a match without heroes asks for none: neither when it begins, nor as it is played, nor when it ends") {
  const ScratchFolder folder;
  const StatementLog log;
  Asker asker = open(folder.path());
  asker.ask(CreateAccount{account(1)});
  asker.ask(KeepHero{hero(1, 1)});
  const auto about_heroes = [&](const Request& request) {
    (void)StatementLog::take();
    CHECK(asker.ask(request).kept());
    return std::ranges::count_if(StatementLog::take(), is_about_heroes);
  };
  CHECK(about_heroes(create(5, 1, 0)) > 0);
  CHECK(about_heroes(finish(5, 1, "after")) > 0);
  CHECK(about_heroes(CreateMatch{match(6, {1, 0})}) == 0);
  CHECK(about_heroes(append(6, 0)) == 0);
  CHECK(about_heroes(append_last(6, 1, 1)) == 0);
}

TEST_CASE("heroes are found through an index, in its order") {
  const ScratchFolder folder;
  open(folder.path()).close();
  sqlite::Database database(folder.database(), sqlite::Database::Access::kReadOnly);
  std::vector<std::string> queries = sql::HeroReader::queries();
  for (const char* query : {sql::HeroWriter::kLiving, sql::HeroWriter::kSome, sql::HeroWriter::kHideTaken,
                            sql::HeroWriter::kDropUnused, sql::HeroWriter::kLeft}) {
    queries.emplace_back(query);
  }
  for (const std::string& query : queries) {
    sql::Statement statement(database, "EXPLAIN QUERY PLAN " + query);
    std::string steps;
    sql::Cursor row = statement.query();
    while (row.next()) steps += row.bytes(3) + "\n";
    CAPTURE(query);
    CAPTURE(steps);
    CHECK(steps.find("SEARCH") != std::string::npos);
    CHECK(steps.find("SCAN h") == std::string::npos);
    CHECK(steps.find("SCAN s") == std::string::npos);
    CHECK(steps.find("TEMP B-TREE") == std::string::npos);
  }
}

}  // namespace
}  // namespace wyrmhall::persistence::testing
