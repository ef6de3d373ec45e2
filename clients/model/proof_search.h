// The search for a proof of work that a server asks for, some of it at a time: whoever searches has other things to do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "wyrmhall/v1/client.pb.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::clients {

class ProofSearch {
 public:
  // Zero bits beyond which no server in its right mind asks.
  static constexpr std::uint32_t kMaxZeroBits = 28;

  explicit ProofSearch(const v1::ProofTask& task);
  // Tries so many nonces more. The proof, once it is found.
  std::optional<v1::Proof> go_on(int tries);

 private:
  std::string bytes_;  // the challenge, then the nonce
  std::size_t challenge_bytes_;
  std::uint32_t zero_bits_;
  std::uint64_t nonce_ = 0;
};

}  // namespace wyrmhall::clients
