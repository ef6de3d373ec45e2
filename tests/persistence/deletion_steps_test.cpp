// How long one step of each deletion keeps everybody's moves waiting, for a person with the most that the bounds allow.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>

#include "persistence/admin_queries.h"
#include "persistence/sqlite/database.h"
#include "tests/persistence/samples.h"
#include "tests/persistence/sqlite_testing.h"

namespace wyrmhall::persistence::testing {
namespace {

using std::chrono::microseconds;

// A step is measured by the time that the writer takes, or by the process's processor time if that is less: a busy
// machine changes little then, and what other threads do beside it nothing. The disk is not waited for. A slow machine
// takes longer for everything, so a step is held against what SQLite takes for some rows there. Where that takes 5.5 ms
// the slowest step takes 9 to 37, by what else the machine does; one that grows with what there is takes hundreds.
#ifdef NDEBUG
constexpr double kMaxStep = 15;
#else
constexpr double kMaxStep = 150;  // where nothing is optimised, and a sanitizer may look on
#endif
constexpr int kComparedTimes = 5;  // the shortest counts

constexpr int kMatches = 20'000;
constexpr int kRunning = 50;
constexpr int kLiving = kHeroLimit;
constexpr int kOthers = kHeroesRemembered;
constexpr int kLines = kStoryRemembered;
constexpr int kRelatedBy = 20'000;  // nobody bounds who does not want to meet somebody
constexpr int kRelated = 200;
constexpr int kTokens = 20;
constexpr int kBans = 10'000;
constexpr int kInvitations = 1'000;
constexpr int kGuestsAtOnce = 5;
constexpr int kMovedAtOnce = 64;
constexpr int kMovesBytes = 2'000'000;  // of a match of 20,000 moves

microseconds processor_time() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return std::chrono::duration_cast<microseconds>(std::chrono::seconds(now.tv_sec) +
                                                  std::chrono::nanoseconds(now.tv_nsec));
}

// What SQLite takes for 20,000 rows in memory.
microseconds compared_time() {
  static const microseconds kMinTime = [] {
    microseconds shortest = microseconds::max();
    for (int time = 0; time < kComparedTimes; ++time) {
      sqlite::Database database(":memory:", sqlite::Database::Access::kReadWrite);
      database.execute("CREATE TABLE t (i INTEGER PRIMARY KEY, b BLOB)");
      const microseconds before = processor_time();
      database.execute(
          "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) "
          "INSERT INTO t SELECT i, zeroblob(64) FROM n");
      shortest = std::min(shortest, processor_time() - before);
    }
    return shortest;
  }();
  return kMinTime;
}

// The slowest of the steps that it was given.
class Steps {
 public:
  Steps(Asker& asker, std::string_view what) : asker_(asker), what_(what) {}
  Steps(const Steps&) = delete;
  Steps& operator=(const Steps&) = delete;
  ~Steps() {
    CAPTURE(what_);
    const auto in_ms = [](microseconds time) { return static_cast<double>(time.count()) / 1000; };
    const double ratio = in_ms(slowest_) / in_ms(compared_time());
    MESSAGE(fmt::format("{}: {} steps, the slowest {:.1f} ms, {:.1f} times {:.1f} ms", what_, count_, in_ms(slowest_),
                        ratio, in_ms(compared_time())));
    CHECK(count_ > 0);
    CHECK(ratio <= kMaxStep);
  }

  template <class Request>
  AnswerTo<Request> ask(Request request) {
    const microseconds before = processor_time();
    const microseconds written = writer_time();
    AnswerTo<Request> answer = asker_.ask(std::move(request));
    slowest_ = std::max(slowest_, std::min(processor_time() - before, writer_time() - written));
    CHECK(answer.kept());
    ++count_;
    return answer;
  }

 private:
  [[nodiscard]] microseconds writer_time() { return microseconds(asker_.store().stats().commit_time.sum); }

  Asker& asker_;
  std::string what_;
  int count_ = 0;
  microseconds slowest_{};
};

// Runs statements behind the store's back, before it is opened.
class Filling {
 public:
  explicit Filling(const ScratchFolder& folder) : database_(folder.database(), sqlite::Database::Access::kReadWrite) {
    database_.execute("PRAGMA foreign_keys = OFF; BEGIN");
    database_.execute(
        "CREATE TEMP TABLE n AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) "
        "SELECT i FROM n");
  }
  Filling(const Filling&) = delete;
  Filling& operator=(const Filling&) = delete;
  ~Filling() { database_.execute("COMMIT"); }

  void run(const std::string& sql) { database_.execute(sql.c_str()); }

 private:
  sqlite::Database database_;
};

// An account whose id is that of account(1), and a match that is its model.
void begin(const ScratchFolder& folder) {
  Asker asker = open(folder.path());
  for (const std::uint64_t number : {1, 2}) asker.ask(CreateAccount{account(number)});
  asker.ask(CreateMatch{match(1, {1, 2})});
  asker.ask(append_last(1, 0, 1));
  asker.ask(CreateMatch{match(2, {1, 2})});
}

constexpr const char* kMe = "(SELECT id FROM accounts WHERE name_key = 'player1')";

void add_matches(Filling& filling) {
  // Numbers 3 to kRunning + 2 run.
  filling.run(fmt::format(
      "INSERT INTO matches (no, id, game, rules_version, options, server_seed, turn_seconds, started_at, folded, "
      "ended_at, outcome, class) SELECT i, randomblob(16), m.game, m.rules_version, m.options, m.server_seed, 60, "
      "m.started_at + i, m.folded, m.ended_at, m.outcome, m.class FROM n JOIN matches AS m "
      "ON m.no = CASE WHEN i <= {} THEN 2 ELSE 1 END WHERE i > 2 AND i <= {}",
      kRunning + 2, kMatches));
  filling.run(
      "INSERT INTO seats (match, seat, account, name, commitment, x0) SELECT m.id, s.seat, s.account, s.name, "
      "s.commitment, s.x0 FROM matches AS m, seats AS s WHERE m.no > 2 AND s.match = (SELECT id FROM matches WHERE "
      "no = 1)");
  filling.run(
      "INSERT INTO player_history (account, class, started_at, match) SELECT s.account, m.class, m.started_at, m.no "
      "FROM matches AS m JOIN seats AS s ON s.match = m.id WHERE m.no > 2");
}

// `taken` of the living are in a match that runs, each in another.
void add_heroes(Filling& filling, int living, int others, int taken, int lines) {
  filling.run(fmt::format(
      "INSERT INTO heroes (id, account, name, body, revision, alive, chapter, slain, made_at, match, retired_at) "
      "SELECT randomblob(16), {}, 'Hero ' || i, zeroblob(300), 1, 1, 3, 4, i, CASE WHEN i <= {} THEN 2 + i END, "
      "CASE WHEN i > {} THEN i END FROM n WHERE i <= {}",
      kMe, taken, living, living + others));
  filling.run(
      fmt::format("INSERT INTO match_heroes (match, place, hero, seat, revision, body_before) SELECT coalesce(match, "
                  "1), rowid, id, "
                  "0, 0, zeroblob(300) FROM heroes"));
  filling.run(fmt::format(
      "INSERT INTO hero_story (hero, no, match, at, body) SELECT h.id, n.i, 1, n.i, zeroblob(60) FROM heroes AS h, n "
      "WHERE n.i <= {}",
      lines));
}

void add_relations(Filling& filling) {
  filling.run(fmt::format("INSERT INTO relations SELECT randomblob(16), 1 + n.i % 2, {} FROM n WHERE i <= {}", kMe,
                          kRelatedBy));
  filling.run(
      fmt::format("INSERT INTO relations SELECT {}, 1 + n.i % 2, randomblob(16) FROM n WHERE i <= {}", kMe, kRelated));
}

void add_tokens(Filling& filling) {
  filling.run(fmt::format(
      "INSERT INTO tokens (hash, account, client, made_at, used_at) SELECT randomblob(32), {}, 'c', 1, 1 FROM n "
      "WHERE i < {}",
      kMe, kTokens));
}

TEST_CASE("an account with very much is erased in short steps") {
  for (const int taken : {0, kLiving}) {
    const ScratchFolder folder;
    begin(folder);
    {
      Filling filling(folder);
      add_matches(filling);
      add_heroes(filling, kLiving, kOthers, taken, kLines);
      add_relations(filling);
      add_tokens(filling);
    }
    Asker asker = open(folder.path());
    {
      Steps begun(asker, fmt::format("EraseAccount, {} heroes in matches", taken));
      REQUIRE(begun.ask(EraseAccount{.account = account_id(1), .name = "gone", .name_key = "gone:1"}).value.left == 1);
    }
    {
      Steps steps(asker, fmt::format("ContinueErasing, {} heroes in matches", taken));
      while (steps.ask(ContinueErasing{}).value.left > 0) {
      }
    }
    asker.close();
    CHECK(raw(folder, "SELECT count(*) FROM hero_story") == 0);
    CHECK(raw(folder, "SELECT count(*) FROM heroes") == taken);
    CHECK(raw(folder, "SELECT count(*) FROM heroes WHERE name <> ''") == 0);
    CHECK(raw(folder, "SELECT count(*) FROM relations") == 0);
    CHECK(raw(folder, "SELECT count(*) FROM seats WHERE name = 'gone'") == kMatches);
  }
}

TEST_CASE("guests expire in short steps") {
  const ScratchFolder folder;
  begin(folder);
  std::vector<AccountId> guests;
  {
    Asker asker = open(folder.path());
    for (std::uint64_t number = 10; number < 10 + kGuestsAtOnce; ++number) {
      asker.ask(CreateAccount{account(number)});
      guests.push_back(account_id(number));
      for (std::uint64_t i = 0; i < kLiving; ++i) asker.ask(KeepHero{hero(number * 100 + i, number)});
    }
  }
  {
    Filling filling(folder);
    for (const char* sql :
         {"INSERT INTO relations SELECT randomblob(16), 1, a.id FROM accounts AS a, n WHERE i <= 1000",
          "INSERT INTO relations SELECT a.id, 2, randomblob(16) FROM accounts AS a, n WHERE i <= 200",
          "INSERT INTO tokens (hash, account, client, made_at, used_at) SELECT randomblob(32), id, "
          "'c', 1, 1 FROM accounts, n WHERE i < 20"}) {
      filling.run(sql);
    }
  }
  Asker asker = open(folder.path());
  {
    Steps steps(asker, "ExpireAccounts, some guests");
    const Timestamp later = account(1000).created_at;
    std::int64_t gone = 0;
    for (int round = 0; round < 40; ++round)
      gone += steps.ask(ExpireAccounts{.before = later, .accounts = guests}).value.deleted;
    CHECK(gone == kGuestsAtOnce);
  }
  asker.close();
  CHECK(raw(folder, "SELECT count(*) FROM accounts") == 2);
  CHECK(raw(folder, "SELECT count(DISTINCT account) FROM tokens") == 2);
}

TEST_CASE("heroes of which there are too many go in short steps") {
  const ScratchFolder folder;
  begin(folder);
  {
    Filling filling(folder);
    add_heroes(filling, 0, kOthers * 3, 0, 0);
    filling.run(fmt::format(
        "INSERT INTO hero_story (hero, no, match, at, body) SELECT h.id, n.i, 1, n.i, zeroblob(60) FROM heroes AS h, n "
        "WHERE n.i <= {} AND h.made_at <= 100",
        kLines));
    // Retired without ever having been in a match, from before there was a bound.
    filling.run(fmt::format(
        "INSERT INTO heroes (id, account, name, body, revision, alive, chapter, slain, made_at, retired_at) SELECT "
        "randomblob(16), {}, 'Hero', zeroblob(300), 0, 1, 0, 0, i, 1000000 + i FROM n",
        kMe));
  }
  Asker asker = open(folder.path());
  Steps steps(asker, "KeepHero with many too many");
  for (std::uint64_t number = 1; number <= 20; ++number) steps.ask(KeepHero{hero(number, 1)});
}

TEST_CASE("matches are moved out in short steps") {
  const ScratchFolder folder;
  begin(folder);
  {
    Filling filling(folder);
    add_matches(filling);
    filling.run(fmt::format("INSERT INTO archive (no, moves) SELECT 1000 + i, zeroblob({}) FROM n WHERE i <= {}",
                            kMovesBytes, kMovedAtOnce));
    filling.run(
        fmt::format("UPDATE matches SET archived = 1000 + no - {0}, ended_at = 1 WHERE no > {0} AND no <= {0} + {1}",
                    kRunning + 2, kMovedAtOnce));
    filling.run("INSERT INTO receipts (match, signed) SELECT no, zeroblob(2000) FROM matches WHERE archived > 1000");
  }
  Asker asker = open(folder.path());
  {
    auto history = open_sqlite_admin_queries(folder.path());
    REQUIRE(history.has_value());
    Steps steps(asker, "MovedOut, matches of 20,000 moves");
    for (std::optional<std::int64_t> after = 0; after;) {
      CopiedOut copied = (*history)->copy_out(from_unix_micros(2), *after, kMovedAtOnce);
      for (MovedOut& year : copied.years) steps.ask(std::move(year));
      after = copied.go_on_after;
    }
  }
  asker.close();
  CHECK(raw(folder, "SELECT count(*) FROM archive WHERE no > 1000") == 0);
}

TEST_CASE("a table goes in a short step, with the starts that were called off") {
  const ScratchFolder folder;
  begin(folder);
  Asker asker = open(folder.path());
  // Eight starts of eight seats, each signed.
  asker.ask(SaveTable{TableRow{.id = table_id(1), .body = std::string(100'000, 'x')}});
  Steps steps(asker, "DropTable with called-off starts");
  steps.ask(DropTable{table_id(1)});
}

TEST_CASE("what is over by time goes in short steps") {
  const ScratchFolder folder;
  begin(folder);
  {
    Filling filling(folder);
    filling.run(fmt::format("INSERT INTO bans SELECT '10.0.' || i, 'a reason', 1, 2 FROM n WHERE i <= {}", kBans));
    filling.run(fmt::format(
        "INSERT INTO invitations SELECT randomblob(16), randomblob(32), 'a note', 1, 1, 1, 2 FROM n WHERE i <= {}",
        kInvitations));
  }
  Asker asker = open(folder.path());
  {
    Steps steps(asker, "KeepBan, all others have ended");
    steps.ask(KeepBan{.ban = Ban{.network = "192.0.2.1", .reason = "", .made_at = moment(10), .until = moment(20)}});
  }
  {
    Steps steps(asker, "KeepInvitation, no other counts");
    steps.ask(KeepInvitation{
        .invitation = Invitation{.id = invitation_id(1), .note = {}, .made_at = moment(10), .until = moment(20)}});
  }
}

}  // namespace
}  // namespace wyrmhall::persistence::testing
