// What a simulated client does about who it is: tokens for other devices, revoked ones, another name, invitations. All
// of it is drawn from a source of its own, so that clients without these habits do what they did before there were any.
#include <fmt/format.h>

#include "server/accounts/secret_hash.h"
#include "tests/sim/client.h"
#include "tests/sim/violation.h"

namespace wyrmhall::sim {
namespace {

constexpr std::size_t kTokensKept = 4;  // then no more are asked for
constexpr int kTimesAsMember = 8;       // so that no token has to go for another

std::string id_of(const std::string& token) {
  const persistence::Hash hash = server::hash_of(token);
  return {hash.begin(), hash.end()};
}

}  // namespace

// How to come in: as one was before, by one token or another, or as a new guest.
void Client::sign_in() {
  pb::ClientMessage sign;
  tried_.clear();
  const auto habit = [&](double often) { return often > 0 && aside_.chance(often); };
  if (token_.empty()) {
    sign.mutable_sign_in()->set_new_guest(new_name());
    if (invitation_wanted_) sign.mutable_sign_in()->set_invitation(context_.invitation());
  } else if (!keys_->password.empty() && keys_->comes_as_member < kTimesAsMember && habit(profile_.comes_as_member)) {
    ++keys_->comes_as_member;
    write(*sign.mutable_sign_in()->mutable_member());
  } else {
    if (!keys_->has(token_) || (second_device_ && habit(profile_.changes_token))) {
      if (keys_->good.empty()) throw Violation("signed out is out", "an account is left without a token");
      token_ = keys_->good.size() == 1 ? keys_->good.front() : aside_.pick(keys_->good);
    }
    tried_ = !keys_->given_up.empty() && habit(profile_.tries_revoked) ? aside_.pick(keys_->given_up) : token_;
    sign.mutable_sign_in()->set_token(tried_);
  }
  ask(std::move(sign));
}

// By the password or a code, and now and then by a wrong one.
void Client::write(pb::MemberSignIn& member) {
  const bool wrong = profile_.mistypes > 0 && aside_.chance(profile_.mistypes);
  member.set_name(name_);
  if (!keys_->codes.empty() && aside_.chance(0.3)) {
    member.set_recovery_code(wrong ? "0000-0000-0000-0000" : keys_->codes.back());
    if (!wrong) keys_->codes.pop_back();
  } else {
    member.set_password(keys_->password + (wrong ? "!" : ""));
  }
}

void Client::sign_in_refused(const pb::Refusal& refusal) {
  if (refusal.code() == pb::REFUSAL_CODE_INVITATION_NEEDED) invitation_wanted_ = true;
  // Whether it may be unknown is looked at where it was sent (identities.h).
  if (refusal.code() == pb::REFUSAL_CODE_TOKEN_UNKNOWN) std::erase(keys_->good, tried_);
  hang_up();
}

bool Client::change_identity() {
  // One at a time; and by a token that nobody has asked to revoke, since that is the one which stays.
  if (changing_ != 0 || !keys_->has(tried_)) return false;
  const auto habit = [&](double often) { return often > 0 && aside_.chance(often); };
  pb::ClientMessage message;
  if (habit(profile_.renames)) {
    message.mutable_rename()->set_name(fmt::format("Guest {}", aside_.below(200)));
  } else if (habit(profile_.lists_tokens)) {
    message.mutable_list_sign_ins();
  } else if (second_device_) {
    return false;  // two that revoke each other's token would both be left without one
  } else if (keys_->good.size() < kTokensKept && habit(profile_.adds_tokens)) {
    message.mutable_add_sign_in();
  } else if (habit(profile_.revokes)) {
    const std::vector<std::string> good = keys_->good;
    if (aside_.chance(0.3)) {
      keys_->others_in_doubt = true;
      message.mutable_revoke_other_sign_ins();
      for (const std::string& token : good) {
        if (token != tried_) keys_->give_up(token);
      }
    } else {
      const std::string which = aside_.pick(good);
      if (good.size() == 1 || (which == tried_ && keys_->others_in_doubt)) return false;
      message.mutable_revoke_sign_in()->set_id(id_of(which));
      keys_->give_up(which);
    }
  } else if (keys_->password.empty() && habit(profile_.becomes_member)) {
    // The same each time: an answer that was lost may have been kept.
    if (keys_->wanted_password.empty())
      keys_->wanted_password = fmt::format("the {} nests of {}", aside_.below(1000), name_);
    message.mutable_set_password()->set_password(keys_->wanted_password);
  } else {
    return false;
  }
  changing_ = ask(std::move(message));
  return true;
}

void Client::identity_answered(std::uint64_t id, const Question& question, const pb::ServerMessage& message) {
  if (id != changing_) return;
  changing_ = 0;
  if (question.message.has_revoke_other_sign_ins()) keys_->others_in_doubt = false;
  if (question.message.has_set_password()) {
    const bool kept_before = message.refusal().field() == "by";
    if (message.has_membership() || kept_before) keys_->password = keys_->wanted_password;
    for (const std::string& code : message.membership().recovery_codes()) keys_->codes.push_back(code);
  }
  if (message.has_sign_in_added()) keys_->good.push_back(message.sign_in_added().token());
}

}  // namespace wyrmhall::sim
