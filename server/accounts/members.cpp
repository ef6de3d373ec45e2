#include "server/accounts/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <new>
#include <utility>

#include "server/accounts/member_replies.h"
#include "server/accounts/secret_code.h"
#include "server/accounts/secret_hash.h"
#include "server/accounts/sign_in_token.h"
#include "server/accounts/webauthn/passkeys.h"
#include "server/core/label.h"
#include "server/core/names.h"
#include "server/match/job_result.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {

using persistence::Boxed;
using persistence::Conflict;
using persistence::PasswordHash;
using persistence::TryCount;

namespace {

// The proof in a command that has a password, a recovery code or a passkey for one.
template <class Command>
void take_proof(const Command& command, Attempt& attempt) {
  if constexpr (requires { command.current_password(); }) {
    attempt.given = command.current_password();
  } else {
    attempt.given = command.password();
  }
  if constexpr (requires { command.recovery_code(); }) attempt.code = command.recovery_code();
  if (command.has_passkey()) attempt.proof = command.passkey();
}

webauthn::Expected expected_of(const PasskeyTask& task, const Session& session) {
  return {.challenge = task.challenge, .origin = session.address->page};
}

}  // namespace

void Members::sign_in(Session& session, const pb::ClientMessage& message, Outbox& out) {
  const pb::SignIn& sign_in = message.sign_in();
  const Asker asker{session.id, message.command_id()};
  Attempt attempt{.aim = Attempt::Aim::kSignIn};
  if (sign_in.has_passkey()) {
    attempt.proof = sign_in.passkey();
  } else if (sign_in.member().by_case() == pb::MemberSignIn::BY_NOT_SET) {
    return out.refuse(
        asker, refusal(pb::REFUSAL_CODE_FIELD_INVALID, "a member signs in by a password or by a recovery code", "by"));
  } else {
    attempt.given = sign_in.member().password();
    attempt.code = sign_in.member().recovery_code();
  }
  if (sign_in.member().name().size() > kMemberNameBytes) return out.refuse(asker, secret_wrong());
  session.account = {};
  session.stage = Session::Stage::kSigningIn;
  begin(session, asker, sign_in.member().name(), std::move(attempt), out);
}

void Members::challenge(Session& session, std::uint64_t command_id, Outbox& out) const {
  const Asker asker{session.id, command_id};
  if (webauthn::host_of(session.address->page).empty()) {
    return out.refuse(asker, passkey_unfit("only a page in a browser can use passkeys", "origin"));
  }
  session.passkey_task =
      std::make_unique<PasskeyTask>(PasskeyTask{.until = core_.environment.clock.now() + kPasskeyTime});
  core_.environment.entropy.fill(session.passkey_task->challenge);
  // Whoever has signed in is told which passkeys there are, so that a device makes no second one.
  out.ask(PasskeysListed{asker}, persistence::ReadMembership{.account = session.account});
}

void Members::answered(const PasskeysListed& wait, const PasskeysListed::Answer& answer, Outbox& out) const {
  const Session* const session = core_.waiting(wait.asker, answer, out);
  if (session == nullptr || session->passkey_task == nullptr) return;
  pb::ServerMessage reply;
  pb::PasskeyChallenge& to = *reply.mutable_passkey_challenge();
  to.set_challenge(session->passkey_task->challenge.data(), session->passkey_task->challenge.size());
  to.set_host(webauthn::host_of(session->address->page));
  if (session->stage == Session::Stage::kSignedIn) {
    to.set_account(to_bytes(session->account));
    for (const persistence::Passkey& passkey : answer.value.passkeys) to.add_passkeys(passkey.id);
  }
  out.answer(wait.asker, reply);
}

void Members::command(Session& session, const pb::ClientMessage& message, Outbox& out) {
  const Asker asker{session.id, message.command_id()};
  if (message.has_ask_membership()) {
    return out.ask(MembershipRead{asker}, persistence::ReadMembership{.account = session.account});
  }
  if (message.has_keep_account()) {
    return out.ask(MembershipKept{asker}, persistence::PlanDeletion{.account = session.account, .at = std::nullopt});
  }
  if (message.has_remove_passkey()) {
    return out.ask(MembershipKept{asker},
                   persistence::DropPasskey{.account = session.account, .id = message.remove_passkey().id()});
  }
  if (attempts_.contains(session.id.number)) return out.refuse(asker, busy());
  auto attempt = attempt_of(session, message);
  if (!attempt) return out.refuse(asker, std::move(attempt).error());
  begin(session, asker, session.name, *std::move(attempt), out);
}

std::expected<Attempt, pb::Refusal> Members::attempt_of(Session& session, const pb::ClientMessage& message) const {
  Attempt attempt;
  if (message.has_set_password()) {
    const pb::SetPassword& set = message.set_password();
    if (auto fault = fault_of_length(set.password())) return std::unexpected(*std::move(fault));
    attempt.aim = Attempt::Aim::kSetPassword;
    attempt.new_password = set.password();
    take_proof(set, attempt);
  } else if (message.has_delete_account()) {
    attempt.aim = Attempt::Aim::kDelete;
    take_proof(message.delete_account(), attempt);
  } else if (message.has_new_recovery_codes()) {
    attempt.aim = Attempt::Aim::kNewCodes;
    take_proof(message.new_recovery_codes(), attempt);
  } else {
    const pb::AddPasskey& add = message.add_passkey();
    attempt.aim = Attempt::Aim::kAddPasskey;
    take_proof(add, attempt);
    const auto name = check_label(add.name());
    if (!name) return std::unexpected(name.error());
    if (session.passkey_task == nullptr) return std::unexpected(unfit(webauthn::Fault::kOtherChallenge));
    const auto made =
        webauthn::read_new_passkey(add.attestation(), add.client_data(), expected_of(*session.passkey_task, session));
    if (!made) return std::unexpected(unfit(made.error()));
    const Timestamp now = core_.environment.clock.now();
    attempt.new_passkey = persistence::Passkey{.id = made->id,
                                               .host = webauthn::host_of(session.address->page),
                                               .key = made->key,
                                               .counter = made->counter,
                                               .name = *name,
                                               .made_at = now,
                                               .used_at = now};
  }
  return attempt;
}

void Members::begin(Session& session, const Asker& asker, std::string_view name, Attempt attempt, Outbox& out) {
  const std::string key = name_key(name);
  attempt.counts = counts_of(session, key, attempt);
  attempt.task = std::exchange(session.passkey_task, nullptr);  // a challenge is good once
  const Attempt& kept = attempts_.insert_or_assign(session.id.number, std::move(attempt)).first->second;
  if (kept.proof) return out.ask(PasskeyFound{asker}, persistence::FindPasskey{.id = kept.proof->id()});
  out.ask(TryCounted{asker},
          persistence::CountTry{.name_key = key, .counts = kept.counts, .at = core_.environment.clock.now()});
}

// A recovery code is not counted by its name: somebody who tries passwords keeps nobody from using one.
std::vector<TryCount> Members::counts_of(const Session& session, std::string_view name_key,
                                         const Attempt& attempt) const {
  std::vector<TryCount> counts;
  if (attempt.given.empty() && attempt.code.empty()) return counts;
  if (!attempt.given.empty()) {
    counts.push_back(
        {.what = hash_of(fmt::format("name {}", name_key)), .at_once = kTriesPerName, .every = kTryOfNameEvery});
  }
  if (!session.address->groups.empty()) {
    counts.push_back({.what = hash_of(fmt::format("address {}", session.address->groups.front())),
                      .at_once = kTriesPerAddress,
                      .every = kTryOfAddressEvery});
  }
  return counts;
}

void Members::answered(const PasskeyFound& wait, PasskeyFound::Answer& answer, Outbox& out) {
  Session* const session = core_.waiting(wait.asker, answer, out);
  if (session == nullptr) return forget(wait.asker);
  Attempt& attempt = attempts_.at(wait.asker.session.number);
  attempt.account = std::move(answer.value.account);
  attempt.before = std::move(answer.value.password);
  attempt.passkey = std::move(answer.value.passkey);
  attempt.member = true;
  const Timestamp now = core_.environment.clock.now();
  // A passkey is the player's or nobody's, for the host that it was made for, and for a challenge that is good.
  const bool own = attempt.passkey && attempt.passkey->host == webauthn::host_of(session->address->page) &&
                   (attempt.aim == Attempt::Aim::kSignIn || attempt.account->id == session->account);
  if (!own || attempt.task == nullptr || now >= attempt.task->until) return wrong(*session, wait.asker, out);
  go_on(*session, wait.asker, attempt, out);
}

void Members::answered(const TryCounted& wait, TryCounted::Answer& answer, Outbox& out) {
  Session* const session = core_.waiting(wait.asker, answer, out);
  if (session == nullptr) return forget(wait.asker);
  Attempt& attempt = attempts_.at(wait.asker.session.number);
  if (answer.conflict == Conflict::kLimit) {
    return end(*session, wait.asker, too_many_tries(answer.value.again_at - core_.environment.clock.now()), out);
  }
  attempt.account = std::move(answer.value.account);
  attempt.before = std::move(answer.value.password);
  attempt.member = answer.value.member;
  go_on(*session, wait.asker, attempt, out);
}

void Members::go_on(Session& session, const Asker& asker, Attempt& attempt, Outbox& out) {
  using Aim = Attempt::Aim;
  if (attempt.aim == Aim::kSignIn) {
    if (attempt.code.empty()) return look(session, asker, attempt, out);
    return give_token(session, asker, attempt, 0, out);
  }
  if (!attempt.account || attempt.account->id != session.account) {
    return end(session, asker, busy(), out);  // it has just been given another name
  }
  if (attempt.aim == Aim::kNewCodes && !attempt.member) {
    return end(session, asker,
               refusal(pb::REFUSAL_CODE_NOT_A_MEMBER, "only a member has recovery codes; become one first", {}), out);
  }
  if (attempt.member && attempt.proves_nothing()) {
    return end(session, asker,
               refusal(pb::REFUSAL_CODE_FIELD_INVALID,
                       "a member gives the present password, a recovery code or a passkey", "by"),
               out);
  }
  look(session, asker, attempt, out);
}

void Members::look(const Session& session, const Asker& asker, const Attempt& attempt, Outbox& out) {
  const PasswordCost cost = core_.settings.password_cost;
  PasswordSalt salt{};
  core_.environment.entropy.fill(salt);
  // Where there is nothing to hold a password against it is looked at all the same: nobody is to learn by the time that
  // it takes which names there are, and who is a member. A recovery code is looked at as what it leads to is kept.
  const bool looks = !attempt.proof && attempt.code.empty() && (attempt.aim == Attempt::Aim::kSignIn || attempt.member);
  const std::string name = attempt.account ? attempt.account->name : std::string();
  const AccountId account = attempt.account ? attempt.account->id : AccountId();
  const auto expected = attempt.proof ? expected_of(*attempt.task, session) : webauthn::Expected();
  auto task = [=, given = attempt.given, wanted = attempt.new_password, before = attempt.before, proof = attempt.proof,
               passkey = attempt.passkey]() -> JobResult {
    PasswordFound found;
    try {
      const bool known = before.has_value();
      if (looks && known) found.fits = is_password(given, *before);
      if (looks && !known) {
        (void)hash_password(given, cost, salt);
        found.fits = false;
      }
      if (proof) {
        const auto used = webauthn::check_use(passkey->key, passkey->counter, proof->authenticator_data(),
                                              proof->client_data(), proof->signature(), expected);
        found.fits = used.has_value();
        found.counter = used.value_or(0);
      }
      if (wanted.empty() || !found.fits) return found;
      found.weak = is_weak(wanted, name);
      if (!found.weak) found.made = hash_password(wanted, cost, salt);
    } catch (const std::bad_alloc&) {
      found.failed = true;
    }
    return found;
  };
  out.work(PasswordOf{asker}, std::move(task), account);
}

void Members::turned_away(const PasswordOf& wait, Outbox& out) {
  Session* const session = core_.sessions.find(wait.asker.session);
  if (session == nullptr) return forget(wait.asker);
  end(*session, wait.asker, busy(), out);
}

void Members::found(const PasswordOf& wait, JobResult& result, Outbox& out) {
  Session* const session = core_.sessions.find(wait.asker.session);
  if (session == nullptr) return forget(wait.asker);
  auto& found = std::get<PasswordFound>(result);
  if (found.failed) return end(*session, wait.asker, busy(), out);
  if (!found.fits) return wrong(*session, wait.asker, out);
  if (found.weak) {
    return end(
        *session, wait.asker,
        refusal(pb::REFUSAL_CODE_PASSWORD_WEAK,
                "this password is one of those that are tried first; take a longer or a stranger one", "password"),
        out);
  }
  right(*session, wait.asker, attempts_.at(session->id.number), found, out);
}

// What was given is right, as far as it had to be looked at.
void Members::right(Session& session, const Asker& asker, Attempt& attempt, const PasswordFound& found, Outbox& out) {
  using Aim = Attempt::Aim;
  if (attempt.aim == Aim::kSignIn) return give_token(session, asker, attempt, found.counter, out);
  const Timestamp now = core_.environment.clock.now();
  const bool by_code = attempt.member && !attempt.code.empty();
  Boxed<persistence::Hash> code = by_code ? Boxed(secret_code_hash(attempt.code)) : std::nullopt;
  std::vector<persistence::Hash> codes;
  if (!attempt.member && attempt.aim != Aim::kDelete) codes = draw_codes(attempt);  // a guest becomes a member
  if (attempt.passkey) {
    out.ask(PasskeyNoted{}, persistence::UsePasskey{.account = session.account,
                                                    .id = attempt.passkey->id,
                                                    .before = attempt.passkey->counter,
                                                    .counter = found.counter,
                                                    .at = now});
  }
  switch (attempt.aim) {
    case Aim::kSetPassword:
      return out.ask(SecretKept{asker}, persistence::KeepPassword{.account = session.account,
                                                                  .password = found.made,
                                                                  .before = attempt.before,
                                                                  .code = std::move(code),
                                                                  .codes = std::move(codes),
                                                                  .at = now});
    case Aim::kAddPasskey:
      return out.ask(SecretKept{asker}, persistence::KeepPasskey{.account = session.account,
                                                                 .passkey = std::move(attempt.new_passkey),
                                                                 .codes = std::move(codes),
                                                                 .limit = kPasskeysPerAccount});
    case Aim::kDelete:
      return out.ask(
          SecretKept{asker},
          persistence::PlanDeletion{.account = session.account, .at = now + kDeletionDelay, .code = std::move(code)});
    default:
      return out.ask(SecretKept{asker},
                     persistence::KeepRecoveryCodes{.account = session.account, .codes = draw_codes(attempt)});
  }
}

// By a recovery code or a passkey, that is used up or counted as the token is kept.
void Members::give_token(Session& session, const Asker& asker, const Attempt& attempt, std::uint32_t counter,
                         Outbox& out) const {
  const Timestamp now = core_.environment.clock.now();
  session.token = make_token(core_.environment.entropy);
  session.token_hash = hash_of(session.token);
  const AccountId account = attempt.account ? attempt.account->id : AccountId();
  persistence::Token token{
      .hash = session.token_hash, .client = tame_client(session.client), .made_at = now, .used_at = now};
  if (attempt.passkey) {
    return out.ask(SecretKept{asker}, persistence::UsePasskey{.account = account,
                                                              .id = attempt.passkey->id,
                                                              .before = attempt.passkey->counter,
                                                              .counter = counter,
                                                              .at = now,
                                                              .token = std::move(token),
                                                              .limit = kTokensPerAccount});
  }
  if (attempt.code.empty()) {
    return out.ask(SecretKept{asker},
                   persistence::AddToken{
                       .account = account, .token = std::move(token), .limit = kTokensPerAccount, .replaces = true});
  }
  out.ask(SecretKept{asker}, persistence::UseRecoveryCode{.account = account,
                                                          .code = secret_code_hash(attempt.code),
                                                          .token = std::move(token),
                                                          .limit = kTokensPerAccount});
}

std::vector<persistence::Hash> Members::draw_codes(Attempt& attempt) const {
  std::vector<persistence::Hash> hashes;
  for (std::size_t i = 0; i < kRecoveryCodes; ++i) {
    std::array<std::uint8_t, kRecoverySecretBytes> secret{};
    core_.environment.entropy.fill(secret);
    attempt.codes.push_back(secret_code(secret));
    hashes.push_back(secret_code_hash(attempt.codes.back()));
  }
  return hashes;
}

void Members::answered(const SecretKept& wait, const SecretKept::Answer& answer, Outbox& out) {
  Session* const session = core_.waiting(wait.asker, answer, out);
  if (session == nullptr) return forget(wait.asker);
  if (!answer.kept()) {
    if (attempts_.at(session->id.number).aim != Attempt::Aim::kAddPasskey) return wrong(*session, wait.asker, out);
    return end(*session, wait.asker,
               answer.conflict == Conflict::kLimit
                   ? refusal(pb::REFUSAL_CODE_LIMIT_REACHED, "you have as many passkeys as you may; remove one first",
                             "passkeys")
                   : passkey_unfit("this passkey is somebody's already, or you have just become a member", "id"),
               out);
  }
  const Attempt& attempt = attempts_.at(session->id.number);
  if (!attempt.counts.empty()) out.ask(TryTakenBack{}, persistence::TakeBackTry{.counts = attempt.counts});
  const persistence::ReadMembership read{.account = session->account};
  if (!attempt.codes.empty()) return out.ask(CodesMade{wait.asker}, read);
  if (attempt.aim == Attempt::Aim::kSignIn) {
    // Looking at a password takes a while: who it is, and whether it is blocked, is read again, by the new token.
    session->look_again = false;
    out.ask(TokenOwner{wait.asker}, persistence::FindAccount{.token_hash = session->token_hash});
  } else {
    out.ask(MembershipRead{wait.asker}, read);
  }
  forget(wait.asker);
}

// They are told whatever becomes of the reading: nobody can tell them again.
void Members::answered(const CodesMade& wait, const CodesMade::Answer& answer, Outbox& out) {
  const std::vector<std::string> codes = std::move(attempts_.at(wait.asker.session.number).codes);
  forget(wait.asker);
  pb::ServerMessage reply = membership_of(answer.value);
  reply.mutable_membership()->set_member(true);
  reply.mutable_membership()->set_codes_left(static_cast<std::uint32_t>(codes.size()));
  for (const std::string& code : codes) reply.mutable_membership()->add_recovery_codes(code);
  out.answer(wait.asker, reply);
}

void Members::answered(const MembershipKept& wait, const MembershipKept::Answer& answer, Outbox& out) const {
  const Session* const session = core_.waiting(wait.asker, answer, out);
  if (session == nullptr) return;
  if (!answer.kept()) {
    return out.refuse(wait.asker, refusal(pb::REFUSAL_CODE_LAST_WAY_IN,
                                          "without this passkey you could not get in any more; set a password first"));
  }
  out.ask(MembershipRead{wait.asker}, persistence::ReadMembership{.account = session->account});
}

void Members::answered(const MembershipRead& wait, const MembershipRead::Answer& answer, Outbox& out) const {
  if (core_.waiting(wait.asker, answer, out) == nullptr) return;
  pb::ServerMessage reply = membership_of(answer.value);
  out.answer(wait.asker, reply);
}

void Members::wrong(Session& session, const Asker& asker, Outbox& out) {
  end(session, asker, secret_wrong(), out);
}

void Members::end(Session& session, const Asker& asker, pb::Refusal refusal, Outbox& out) {
  forget(asker);
  session.sign_in_failed();
  out.refuse(asker, std::move(refusal));
}

}  // namespace wyrmhall::server
