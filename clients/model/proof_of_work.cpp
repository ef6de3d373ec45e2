#include "clients/model/proof_of_work.h"

#include <bit>
#include <cstring>

#include "clients/model/chain.h"

namespace wyrmhall::clients {
namespace {

std::uint32_t zero_bits_of(std::string_view digest) {
  std::uint32_t zeros = 0;
  for (const char c : digest) {
    zeros += static_cast<std::uint32_t>(std::countl_zero(static_cast<unsigned char>(c)));
    if (c != 0) break;
  }
  return zeros;
}

}  // namespace

ProofSearch::ProofSearch(const v1::ProofTask& task)
    : bytes_(task.challenge() + std::string(sizeof nonce_, '\0')),
      challenge_bytes_(task.challenge().size()),
      zero_bits_(task.zero_bits()) {}

std::optional<v1::Proof> ProofSearch::go_on(int tries) {
  for (int i = 0; i < tries; ++i) {
    std::memcpy(bytes_.data() + challenge_bytes_, &nonce_, sizeof nonce_);
    ++nonce_;
    if (zero_bits_of(sha256(bytes_)) < zero_bits_) continue;
    v1::Proof proof;
    proof.set_challenge(bytes_.substr(0, challenge_bytes_));
    proof.set_nonce(bytes_.substr(challenge_bytes_));
    return proof;
  }
  return std::nullopt;
}

}  // namespace wyrmhall::clients
