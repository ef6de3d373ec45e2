// The store: what the server asks to be kept or found, and how it is answered.
//
// Requests and answers are values, so they can be queued, delayed, lost and repeated (as the simulator does), or sent
// to another machine. Repeating any request is harmless. Each request says what it is answered with (its Answer) and
// whether it writes (kWrites). Those that write are carried out in the order in which they were submitted; those that
// read see everything that was answered as kept before they were submitted.
//
// This header is the contract, with those of the areas that it includes: another store can be written from them alone,
// and is one once it passes tests/persistence/contract.h. It derives from Store, carries each request out with a
// function for its type (std::visit does not compile while one is missing), and begins each answer with answer_to().
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>

#include "persistence/accounts.h"
#include "persistence/administration.h"
#include "persistence/answer.h"
#include "persistence/heroes.h"
#include "persistence/histogram.h"
#include "persistence/ledger.h"
#include "persistence/matches.h"
#include "persistence/members.h"
#include "persistence/passkeys.h"
#include "persistence/relations.h"

namespace wyrmhall::persistence {

// A Request is moved several times a turn, and is nearly always an AppendMove: no alternative may be larger than that.
using Request =
    std::variant<CreateAccount, SaveTable, DropTable, CreateMatch, AppendMove, BlockAccount, EraseAccount,
                 ContinueErasing, PlanDeletion, VoidMatch, RelatePlayers, MovedOut, RenameAccount, AddToken,
                 RevokeTokens, NameToken, TouchToken, KeepInvitation, DropInvitation, KeepBan, DropBan, ExpireAccounts,
                 WriteAdminLog, KeepHero, RetireHero, KeepClosingLink, KeepEndStatement, CountTry, TakeBackTry,
                 KeepPassword, KeepRecoveryCodes, UseRecoveryCode, KeepPasskey, UsePasskey, DropPasskey, FindAccount,
                 ListTokens, ListRelated, FindPlayers, ListInvitations, ListBans, LoadMatch, ListMatches, LoadTables,
                 LoadDeadlines, ReadLedger, ListTallies, ListHeroes, ListStory, ListFallen, ListHeroBoard,
                 ReadMembership, FindPasskey>;

static_assert(sizeof(Request) <= sizeof(AppendMove) + sizeof(void*));

inline bool is_write(const Request& request) {
  return std::visit([]<class R>(const R& /*request*/) { return R::kWrites; }, request);
}

template <class R>
using AnswerOf = typename R::Answer;
// What a request is answered with, whichever it is.
using AnswerValue = boost::mp11::mp_unique<boost::mp11::mp_transform<AnswerOf, Request>>;

struct Submission {
  std::uint64_t ticket = 0;
  Request request;
};

// The answer to one request; `ticket` is the one that it was submitted with. `value` is of the type that the request
// names, whatever the outcome. Hundreds of answers are on their way at once, and nearly all of them say nothing more.
struct Answer : Outcome {
  std::uint64_t ticket = 0;
  AnswerValue value;
};

static_assert(sizeof(AnswerValue) <= 48);

// Kept, with an empty value: what a store begins each answer with.
inline Answer answer_to(std::uint64_t ticket, const Request& request) {
  Answer answer;
  answer.ticket = ticket;
  std::visit([&]<class R>(const R& /*request*/) { answer.value.emplace<AnswerOf<R>>(); }, request);
  return answer;
}

// The same answer for one who knows what was asked.
template <class Value>
struct AnswerWith : Outcome {
  // Of the answer to a request that names this Value.
  explicit AnswerWith(Answer&& answer)
      : Outcome(static_cast<Outcome&&>(answer)), value(std::get<Value>(std::move(answer.value))) {}

  Value value;
};
template <class R>
using AnswerTo = AnswerWith<AnswerOf<R>>;

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
