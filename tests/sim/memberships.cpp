#include "tests/sim/memberships.h"

#include <variant>

#include "server/accounts/secret_code.h"
#include "server/core/password.h"
#include "tests/sim/violation.h"

namespace wyrmhall::sim {
namespace {

namespace pb = wyrmhall::v1;

constexpr const char* kBackIn = "a member gets back in";

}  // namespace

void Memberships::kept(const persistence::Request& request) {
  std::visit([this](const auto& write) { carry(write); }, request);
}

void Memberships::carry(const persistence::KeepPassword& request) {
  Member& member = members_[request.account];
  member.password = *request.password;
  if (request.code) member.codes.erase(*request.code);
  if (!request.codes.empty()) member.codes = {request.codes.begin(), request.codes.end()};
}

void Memberships::carry(const persistence::KeepRecoveryCodes& request) {
  members_[request.account].codes = {request.codes.begin(), request.codes.end()};
}

void Memberships::carry(const persistence::UseRecoveryCode& request) {
  Member& member = members_[request.account];
  const auto [used, first] = member.used.try_emplace(request.code, request.token->hash);
  if (!first && used->second != request.token->hash) throw Violation(kBackIn, "a recovery code was used twice");
  member.codes.erase(request.code);
}

void Memberships::restarted() {
  for (auto& [account, member] : members_) member.earlier = true;
}

bool Memberships::lets_in(const AccountId& account, const pb::MemberSignIn& by) const {
  const auto member = members_.find(account);
  if (member == members_.end()) return false;
  return by.has_password() ? server::is_password(by.password(), member->second.password)
                           : member->second.codes.contains(server::secret_code_hash(by.recovery_code()));
}

void Memberships::signed_in(const AccountId& account, const pb::MemberSignIn& by, const persistence::Hash& token) {
  const auto found = members_.find(account);
  if (found == members_.end()) throw Violation(kBackIn, "somebody is signed in as a member who is none");
  const Member& member = found->second;
  if (by.has_password()) {
    // No client here changes a password, so it was right if it is now.
    if (!lets_in(account, by)) throw Violation(kBackIn, "somebody is signed in by a wrong password");
    counters_.hit(Sometimes::kMemberByPassword);
  } else {
    const auto used = member.used.find(server::secret_code_hash(by.recovery_code()));
    if (used == member.used.end() || used->second != token) {
      throw Violation(kBackIn, "somebody is signed in by a recovery code that is used up, or was none");
    }
    counters_.hit(Sometimes::kMemberByCode);
  }
  if (member.earlier) counters_.hit(Sometimes::kMemberOutlivesServer);
}

void Memberships::refused(const pb::Refusal& refusal) const {
  if (refusal.code() == pb::REFUSAL_CODE_SECRET_WRONG) {
    throw Violation(kBackIn, "a member is refused by a password or recovery code that is right");
  }
}

void Memberships::told(const AccountId& account, const pb::Membership& membership) {
  const auto found = members_.find(account);
  if (membership.member() && found == members_.end()) throw Violation(kBackIn, "a member is told of who is none");
  for (const std::string& code : membership.recovery_codes()) {
    const persistence::Hash hash = server::secret_code_hash(code);
    if (!found->second.codes.contains(hash) && !found->second.used.contains(hash)) {
      throw Violation(kBackIn, "a recovery code is told that is not on disk");
    }
  }
  if (!membership.recovery_codes().empty()) counters_.hit(Sometimes::kMemberMade);
}

}  // namespace wyrmhall::sim
