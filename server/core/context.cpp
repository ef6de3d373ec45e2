#include "server/core/context.h"

namespace wyrmhall::server {

using persistence::Verdict;

Session* SessionContext::waiting(const Asker& asker, const persistence::Outcome& outcome, Outbox& out) const {
  Session* session = sessions.find(asker.session);
  auto failed = failure_of(outcome);
  if (session == nullptr || !failed) return session;
  session->sign_in_failed();
  out.refuse(asker, *std::move(failed));
  return nullptr;
}

std::optional<pb::Refusal> failure_of(const persistence::Outcome& outcome) {
  switch (outcome.verdict) {
    case Verdict::kNotOwner:
      return refusal(pb::REFUSAL_CODE_MOVED, "another server has taken over; connect again");
    case Verdict::kUnknown:
      return store_failed();
    default:
      return std::nullopt;
  }
}

pb::Refusal store_failed() {
  return again_after(refusal(pb::REFUSAL_CODE_NO_STORE, "the store does not answer; try again"), kStoreRetry);
}

}  // namespace wyrmhall::server
