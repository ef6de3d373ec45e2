#include "server/core/proof_of_work.h"

#include <algorithm>
#include <bit>
#include <ranges>
#include <vector>

#include "rules/dice/sha256.h"

namespace wyrmhall::server {

bool proves(const ProofTask& task, std::string_view challenge, std::string_view nonce) {
  const auto same = [](char given, std::uint8_t asked) { return static_cast<std::uint8_t>(given) == asked; };
  if (!std::ranges::equal(challenge, task.challenge, same) || nonce.size() != kProofNonceBytes) return false;
  std::vector<std::uint8_t> both(task.challenge.begin(), task.challenge.end());
  both.insert(both.end(), nonce.begin(), nonce.end());
  std::uint32_t zeros = 0;
  for (const std::uint8_t byte : rules::sha256(both)) {
    zeros += static_cast<std::uint32_t>(std::countl_zero(byte));
    if (byte != 0) break;
  }
  return zeros >= task.zero_bits;
}

}  // namespace wyrmhall::server
