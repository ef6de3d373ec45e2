#include "tests/memory_store/memory_tokens.h"

#include <algorithm>
#include <ranges>
#include <tuple>

namespace wyrmhall::persistence {

const AccountId* MemoryTokens::owner(const Hash& hash) const {
  const auto found = tokens_.find(hash);
  return found == tokens_.end() ? nullptr : &found->second.first;
}

void MemoryTokens::put(const AccountId& account, Token token) {
  tokens_[token.hash] = {account, std::move(token)};
}

void MemoryTokens::add(const AddToken& request, Outcome& outcome) {
  const AccountId* const has_it = owner(request.token.hash);
  if (has_it != nullptr && *has_it != request.account) {
    outcome = {.verdict = Verdict::kConflict, .conflict = Conflict::kToken};
    return;
  }
  if (request.alone) change(RevokeTokens{.account = request.account, .but = request.token.hash});
  if (has_it != nullptr) return;
  const std::vector<Token> owned = of(request.account);
  if (owned.size() >= request.limit) {
    if (!request.replaces) {
      outcome = {.verdict = Verdict::kConflict, .conflict = Conflict::kLimit};
      return;
    }
    const auto stalest = std::ranges::min_element(
        owned, {}, [](const Token& token) { return std::tie(token.used_at, token.made_at, token.hash); });
    tokens_.erase(stalest->hash);
  }
  put(request.account, request.token);
}

bool MemoryTokens::change(const RevokeTokens& request) {
  std::erase_if(tokens_, [&](const auto& entry) {
    const auto& [hash, token] = entry;
    return token.first == request.account && (request.only ? hash == *request.only : hash != request.but);
  });
  return true;
}

bool MemoryTokens::change(const NameToken& request) {
  const auto found = tokens_.find(request.hash);
  if (found == tokens_.end() || found->second.first != request.account) return false;
  found->second.second.name = request.name;
  return true;
}

bool MemoryTokens::change(const TouchToken& request) {
  const auto found = tokens_.find(request.hash);
  if (found == tokens_.end()) return true;
  found->second.second.client = request.client;
  found->second.second.used_at = request.at;
  return true;
}

std::vector<Token> MemoryTokens::of(const AccountId& account) const {
  std::vector<Token> owned;
  for (const auto& [owner, token] : std::views::values(tokens_)) {
    if (owner == account) owned.push_back(token);
  }
  std::ranges::sort(owned, {}, [](const Token& token) { return std::tie(token.made_at, token.hash); });
  return owned;
}

}  // namespace wyrmhall::persistence
