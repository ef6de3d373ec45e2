#include "server/core/context.h"

namespace wyrmhall::server {

using persistence::Verdict;

Session* SessionContext::waiting(const Asker& asker, const persistence::Outcome& outcome, Outbox& out) const {
  Session* session = sessions.find(asker.session);
  const bool moved = outcome.verdict == Verdict::kNotOwner;
  if (session == nullptr || (!moved && outcome.verdict != Verdict::kUnknown)) return session;
  session->sign_in_failed();
  out.refuse(asker,
             moved ? refusal(pb::REFUSAL_CODE_MOVED, "another server has taken over; connect again") : store_failed());
  return nullptr;
}

pb::Refusal store_failed() {
  return again_after(refusal(pb::REFUSAL_CODE_NO_STORE, "the store does not answer; try again"), kStoreRetry);
}

}  // namespace wyrmhall::server
