// The store: what the server asks to be kept or found, and how it is answered.
//
// Requests and answers are values, so they can be queued, delayed, lost and repeated (as the simulator does), or sent
// to another machine. Repeating any request is harmless.
//
// This header is the contract: another store can be written from it alone, and is one once it passes
// tests/persistence/contract.h.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "persistence/boxed.h"
#include "persistence/histogram.h"
#include "persistence/values.h"

namespace wyrmhall::persistence {

// Living heroes in the stable of an account.
inline constexpr std::uint32_t kHeroLimit = 20;
// Other heroes of an account that are kept: the latest of the dead, the retired and the fallen. Whenever a hero joins
// the stable, older ones are deleted with their stories, and so are all that retired without ever having been in a
// match.
inline constexpr std::uint32_t kHeroesRemembered = 200;
// Lines of a hero's story that are kept, the latest.
inline constexpr std::uint32_t kStoryRemembered = 500;

// --- Requests that write. They are carried out in the order in which they were submitted. ---

// Answered with kKept, or with kConflict; Answer::conflict then says what is taken, or is kInvitation where
// `invitation` is the hash of a code that does not count, or no longer counts, when the account is created. A code that
// counts is used once, as the account is created. The account then has one token, made for `client`. `account` is
// always there.
struct CreateAccount {
  Boxed<Account> account;
  std::string client = {};
  Boxed<Hash> invitation = std::nullopt;
};

// Creates or replaces the table.
struct SaveTable {
  TableRow table;
};

struct DropTable {
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
  MatchId match{};
  Timestamp at{};
};

// The link after the last one that a seat has shown, which it shows once its match is over (docs/dice.md). If it is
// there already, that is kKept too. Answered with Answer::match, which has its id and all of its closing links, and
// nothing else. Refused with kConflict when the match is not there or runs, or when the seat has shown another.
struct KeepClosingLink {
  MatchId match{};
  SeatLink closing{};
};

// What the server has signed about the end of a match, which is over. The first that comes is kept for good. Answered
// with Answer::match, which has its id and the statement that is kept, and nothing else. Refused with kConflict when
// the match is not there or runs.
struct KeepEndStatement {
  MatchId match{};
  Boxed<receipts::Signed> statement;
};

// These matches, all of them over, have been copied into the file of a year (AdminQueries::copy_out): their moves and
// what was signed about their starts go from the database. A match that is not there any more, or is not over, is left
// as it is.
struct MovedOut {
  int year = 0;
  std::vector<MatchId> matches;
};

// Blocks an account since `at`, or with nothing lets it in again. Refused with kConflict when it is not there.
struct BlockAccount {
  AccountId account{};
  std::optional<Timestamp> at;
  std::string reason;
};

// Takes everything from an account that tells who it was. Its matches stay: the name in their seats becomes `name`. Its
// heroes are deleted with their stories, the fallen too; one that a match has loses its name and its fame now, and is
// deleted when the match gives it back. Refused with kConflict when it is not there.
// With many matches and heroes that takes a while: ContinueErasing then does the rest, a piece with each request, so
// that nobody's move waits for all of it. Answered with Answer::number: accounts of which something is left.
struct EraseAccount {
  AccountId account{};
  std::string name;      // what takes the place of the name
  std::string name_key;  // unique, like every account's
  Timestamp at{};
};

// Erases a little more of an account of which EraseAccount left something. Answered in the same way; 0 when nothing is
// left.
struct ContinueErasing {};

// Of these accounts, deletes those that were made before `before`, have never had a seat in a match, and to which
// nobody has signed in by any token since `before`. Their tokens, their heroes, and whom they blocked and who blocked
// them are deleted too, and their names are free again. An account that does not fit, is blocked or erased, or is not
// there stays as it is. If very many have blocked an account, each request deletes some of that, and the account goes
// with the last of it. Answered with Answer::number: how many were deleted.
struct ExpireAccounts {
  Timestamp before{};
  std::vector<AccountId> accounts;
};

// Gives an account another name. Its matches keep the name that it had then. Refused with kConflict when somebody else
// has the name (Conflict::kName), when there were `most` renames in the time `within` before `at` (Conflict::kLimit,
// and Answer::again_at says when the next is taken), or when the account is not there or erased. If it has this very
// name already, that is kKept too, and is not counted.
struct RenameAccount {
  AccountId account{};
  std::string name;
  std::string name_key;
  Timestamp at{};
  std::uint32_t most = 0;  // 0: any number, and this one is not counted
  Duration within{};
};

// Gives an account one more token, or with `alone` one in the place of all others. Refused with kConflict when somebody
// has it (Conflict::kToken), when there are `limit` already (Conflict::kLimit), or when the account is not there or
// erased.
struct AddToken {
  AccountId account{};
  Token token;
  std::uint32_t limit = 20;
  bool alone = false;
};

// Takes tokens from an account: `only` this one, or else all but `but`. If they are gone already, that is kKept too.
struct RevokeTokens {
  AccountId account{};
  std::optional<Hash> only = std::nullopt;
  std::optional<Hash> but = std::nullopt;
};

// Somebody has signed in with a token. One that is not there stays so.
struct TouchToken {
  Hash hash{};
  std::string client;
  Timestamp at{};
};

// One player does not want to be brought together with another any more, or (`blocked` false) does not mind again. If
// it is so already, that is kKept too. Refused with kConflict when either account is not there, or when `limit` are
// blocked.
struct BlockPlayer {
  AccountId account{};
  AccountId other{};
  bool blocked = true;
  std::uint32_t limit = 200;
};

// Makes an invitation; one with this id that is there already is kept as it is. Those that no longer count when it is
// made are dropped. Refused with kConflict when there are `limit` others, or one with its code.
struct KeepInvitation {
  Boxed<Invitation> invitation;  // always there
  std::uint32_t limit = 1000;
};

// From now on the invitation neither counts nor is listed. Refused with kConflict when it is not there.
struct DropInvitation {
  InvitationId invitation{};
};

// Makes a ban, or replaces that of the same network. Those that have ended when it is made are dropped. Refused with
// kConflict when there are `limit` others.
struct KeepBan {
  Boxed<Ban> ban;  // always there
  std::uint32_t limit = 10000;
};

// Refused with kConflict when there is none of this network.
struct DropBan {
  std::string network;
};

// Adds a line to the log of what administrators have changed, and answers with its number. With `settles`, the line of
// that number gets the entry's outcome instead.
struct WriteAdminLog {
  Boxed<AdminLogEntry> entry;  // always there
  std::optional<std::int64_t> settles = std::nullopt;
};

// A hero joins the stable of its account; one with this id that is there already is kept as it is. Refused with
// kConflict when there are `limit` living ones in the stable (Conflict::kLimit), when another account has a hero of
// this id (Conflict::kId), or when the account is not there or erased.
struct KeepHero {
  Boxed<HeroRow> hero;  // always there; of revision 0, in no match, neither fallen nor retired
  std::uint32_t limit = kHeroLimit;
};

// A hero leaves the stable: it is in no match any more, and stays in the lists. If it has left already, that is kKept
// too. Refused with kConflict when a match has it (Conflict::kHero), or when it is not there, another account's, or
// fallen.
struct RetireHero {
  AccountId account{};
  HeroId hero{};
  Timestamp at{};
};

// --- Requests that read. They see everything that was answered as kept before they were submitted. ---

// Answered with Answer::account, absent when there is none, and with the token in Answer::tokens.
struct FindAccount {
  Hash token_hash{};
};

// The tokens of an account, the oldest first. Answered with Answer::tokens.
struct ListTokens {
  AccountId account{};
};

// Answered with Answer::account, absent when there is none of this name_key.
struct FindName {
  std::string name_key;
};

// Whom an account has blocked (BlockPlayer), by name. Answered with Answer::people.
struct ListBlocked {
  AccountId account{};
};

// All invitations, the oldest first; some may count no more. Answered with Answer::invitations.
struct ListInvitations {};

// All bans, the oldest first; some may have ended. Answered with Answer::bans.
struct ListBans {};

// Answered with Answer::match, absent when there is none. Without `moves` it has none, nothing of what was signed, and
// no closing links, however long the match was. `patient`: the client that asks can wait, so that reading a long match
// takes nothing from others.
struct LoadMatch {
  MatchId match{};
  bool moves = true;
  bool patient = false;
};

// The matches of an account by when they started, the newest first. Answered with Answer::lines.
struct ListMatches {
  AccountId account{};
  bool only_running = false;
  bool with_blocked = false;  // ListBlocked too
  // At most this many ids of its running matches too, in no order: Answer::running.
  std::uint32_t running_ids = 0;
  std::optional<MatchId> before;  // only those that come after this one, which must be there
  std::uint32_t limit = 50;
};

// All tables, oldest first. Answered with Answer::tables.
struct LoadTables {};

// The deadlines of running matches, the earliest first, and how many matches run, with a deadline or without. Answered
// with Answer::deadlines and Answer::number.
struct LoadDeadlines {};

// What an account's ledger holds of one kind: the tally, and the history from the match that was made last. Answered
// with Answer::tally and Answer::history, which fit each other. The tally is read and not added up.
struct ReadLedger {
  AccountId account{};
  std::string what;               // such as "nuggets"
  std::optional<MatchId> before;  // only matches made before this one
  std::uint32_t limit = 50;       // of the history
};

// The accounts with the highest tallies of one kind, the highest first; equal ones by account, ascending. An account
// that has nothing is left out. Answered with Answer::tallies.
struct ListTallies {
  std::string what;
  std::optional<TallyPlace> after;  // only what comes after it in the list
  std::uint32_t limit = 50;
  std::optional<AccountId> own = std::nullopt;  // whose tally is told besides, in Answer::tally
};

// The heroes of an account: the living of its stable, the dead, the retired, the fallen; those of one kind by id, which
// is by age. Answered with Answer::heroes.
struct ListHeroes {
  AccountId account{};
  std::optional<HeroId> after = std::nullopt;  // only those that come after this one, which must be there
  std::uint32_t limit = 50;
};

// The story of a hero, the latest line first. Answered with Answer::story.
struct ListStory {
  HeroId hero{};
  std::optional<std::uint32_t> before = std::nullopt;  // only lines with a lower number
  std::uint32_t limit = 50;
};

// The hall of the fallen, of all accounts or of one: the hero that fell last comes first. Answered with Answer::heroes.
struct ListFallen {
  std::optional<AccountId> account = std::nullopt;
  std::optional<FallenPlace> after = std::nullopt;  // only what comes after it in the list
  std::uint32_t limit = 50;
};

enum class HeroFame : std::uint8_t { kChapter = 0, kSlain = 1 };

// The heroes that have won the highest chapter or slain the most dragons, the most first; equal ones by id. They may be
// of any account, and may have stopped hunting. A hero that has none is left out. Answered with Answer::heroes.
struct ListHeroBoard {
  HeroFame fame = HeroFame::kChapter;
  std::optional<HeroPlace> after = std::nullopt;  // only what comes after it in the list
  std::uint32_t limit = 50;
};

// A Request is moved several times a turn, and is nearly always an AppendMove: no alternative may be larger than that.
using Request =
    std::variant<CreateAccount, SaveTable, DropTable, CreateMatch, AppendMove, BlockAccount, EraseAccount,
                 ContinueErasing, VoidMatch, BlockPlayer, MovedOut, RenameAccount, AddToken, RevokeTokens, TouchToken,
                 KeepInvitation, DropInvitation, KeepBan, DropBan, ExpireAccounts, WriteAdminLog, KeepHero, RetireHero,
                 KeepClosingLink, KeepEndStatement, FindAccount, FindName, ListTokens, ListBlocked, ListInvitations,
                 ListBans, LoadMatch, ListMatches, LoadTables, LoadDeadlines, ReadLedger, ListTallies, ListHeroes,
                 ListStory, ListFallen, ListHeroBoard>;

static_assert(sizeof(Request) <= sizeof(AppendMove) + sizeof(void*));

// Whether it is one of those that write, which come first in Request.
inline bool is_write(const Request& request) {
  constexpr std::size_t kWrites = 25;
  static_assert(std::is_same_v<std::variant_alternative_t<kWrites - 1, Request>, KeepEndStatement>);
  static_assert(std::is_same_v<std::variant_alternative_t<kWrites, Request>, FindAccount>);
  return request.index() < kWrites;
}

enum class Verdict : std::uint8_t {
  kKept = 0,      // it is on disk and will survive anything; for a read: answered
  kConflict = 1,  // it contradicts what is kept already; nothing was changed
  kNotOwner = 2,  // a later run of the server has taken over; nothing was changed
  kUnknown = 3,   // the disk failed; it may or may not have been kept: read it again before relying on either
};

// What stands in the way of a request about accounts or heroes; kLimit: there are as many as there may be; kHero: a
// hero is not where it has to be for this, or is not as the request takes it to be.
enum class Conflict : std::uint8_t {
  kNothing = 0,
  kName = 1,
  kToken = 2,
  kId = 3,
  kLimit = 4,
  kInvitation = 5,
  kHero = 6
};

struct Deadline {
  MatchId match{};
  Timestamp at{};
};

// What a read gives back in lists: those that it asked for are filled, the others are empty.
struct Lists {
  std::vector<MatchLine> lines;
  std::vector<TableRow> tables;
  std::vector<Deadline> deadlines;
  std::vector<LedgerLine> history;
  std::vector<Tally> tallies;
  std::vector<Person> people;
  std::vector<Token> tokens;
  std::vector<MatchId> running;
  std::vector<Invitation> invitations;
  std::vector<Ban> bans;
  std::vector<HeroLine> heroes;
  std::vector<StoryLine> story;
};

// The answer to one request; `ticket` is the one that it was submitted with. What only reads give back is boxed, since
// nearly all answers are a ticket and a verdict, and hundreds of them are on their way at once.
struct Answer {
  std::uint64_t ticket = 0;
  Verdict verdict = Verdict::kKept;
  Conflict conflict = Conflict::kNothing;
  // For the log: with kUnknown, what the disk said; with a match that is not there, that the file is missing to which
  // it was moved, if that is why.
  std::string error;
  Boxed<Account> account;
  Boxed<StoredMatch> match;
  Boxed<Lists> boxed_lists;
  std::int64_t tally = 0;
  // The number of the line that WriteAdminLog has added; of running matches; of accounts that ExpireAccounts has
  // deleted; or of accounts that are still to be erased. With kHero of CreateMatch, the place of the hero that stands
  // in the way.
  std::int64_t number = 0;
  Timestamp again_at{};  // with kLimit of RenameAccount: when the next rename is accepted

  [[nodiscard]] Lists& lists() & {
    if (!boxed_lists) boxed_lists = Lists{};
    return *boxed_lists;
  }
  [[nodiscard]] const Lists& lists() const& {
    static const Lists kNone;
    return boxed_lists ? *boxed_lists : kNone;
  }
  // By value, so that a loop over what an answer gives does not outlive it.
  [[nodiscard]] Lists lists() && { return boxed_lists ? *std::move(boxed_lists) : Lists{}; }
};

struct Submission {
  std::uint64_t ticket = 0;
  Request request;
};

// How well writes were grouped, for metrics. Counted since the store was opened.
struct StoreStats {
  std::uint64_t groups = 0;         // transactions that were committed
  std::uint64_t writes = 0;         // requests that were carried out in them
  std::uint64_t largest_group = 0;  // the most requests in one
  Histogram<> group_size;           // requests in one
  Histogram<> commit_time;          // microseconds of one, from its first request to the end of its commit
};

// A store that was opened by one run of the server. All calls come from one thread, but for pending() and stats(),
// which may come from any. Answers are handed in batches to the function that the store was opened with. It is called
// from threads of the store's own, and two calls may run at once. Writes are answered in the order in which they were
// submitted. Between a write and its answer, nothing that depends on the write may be shown to anybody.
class Store {
 public:
  using Deliver = std::function<void(std::vector<Answer>)>;

  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;

  // The number of this run.
  [[nodiscard]] virtual Incarnation incarnation() const = 0;

  // Takes a request. Never blocks on the disk. Every request is answered exactly once, unless the process dies.
  virtual void submit(Submission&& submission) = 0;

  // How many requests are waiting for their answer.
  [[nodiscard]] virtual std::size_t pending() const = 0;

  [[nodiscard]] virtual StoreStats stats() const { return {}; }
};

}  // namespace wyrmhall::persistence
