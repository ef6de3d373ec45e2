#include "persistence/sqlite_store.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <string>
#include <vector>

#include "persistence/consistency_check.h"
#include "persistence/sql/erasing.h"
#include "persistence/sql/ledger.h"
#include "persistence/sql/match_reader.h"
#include "persistence/sql/passkeys.h"
#include "persistence/sql/relations.h"
#include "persistence/sql/tokens.h"
#include "persistence/sqlite/database.h"
#include "persistence/sqlite/schema.h"
#include "tests/persistence/contract.h"
#include "tests/persistence/samples.h"
#include "tests/persistence/sqlite_testing.h"

namespace wyrmhall::persistence::testing {
namespace {

TEST_CASE("the store on SQLite keeps the contract") {
  const ScratchFolder folder;
  check_contract([&folder] { return open(folder.path()); });
}

TEST_CASE("the store on SQLite keeps the contract while it folds all the time") {
  const ScratchFolder folder;
  check_contract([&folder] { return open(folder.path(), kShortJournal); });
}

TEST_CASE("what was kept is there after the store was opened again, however far it was folded") {
  const ScratchFolder folder;
  constexpr std::uint64_t kMatches = 9;
  constexpr std::uint32_t kMoves = 30;
  constexpr std::uint32_t kPerRun = 5;
  Incarnation last = 0;
  for (std::uint32_t first = 0; first < kMoves; first += kPerRun) {
    // By turns a journal that holds all, one that holds some, one that holds nearly nothing.
    constexpr std::array<std::int64_t, 3> kJournals = {1 << 20, 1'500, kShortJournal};
    Asker asker = open(folder.path(), kJournals.at(first / kPerRun % 3));
    CHECK(asker.store().incarnation() > last);
    last = asker.store().incarnation();
    if (first == 0) {
      CHECK(asker.ask(CreateAccount{account(1)}).kept());
      CHECK(asker.ask(SaveTable{{table_id(7), "table"}}).kept());
      for (std::uint64_t number = 1; number <= kMatches; ++number) {
        CHECK(asker.ask(CreateMatch{match(100 + number, {1, 0})}).kept());
      }
    }
    for (std::uint32_t index = first; index < first + kPerRun; ++index) {
      for (std::uint64_t number = 1; number <= kMatches; ++number) {
        // Some matches rest during some of the runs: move i of the slow ones is number i / 3.
        if (number % 3 == 0 && index % 3 != 0) continue;
        CHECK(asker.ask(append(100 + number, number % 3 == 0 ? index / 3 : index)).kept());
      }
    }
  }
  Asker asker = open(folder.path());
  CHECK(asker.ask(FindAccount{account(1).token_hash}).value.account);
  CHECK(asker.ask(LoadTables{}).value.size() == 1);
  for (std::uint64_t number = 1; number <= kMatches; ++number) {
    const std::uint32_t count = number % 3 == 0 ? kMoves / 3 : kMoves;
    CHECK(asker.ask(append(100 + number, count - 1)).kept());  // repeated
    CHECK(asker.ask(append(100 + number, count + 1)).verdict == Verdict::kConflict);
    CHECK(asker.ask(LoadMatch{match_id(100 + number)}).value->moves == moves(100 + number, count));
  }
  CHECK(asker.ask(LoadDeadlines{}).value.deadlines.size() == kMatches);
  for (std::uint64_t number = 1; number <= kMatches; ++number) {
    const std::uint32_t count = number % 3 == 0 ? kMoves / 3 : kMoves;
    CHECK(asker.ask(append_last(100 + number, count, 1)).kept());
    CHECK(asker.ask(LoadMatch{match_id(100 + number)}).value->moves == moves(100 + number, count + 1));
  }
  CHECK(asker.ask(LoadDeadlines{}).value.deadlines.empty());
  asker.close();
  CHECK(raw(folder,
            "SELECT count(*) FROM player_history AS h JOIN match_classes AS c ON c.no = h.class "
            "WHERE c.state = 0") == 0);
}

TEST_CASE("deadlines are the latest, whether the move is in the journal or in the archive") {
  const ScratchFolder folder;
  for (const std::int64_t journal : {std::int64_t{1 << 20}, kShortJournal, std::int64_t{1 << 20}}) {
    Asker asker = open(folder.path(), journal);
    asker.ask(CreateMatch{match(5, {0, 0})});
    const auto count = static_cast<std::uint32_t>(asker.ask(LoadMatch{match_id(5)}).value->moves.size());
    AppendMove request = append(5, count);
    request.deadline = moment(100 + count);
    CHECK(asker.ask(request).kept());
    asker.close();
    Asker again = open(folder.path());
    const std::vector<Deadline> deadlines = again.ask(LoadDeadlines{}).value.deadlines;
    REQUIRE(deadlines.size() == 1);
    CHECK(deadlines.front().at == moment(100 + count));
  }
}

TEST_CASE("the journal stays short and keeps only what is needed") {
  const ScratchFolder folder;
  constexpr std::int64_t kJournal = 20'000;
  Asker asker = open(folder.path(), kJournal);
  std::vector<std::uint64_t> tickets;
  for (std::uint64_t number = 1; number <= 40; ++number)
    tickets.push_back(asker.submit(CreateMatch{match(number, {0})}));
  for (std::uint32_t index = 0; index < 100; ++index) {
    for (std::uint64_t number = 1; number <= 40; ++number) tickets.push_back(asker.submit(append(number, index)));
  }
  for (const std::uint64_t ticket : tickets) CHECK(asker.take(ticket).kept());
  // The last groups may have been large; small ones bring it back within its bound.
  for (std::uint32_t index = 100; index < 200; ++index) CHECK(asker.ask(append(1, index)).kept());
  CHECK(raw(folder, "SELECT sum(length(moves)) FROM journal") <= kJournal);
  for (std::uint64_t number = 2; number <= 40; ++number) {
    CHECK(asker.ask(LoadMatch{match_id(number)}).value->moves == moves(number, 100));
  }
  CHECK(asker.ask(LoadMatch{match_id(1)}).value->moves == moves(1, 200));
}

TEST_CASE("an end is booked once, however often it is asked for") {
  const ScratchFolder folder;
  Asker asker = open(folder.path());
  asker.ask(CreateAccount{account(1)});
  asker.ask(CreateMatch{match(5, {1, 0})});
  std::vector<std::uint64_t> tickets;
  tickets.reserve(5);
  for (int i = 0; i < 5; ++i) tickets.push_back(asker.submit(append_last(5, 0, 1)));
  for (const std::uint64_t ticket : tickets) CHECK(asker.take(ticket).kept());
  asker.close();
  Asker again = open(folder.path());
  CHECK(again.ask(append_last(5, 0, 1)).kept());
  CHECK(raw(folder, "SELECT count(*) FROM ledger") == 2);
  CHECK(raw(folder, "SELECT sum(amount) FROM ledger WHERE what = 'nuggets'") == 5);
}

TEST_CASE("a database of the first version gets its tallies: what was won becomes nuggets") {
  const ScratchFolder folder;
  {
    Asker asker = open(folder.path());
    asker.ask(CreateAccount{account(1)});
    asker.ask(CreateAccount{account(2)});
    for (std::uint64_t number = 1; number <= 5; ++number) {
      asker.ask(CreateMatch{match(number, {1, 2})});
      AppendMove last = append_last(number, 0, number == 3 ? 2 : 1);
      last.end->ledger.resize(1);
      REQUIRE(last.end->ledger.front().what == "won");
      CHECK(asker.ask(last).kept());
    }
  }
  // As the first version left it: it booked what was won, and kept no tallies.
  go_back(folder, 2);
  raw(folder, "DROP TABLE tallies");
  raw(folder, "PRAGMA user_version = 1");
  Asker asker = open(folder.path());
  CHECK(raw(folder, "SELECT count(*) FROM ledger WHERE what = 'nuggets' AND amount = 1") == 5);
  const auto read = [&](std::uint64_t who) {
    return asker.ask(ReadLedger{.account = account_id(who), .what = "nuggets", .before = std::nullopt});
  };
  CHECK(read(1).value.tally == 4);
  CHECK(read(1).value.history.size() == 4);
  CHECK(read(2).value.tally == 1);
  CHECK(asker.ask(ListTallies{.what = "nuggets", .after = std::nullopt}).value.tallies.size() == 2);
  // It goes on from there.
  asker.ask(CreateMatch{match(6, {1, 2})});
  CHECK(asker.ask(append_last(6, 0, 2)).kept());
  CHECK(read(2).value.tally == 6);
}

TEST_CASE("a database of the third version loses nothing when its moves are moved") {
  const ScratchFolder folder;
  constexpr std::uint64_t kMatches = 12;
  {
    Asker asker = open(folder.path(), kShortJournal);
    asker.ask(CreateAccount{account(1)});
    asker.ask(SaveTable{{table_id(70), "table"}});
    for (std::uint64_t number = 1; number <= kMatches; ++number) asker.ask(CreateMatch{match(number, {1, 0})});
    for (std::uint32_t index = 0; index < 9; ++index) {
      for (std::uint64_t number = 1; number <= kMatches; ++number) asker.ask(append(number, index));
    }
    for (const std::uint64_t number : {9U, 4U, 1U}) asker.ask(append_last(number, 9, 1));
  }
  go_back(folder, 3);
  CHECK(raw(folder, "SELECT count(*) FROM playing") == kMatches - 3);
  Asker asker = open(folder.path(), kShortJournal);
  CHECK(asker.ask(LoadTables{}).value.size() == 1);
  for (std::uint64_t number = 1; number <= kMatches; ++number) {
    const bool over = number == 9 || number == 4 || number == 1;
    const StoredMatch stored = *asker.ask(LoadMatch{match_id(number)}).value;
    CHECK(stored.moves == moves(number, over ? 10 : 9));
    CHECK(stored.end.has_value() == over);
    // It goes on from there.
    if (!over) CHECK(asker.ask(append_last(number, 9, 1)).kept());
    CHECK(asker.ask(LoadMatch{match_id(number)}).value->moves == moves(number, 10));
  }
  ListMatches list{.account = account_id(1), .only_running = true, .before = {}};
  CHECK(asker.ask(list).value.lines.empty());
  list.only_running = false;
  CHECK(asker.ask(list).value.lines.size() == kMatches);
  CHECK(raw(folder, "SELECT count(*) FROM archive") == kMatches);
}

TEST_CASE("a database of the seventh version: the one token of an account becomes its first") {
  const ScratchFolder folder;
  {
    Asker asker = open(folder.path());
    for (std::uint64_t number = 1; number <= 3; ++number) asker.ask(CreateAccount{account(number)});
    asker.ask(CreateMatch{match(1, {1, 2})});
    asker.ask(append_last(1, 0, 1));
    asker.ask(BlockAccount{.account = account_id(2), .at = moment(5), .reason = "insults"});
    asker.ask(EraseAccount{.account = account_id(3), .name = "gone", .name_key = "gone:3", .at = moment(6)});
  }
  go_back(folder, 7);
  CHECK(raw(folder, "SELECT count(*) FROM accounts WHERE length(token_hash) = 32") == 3);
  Asker asker = open(folder.path());
  CHECK(asker.ask(FindAccount{account(1).token_hash}).value.account->name == account(1).name);
  CHECK(asker.ask(FindAccount{account(2).token_hash}).value.account->blocked_at == moment(5));
  const std::vector<Token> tokens = asker.ask(ListTokens{account_id(1)}).value;
  REQUIRE(tokens.size() == 1);
  CHECK(tokens[0].hash == account(1).token_hash);
  CHECK(tokens[0].made_at == account(1).created_at);
  CHECK(asker.ask(ListTokens{account_id(3)}).value.empty());
  CHECK(raw(folder, "SELECT count(*) FROM pragma_foreign_key_check") == 0);
  CHECK(raw(folder, "SELECT deleted_at FROM accounts WHERE name = 'gone'") == 6);
  // Seats and ledger still refer to accounts.
  CHECK(asker.ask(CreateMatch{match(2, {1, 9})}).verdict == Verdict::kConflict);
  CHECK(asker.ask(CreateMatch{match(3, {1, 2})}).kept());
}

TEST_CASE("a database of the eleventh version: nobody can be claimed against in its matches") {
  const ScratchFolder folder;
  {
    Asker asker = open(folder.path());
    asker.ask(CreateAccount{account(1)});
    asker.ask(CreateMatch{match(1, {1, 0})});
    asker.ask(append(1, 0));
  }
  go_back(folder, 11);
  Asker asker = open(folder.path());
  MatchRow expected = match(1, {1, 0});
  const StoredMatch stored = *asker.ask(LoadMatch{match_id(1)}).value;
  CHECK(stored.row.absence_seconds == 0);
  CHECK(stored.row.turn_seconds == expected.turn_seconds);
  CHECK(stored.moves == moves(1, 1));
  // It goes on from there, and new ones have it.
  CHECK(asker.ask(append(1, 1)).kept());
  asker.ask(CreateMatch{match(2, {1, 0})});
  CHECK(asker.ask(LoadMatch{match_id(2)}).value->row.absence_seconds == expected.absence_seconds);
  CHECK(expected.absence_seconds != 0);
}

TEST_CASE("a database of the seventeenth version: chains of its matches can be closed") {
  const ScratchFolder folder;
  const KeepClosingLink closing{.match = match_id(1), .closing = {.seat = 0, .link = {5}}};
  {
    Asker asker = open(folder.path());
    asker.ask(CreateAccount{account(1)});
    asker.ask(CreateMatch{match(1, {1, 0})});
    asker.ask(append_last(1, 0, 1));
  }
  go_back(folder, 17);
  {
    Asker asker = open(folder.path());
    CHECK(asker.ask(LoadMatch{match_id(1)}).value->moves == moves(1, 1));
    CHECK(asker.ask(LoadMatch{match_id(1)}).value->closing_links.empty());
    CHECK(asker.ask(closing).kept());
  }
  Asker asker = open(folder.path());
  CHECK(asker.ask(LoadMatch{match_id(1)}).value->closing_links == std::vector{closing.closing});
}

TEST_CASE("a database of the eighteenth version: what is signed about the ends of its matches is kept from now on") {
  const ScratchFolder folder;
  const KeepClosingLink closing{.match = match_id(1), .closing = {.seat = 0, .link = {5}}};
  {
    Asker asker = open(folder.path());
    asker.ask(CreateAccount{account(1)});
    asker.ask(CreateMatch{match(1, {1, 0})});
    asker.ask(append_last(1, 0, 1));
    asker.ask(closing);
  }
  go_back(folder, 18);
  {
    Asker asker = open(folder.path());
    const StoredMatch stored = *asker.ask(LoadMatch{match_id(1)}).value;
    CHECK(stored.moves == moves(1, 1));
    CHECK(stored.closing_links == std::vector{closing.closing});
    CHECK_FALSE(stored.end_statement);
    const KeepEndStatement ended{.match = match_id(1), .statement = end_statement(1, 1)};
    CHECK(asker.ask(ended).kept());
  }
  CHECK(raw(folder, "PRAGMA user_version") == sqlite::kSchemaVersion);
  Asker asker = open(folder.path());
  CHECK(asker.ask(LoadMatch{match_id(1)}).value->end_statement == end_statement(1, 1));
}

TEST_CASE("an audit sees what a running store has kept, of one moment, and changes nothing") {
  const ScratchFolder folder;
  CHECK(open_sqlite_consistency_check(folder.path()).error().starts_with("There is no "));
  Asker asker = open(folder.path(), kShortJournal);
  asker.ask(CreateAccount{account(1)});
  for (std::uint64_t number = 1; number <= 4; ++number) {
    asker.ask(CreateMatch{match(number, {1, 0})});
    for (std::uint32_t index = 0; index < 6; ++index) asker.ask(append(number, index));
    if (number <= 2) CHECK(asker.ask(append_last(number, 6, 1)).kept());
  }
  auto audit = open_sqlite_consistency_check(folder.path());
  REQUIRE(audit);
  std::vector<MatchBooks> seen;
  std::vector<TallyBooks> tallies;
  bool running = true;
  const auto walk = [&] {
    seen.clear();
    tallies.clear();
    REQUIRE((*audit)->walk(
        [&](const MatchBooks& books) {
          // What is kept meanwhile is of a later moment.
          if (running && seen.empty()) CHECK(asker.ask(append_last(3, 6, 1)).kept());
          seen.push_back(books);
        },
        [&](const TallyBooks& books) { tallies.push_back(books); }));
  };
  walk();
  REQUIRE(seen.size() == 2);
  CHECK(seen[1].match.row.id == match_id(2));
  CHECK(seen[1].match.moves == moves(2, 7));
  CHECK(seen[1].match.end->outcome == "won by 1");
  REQUIRE(seen[1].ledger.size() == 2);
  CHECK(seen[1].ledger[0] == LedgerRow{.account = account_id(1), .what = "nuggets", .amount = 5});
  REQUIRE(tallies.size() == 2);
  CHECK(tallies[0].what == "nuggets");
  CHECK(tallies[0].ledger == 10);
  CHECK(tallies[0].tally == 10);

  walk();
  CHECK(seen.size() == 3);
  // A row that should not be there is shown, and a tally without a ledger.
  raw(folder, "INSERT INTO ledger (account, what, match, amount) SELECT account, what, 4, 1 FROM ledger LIMIT 1");
  raw(folder, "INSERT INTO tallies (account, what, amount) SELECT id, 'gems', 3 FROM accounts");
  walk();
  REQUIRE(seen.size() == 4);
  CHECK_FALSE(seen[3].match.end);
  REQUIRE(tallies.size() == 3);
  CHECK(tallies[0].what == "gems");
  CHECK(tallies[0].ledger == 0);
  CHECK(tallies[0].tally == 3);

  // After the server is gone.
  asker.close();
  running = false;
  walk();
  CHECK(seen.size() == 4);
  raw(folder, "PRAGMA user_version = 1");
  CHECK(open_sqlite_consistency_check(folder.path()).error().find("older version") != std::string::npos);
}

TEST_CASE("a store that a later run has taken over keeps nothing more") {
  const ScratchFolder folder;
  Asker asker = open(folder.path());
  asker.ask(CreateMatch{match(5, {0, 0})});
  CHECK(asker.ask(append(5, 0)).kept());
  raw(folder, "UPDATE server SET incarnation = incarnation + 1");
  CHECK(asker.ask(append(5, 1)).verdict == Verdict::kNotOwner);
  CHECK(asker.ask(CreateAccount{account(1)}).verdict == Verdict::kNotOwner);
  CHECK(asker.ask(SaveTable{{table_id(1), ""}}).verdict == Verdict::kNotOwner);
  CHECK(asker.ask(LoadMatch{match_id(5)}).value->moves == moves(5, 1));
  CHECK_FALSE(asker.ask(FindAccount{account(1).token_hash}).value.account);
}

TEST_CASE("a request that the database refuses takes no other with it") {
  const ScratchFolder folder;
  Asker asker = open(folder.path());
  asker.ask(CreateMatch{match(5, {0, 0})});
  asker.ask(CreateMatch{match(6, {0, 0})});
  // Nothing of ours would put this in the way of the match's end.
  raw(folder,
      "CREATE TRIGGER refuse BEFORE UPDATE ON matches WHEN new.ended_at = 1 BEGIN SELECT raise(FAIL, 'no'); END");
  AppendMove impossible = append(5, 1);
  impossible.end = MatchEnd{.outcome = "o", .ended_at = moment(1), .ledger = {}};
  const std::vector tickets = {asker.submit(append(5, 0)), asker.submit(append(6, 0)), asker.submit(impossible),
                               asker.submit(append(6, 1)), asker.submit(append(5, 1))};
  CHECK(asker.take(tickets[0]).kept());
  CHECK(asker.take(tickets[1]).kept());
  CHECK(asker.take(tickets[2]).verdict == Verdict::kConflict);
  CHECK(asker.take(tickets[3]).kept());
  CHECK(asker.take(tickets[4]).kept());
  CHECK(asker.ask(LoadMatch{match_id(6)}).value->moves == moves(6, 2));
}

TEST_CASE("the folder and the database are their owner's alone") {
  const ScratchFolder folder;
  const std::string inner = folder.path() + "/a/b";
  Asker asker = open(inner);
  asker.ask(SaveTable{{table_id(1), "x"}});
  const auto mode = [](const std::string& path) {
    struct stat status{};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    return status.st_mode & 0777;
  };
  CHECK(mode(inner) == 0700);
  CHECK(mode(inner + "/wyrmhall.db") == 0600);
  CHECK(mode(inner + "/wyrmhall.db-wal") == 0600);
}

TEST_CASE("groups are counted") {
  const ScratchFolder folder;
  Asker asker = open(folder.path());
  for (std::uint64_t number = 1; number <= 10; ++number) asker.ask(SaveTable{{table_id(number), ""}});
  const StoreStats stats = asker.store().stats();
  CHECK(stats.writes == 10);
  CHECK(stats.groups >= 1);
  CHECK(stats.groups <= 10);
  CHECK(stats.largest_group >= 1);
}

TEST_CASE("lists and accounts are found through an index, in its order") {
  const ScratchFolder folder;
  open(folder.path()).close();
  sqlite::Database database(folder.database(), sqlite::Database::Access::kReadOnly);
  const auto plan = [&database](const std::string& query) {
    sql::Statement statement(database, "EXPLAIN QUERY PLAN " + query);
    std::string steps;
    sql::Cursor row = statement.query();
    while (row.next()) steps += row.bytes(3) + "\n";
    return steps;
  };
  for (const char* query :
       {sql::TokenReader::kFind, sql::PasskeyReader::kFind, sql::RelationReader::kFind, sql::Eraser::kSome,
        sql::LedgerReader::kTally, sql::LedgerReader::kHistory, sql::LedgerReader::kBoard,
        sql::LedgerReader::kBoardLevel, sql::LedgerReader::kBoardBelow}) {
    const std::string steps = plan(query);
    CAPTURE(steps);
    CHECK(steps.starts_with("SEARCH"));
    CHECK(steps.find("SCAN") == std::string::npos);
    CHECK(steps.find("TEMP B-TREE") == std::string::npos);
  }
}

}  // namespace
}  // namespace wyrmhall::persistence::testing
