#include "server/connections/listings.h"

#include <algorithm>
#include <limits>

#include "server/games/ending.h"
#include "server/games/registry.h"
#include "server/match/lists.h"

namespace wyrmhall::server {
namespace {

// The place after which a list of tallies goes on; nothing if there can be no such place.
std::optional<persistence::TallyPlace> tally_place(std::uint64_t amount, const std::string& account) {
  const auto id = id_from_bytes<AccountId>(account);
  if (!id || amount > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return std::nullopt;
  return persistence::TallyPlace{.amount = static_cast<std::int64_t>(amount), .account = *id};
}

pb::Refusal no_place() {
  return refusal(pb::REFUSAL_CODE_FIELD_INVALID, "this is no place that was in a list", "after");
}

}  // namespace

void Listings::matches(const Session& session, const pb::ClientMessage& message, Outbox& out) {
  const pb::ListMatches& wanted = message.list_matches();
  const Asker asker{session.id, message.command_id()};
  const auto before = id_from_bytes<MatchId>(wanted.before());
  if (!before && !wanted.before().empty()) return out.refuse(asker, no_id("before"));
  out.ask(
      MatchList{asker},
      persistence::ListMatches{
          .account = session.account, .only_running = wanted.running(), .before = before, .limit = kMatchesPerPage});
}

void Listings::nuggets(const Session& session, const pb::ClientMessage& message, Outbox& out) {
  const std::string& wanted = message.list_nuggets().before();
  const Asker asker{session.id, message.command_id()};
  const auto before = id_from_bytes<MatchId>(wanted);
  if (!before && !wanted.empty()) return out.refuse(asker, no_id("before"));
  out.ask(NuggetList{asker},
          persistence::ReadLedger{
              .account = session.account, .what = std::string(kNuggets), .before = before, .limit = kMatchesPerPage});
}

void Listings::richest(const Session& session, const pb::ClientMessage& message, Outbox& out) {
  const pb::ListRichest& wanted = message.list_richest();
  const Asker asker{session.id, message.command_id()};
  std::optional<persistence::TallyPlace> after;
  if (wanted.has_after()) {
    after = tally_place(wanted.after().nuggets(), wanted.after().account_id());
    if (!after) return out.refuse(asker, no_place());
  }
  out.ask(RichestList{asker},
          persistence::ListTallies{.what = std::string(kNuggets), .after = after, .limit = kMatchesPerPage});
}

void Listings::high_scores(const Session& session, const pb::ClientMessage& message, Outbox& out) {
  const pb::ListHighScores& wanted = message.list_high_scores();
  const Asker asker{session.id, message.command_id()};
  const GameKind* const kind = find_game(wanted.high_score().game());
  const bool known = kind != nullptr && std::ranges::count(kind->offer().high_scores(), wanted.high_score().name()) > 0;
  if (!known) {
    return out.refuse(asker,
                      refusal(pb::REFUSAL_CODE_FIELD_INVALID, "it must be a high score of a game", "high_score"));
  }
  std::optional<persistence::TallyPlace> after;
  if (wanted.has_after()) {
    after = tally_place(wanted.after().points(), wanted.after().account_id());
    if (!after) return out.refuse(asker, no_place());
  }
  out.ask(HighScoreList{asker},
          persistence::ListTallies{.what = high_score_kind(wanted.high_score().game(), wanted.high_score().name()),
                                   .after = after,
                                   .limit = kMatchesPerPage,
                                   .own = session.account});
}

void Listings::answered(const MatchList& wait, const MatchList::Answer& answer, Outbox& out) const {
  if (core_.waiting(wait.asker, answer, out) == nullptr) return;
  pb::ServerMessage reply;
  write_matches(answer.value, *reply.mutable_matches());
  out.answer(wait.asker, reply);
}

void Listings::answered(const NuggetList& wait, const NuggetList::Answer& answer, Outbox& out) const {
  if (core_.waiting(wait.asker, answer, out) == nullptr) return;
  pb::ServerMessage reply;
  write_nuggets(answer.value, *reply.mutable_nuggets());
  out.answer(wait.asker, reply);
}

void Listings::answered(const RichestList& wait, const RichestList::Answer& answer, Outbox& out) const {
  if (core_.waiting(wait.asker, answer, out) == nullptr) return;
  pb::ServerMessage reply;
  write_richest(answer.value, *reply.mutable_richest());
  out.answer(wait.asker, reply);
}

void Listings::answered(const HighScoreList& wait, const HighScoreList::Answer& answer, Outbox& out) const {
  if (core_.waiting(wait.asker, answer, out) == nullptr) return;
  pb::ServerMessage reply;
  write_high_scores(answer.value, *reply.mutable_high_scores());
  out.answer(wait.asker, reply);
}

}  // namespace wyrmhall::server
