// What is kept, as plain values. No SQL, no file, no thread: what stands behind the store is the store's own affair.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/id.h"
#include "common/time.h"
#include "persistence/boxed.h"
#include "receipts/signature.h"

namespace wyrmhall::persistence {

using Hash = std::array<std::uint8_t, 32>;
using Link = std::array<std::uint8_t, 16>;

// Which run of the server this is; every run draws a higher one (Store::open).
using Incarnation = std::int64_t;

struct Account {
  AccountId id{};
  std::string name;      // as shown
  std::string name_key;  // what all names that look alike have in common; unique
  Hash token_hash{};     // of its first token, or of the one by which it was found
  Timestamp created_at{};
  std::optional<Timestamp> blocked_at = std::nullopt;  // since when it may not sign in
};

// A token by which somebody signs in to an account, which may have several. Of the token itself only this is kept.
struct Token {
  Hash hash{};         // SHA-256 of the token; unique
  std::string client;  // the program that it was made for or last used by, such as "wyrmhall-cli 0.1.0"
  Timestamp made_at{};
  Timestamp used_at{};  // when somebody last signed in with it, to the day; as made_at where nobody has since
  friend bool operator==(const Token&, const Token&) = default;
};

// New guests come in by its code where they need an invitation.
struct Invitation {
  InvitationId id{};
  Hash code_hash{};        // SHA-256 of the code; unique
  std::string note;        // what the administrator who made it wrote about it
  std::uint32_t uses = 1;  // guests that it lets in
  std::uint32_t used = 0;  // how many of these have come
  Timestamp made_at{};
  Timestamp until{};  // then it counts no more
  friend bool operator==(const Invitation&, const Invitation&) = default;
};

// A network that nobody may connect from.
struct Ban {
  std::string network;  // as the server writes it; unique
  std::string reason;
  Timestamp made_at{};
  Timestamp until{};  // then it ends
  friend bool operator==(const Ban&, const Ban&) = default;
};

// Somebody in a list.
struct Person {
  AccountId account{};
  std::string name;
  friend bool operator==(const Person&, const Person&) = default;
};

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

// A hero that lasts from one match to the next. All heroes of an account that are neither fallen nor retired are its
// stable. What a hero is like is in `body`, the server's own encoding; the store looks only at what it lists heroes by.
struct HeroRow {
  HeroId id{};
  AccountId account{};
  std::string name;
  std::string body;
  std::uint32_t revision = 0;  // how many matches have changed it
  bool alive = true;           // a dead one can come back as long as it has not fallen
  std::uint32_t chapter = 0;   // the highest that it has won; 0 where there is none
  std::uint32_t slain = 0;     // dragons
  Timestamp made_at{};
  std::optional<MatchId> match = std::nullopt;         // the running one that has taken it
  std::optional<Timestamp> fallen_at = std::nullopt;   // for good
  std::optional<Timestamp> retired_at = std::nullopt;  // by its player
  friend bool operator==(const HeroRow&, const HeroRow&) = default;
};

// A hero that a match takes when it starts. Until the match gives it back it is in no other.
struct HeroTaken {
  HeroId hero{};
  std::uint8_t place = 0;  // in the options
  std::uint8_t seat = 0;
  std::uint32_t revision = 0;  // that it must have
  friend bool operator==(const HeroTaken&, const HeroTaken&) = default;
};

// A hero that a match gives back, as the match has changed it.
struct HeroBooked {
  HeroId hero{};
  std::string body;
  bool alive = true;
  std::uint32_t chapter = 0;
  std::uint32_t slain = 0;
  bool fallen = false;             // from now on, for good
  std::vector<std::string> story;  // what is added to its story, a line a hunt, in the server's own encoding
  friend bool operator==(const HeroBooked&, const HeroBooked&) = default;
};

// What a match did to a hero that it had taken.
struct HeroUse {
  HeroTaken taken;
  std::string before;                               // its body then
  std::optional<std::string> after = std::nullopt;  // and when it was booked; nothing where it was given back as it was
  friend bool operator==(const HeroUse&, const HeroUse&) = default;
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

// A line of the log of what administrators have changed, and of whose data they have read.
struct AdminLogEntry {
  Timestamp at{};
  std::string operation;  // such as "blockPlayer"
  std::string target;     // what it was done to, where there is such a thing
  std::string address;    // where the request came from
  std::string detail;     // what was asked for, as JSON
  std::string who;        // the name of the administrator's token
  // What came of it: "begun" until that is known, "done", or why not. A server that ends in between leaves it begun.
  std::string outcome;
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

// A row of an account's ledger, with the match that it came from.
struct LedgerLine {
  MatchLine match;
  std::int64_t amount = 0;
};

// What the rows of an account's ledger come to.
struct Tally {
  AccountId account{};
  std::string name;  // of the account
  std::int64_t amount = 0;
};

// A hero in a list.
struct HeroLine {
  HeroRow hero;
  std::string owner;  // the name of its account
  friend bool operator==(const HeroLine&, const HeroLine&) = default;
};

// A line of a hero's story, with the match that it is from.
struct StoryLine {
  std::uint32_t no = 0;  // from 0
  MatchId match{};
  Timestamp at{};    // when it was kept
  std::string body;  // the server's own encoding
  friend bool operator==(const StoryLine&, const StoryLine&) = default;
};

// A place in the hall of the fallen, the newest first, and those of one moment by id, descending.
struct FallenPlace {
  Timestamp at{};
  HeroId hero{};
};

// A place in a list of heroes by what they have done, the most first and those that are equal by id.
struct HeroPlace {
  std::uint32_t amount = 0;
  HeroId hero{};
};

// A place in a list of tallies, the highest first and those that are equal by account.
struct TallyPlace {
  std::int64_t amount = 0;
  AccountId account{};
};

}  // namespace wyrmhall::persistence
