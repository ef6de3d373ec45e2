// New guests: who may become one, and what it costs.
#include <algorithm>

#include "server/accounts/authentication.h"
#include "server/accounts/secret_code.h"
#include "server/accounts/secret_hash.h"
#include "server/accounts/sign_in_token.h"
#include "server/core/names.h"
#include "server/wire/frames.h"
#include "server/wire/wire_time.h"

namespace wyrmhall::server {

using persistence::Verdict;

void Authentication::admit_guest(Session& session, const pb::ClientMessage& message, Outbox& out) {
  const Asker asker{session.id, message.command_id()};
  const pb::SignIn& wanted = message.sign_in();
  const Registration registration = core_.settings.registration;
  if (draining_) return out.refuse(asker, refusal(pb::REFUSAL_CODE_DRAINING, "the server is about to stop"));
  if (registration == Registration::kClosed) {
    return out.refuse(asker, refusal(pb::REFUSAL_CODE_REGISTRATION_CLOSED,
                                     "this server takes no new guests; who has been here before signs in as ever"));
  }
  const auto name = wanted.bot() ? check_bot_name(wanted.new_guest()) : check_name(wanted.new_guest());
  if (!name) return out.refuse(asker, refusal(name.error()));
  const bool invited = registration == Registration::kInvitation;
  if (invited && wanted.invitation().empty()) {
    return out.refuse(asker,
                      refusal(pb::REFUSAL_CODE_INVITATION_NEEDED,
                              "this server takes new guests by invitation only; sign in with one", "invitation"));
  }
  if (wanted.invitation().size() > kInvitationBytes) {
    return out.refuse(
        asker, refusal(pb::REFUSAL_CODE_INVITATION_UNKNOWN, "an invitation has at most 64 characters", "invitation"));
  }
  const Timestamp now = core_.environment.clock.now();
  const GuestGate::Price price = guests_.price(*session.address, now);
  if (price.again) {
    return out.refuse(asker,
                      again_after(refusal(pb::REFUSAL_CODE_LIMIT_REACHED,
                                          "too many new guests have come from this address; try again later", "guests"),
                                  std::chrono::floor<std::chrono::milliseconds>(*price.again - now)));
  }
  if (price.zero_bits != 0 && !has_proof(session, wanted.proof())) {
    return ask_for_proof(session, asker, price.zero_bits, out);
  }

  guests_.count(*session.address, now);
  session.token = make_token(core_.environment.entropy);
  session.token_hash = hash_of(session.token);
  session.account = make_id<AccountId>(core_.environment);
  session.name = name->shown;
  session.stage = Session::Stage::kSigningIn;
  out.ask(GuestMade{asker},
          persistence::CreateAccount{
              .account = persistence::Account{.id = session.account,
                                              .name = name->shown,
                                              .name_key = name->key,
                                              .token_hash = session.token_hash,
                                              .created_at = now},
              .client = tame_client(session.client),
              .invitation = invited ? persistence::Boxed(secret_code_hash(wanted.invitation())) : std::nullopt});
}

bool Authentication::has_proof(const Session& session, const pb::Proof& proof) const {
  return session.proof && core_.environment.clock.now() < session.proof->until &&
         proves(*session.proof, proof.challenge(), proof.nonce());
}

// A task with at least half of its time left is given again, so that asking twice does not throw away what was done.
void Authentication::ask_for_proof(Session& session, const Asker& asker, std::uint32_t zero_bits, Outbox& out) const {
  const Timestamp now = core_.environment.clock.now();
  if (!session.proof || session.proof->until - now < kProofTime / 2) {
    session.proof = std::make_unique<ProofTask>(ProofTask{.zero_bits = zero_bits, .until = now + kProofTime});
    core_.environment.entropy.fill(session.proof->challenge);
  }
  const ProofTask& task = *session.proof;
  pb::Refusal refused =
      refusal(pb::REFUSAL_CODE_PROOF_NEEDED,
              "many new guests have come from this address; sign in again with a proof of work", "proof");
  refused.mutable_proof()->set_challenge(task.challenge.data(), task.challenge.size());
  refused.mutable_proof()->set_zero_bits(task.zero_bits);
  refused.mutable_proof()->set_valid_ms(wire_ms(std::chrono::floor<std::chrono::milliseconds>(task.until - now)));
  out.refuse(asker, std::move(refused));
}

void Authentication::answered(const GuestMade& wait, const GuestMade::Answer& answer, Outbox& out) {
  Session* const session = core_.waiting(wait.asker, answer, out);
  if (session == nullptr) return;
  if (answer.verdict == Verdict::kConflict) {
    guests_.take_back(*session->address);
    session->sign_in_failed();
    const bool invitation = answer.conflict == persistence::Conflict::kInvitation;
    return out.refuse(
        wait.asker,
        invitation
            ? refusal(pb::REFUSAL_CODE_INVITATION_UNKNOWN,
                      "this invitation is not valid: it does not exist, has expired, is used up, or was revoked",
                      "invitation")
            : refusal(pb::REFUSAL_CODE_NAME_TAKEN, "somebody has this name, or one that looks the same", "name"));
  }
  ++out.totals.guests;
  signed_in(*session, wait.asker, AccessEvent::Kind::kNewGuest, {}, {}, out);
}

}  // namespace wyrmhall::server
