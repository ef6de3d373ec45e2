// Who a connection is: Hello, and signing in as somebody who has been here before or as a new guest.
#pragma once

#include "server/accounts/guest_gate.h"
#include "server/accounts/identity.h"
#include "server/accounts/members.h"
#include "server/accounts/relations.h"
#include "server/accounts/sign_in_codes.h"
#include "server/core/context.h"
#include "server/match/play.h"

namespace wyrmhall::server {

class Authentication {
 public:
  Authentication(const SessionContext& core, Play play, Identity& identity, Relations& relations, Members& members,
                 SignInCodes& codes)
      : core_(core),
        play_(play),
        identity_(identity),
        relations_(relations),
        members_(members),
        codes_(codes),
        guests_(core.settings.limits) {}

  // Hello and SignIn.
  void greet(Session& session, const pb::ClientMessage& message, Outbox& out) const;
  void sign_in(Session& session, const pb::ClientMessage& message, Outbox& out);

  void answered(const TokenOwner& wait, TokenOwner::Answer& answer, Outbox& out);
  void answered(const GuestMade& wait, const GuestMade::Answer& answer, Outbox& out);
  void answered(const MatchesAtSignIn& wait, const MatchesAtSignIn::Answer& answer, Outbox& out);

  // No new guests from now on.
  void drain() { draining_ = true; }

 private:
  void signed_in(Session& session, const Asker& asker, AccessEvent::Kind kind,
                 const persistence::ListMatches::Answer& found, Timestamp delete_at, Outbox& out);

  // --- New guests (new_guests.cpp) ---
  void admit_guest(Session& session, const pb::ClientMessage& message, Outbox& out);
  [[nodiscard]] bool has_proof(const Session& session, const pb::Proof& proof) const;
  void ask_for_proof(Session& session, const Asker& asker, std::uint32_t zero_bits, Outbox& out) const;

  SessionContext core_;
  Play play_;
  Identity& identity_;
  Relations& relations_;
  Members& members_;
  SignInCodes& codes_;
  GuestGate guests_;
  bool draining_ = false;
};

}  // namespace wyrmhall::server
