// What an answer of the store, or the result of a worker, is waited for: a value for each kind of wait. It is put aside
// when something is asked for and found again by the ticket of the answer, and says whose the answer is and what to do
// with it. One that waits for the store names what it is answered with: nothing else can be asked for it (Outbox::ask).
#pragma once

#include <cstdint>
#include <variant>

#include "persistence/store.h"
#include "rules/seat.h"
#include "server/core/ids.h"

namespace wyrmhall::server {

// A command that waits for its answer.
struct Asker {
  SessionId session;
  std::uint64_t command_id = 0;
};

// --- At the start of the server ---

// Also when this server takes over the lobby of another's.
struct TablesRead {
  using Answer = persistence::AnswerTo<persistence::LoadTables>;
  bool at_start = true;
};
struct DeadlinesRead {
  using Answer = persistence::AnswerTo<persistence::LoadDeadlines>;
  enum class When : std::uint8_t { kAtStart, kTaken, kLater };  // kTaken: this server has taken matches of another's
  When when = When::kAtStart;
};

// --- Matches and tables ---

// A move is to be kept.
struct MoveKept {
  using Answer = persistence::AnswerTo<persistence::AppendMove>;
  MatchId match{};
};
// A match is to be read by its actor.
struct MatchRead {
  using Answer = persistence::AnswerTo<persistence::LoadMatch>;
  MatchId match{};
  std::uint64_t read = 0;  // which of all reads: MatchActor::being_read
  bool for_clock = false;  // its clock has run out while it rested
};
// A table is to be kept, or dropped.
struct TableKept {
  using Answer = persistence::AnswerTo<persistence::SaveTable>;
  TableId table{};
};
// The match that starts at a table is to be kept.
struct StartKept {
  using Answer = persistence::AnswerTo<persistence::CreateMatch>;
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
  using Answer = persistence::AnswerTo<persistence::LoadMatch>;
  MatchId match{};
  bool at_end = false;  // nobody asks: the match has just ended, and that is to be signed
};
// What was signed about the end of a match is to be kept.
struct StatementKept {
  using Answer = persistence::AnswerTo<persistence::KeepEndStatement>;
  MatchId match{};
};
struct LuckOf {
  using Answer = persistence::AnswerTo<persistence::LoadMatch>;
  Asker asker;
};
// What led to where a match stands.
struct StoryOf {
  using Answer = persistence::AnswerTo<persistence::LoadMatch>;
  Asker asker;
  std::uint32_t channel = 0;
  std::uint32_t since = 0;  // version
};
// By what a seat closes its chain is to be kept.
struct ClosingKept {
  using Answer = persistence::AnswerTo<persistence::KeepClosingLink>;
  Asker asker;
};
// Who plays a match in which somebody says something.
struct SaidIn {
  using Answer = persistence::AnswerTo<persistence::LoadMatch>;
  std::uint64_t number = 0;  // of what is said: Remarks::waiting_
};
// The match that is to be played again.
struct RematchOf {
  using Answer = persistence::AnswerTo<persistence::LoadMatch>;
  Asker asker;
};

// --- What a connection asks ---

// Odds of an action.
struct OddsOf {
  Asker asker;
};
// Whose a token is.
struct TokenOwner {
  using Answer = persistence::AnswerTo<persistence::FindAccount>;
  Asker asker;
};
// The account of a new guest is to be made.
struct GuestMade {
  using Answer = persistence::AnswerTo<persistence::CreateAccount>;
  Asker asker;
};
// What is told with SignedIn.
struct MatchesAtSignIn {
  using Answer = persistence::AnswerTo<persistence::ListMatches>;
  Asker asker;
  Timestamp delete_at{};  // when the player is to be deleted; the beginning of time: not
};
// The same for one who is in already, and the lobby goes to another server.
struct MatchesAtResume {
  using Answer = persistence::AnswerTo<persistence::ListMatches>;
  Asker asker;
};
struct MatchList {
  using Answer = persistence::AnswerTo<persistence::ListMatches>;
  Asker asker;
};
struct NuggetList {
  using Answer = persistence::AnswerTo<persistence::ReadLedger>;
  Asker asker;
};
struct RichestList {
  using Answer = persistence::AnswerTo<persistence::ListTallies>;
  Asker asker;
};
struct HighScoreList {
  using Answer = persistence::AnswerTo<persistence::ListTallies>;
  Asker asker;
};
// A hero is to be kept; its player is told of the stable then.
struct HeroKept {
  using Answer = persistence::AnswerTo<persistence::KeepHero>;
  Asker asker;
};
// A hero is to be retired; its player is told of the stable then.
struct HeroRetired {
  using Answer = persistence::AnswerTo<persistence::RetireHero>;
  Asker asker;
  std::uint64_t retirement = 0;  // which: HeroBringing::begin_retirement
};
struct HeroList {
  using Answer = persistence::AnswerTo<persistence::ListHeroes>;
  Asker asker;
};
struct StoryOfHero {
  using Answer = persistence::AnswerTo<persistence::ListStory>;
  Asker asker;
};
struct FamousList {
  using Answer = persistence::AnswerTo<persistence::ListHeroBoard>;  // or ListFallen
  Asker asker;
  std::uint32_t list = 0;  // pb::HeroList
};
// The heroes that somebody brings to a table.
struct HeroesForTable {
  using Answer = persistence::AnswerTo<persistence::ListHeroes>;
  TableId table{};
};
// Who has a name, to be blocked or followed, or that no more.
struct PlayerToRelate {
  using Answer = persistence::AnswerTo<persistence::FindPlayers>;
  Asker asker;
  persistence::Relation relation{};
  bool holds = true;
};
struct RelationKept {
  using Answer = persistence::AnswerTo<persistence::RelatePlayers>;
  Asker asker;
  persistence::Relation relation{};
};
struct RelatedList {
  using Answer = persistence::AnswerTo<persistence::ListRelated>;
  Asker asker;
  persistence::Relation relation{};
  bool to_all = false;  // to all connections of the account
};
// Who is challenged to a table.
struct ChallengedFound {
  using Answer = persistence::AnswerTo<persistence::FindPlayers>;
  std::uint64_t number = 0;  // of the command: Challenges::asked_
};
struct SignInList {
  using Answer = persistence::AnswerTo<persistence::ListTokens>;
  Asker asker;
};
// A change of an account's tokens is to be kept.
struct TokensKept {
  using Answer = persistence::AnswerTo<persistence::AddToken>;  // or RevokeTokens, NameToken
  Asker asker;
  std::uint64_t change = 0;  // which
};
// A try to get in by a password or a recovery code is to be counted.
struct TryCounted {
  using Answer = persistence::AnswerTo<persistence::CountTry>;
  Asker asker;
};
// It was right, so it does not count: nobody waits for it.
struct TryTakenBack {
  using Answer = persistence::AnswerTo<persistence::TakeBackTry>;
};
// A passkey that somebody says to have.
struct PasskeyFound {
  using Answer = persistence::AnswerTo<persistence::FindPasskey>;
  Asker asker;
};
// That a passkey was used, for something that is kept by itself: nobody waits for it.
struct PasskeyNoted {
  using Answer = persistence::AnswerTo<persistence::UsePasskey>;
};
// What a password, a recovery code or a passkey has led to is to be kept.
struct SecretKept {
  using Answer = persistence::AnswerTo<persistence::KeepPassword>;  // or another write of a member's, or AddToken
  Asker asker;
};
// What a member gives up, or takes back, is to be kept.
struct MembershipKept {
  using Answer = persistence::AnswerTo<persistence::DropPasskey>;  // or PlanDeletion
  Asker asker;
};
// The token of a device that was let in by a code is to be kept.
struct ConfirmedKept {
  using Answer = persistence::AnswerTo<persistence::AddToken>;
  Asker asker;               // who has let it in
  std::uint64_t device = 0;  // its session
};
// A password, or what a passkey gave, is looked at by a worker.
struct PasswordOf {
  Asker asker;
};
// The same for somebody whose new recovery codes are told with it.
struct CodesMade {
  using Answer = persistence::AnswerTo<persistence::ReadMembership>;
  Asker asker;
};
// The same for somebody who asks what a passkey is to be made or used for.
struct PasskeysListed {
  using Answer = persistence::AnswerTo<persistence::ReadMembership>;
  Asker asker;
};
struct MembershipRead {
  using Answer = persistence::AnswerTo<persistence::ReadMembership>;
  Asker asker;
};
// Another name is to be kept.
struct NameKept {
  using Answer = persistence::AnswerTo<persistence::RenameAccount>;
  Asker asker;
  std::uint64_t change = 0;  // which
};
// That a token was used: nobody waits for it.
struct TokenTouched {
  using Answer = persistence::AnswerTo<persistence::TouchToken>;
};

using StoreWait =
    std::variant<TablesRead, DeadlinesRead, MoveKept, MatchRead, TableKept, StartKept, RecordOf, LuckOf, StoryOf,
                 StatementKept, ClosingKept, RematchOf, SaidIn, TokenOwner, GuestMade, MatchesAtSignIn, MatchesAtResume,
                 MatchList, NuggetList, RichestList, HighScoreList, PlayerToRelate, RelationKept, RelatedList,
                 ChallengedFound, SignInList, TokensKept, NameKept, TokenTouched, TryCounted, TryTakenBack,
                 PasskeyFound, PasskeyNoted, SecretKept, MembershipKept, ConfirmedKept, MembershipRead, CodesMade,
                 PasskeysListed, HeroKept, HeroRetired, HeroList, StoryOfHero, FamousList, HeroesForTable>;
using JobWait = std::variant<BotMove, OddsOf, MatchRead, RecordOf, LuckOf, StoryOf, PasswordOf>;

// One is made for every move.
static_assert(sizeof(StoreWait) <= 40 && std::is_trivially_copyable_v<StoreWait>);
static_assert(sizeof(JobWait) <= 56 && std::is_trivially_copyable_v<JobWait>);

// A visitor that has a function for each kind.
template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

}  // namespace wyrmhall::server
