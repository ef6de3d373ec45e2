#include "tests/memory_store/memory_members.h"

#include <algorithm>

namespace wyrmhall::persistence {
namespace {

void refuse(Outcome& outcome, Conflict conflict) {
  outcome = {.verdict = Verdict::kConflict, .conflict = conflict};
}

}  // namespace

void MemoryMembers::count(const CountTry& request, const Account* account, Outcome& outcome, CountTry::Answer& answer) {
  for (const TryCount& count : request.counts) {
    const Timestamp stands = std::max(tries_[count.what], request.at);
    answer.again_at = std::max(answer.again_at, stands + count.every - count.at_once * count.every);
  }
  if (answer.again_at > request.at) return refuse(outcome, Conflict::kLimit);
  for (const TryCount& count : request.counts) {
    tries_[count.what] = std::max(tries_[count.what], request.at) + count.every;
  }
  if (account == nullptr) return;
  answer.account = *account;
  if (const auto member = members_.find(account->id); member != members_.end()) {
    answer.password = member->second.password;
  }
}

void MemoryMembers::take_back(const TakeBackTry& request) {
  for (const TryCount& count : request.counts) tries_[count.what] -= count.every;
}

void MemoryMembers::keep(const KeepPassword& request, Outcome& outcome) {
  const auto known = members_.find(request.account);
  const Boxed<PasswordHash> now = known == members_.end() ? Boxed<PasswordHash>() : known->second.password;
  if (now == request.password) return;
  const bool may =
      request.code ? known != members_.end() && known->second.codes.erase(*request.code) != 0 : now == request.before;
  if (!may) return refuse(outcome, Conflict::kSecret);
  Member& member = members_[request.account];
  member.password = *request.password;
  if (!request.codes.empty()) member.codes = {request.codes.begin(), request.codes.end()};
}

void MemoryMembers::keep(const KeepRecoveryCodes& request, Outcome& outcome) {
  const auto member = members_.find(request.account);
  if (member == members_.end()) return refuse(outcome, Conflict::kNothing);
  member->second.codes = {request.codes.begin(), request.codes.end()};
}

void MemoryMembers::use(const UseRecoveryCode& request, Outcome& outcome) {
  const AccountId* const owner = tokens_.owner(request.token->hash);
  if (owner != nullptr && *owner == request.account) return;
  const auto member = members_.find(request.account);
  if (member == members_.end() || member->second.codes.erase(request.code) == 0) {
    return refuse(outcome, Conflict::kSecret);
  }
  tokens_.add({.account = request.account, .token = *request.token, .limit = request.limit, .replaces = true}, outcome);
}

ReadMembership::Answer MemoryMembers::read(const AccountId& account) const {
  const auto member = members_.find(account);
  if (member == members_.end()) return {};
  return {.member = true, .codes_left = static_cast<std::uint32_t>(member->second.codes.size())};
}

}  // namespace wyrmhall::persistence
