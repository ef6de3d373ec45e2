#include "tests/memory_store/memory_members.h"

#include <algorithm>
#include <tuple>
#include <utility>

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
    answer.member = true;
  }
}

void MemoryMembers::take_back(const TakeBackTry& request) {
  for (const TryCount& count : request.counts) tries_[count.what] -= count.every;
}

void MemoryMembers::keep(const KeepPassword& request, Outcome& outcome) {
  const auto known = members_.find(request.account);
  const Boxed<PasswordHash> now = known == members_.end() ? Boxed<PasswordHash>() : known->second.password;
  if (now == request.password) return;
  const bool fits = now == request.before && (request.codes.empty() || known == members_.end());
  const bool may = request.code ? use_up(request.account, *request.code) : fits;
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

bool MemoryMembers::use_up(const AccountId& account, const Hash& code) {
  const auto member = members_.find(account);
  return member != members_.end() && member->second.codes.erase(code) != 0;
}

void MemoryMembers::keep(const UseRecoveryCode& request, Outcome& outcome) {
  const AccountId* const owner = tokens_.owner(request.token->hash);
  if (owner != nullptr && *owner == request.account) return;
  if (!use_up(request.account, request.code)) return refuse(outcome, Conflict::kSecret);
  tokens_.add({.account = request.account, .token = *request.token, .limit = request.limit, .replaces = true}, outcome);
}

void MemoryMembers::keep(const KeepPasskey& request, Outcome& outcome) {
  AccountId owner{};
  if (find(request.passkey->id, owner) != nullptr) {
    return owner == request.account ? void() : refuse(outcome, Conflict::kToken);
  }
  const auto known = members_.find(request.account);
  const bool member = known != members_.end();
  if (member && known->second.passkeys.size() >= request.limit) return refuse(outcome, Conflict::kLimit);
  if (member != request.codes.empty()) return refuse(outcome, Conflict::kSecret);
  Member& now = members_[request.account];
  now.passkeys.push_back(*request.passkey);
  if (!request.codes.empty()) now.codes = {request.codes.begin(), request.codes.end()};
}

void MemoryMembers::keep(const UsePasskey& request, Outcome& outcome) {
  if (request.token) {
    const AccountId* const has_it = tokens_.owner(request.token->hash);
    if (has_it != nullptr && *has_it == request.account) return;
  }
  AccountId owner{};
  const auto* const found = find(request.id, owner);
  if (found == nullptr || owner != request.account || found->counter != request.before) {
    return refuse(outcome, Conflict::kSecret);
  }
  auto& passkey = *std::ranges::find(members_[owner].passkeys, request.id, &Passkey::id);
  passkey.counter = request.counter;
  passkey.used_at = request.at;
  if (!request.token) return;
  tokens_.add({.account = request.account, .token = *request.token, .limit = request.limit, .replaces = true}, outcome);
}

void MemoryMembers::keep(const DropPasskey& request, Outcome& outcome) {
  AccountId owner{};
  if (find(request.id, owner) == nullptr || owner != request.account) return;
  Member& member = members_[owner];
  if (member.passkeys.size() == 1 && !member.password) return refuse(outcome, Conflict::kSecret);
  std::erase_if(member.passkeys, [&](const Passkey& passkey) { return passkey.id == request.id; });
}

const Passkey* MemoryMembers::find(const std::string& id, AccountId& owner) const {
  for (const auto& [account, member] : members_) {
    const auto found = std::ranges::find(member.passkeys, id, &Passkey::id);
    if (found == member.passkeys.end()) continue;
    owner = account;
    return &*found;
  }
  return nullptr;
}

ReadMembership::Answer MemoryMembers::read(const AccountId& account) const {
  const auto member = members_.find(account);
  if (member == members_.end()) return {};
  std::vector<Passkey> passkeys = member->second.passkeys;
  std::ranges::sort(passkeys, {}, [](const Passkey& passkey) { return std::tie(passkey.made_at, passkey.id); });
  return {.password = member->second.password.has_value(),
          .codes_left = static_cast<std::uint32_t>(member->second.codes.size()),
          .passkeys = std::move(passkeys),
          .history = std::nullopt};
}

}  // namespace wyrmhall::persistence
