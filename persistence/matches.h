// Tables and matches, as they are kept, and what a store is asked about them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/id.h"
#include "common/time.h"
#include "persistence/accounts.h"
#include "persistence/answer.h"
#include "persistence/boxed.h"
#include "persistence/hash.h"
#include "persistence/heroes.h"
#include "persistence/relations.h"
#include "receipts/signature.h"

namespace wyrmhall::persistence {

// A table where a match is being set up. `body` is the server's own encoding; the store looks only at the id.
struct TableRow {
  TableId id{};
  std::string body;
};

// Who sits in a seat of a match: a person's account, or a bot.
struct SeatRow {
  std::optional<AccountId> account;
  std::string name;        // as it was at the start; for a bot its level, such as "greedy"
  std::string commitment;  // link(x_0), 16 bytes, or empty for a bot
  std::string x0;          // 16 bytes, or empty for a bot
};

// A start of the match's table that was called off after everybody had committed: the two statements (docs/dice.md).
struct AbortedStart {
  receipts::Signed start;
  receipts::Signed aborted;
  friend bool operator==(const AbortedStart&, const AbortedStart&) = default;
};

// What was signed before a match began.
struct SignedStart {
  receipts::Signed start;
  std::vector<AbortedStart> aborted;  // oldest first
  friend bool operator==(const SignedStart&, const SignedStart&) = default;
};

// What is fixed about a match when it starts.
struct MatchRow {
  MatchId id{};
  std::string game;  // code name, such as "duel"
  std::uint32_t rules_version = 0;
  std::string options;  // the server's own encoding
  std::vector<SeatRow> seats;
  Hash server_seed{};
  std::uint32_t turn_seconds = 0;  // 0: no limit
  std::uint32_t absence_seconds =
      0;  // after this long without a connection, a seat that is to decide can be claimed against; 0: never
  Timestamp started_at{};
  std::optional<MatchId> rematch_of;
  // The seats whose nuggets are given at the end, as bits. Absent: all of them, however the match ends, as it was
  // before this was noted.
  std::optional<std::uint32_t> earning = std::nullopt;
  Boxed<SignedStart> receipt = std::nullopt;  // nothing for a match from before there were any
};

// What a recorded move is.
enum class MoveKind : std::uint8_t {
  kAction = 0,    // a seat decided
  kResigned = 1,  // a seat gave up
  kTimedOut = 2,  // a seat ran out of time; with an action, that was decided for it
  kStandIn = 3,   // the server decided for a seat that is out
  kResumed = 4,   // the server was down: the time since the move before is charged to nobody
  kAbsent = 5,    // a seat was gone for too long, and another claimed that
};

// A link of another seat than the one that decided.
struct SeatLink {
  std::uint8_t seat = 0;
  Link link{};
  friend bool operator==(const SeatLink&, const SeatLink&) = default;
};

// What binds a client's decision to its chain (docs/dice.md); nobody can check it before the seat's next link is shown.
struct Confirmation {
  std::string decision;  // such as "choice 3"
  Link code{};
  friend bool operator==(const Confirmation&, const Confirmation&) = default;
};

// One recorded move. A match is its options, its seeds and these.
struct Move {
  MoveKind kind = MoveKind::kAction;
  std::uint8_t seat = 0;
  bool chain_lost = false;             // from here on the seat has no chain
  std::uint64_t action_id = 0;         // the client's id of the command; 0 where no client sent it
  std::uint32_t answered_version = 0;  // the version of the match that it was made against
  Timestamp at{};                      // within a match never before the move before it
  std::string action;                  // the server's own encoding; empty where the kind has none
  std::optional<Link> link;            // the link that came with it
  // Links of other seats that came after the decision and before its roll, at least one, seats ascending. Nothing makes
  // any yet.
  Boxed<std::vector<SeatLink>> links = std::nullopt;
  std::optional<Confirmation> confirmation = std::nullopt;  // that came with it

  friend bool operator==(const Move&, const Move&) = default;
};

// Kinds of the ledger whose tally is the best row, and not the sum of all rows: "best:duel:enemies".
inline constexpr std::string_view kBestPrefix = "best:";
inline bool is_best(std::string_view what) {
  return what.starts_with(kBestPrefix);
}

// A line of what a match's end changes elsewhere: nuggets, high scores. Its key is (match, account, what).
struct LedgerRow {
  AccountId account{};
  std::string what;  // such as "nuggets"
  std::int64_t amount = 0;
  friend bool operator==(const LedgerRow&, const LedgerRow&) = default;
};

// How a match ended: kept in the same transaction as its last move, once however often it is asked for. It gives back
// all heroes that it still has: those in `heroes` as they stand there, the others as it took them.
struct MatchEnd {
  std::string outcome;  // the server's own encoding
  Timestamp ended_at{};
  std::vector<LedgerRow> ledger;
  bool abandoned = false;   // sides ran out of time, or were gone, until one or none was left; for the history
  std::string result = {};  // a word of the server's for who won, such as "won"; for the history
  Boxed<std::vector<HeroBooked>> heroes = std::nullopt;
};

// A match as it is kept.
struct StoredMatch {
  MatchRow row;
  std::vector<Move> moves;
  Boxed<MatchEnd> end;  // its ledger and its heroes are left empty
  // The links of the seats that have shown theirs since the end, seats ascending (KeepClosingLink).
  std::vector<SeatLink> closing_links = {};
  // What the server has signed about the end (KeepEndStatement); nothing where it has not yet.
  Boxed<receipts::Signed> end_statement = std::nullopt;
};

// A match in a list.
struct MatchLine {
  MatchId id{};
  std::string game;
  std::vector<SeatRow> seats;  // commitments and x_0 left empty
  Timestamp started_at{};
  Boxed<MatchEnd> end;  // its ledger and its heroes are left empty
};

struct Deadline {
  MatchId match{};
  Timestamp at{};
};

// --- Requests that write. ---

// Creates or replaces the table.
struct SaveTable {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  TableRow table;
};

struct DropTable {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  TableId table{};
};

// Creates the match and drops the table of the same id. A match that is there already is kept as it was. `deadline`: as
// in AppendMove, until the first move. Refused with kConflict when a seat's account is not there.
// With `end`, the dice decided the match before anybody could: it is over and booked as with the last AppendMove.
// `match` is always there; it is boxed like all that is large, so that the many moves among the requests stay small.
//
// With `heroes`, the match takes them, each once and in a place of its own. If it cannot take all of them, it takes
// none and is not created, with Conflict::kHero. Each must be of its seat's account, at that revision, in no other
// match, and neither fallen nor retired; it may be dead. `newcomers` join their account's stable first, as by KeepHero,
// and are among `heroes`.
struct CreateMatch {
  struct Answer {
    std::uint8_t place = 0;  // with Conflict::kHero, of the hero that stands in the way
  };
  static constexpr bool kWrites = true;
  Boxed<MatchRow> match;
  std::optional<Timestamp> deadline = std::nullopt;
  Boxed<MatchEnd> end = std::nullopt;
  Boxed<std::vector<HeroTaken>> heroes = std::nullopt;
  Boxed<std::vector<HeroRow>> newcomers = std::nullopt;
  std::uint32_t hero_limit = kHeroLimit;  // as in KeepHero
};

// Appends a move, the index-th from 0, to a running match. Refused with kConflict when the index is not the next, or
// the match is not there or over. But the very same move, appended again, is kKept (with the same `end` if it had one:
// a match that is over recognises only its last move). With `end`, the match is over: its deadline is dropped, and its
// ledger is booked and added to the tallies, all at once. If an account in the ledger is not there, that is kConflict
// too. `deadline`: when the seats then waited on run out of time; absent for none.
// With `heroes`, the match gives these back with the move, such as those of a seat that resigns. A hero here or in
// `end` must be one that the match has: otherwise all of it is refused with Conflict::kHero.
struct AppendMove {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  MatchId match{};
  std::uint32_t index = 0;
  Move move;
  std::optional<Timestamp> deadline;
  Boxed<MatchEnd> end;
  Boxed<std::vector<HeroBooked>> heroes = std::nullopt;
};

// Takes back what a match gave: its rows are taken out of the ledger and the tallies, and the history calls it "void".
// Its moves and its outcome stay as they are, and so do its heroes: they may have been in other matches since. Refused
// with kConflict when it is not there, is not over, or was voided before.
struct VoidMatch {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  MatchId match{};
  Timestamp at{};
};

// The link after the last one that a seat has shown, which it shows once its match is over (docs/dice.md). If it is
// there already, that is kKept too. Answered with all closing links of the match, seats ascending. Refused with
// kConflict when the match is not there or runs, or when the seat has shown another.
struct KeepClosingLink {
  struct Answer {
    MatchId match{};
    std::vector<SeatLink> links;
  };
  static constexpr bool kWrites = true;
  MatchId match{};
  SeatLink closing{};
};

// What the server has signed about the end of a match, which is over. The first that comes is kept for good. Answered
// with the statement that is kept. Refused with kConflict when the match is not there or runs.
struct KeepEndStatement {
  using Answer = Boxed<receipts::Signed>;
  static constexpr bool kWrites = true;
  MatchId match{};
  Boxed<receipts::Signed> statement;
};

// These matches, all of them over, have been copied into the file of a year (AdminQueries::copy_out): their moves and
// what was signed about their starts go from the database. A match that is not there any more, or is not over, is left
// as it is.
struct MovedOut {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  int year = 0;
  std::vector<MatchId> matches;
};

// --- Requests that read. ---

// Answered with nothing when there is no such match. Without `moves` it has none, nothing of what was signed, and
// no closing links, however long the match was. `patient`: the client that asks can wait, so that reading a long match
// takes nothing from others.
struct LoadMatch {
  using Answer = Boxed<StoredMatch>;
  static constexpr bool kWrites = false;
  MatchId match{};
  bool moves = true;
  bool patient = false;
};

// The matches of an account by when they started, the newest first.
struct ListMatches {
  struct Answer {
    std::vector<MatchLine> lines;
    Boxed<std::vector<Person>> blocked = std::nullopt;   // with `with_blocked`
    Boxed<std::vector<MatchId>> running = std::nullopt;  // with `running_ids`
  };
  static constexpr bool kWrites = false;
  AccountId account{};
  bool only_running = false;
  bool with_blocked = false;  // whom the account has blocked, too
  // At most this many ids of its running matches too, in no order.
  std::uint32_t running_ids = 0;
  std::optional<MatchId> before;  // only those that come after this one, which must be there
  std::uint32_t limit = 50;
};

// All tables, oldest first.
struct LoadTables {
  using Answer = std::vector<TableRow>;
  static constexpr bool kWrites = false;
};

// The deadlines of running matches up to a time, and how many matches run, if that is wanted: it goes through all days.
struct LoadDeadlines {
  struct Answer {
    std::vector<Deadline> deadlines;  // the earliest first; some may be later than asked for
    std::int64_t running = 0;         // matches, with a deadline or without; 0 unless `with_running`
  };
  static constexpr bool kWrites = false;
  Timestamp until = Timestamp::max();
  bool with_running = true;
};

}  // namespace wyrmhall::persistence
