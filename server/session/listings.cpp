#include "server/session/listings.h"

#include <limits>

#include "server/match/ending.h"
#include "server/wire/lists.h"

namespace wyrmhall::server {

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
    const auto account = id_from_bytes<AccountId>(wanted.after().account_id());
    if (!account || wanted.after().nuggets() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      return out.refuse(asker, refusal(pb::REFUSAL_CODE_FIELD_INVALID, "this is no place that was in a list", "after"));
    }
    after = {.amount = static_cast<std::int64_t>(wanted.after().nuggets()), .account = *account};
  }
  out.ask(RichestList{asker},
          persistence::ListTallies{.what = std::string(kNuggets), .after = after, .limit = kMatchesPerPage});
}

void Listings::answered(const MatchList& wait, const persistence::Answer& answer, Outbox& out) const {
  if (core_.waiting(wait.asker, answer, out) == nullptr) return;
  pb::ServerMessage reply;
  write_matches(answer, *reply.mutable_matches());
  out.answer(wait.asker, reply);
}

void Listings::answered(const NuggetList& wait, const persistence::Answer& answer, Outbox& out) const {
  if (core_.waiting(wait.asker, answer, out) == nullptr) return;
  pb::ServerMessage reply;
  write_nuggets(answer, *reply.mutable_nuggets());
  out.answer(wait.asker, reply);
}

void Listings::answered(const RichestList& wait, const persistence::Answer& answer, Outbox& out) const {
  if (core_.waiting(wait.asker, answer, out) == nullptr) return;
  pb::ServerMessage reply;
  write_richest(answer, *reply.mutable_richest());
  out.answer(wait.asker, reply);
}

}  // namespace wyrmhall::server
