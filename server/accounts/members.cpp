#include "server/accounts/members.h"

#include <fmt/format.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <new>
#include <utility>

#include "server/accounts/secret_code.h"
#include "server/accounts/secret_hash.h"
#include "server/accounts/sign_in_token.h"
#include "server/core/names.h"
#include "server/match/job_result.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {

using persistence::Boxed;
using persistence::Conflict;
using persistence::PasswordHash;
using persistence::TryCount;

namespace {

std::optional<pb::Refusal> fault_of_length(std::string_view password) {
  const std::int64_t characters =
      password.size() > kMaxPasswordBytes
          ? kMaxPasswordCharacters + 1
          : icu::UnicodeString::fromUTF8({password.data(), static_cast<std::int32_t>(password.size())}).countChar32();
  if (characters >= kMinPasswordCharacters && characters <= kMaxPasswordCharacters) return std::nullopt;
  pb::Refusal refused = refusal(
      pb::REFUSAL_CODE_FIELD_INVALID,
      fmt::format("a password has {} to {} characters", kMinPasswordCharacters, kMaxPasswordCharacters), "password");
  refused.set_given(characters);
  refused.set_lowest(kMinPasswordCharacters);
  refused.set_highest(kMaxPasswordCharacters);
  return refused;
}

pb::Refusal secret_wrong() {
  return refusal(pb::REFUSAL_CODE_SECRET_WRONG, "no member of this name has this password or recovery code");
}

pb::Refusal too_many_tries(Duration wait) {
  return again_after(refusal(pb::REFUSAL_CODE_LIMIT_REACHED,
                             "this has been tried too often; try again later, or use a recovery code", "tries"),
                     std::chrono::ceil<std::chrono::milliseconds>(std::max<Duration>(wait, 1s)));
}

pb::Refusal busy() {
  return refusal(pb::REFUSAL_CODE_BUSY, "the server is busy; try again");
}

pb::ServerMessage membership(std::uint32_t codes_left, const std::vector<std::string>& codes = {}) {
  pb::ServerMessage reply;
  pb::Membership& to = *reply.mutable_membership();
  to.set_member(true);
  to.set_codes_left(codes_left);
  for (const std::string& code : codes) to.add_recovery_codes(code);
  return reply;
}

}  // namespace

void Members::sign_in(Session& session, const pb::ClientMessage& message, Outbox& out) {
  const pb::MemberSignIn& member = message.sign_in().member();
  const Asker asker{session.id, message.command_id()};
  if (member.by_case() == pb::MemberSignIn::BY_NOT_SET) {
    return out.refuse(
        asker, refusal(pb::REFUSAL_CODE_FIELD_INVALID, "a member signs in by a password or by a recovery code", "by"));
  }
  if (member.name().size() > kMemberNameBytes) return out.refuse(asker, secret_wrong());
  session.account = {};
  session.stage = Session::Stage::kSigningIn;
  begin(session, asker, member.name(),
        {.aim = Attempt::Aim::kSignIn, .given = member.password(), .code = member.recovery_code()}, out);
}

void Members::command(const Session& session, const pb::ClientMessage& message, Outbox& out) {
  const Asker asker{session.id, message.command_id()};
  if (message.has_ask_membership()) {
    return out.ask(MembershipRead{asker}, persistence::ReadMembership{.account = session.account});
  }
  Attempt attempt{.aim = Attempt::Aim::kNewCodes};
  if (message.has_set_password()) {
    const pb::SetPassword& set = message.set_password();
    if (auto fault = fault_of_length(set.password())) return out.refuse(asker, *std::move(fault));
    attempt.aim = Attempt::Aim::kSetPassword;
    attempt.new_password = set.password();
    attempt.given = set.current_password();
    attempt.code = set.recovery_code();
  } else {
    attempt.given = message.new_recovery_codes().password();
  }
  if (attempts_.contains(session.id.number)) return out.refuse(asker, busy());
  begin(session, asker, session.name, std::move(attempt), out);
}

void Members::begin(const Session& session, const Asker& asker, std::string_view name, Attempt attempt, Outbox& out) {
  const std::string key = name_key(name);
  attempt.counts = counts_of(session, key, attempt);
  const Attempt& kept = attempts_.insert_or_assign(session.id.number, std::move(attempt)).first->second;
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

void Members::answered(const TryCounted& wait, TryCounted::Answer& answer, Outbox& out) {
  Session* const session = core_.waiting(wait.asker, answer, out);
  if (session == nullptr) return forget(wait.asker);
  Attempt& attempt = attempts_.at(wait.asker.session.number);
  if (answer.conflict == Conflict::kLimit) {
    return end(*session, wait.asker, too_many_tries(answer.value.again_at - core_.environment.clock.now()), out);
  }
  attempt.account = std::move(answer.value.account);
  attempt.before = std::move(answer.value.password);
  const bool is_member = attempt.before.has_value();
  if (attempt.aim == Attempt::Aim::kSignIn) {
    if (attempt.code.empty()) return look_at_password(wait.asker, attempt, out);
    return give_token(*session, wait.asker, attempt, out);
  }
  if (!attempt.account || attempt.account->id != session->account) {
    return end(*session, wait.asker, busy(), out);  // it has just been given another name
  }
  if (attempt.aim == Attempt::Aim::kNewCodes && !is_member) {
    return end(*session, wait.asker,
               refusal(pb::REFUSAL_CODE_NOT_A_MEMBER, "only a member has recovery codes; set a password first"), out);
  }
  if (is_member && attempt.given.empty() && attempt.code.empty()) {
    return end(*session, wait.asker,
               refusal(pb::REFUSAL_CODE_FIELD_INVALID, "a member gives the present password or a recovery code", "by"),
               out);
  }
  look_at_password(wait.asker, attempt, out);
}

void Members::look_at_password(const Asker& asker, const Attempt& attempt, Outbox& out) {
  const PasswordCost cost = core_.settings.password_cost;
  PasswordSalt salt{};
  core_.environment.entropy.fill(salt);
  // Where there is nothing to hold it against it is looked at all the same: nobody is to learn by the time that it
  // takes which names there are, and who is a member.
  const bool looks = attempt.aim != Attempt::Aim::kSetPassword || (attempt.before.has_value() && attempt.code.empty());
  const std::string name = attempt.account ? attempt.account->name : std::string();
  const AccountId account = attempt.account ? attempt.account->id : AccountId();
  auto task = [=, given = attempt.given, wanted = attempt.new_password, before = attempt.before]() -> JobResult {
    PasswordFound found;
    try {
      const bool known = before.has_value();
      if (looks && known) found.fits = is_password(given, *before);
      if (looks && !known) {
        (void)hash_password(given, cost, salt);
        found.fits = false;
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
  Session* const session = core_.sessions.find(wait.asker.session.number);
  if (session == nullptr) return forget(wait.asker);
  end(*session, wait.asker, busy(), out);
}

void Members::found(const PasswordOf& wait, JobResult& result, Outbox& out) {
  Session* const session = core_.sessions.find(wait.asker.session.number);
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
  right(*session, wait.asker, attempts_.at(session->id.number), std::move(found.made), out);
}

// What was given is right, as far as it had to be looked at.
void Members::right(Session& session, const Asker& asker, Attempt& attempt, Boxed<PasswordHash> made, Outbox& out) {
  switch (attempt.aim) {
    case Attempt::Aim::kSignIn:
      return give_token(session, asker, attempt, out);
    case Attempt::Aim::kSetPassword: {
      const bool guest = !attempt.before.has_value();
      const bool by_code = !guest && !attempt.code.empty();
      return out.ask(SecretKept{asker},
                     persistence::KeepPassword{.account = session.account,
                                               .password = std::move(made),
                                               .before = attempt.before,
                                               .code = by_code ? Boxed(secret_code_hash(attempt.code)) : std::nullopt,
                                               .codes = guest ? draw_codes(attempt) : std::vector<persistence::Hash>(),
                                               .at = core_.environment.clock.now()});
    }
    case Attempt::Aim::kNewCodes:
      return out.ask(SecretKept{asker},
                     persistence::KeepRecoveryCodes{.account = session.account, .codes = draw_codes(attempt)});
  }
}

// By a recovery code, it is looked at as the token is kept.
void Members::give_token(Session& session, const Asker& asker, const Attempt& attempt, Outbox& out) const {
  const Timestamp now = core_.environment.clock.now();
  session.token = make_token(core_.environment.entropy);
  session.token_hash = hash_of(session.token);
  const AccountId account = attempt.account ? attempt.account->id : AccountId();
  persistence::Token token{
      .hash = session.token_hash, .client = tame_client(session.client), .made_at = now, .used_at = now};
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
  if (!answer.kept()) return wrong(*session, wait.asker, out);
  const Attempt attempt = std::move(attempts_.at(session->id.number));
  forget(wait.asker);
  if (!attempt.counts.empty()) out.ask(TryTakenBack{}, persistence::TakeBackTry{.counts = attempt.counts});
  if (attempt.aim == Attempt::Aim::kSignIn) {
    // Looking at a password takes a while: who it is, and whether it is blocked, is read again, by the new token.
    session->look_again = false;
    return out.ask(TokenOwner{wait.asker}, persistence::FindAccount{.token_hash = session->token_hash});
  }
  if (attempt.codes.empty()) {
    return out.ask(MembershipRead{wait.asker}, persistence::ReadMembership{.account = session->account});
  }
  pb::ServerMessage reply = membership(static_cast<std::uint32_t>(attempt.codes.size()), attempt.codes);
  out.answer(wait.asker, reply);
}

void Members::answered(const MembershipRead& wait, const MembershipRead::Answer& answer, Outbox& out) const {
  if (core_.waiting(wait.asker, answer, out) == nullptr) return;
  pb::ServerMessage reply = membership(answer.value.codes_left);
  reply.mutable_membership()->set_member(answer.value.member);
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
