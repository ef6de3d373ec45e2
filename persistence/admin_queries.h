// What administrators look at: past and present matches, players, totals, the log of changes; and the upkeep of the
// store. All of it beside the store's own reader and writer, so that it delays no move.
//
// An AdminQueries belongs to one thread at a time; there may be any number of them. Calls block, and throw Unavailable
// when the disk or the database fails.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "persistence/store.h"

namespace wyrmhall::persistence {

class Unavailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Abandoned: it ended because sides ran out of time until no more than one was left.
enum class MatchState : std::uint8_t { kRunning = 0, kFinished = 1, kAbandoned = 2 };

// Only what is set is looked at.
struct MatchFilter {
  std::optional<std::string> game = std::nullopt;
  std::optional<AccountId> player = std::nullopt;
  std::optional<MatchState> state = std::nullopt;
  bool over = false;  // none that runs
  std::optional<std::string> result = std::nullopt;
  std::optional<std::uint32_t> rules_version = std::nullopt;
  std::optional<Timestamp> from = std::nullopt;   // started then or later
  std::optional<Timestamp> until = std::nullopt;  // started before
};

// Where a list of matches goes on. It names a match, not a line, so a match that starts meanwhile shifts nothing.
struct MatchCursor {
  Timestamp started_at{};
  std::int64_t no = 0;
  friend auto operator<=>(const MatchCursor&, const MatchCursor&) = default;
};

struct ListedMatch {
  MatchCursor at;
  MatchLine match;
  std::uint32_t rules_version = 0;
  MatchState state = MatchState::kRunning;
  std::string result;                  // empty while it runs
  std::optional<std::uint32_t> moves;  // once it is over
  std::optional<MatchId> rematch_of;
};

struct PlayerLine {
  AccountId id{};
  std::string name;
  std::string name_key;
  Timestamp created_at{};
  std::optional<Timestamp> blocked_at;
  std::string block_reason;
  std::optional<Timestamp> deleted_at;
};

// Where a list of a player's bookings goes on: they are by kind, then by when the match was made.
struct BookingPlace {
  std::string what;
  std::int64_t match_no = 0;
};

// A row of the ledger.
struct Booking {
  MatchId match{};
  std::string what;
  std::int64_t amount = 0;
  std::int64_t match_no = 0;
};

// Where a list of a player's heroes goes on. What it names need not be there any more.
struct StablePlace {
  std::int64_t standing = -1;  // as ListHeroes orders them; -1 is before all
  HeroId hero{};
};

struct ListedHero {
  StablePlace at;
  HeroRow hero;
};

struct DayTotal {
  std::chrono::sys_days day;  // of UTC
  std::string game;
  MatchState state = MatchState::kRunning;
  std::int64_t matches = 0;  // that started on that day
  std::int64_t moves = 0;    // of those that are over
};

struct AdminLogLine {
  std::int64_t no = 0;
  AdminLogEntry entry;
};

// Matches are moved out in pieces of not much more than this, so that nobody's move waits long for them.
inline constexpr std::size_t kMovedBytes = 1024UL * 1024;

struct CopiedOut {
  std::vector<MovedOut> years;
  std::optional<std::int64_t> go_on_after;  // there may be more behind this number
};

class AdminQueries {
 public:
  AdminQueries() = default;
  AdminQueries(const AdminQueries&) = delete;
  AdminQueries& operator=(const AdminQueries&) = delete;
  virtual ~AdminQueries() = default;

  // How old what it shows is at most; zero where it looks at the store itself. Unknown for a copy that was given
  // nothing since it started.
  virtual std::optional<Duration> age() { return Duration{}; }

  // Newest first: matches that started before `after`, at most `limit`.
  virtual std::vector<ListedMatch> matches(const MatchFilter& filter, const std::optional<MatchCursor>& after,
                                           std::uint32_t limit) = 0;
  // How many fit, counted up to `most`.
  virtual std::uint32_t count(const MatchFilter& filter, std::uint32_t most) = 0;
  virtual std::optional<ListedMatch> match(const MatchId& id) = 0;
  // A match that is over, with its moves; nothing for one that runs.
  virtual std::optional<StoredMatch> finished(const MatchId& id) = 0;
  // The matches that run, oldest first.
  virtual std::vector<MatchId> running() = 0;

  // Players whose name's key begins with `prefix`, in the order of the keys, from the first after `after`.
  virtual std::vector<PlayerLine> players(const std::string& prefix, const std::string& after, bool only_blocked,
                                          std::uint32_t limit) = 0;
  virtual std::optional<PlayerLine> player(const AccountId& id) = 0;
  // How many there are. Looks at all of them.
  virtual std::uint64_t accounts() = 0;
  // What a player's ledger comes to, by kind.
  virtual std::vector<std::pair<std::string, std::int64_t>> balance(const AccountId& player) = 0;
  // From the first after `after`, at most `limit`.
  virtual std::vector<Booking> bookings(const AccountId& player, const BookingPlace& after, std::uint32_t limit) = 0;
  // The heroes of a player in the order of ListHeroes, from the first after `after`, at most `limit`.
  virtual std::vector<ListedHero> heroes(const AccountId& player, const StablePlace& after, std::uint32_t limit) = 0;
  virtual std::vector<StoryLine> story(const ListStory& request) = 0;

  // By day, from the newest; both ends are included.
  virtual std::vector<DayTotal> totals(std::chrono::sys_days from, std::chrono::sys_days until) = 0;

  // Newest first: lines with a number below `before`.
  virtual std::vector<AdminLogLine> admin_log(std::optional<std::int64_t> before, std::uint32_t limit) = 0;

  // --- Upkeep. `go_on` is asked now and then; when it says no, the work is given up with Unavailable. ---

  // Copies the database into a new file, as it was at one moment, though it may be written to meanwhile; and copies the
  // files of the years beside it, in place of those of the same name there. Returns the size of the new file in bytes.
  virtual std::uint64_t back_up(const std::string& file, const std::function<bool()>& go_on) = 0;
  // Copies the moves of matches that ended before `before`, and what was signed about them, into the files of their
  // years, at most `limit` matches that follow number `after`, fewer where they are long (kMovedBytes). The copies are
  // then on disk; MovedOut takes the originals out of the database.
  virtual CopiedOut copy_out(Timestamp before, std::int64_t after, std::uint32_t limit) = 0;
  // Accounts that ExpireAccounts would delete, in the order of their ids, at most `limit` from the first behind
  // `after`.
  virtual std::vector<AccountId> expiring(Timestamp before, const AccountId& after, std::uint32_t limit) = 0;
  // Accounts that their players want to be deleted by then, at most `limit`, those that have waited longest first.
  virtual std::vector<AccountId> to_delete(Timestamp by, std::uint32_t limit) = 0;
  // What is wrong with the database; empty when nothing is.
  virtual std::vector<std::string> check(const std::function<bool()>& go_on) = 0;
};

// Opens the database in a folder that a store was opened in. On failure, a sentence.
std::expected<std::unique_ptr<AdminQueries>, std::string> open_sqlite_admin_queries(const std::string& folder);

// The same of a PostgreSQL database (PostgresOptions::place). It is copied by PostgreSQL's own tools and keeps all of
// its matches: back_up() and copy_out() throw Unavailable.
std::expected<std::unique_ptr<AdminQueries>, std::string> open_postgres_admin_queries(const std::string& place);

}  // namespace wyrmhall::persistence
