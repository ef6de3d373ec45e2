// New guests: who may become one, and what it costs.
#include <algorithm>

#include "server/frames.h"
#include "server/hall.h"
#include "server/invitation_code.h"
#include "server/names.h"
#include "server/secret_hash.h"
#include "server/sign_in_token.h"

namespace wyrmhall::server {

using persistence::Verdict;

namespace {

constexpr Micros kProofMicros = in_micros(kProofTime);

// What is asked of the store, in Route::detail beside those of hall_sessions.cpp and hall_blocked.cpp.
enum GuestAsks : std::uint64_t { kCreateGuest = 96 };

std::uint32_t in_ms(Micros time) {
  return static_cast<std::uint32_t>(std::max<Micros>(time, 0) / 1000);
}

}  // namespace

void Hall::admit_guest(Session& session, const pb::ClientMessage& message) {
  const std::uint64_t id = message.command_id();
  const pb::SignIn& wanted = message.sign_in();
  if (draining_) return refuse(session, id, refusal(pb::REFUSAL_CODE_DRAINING, "the server is about to stop"));
  if (settings_.registration == Registration::kClosed) {
    return refuse(session, id,
                  refusal(pb::REFUSAL_CODE_REGISTRATION_CLOSED,
                          "this server takes no new guests; who has been here before signs in as ever"));
  }
  const auto name = check_name(wanted.new_guest());
  if (!name) return refuse(session, id, refusal(name.error()));
  const bool invited = settings_.registration == Registration::kInvitation;
  if (invited && wanted.invitation().empty()) {
    return refuse(session, id,
                  refusal(pb::REFUSAL_CODE_INVITATION_NEEDED,
                          "this server takes new guests by invitation only; sign in with one", "invitation"));
  }
  if (wanted.invitation().size() > kInvitationBytes) {
    return refuse(
        session, id,
        refusal(pb::REFUSAL_CODE_INVITATION_UNKNOWN, "an invitation has at most 64 characters", "invitation"));
  }
  const Micros now = environment_.clock.now();
  const GuestGate::Price price = guests_.price(*session.address, now);
  if (price.again) {
    pb::Refusal refused = refusal(pb::REFUSAL_CODE_LIMIT_REACHED,
                                  "too many new guests have come from this address; try again later", "guests");
    refused.set_retry_after_ms(in_ms(*price.again - now));
    return refuse(session, id, std::move(refused));
  }
  if (price.zero_bits != 0 && !has_proof(session, wanted.proof())) return ask_for_proof(session, id, price.zero_bits);

  guests_.count(*session.address, now);
  session.token = make_token(environment_.entropy);
  session.token_hash = hash_of(session.token);
  session.account = make_id(environment_);
  session.name = name->shown;
  session.stage = Session::Stage::kSigningIn;
  ask({.to = Route::To::kSession, .id = {}, .session = session.id, .command_id = id, .detail = kCreateGuest},
      persistence::CreateAccount{
          .account = persistence::Account{.id = session.account,
                                          .name = name->shown,
                                          .name_key = name->key,
                                          .token_hash = session.token_hash,
                                          .created_at = now},
          .client = tame_client(session.client),
          .invitation = invited ? persistence::Boxed(invitation_hash(wanted.invitation())) : std::nullopt});
}

bool Hall::has_proof(const Session& session, const pb::Proof& proof) const {
  return session.proof && environment_.clock.now() < session.proof->until &&
         proves(*session.proof, proof.challenge(), proof.nonce());
}

// A task that has half of its time left is given again, so that asking twice does not throw away what was done.
void Hall::ask_for_proof(Session& session, std::uint64_t command_id, std::uint32_t zero_bits) {
  const Micros now = environment_.clock.now();
  if (!session.proof || session.proof->until - now < kProofMicros / 2) {
    session.proof = std::make_unique<ProofTask>(ProofTask{.zero_bits = zero_bits, .until = now + kProofMicros});
    environment_.entropy.fill(session.proof->challenge);
  }
  const ProofTask& task = *session.proof;
  pb::Refusal refused =
      refusal(pb::REFUSAL_CODE_PROOF_NEEDED,
              "many new guests have come from this address; sign in again with a proof of work", "proof");
  refused.mutable_proof()->set_challenge(task.challenge.data(), task.challenge.size());
  refused.mutable_proof()->set_zero_bits(task.zero_bits);
  refused.mutable_proof()->set_valid_ms(in_ms(task.until - now));
  refuse(session, command_id, std::move(refused));
}

bool Hall::guest_answered(Session& session, const Route& route, const persistence::Answer& answer) {
  if (route.detail != kCreateGuest) return false;
  if (answer.verdict == Verdict::kConflict) {
    guests_.take_back(*session.address);
    if (session.stage == Session::Stage::kSigningIn) session.stage = Session::Stage::kGreeted;
    const bool invitation = answer.taken == persistence::Taken::kInvitation;
    refuse(session, route.command_id,
           invitation
               ? refusal(pb::REFUSAL_CODE_INVITATION_UNKNOWN,
                         "there is no such invitation, or it counts no more: it has run out, is used up, or was "
                         "taken back",
                         "invitation")
               : refusal(pb::REFUSAL_CODE_NAME_TAKEN, "somebody has this name, or one that looks the same", "name"));
    return true;
  }
  ++out_.tally.guests;
  signed_in(session, route.command_id, answer);
  return true;
}

}  // namespace wyrmhall::server
