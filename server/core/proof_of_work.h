// Proof of work: what a client is given to do before it may go on, and whether it has done it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "server/core/environment.h"
#include "server/core/limits.h"

namespace wyrmhall::server {

struct ProofTask {
  std::array<std::uint8_t, kProofChallengeBytes> challenge{};
  std::uint32_t zero_bits = 0;
  Timestamp until{};  // then it counts no more
};

// Whether SHA-256 of the challenge and the nonce, which has kProofNonceBytes, begins with as many zero bits as the task
// says.
bool proves(const ProofTask& task, std::string_view challenge, std::string_view nonce);

}  // namespace wyrmhall::server
