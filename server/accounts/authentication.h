// Who a connection is: Hello, and signing in as somebody who has been here before or as a new guest.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "server/accounts/guest_gate.h"
#include "server/accounts/identity.h"
#include "server/accounts/members.h"
#include "server/accounts/sign_in_codes.h"
#include "server/core/context.h"
#include "server/match/play.h"

namespace wyrmhall::server {

class Authentication {
 public:
  Authentication(const SessionContext& core, Play play, Identity& identity, Members& members, SignInCodes& codes)
      : core_(core),
        play_(play),
        identity_(identity),
        members_(members),
        codes_(codes),
        guests_(core.settings.limits) {}

  // Hello and SignIn.
  void greet(Session& session, const pb::ClientMessage& message, Outbox& out) const;
  void sign_in(Session& session, const pb::ClientMessage& message, Outbox& out);

  void answered(const TokenOwner& wait, TokenOwner::Answer& answer, Outbox& out);
  void answered(const GuestMade& wait, const GuestMade::Answer& answer, Outbox& out);
  void answered(const MatchesAtSignIn& wait, const MatchesAtSignIn::Answer& answer, Outbox& out);
  // The lobby goes to another server, or comes here, and with it everybody who is in it.
  void answered(const MatchesAtResume& wait, const MatchesAtResume::Answer& answer, Outbox& out);

  // Lets a session into the lobby, which is here, and says in `to` what the lobby knows. `resumes`: it was in already.
  // Comes back with why it may not come in, if it may not.
  std::optional<pb::Refusal> enter(Session& session, std::span<const MatchId> running, std::vector<AccountId> blocked,
                                   bool resumes, pb::SignedIn& to, Outbox& out);
  // Somebody who has said who they are comes into the lobby, which is here.
  void arrive(Arrival arrival, Outbox& out);
  // Another server that has the lobby has answered for a session of this one.
  void admitted(Arrival arrival, const std::string& refusal, const std::string& signed_in, Outbox& out);

  // No new guests from now on.
  void drain() { draining_ = true; }

 private:
  void signed_in(Session& session, const Asker& asker, AccessEvent::Kind kind,
                 const persistence::ListMatches::Answer& found, Timestamp delete_at, Outbox& out);
  void finish(Session& session, const Arrival& arrival, Outbox& out) const;
  static void tell_moved(const Session& session, const Arrival& arrival, const pb::SignedIn& known, Outbox& out);

  // --- New guests (new_guests.cpp) ---
  void admit_guest(Session& session, const pb::ClientMessage& message, Outbox& out);
  [[nodiscard]] bool has_proof(const Session& session, const pb::Proof& proof) const;
  void ask_for_proof(Session& session, const Asker& asker, std::uint32_t zero_bits, Outbox& out) const;

  SessionContext core_;
  Play play_;
  Identity& identity_;
  Members& members_;
  SignInCodes& codes_;
  GuestGate guests_;
  bool draining_ = false;
};

}  // namespace wyrmhall::server
