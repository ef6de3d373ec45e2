#include "server/accounts/sign_in_steps.h"

#include "server/core/limits.h"

namespace wyrmhall::server {

void ask_matches_at_sign_in(const Session& session, const Asker& asker, Outbox& out) {
  out.ask(MatchesAtSignIn{asker}, persistence::ListMatches{.account = session.account,
                                                           .only_running = true,
                                                           .with_blocked = true,
                                                           .running_ids = kRunningRead,
                                                           .before = {},
                                                           .limit = kMatchesPerPage});
}

pb::Refusal account_blocked() {
  return refusal(pb::REFUSAL_CODE_ACCOUNT_BLOCKED, "whoever runs this server has blocked this account");
}

}  // namespace wyrmhall::server
