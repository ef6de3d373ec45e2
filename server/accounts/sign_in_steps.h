// What all ways to sign in have in common.
#pragma once

#include "server/core/outbox.h"
#include "server/core/session.h"

namespace wyrmhall::server {

// It is known who it is: the rest that SignedIn tells is asked for.
void ask_matches_at_sign_in(const Session& session, const Asker& asker, Outbox& out);

pb::Refusal account_blocked();

}  // namespace wyrmhall::server
