#include "tests/sim/identities.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <variant>

#include "server/accounts/secret_code.h"
#include "server/accounts/secret_hash.h"
#include "server/core/ids.h"
#include "server/core/names.h"
#include "tests/sim/violation.h"

namespace wyrmhall::sim {

namespace pb = wyrmhall::v1;
using persistence::Hash;

namespace {

constexpr const char* kOut = "signed out is out";
constexpr const char* kNames = "a name stays";
constexpr const char* kInvited = "invitations are counted";

std::optional<Hash> hash_from(const std::string& bytes) {
  Hash hash{};
  if (bytes.size() != hash.size()) return std::nullopt;
  std::ranges::transform(bytes, hash.begin(), [](char c) { return static_cast<std::uint8_t>(c); });
  return hash;
}

}  // namespace

// --- On disk ---

void Identities::kept(const persistence::Request& request) {
  std::visit([this](const auto& write) { carry(write); }, request);
  members_.kept(request);
}

void Identities::take_name(const AccountId& account, const std::string& name, const std::string& key) {
  const auto [owner, free] = keys_.try_emplace(key, account);
  if (!free && owner->second != account) throw Violation(kNames, fmt::format("two have the name {}", name));
  std::string& before = key_of_[account];
  if (!before.empty() && before != key) keys_.erase(before);
  before = key;
  names_[account].kept.push_back(name);
}

void Identities::carry(const persistence::CreateAccount& request) {
  const persistence::Account& made = *request.account;
  if (names_.contains(made.id)) return;
  take_name(made.id, made.name, made.name_key);
  tokens_[made.token_hash] = {.account = made.id, .used_at = made.created_at};
  if (!invited_) return;
  const auto by = request.invitation ? invitations_.find(*request.invitation) : invitations_.end();
  if (by == invitations_.end()) throw Violation(kInvited, "a guest came without an invitation");
  if (++by->second.used > by->second.uses) {
    throw Violation(kInvited, fmt::format("{} guests came by an invitation for {}", by->second.used, by->second.uses));
  }
  counters_.hit(Sometimes::kInvitationUsed);
}

void Identities::carry(const persistence::RenameAccount& request) {
  if (!names_.contains(request.account)) throw Violation(kNames, "somebody was renamed who is not on disk");
  take_name(request.account, request.name, request.name_key);
}

void Identities::carry(const persistence::AddToken& request) {
  add_token(request.account, request.token, request.replaces, request.limit);
}

void Identities::carry(const persistence::UseRecoveryCode& request) {
  if (!tokens_.contains(request.token->hash)) add_token(request.account, *request.token, true, request.limit);
}

void Identities::carry(const persistence::TouchToken& request) {
  if (const auto token = tokens_.find(request.hash); token != tokens_.end()) token->second.used_at = request.at;
}

// When there are too many, the one goes that was used least recently.
void Identities::add_token(const AccountId& account, const persistence::Token& token, bool replaces,
                           std::uint32_t limit) {
  Token* stalest = nullptr;
  std::uint32_t owned = 0;
  for (Token& other : std::views::values(tokens_)) {
    if (other.account != account || other.revoked) continue;
    ++owned;
    if (stalest == nullptr || other.used_at < stalest->used_at) stalest = &other;
  }
  if (replaces && owned >= limit) stalest->revoked = true;
  tokens_[token.hash] = {.account = account, .used_at = token.used_at};
}

bool Identities::lets_in(const pb::MemberSignIn& by) const {
  const auto owner = keys_.find(server::name_key(by.name()));
  return owner != keys_.end() && members_.lets_in(owner->second, by);
}

void Identities::carry(const persistence::RevokeTokens& request) {
  for (auto& [hash, token] : tokens_) {
    if (token.account == request.account && (request.only ? hash == *request.only : hash != request.but)) {
      token.revoked = true;
    }
  }
}

void Identities::carry(const persistence::KeepInvitation& request) {
  invitations_.try_emplace(request.invitation->code_hash, Invitation{.uses = request.invitation->uses});
}

void Identities::restarted() {
  asked_.clear();
  members_.restarted();
  for (auto& [hash, token] : tokens_) token.told = token.earlier = token.revoked;
  for (auto& [account, name] : names_) {
    name.told = name.kept.size() - 1;
    name.earlier = name.kept.size() > 1;
  }
}

// --- On the wire ---

void Identities::heard(std::uint64_t link, const pb::ClientMessage& command) {
  if (command.command_id() == 0) return;
  Asked& asked = asked_[link];
  if (command.has_sign_in()) {
    asked.sign_ins[command.command_id()] = command.sign_in();
    if (command.sign_in().has_member() && lets_in(command.sign_in().member())) asked.right.insert(command.command_id());
  }
  if (command.has_revoke_sign_in()) {
    asked.revocations[command.command_id()] = {.only = hash_from(command.revoke_sign_in().id()), .but = {}};
  }
  if (command.has_revoke_other_sign_ins()) asked.revocations[command.command_id()] = {.only = {}, .but = asked.token};
}

void Identities::sent(std::uint64_t link, const pb::ServerMessage& message) {
  const auto found = asked_.find(link);
  if (found == asked_.end()) return;
  Asked& asked = found->second;
  const std::uint64_t command = message.answer_to();
  if (asked.token && tokens_.at(*asked.token).told && !message.has_notice() && !asked.revocations.contains(command)) {
    throw Violation(kOut, "somebody goes on who was signed out");
  }
  if (message.has_signed_in()) signed_in(asked, command, message.signed_in());
  if (message.has_renamed()) {
    show_name(message.renamed().player(), true);
    if (id_from_bytes<AccountId>(message.renamed().player().account_id()) != asked.account) {
      throw Violation(kNames, "a rename is told to somebody else");
    }
    if (command != 0) counters_.hit(Sometimes::kRenamed);
  }
  if (message.has_sign_in_added()) {
    const auto added = tokens_.find(server::hash_of(message.sign_in_added().token()));
    if (added == tokens_.end() || added->second.account != asked.account) {
      throw Violation(kOut, "a token is told that is not on disk");
    }
    counters_.hit(Sometimes::kTokenAdded);
  }
  if (message.has_membership() && asked.account) members_.told(*asked.account, message.membership());
  if (const auto revocation = asked.revocations.find(command); revocation != asked.revocations.end()) {
    if (message.has_sign_ins()) revocation_told(asked, revocation->second);
    asked.revocations.erase(revocation);
  }
  if (const auto sign_in = asked.sign_ins.find(command); sign_in != asked.sign_ins.end()) {
    if (message.has_refusal()) refused(sign_in->second, message.refusal());
    if (message.has_refusal() && sign_in->second.has_member() && asked.right.contains(command) &&
        lets_in(sign_in->second.member())) {
      members_.refused(message.refusal());
    }
    asked.sign_ins.erase(sign_in);
  }
}

void Identities::signed_in(Asked& asked, std::uint64_t command, const pb::SignedIn& message) {
  const auto sign_in = asked.sign_ins.find(command);
  if (sign_in == asked.sign_ins.end()) throw Violation(kOut, "somebody is signed in who did not ask for it");
  const Hash hash = server::hash_of(sign_in->second.has_token() ? sign_in->second.token() : message.token());
  const auto token = tokens_.find(hash);
  if (token == tokens_.end()) throw Violation(kOut, "somebody is signed in by a token that is not on disk");
  if (token->second.told) throw Violation(kOut, "somebody is signed in by a token that was revoked");
  asked.token = hash;
  asked.account = token->second.account;
  if (id_from_bytes<AccountId>(message.player().account_id()) != asked.account) {
    throw Violation(kNames, "a token is another account's than it was");
  }
  if (sign_in->second.has_member()) members_.signed_in(*asked.account, sign_in->second.member(), hash);
  show_name(message.player(), false);
  if (names_.at(*asked.account).earlier) counters_.hit(Sometimes::kRenameOutlivesServer);
}

void Identities::show_name(const pb::Player& player, bool tells) {
  const auto account = id_from_bytes<AccountId>(player.account_id());
  const auto found = account ? names_.find(*account) : names_.end();
  if (found == names_.end()) throw Violation(kNames, "a name is shown of nobody");
  Name& name = found->second;
  const auto at = std::find(name.kept.begin() + static_cast<std::ptrdiff_t>(name.told), name.kept.end(), player.name());
  if (at == name.kept.end()) {
    throw Violation(kNames, fmt::format("{} is shown as {}", name.kept.back(), player.name()));
  }
  if (tells) name.told = static_cast<std::size_t>(at - name.kept.begin());
}

void Identities::revocation_told(const Asked& asked, const Revocation& revocation) {
  for (auto& [hash, token] : tokens_) {
    if (token.account != asked.account) continue;
    // If all but one were meant, a later revocation may have taken more of them, of which nobody was told yet.
    const bool meant = revocation.only ? hash == *revocation.only : revocation.but && hash != *revocation.but;
    if (!meant) continue;
    if (revocation.only && !token.revoked) throw Violation(kOut, "a token is told to be revoked that is not, on disk");
    token.told = token.revoked;
  }
  counters_.hit(Sometimes::kSignedOut);
}

void Identities::refused(const pb::SignIn& sign_in, const pb::Refusal& refusal) {
  if (refusal.code() == pb::REFUSAL_CODE_TOKEN_UNKNOWN) {
    const auto token = tokens_.find(server::hash_of(sign_in.token()));
    if (token == tokens_.end()) return;
    if (!token->second.revoked) throw Violation(kOut, "a token that nobody has revoked is not known any more");
    counters_.hit(token->second.earlier ? Sometimes::kRevocationOutlivesServer : Sometimes::kRevokedTokenRefused);
  }
  if (refusal.code() == pb::REFUSAL_CODE_SECRET_WRONG) counters_.hit(Sometimes::kWrongSecretRefused);
  if (refusal.code() == pb::REFUSAL_CODE_INVITATION_UNKNOWN) {
    const auto invitation = invitations_.find(server::secret_code_hash(sign_in.invitation()));
    if (invitation == invitations_.end()) return;
    if (invitation->second.used < invitation->second.uses) {
      throw Violation(kInvited, "an invitation is refused that counts");
    }
    counters_.hit(Sometimes::kInvitationUsedUp);
  }
}

}  // namespace wyrmhall::sim
