// The search for a proof of work that a server asks for, in pieces: the caller has other things to do.
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
  // More zero bits than any sensible server asks for.
  static constexpr std::uint32_t kMaxZeroBits = 28;

  explicit ProofSearch(const v1::ProofTask& task);
  // Tries `tries` more nonces. Gives the proof once it is found.
  std::optional<v1::Proof> go_on(int tries);

 private:
  std::string bytes_;  // the challenge, then the nonce
  std::size_t challenge_bytes_;
  std::uint32_t zero_bits_;
  std::uint64_t nonce_ = 0;
};

}  // namespace wyrmhall::clients
