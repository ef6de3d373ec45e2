// What an answer of the store, or the result of a worker, is waited for: a value for each kind of wait. It is put aside
// when something is asked for and found again by the ticket of the answer, and says whose the answer is and what to do
// with it.
#pragma once

#include <cstdint>
#include <variant>

#include "rules/seat.h"
#include "server/core/ids.h"

namespace wyrmhall::server {

// A command that waits for its answer.
struct Asker {
  SessionId session;
  std::uint64_t command_id = 0;
};

// --- At the start of the server ---

struct StartRead {
  enum class What : std::uint8_t { kTables, kDeadlines };
  What what = What::kTables;
};

// --- Matches and tables ---

// A move is to be kept.
struct MoveKept {
  MatchId match{};
};
// A match is to be read by its actor.
struct MatchRead {
  MatchId match{};
  std::uint64_t read = 0;  // which of all reads: MatchActor::being_read
  bool for_clock = false;  // its clock has run out while it rested
};
// A table is to be kept, or the match that starts at it.
struct TableKept {
  TableId table{};
};
// What a bot or a stand-in does.
struct BotMove {
  MatchId match{};
  AccountId account{};  // who waits for it
  std::uint64_t version = 0;
  rules::Seat seat = 0;
};

// --- Finished matches ---

// The record of a match and its receipt, for all who ask for either.
struct RecordOf {
  MatchId match{};
  bool at_end = false;  // nobody asks: the match has just ended, and that is to be signed
};
// What was signed about the end of a match is to be kept.
struct StatementKept {
  MatchId match{};
};
struct LuckOf {
  Asker asker;
};
// What led to where a match stands.
struct StoryOf {
  Asker asker;
  std::uint32_t channel = 0;
  std::uint32_t since = 0;  // version
};
// By what a seat closes its chain is to be kept.
struct ClosingKept {
  Asker asker;
};
// The match that is to be played again.
struct RematchOf {
  Asker asker;
};

// --- What a connection asks ---

// Odds of an action.
struct OddsOf {
  Asker asker;
};
// Whose a token is.
struct TokenOwner {
  Asker asker;
};
// The account of a new guest is to be made.
struct GuestMade {
  Asker asker;
};
// What is told with SignedIn.
struct MatchesAtSignIn {
  Asker asker;
};
struct MatchList {
  Asker asker;
};
struct NuggetList {
  Asker asker;
};
struct RichestList {
  Asker asker;
};
struct HighScoreList {
  Asker asker;
};
// A hero is to be kept; its player is told of the stable then.
struct HeroKept {
  Asker asker;
};
// A hero is to be retired; its player is told of the stable then.
struct HeroRetired {
  Asker asker;
  std::uint64_t retirement = 0;  // which: HeroBringing::begin_retirement
};
struct HeroList {
  Asker asker;
};
struct StoryOfHero {
  Asker asker;
};
struct FamousList {
  Asker asker;
  std::uint32_t list = 0;  // pb::HeroList
};
// The heroes that somebody brings to a table.
struct HeroesForTable {
  TableId table{};
};
// Who has a name, to be blocked or unblocked.
struct PlayerToBlock {
  Asker asker;
  bool blocks = true;
};
struct BlockKept {
  Asker asker;
};
struct BlockedList {
  Asker asker;
  bool to_all = false;  // to all connections of the account
};
struct SignInList {
  Asker asker;
};
// A change of tokens or of the name is to be kept.
struct IdentityKept {
  Asker asker;
  std::uint64_t change = 0;  // which
};
// That a token was used: nobody waits for it.
struct TokenTouched {};

using StoreWait =
    std::variant<StartRead, MoveKept, MatchRead, TableKept, RecordOf, LuckOf, StoryOf, StatementKept, ClosingKept,
                 RematchOf, TokenOwner, GuestMade, MatchesAtSignIn, MatchList, NuggetList, RichestList, HighScoreList,
                 PlayerToBlock, BlockKept, BlockedList, SignInList, IdentityKept, TokenTouched, HeroKept, HeroRetired,
                 HeroList, StoryOfHero, FamousList, HeroesForTable>;
using JobWait = std::variant<BotMove, OddsOf, MatchRead, RecordOf, LuckOf, StoryOf>;

// One is made for every move.
static_assert(sizeof(StoreWait) <= 40 && std::is_trivially_copyable_v<StoreWait>);
static_assert(sizeof(JobWait) <= 56 && std::is_trivially_copyable_v<JobWait>);

// A visitor that has a function for each kind.
template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

}  // namespace wyrmhall::server
