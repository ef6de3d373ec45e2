// Finished matches whose moves have gone to the files of their years are read as before.
#include <doctest/doctest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "persistence/admin_queries.h"
#include "persistence/consistency_check.h"
#include "persistence/sqlite/year_files.h"
#include "persistence/upkeep.h"
#include "tests/persistence/samples.h"
#include "tests/persistence/sqlite_testing.h"

namespace wyrmhall::persistence::testing {
namespace {

namespace fs = std::filesystem;

constexpr Duration kOneDay = std::chrono::days(1);
constexpr Timestamp kNewYear2025 = from_unix_micros(1'735'689'600'000'000);
constexpr std::uint64_t kMatchesMoved = 40;  // of which the last runs
constexpr std::uint32_t kMoves = 5;
constexpr SeatLink kClosing{.seat = 1, .link = {9}};  // of each that is over

// Matches end on both sides of midnight on New Year's Eve.
Timestamp end_of(std::uint64_t number) {
  return kNewYear2025 + (static_cast<std::int64_t>(number) - 20) * kOneDay;
}

void play(Asker& store) {
  for (std::uint64_t number = 1; number <= 2; ++number) {
    REQUIRE(store.ask(CreateAccount{account(number)}).kept());
  }
  for (std::uint64_t number = 1; number <= kMatchesMoved; ++number) {
    REQUIRE(store.ask(CreateMatch{.match = match(number, {1, 2})}).kept());
    for (std::uint32_t i = 0; i + 1 < kMoves; ++i) REQUIRE(store.ask(append(number, i)).kept());
    if (number == kMatchesMoved) continue;
    AppendMove last = append_last(number, kMoves - 1, 1);
    last.end->ended_at = end_of(number);
    REQUIRE(store.ask(last).kept());
    REQUIRE(store.ask(KeepClosingLink{.match = match_id(number), .closing = kClosing}).kept());
    const KeepEndStatement ended{.match = match_id(number), .statement = end_statement(number, 1)};
    REQUIRE(store.ask(ended).kept());
  }
}

std::unique_ptr<AdminQueries> look(const std::string& folder) {
  auto opened = open_sqlite_admin_queries(folder);
  REQUIRE_MESSAGE(opened.has_value(), opened.error());
  return *std::move(opened);
}

// Gives back how many were moved out.
std::size_t move_out(Asker& store, const ScratchFolder& folder, Timestamp before) {
  const auto history = look(folder.path());
  std::size_t moved = 0;
  std::optional<std::int64_t> after = 0;
  while (after) {
    const CopiedOut copied = history->copy_out(before, *after, 7);
    for (const MovedOut& year : copied.years) {
      moved += year.matches.size();
      REQUIRE(store.ask(year).kept());
    }
    after = copied.go_on_after;
  }
  return moved;
}

void check_all(Asker& store, const ScratchFolder& folder) {
  const auto history = look(folder.path());
  for (std::uint64_t number = 1; number <= kMatchesMoved; ++number) {
    CAPTURE(number);
    const auto answer = store.ask(LoadMatch{match_id(number)});
    REQUIRE(answer.value);
    CHECK(answer.value->moves == moves(number, number == kMatchesMoved ? kMoves - 1 : kMoves));
    CHECK(answer.value->row.receipt == match(number, {1, 2}).receipt);
    CHECK(answer.value->end.has_value() == (number != kMatchesMoved));
    if (number == kMatchesMoved) continue;
    CHECK(answer.value->closing_links == std::vector{kClosing});
    CHECK(history->finished(match_id(number))->closing_links == std::vector{kClosing});
    CHECK(answer.value->end_statement == end_statement(number, 1));
    CHECK(history->finished(match_id(number))->end_statement == end_statement(number, 1));
    CHECK(history->finished(match_id(number))->moves == moves(number, kMoves));
    CHECK(history->match(match_id(number))->moves == kMoves);
  }
  CHECK(store.ask(ListMatches{.account = account_id(1), .before = std::nullopt}).value.lines.size() == kMatchesMoved);
  CHECK(history->check([] { return true; }).empty());
  auto audit = open_sqlite_consistency_check(folder.path());
  REQUIRE(audit.has_value());
  std::size_t walked = 0;
  const auto done = (*audit)->walk([&](const MatchBooks& books) { walked += books.match.moves.size(); },
                                   [](const TallyBooks& /*tally*/) {});
  CHECK(done.has_value());
  CHECK(walked == (kMatchesMoved - 1) * kMoves);
}

TEST_CASE("what refers to a row that may be deleted is found by an index") {
  const ScratchFolder folder;
  open(folder.path());
  // Without one the database reads the whole table at each deletion, and every write waits.
  CHECK(raw(folder,
            "SELECT count(*) FROM sqlite_schema AS t JOIN pragma_foreign_key_list(t.name) AS k WHERE t.type = 'table' "
            "AND k.\"table\" IN ('accounts', 'archive') AND NOT EXISTS (SELECT 1 FROM pragma_index_list(t.name) AS l "
            "JOIN pragma_index_info(l.name) AS i WHERE i.seqno = 0 AND i.name = k.\"from\")") == 0);
}

TEST_CASE("the year is that of UTC") {
  CHECK(sqlite::year_of(kNewYear2025) == 2025);
  CHECK(sqlite::year_of(kNewYear2025 - std::chrono::microseconds(1)) == 2024);
}

TEST_CASE("what is old goes to the files of its years, and everything reads as before") {
  const ScratchFolder folder;
  Asker store = open(folder.path());
  play(store);
  check_all(store, folder);
  CHECK(move_out(store, folder, end_of(25)) == 24);  // ended before
  CHECK(raw(folder, "SELECT count(*) FROM archive") == static_cast<std::int64_t>(kMatchesMoved) - 1 - 24);
  CHECK(raw(folder, "SELECT count(*) FROM receipts AS r JOIN matches AS m ON m.no = r.match WHERE m.moved_to > 0") ==
        0);
  CHECK(raw(folder, "SELECT count(*) FROM matches WHERE moved_to = 2024") == 19);
  CHECK(raw(folder, "SELECT count(*) FROM matches WHERE moved_to = 2025") == 5);
  check_all(store, folder);
  CHECK(move_out(store, folder, end_of(25)) == 0);
  CHECK(move_out(store, folder, end_of(kMatchesMoved)) == kMatchesMoved - 1 - 24);
  check_all(store, folder);
  store.close();
  Asker again = open(folder.path());
  check_all(again, folder);
}

TEST_CASE("a copy whose matches never went from the database is taken for what it is") {
  const ScratchFolder folder;
  Asker store = open(folder.path());
  play(store);
  look(folder.path())->copy_out(end_of(25), 0, 10);  // then the server was killed
  check_all(store, folder);
  CHECK(move_out(store, folder, end_of(25)) == 24);
  check_all(store, folder);
  sqlite::Database year(folder.path() + "/matches-2024.db", sqlite::Database::Access::kReadOnly);
  CHECK(year.number("SELECT count(*) FROM matches") == 19);
  CHECK(year.number("SELECT sum(size) FROM blocks") ==
        year.number("SELECT sum(moves) + sum(signed) FROM matches"));  // nothing twice
}

TEST_CASE("matches that run or are not there are left as they are") {
  const ScratchFolder folder;
  Asker store = open(folder.path());
  play(store);
  REQUIRE(store.ask(MovedOut{.year = 2025, .matches = {match_id(kMatchesMoved), match_id(4711)}}).verdict ==
          Verdict::kKept);
  check_all(store, folder);
  CHECK(store.ask(append(kMatchesMoved, kMoves - 1)).kept());
}

TEST_CASE("the end of a match that has moved is not taken again") {
  const ScratchFolder folder;
  Asker store = open(folder.path());
  play(store);
  move_out(store, folder, end_of(kMatchesMoved));
  AppendMove last = append_last(3, kMoves - 1, 1);
  last.end->ended_at = end_of(3);
  CHECK(store.ask(last).verdict == Verdict::kConflict);
  check_all(store, folder);
}

TEST_CASE("without its year's file a match is not there, and the store is in order") {
  const ScratchFolder folder;
  Asker store = open(folder.path());
  play(store);
  move_out(store, folder, end_of(25));
  store.close();
  fs::rename(folder.path() + "/matches-2024.db", folder.path() + "/aside");
  Asker again = open(folder.path());
  const auto answer = again.ask(LoadMatch{match_id(1)});
  CHECK(answer.kept());
  CHECK_FALSE(answer.value);
  CHECK(answer.error.find("matches-2024.db is not there") != std::string::npos);
  CHECK(again.ask(LoadMatch{match_id(30)}).value);
  // Once it is back, so is the match; the server need not start again.
  fs::rename(folder.path() + "/aside", folder.path() + "/matches-2024.db");
  check_all(again, folder);
}

TEST_CASE("a damaged block is said, and no match is made of it") {
  const ScratchFolder folder;
  Asker store = open(folder.path());
  play(store);
  move_out(store, folder, end_of(25));
  {
    sqlite::Database year(folder.path() + "/matches-2024.db", sqlite::Database::Access::kReadWrite);
    year.execute("UPDATE blocks SET text = zeroblob(length(text))");
  }
  const auto answer = store.ask(LoadMatch{match_id(1)});
  CHECK(answer.verdict == Verdict::kUnknown);
  CHECK_FALSE(answer.value);
}

TEST_CASE("backups and copies hold the files of the years") {
  const ScratchFolder folder;
  const ScratchFolder copy;
  Asker store = open(folder.path());
  play(store);
  move_out(store, folder, end_of(25));
  const std::string backups = folder.path() + "/backups";
  fs::create_directory(backups);
  look(folder.path())->back_up(backups + "/first.db", [] { return true; });
  const auto first = fs::last_write_time(backups + "/matches-2024.db");
  move_out(store, folder, end_of(kMatchesMoved));
  look(folder.path())->back_up(backups + "/second.db", [] { return true; });
  CHECK(fs::last_write_time(backups + "/matches-2024.db") == first);  // nothing has changed in it
  const auto trouble = copy_sqlite(folder.path(), copy.path());
  CHECK_FALSE(trouble.has_value());
  store.close();
  for (const char* name : {"first.db", "second.db"}) {
    // An older copy goes with newer files of the years.
    const ScratchFolder restored;
    fs::copy_file(backups + "/" + name, restored.database(), fs::copy_options::overwrite_existing);
    for (const char* year : {"matches-2024.db", "matches-2025.db"}) {
      fs::copy_file(backups + "/" + year, restored.path() + "/" + year);
    }
    Asker there = open(restored.path());
    check_all(there, restored);
  }
  Asker there = open(copy.path());
  check_all(there, copy);
}

}  // namespace
}  // namespace wyrmhall::persistence::testing
