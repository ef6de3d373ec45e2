#include "clients/load/chain.h"

#include <sodium.h>

#include <algorithm>
#include <string_view>

namespace wyrmhall::load {

Link link_after(const Link& x) {
  constexpr std::string_view kPrefix = "wyrmhall link v1";
  std::array<std::uint8_t, kPrefix.size() + kLinkBytes> input;
  std::copy(x.begin(), x.end(), std::copy(kPrefix.begin(), kPrefix.end(), input.begin()));
  std::array<std::uint8_t, crypto_hash_sha256_BYTES> hash;
  crypto_hash_sha256(hash.data(), input.data(), input.size());
  Link link;
  std::copy_n(hash.begin(), link.size(), link.begin());
  return link;
}

std::string as_string(std::span<const std::uint8_t> bytes) {
  return {bytes.begin(), bytes.end()};
}

Chain::Chain(std::size_t links) : x_(links + 1) {
  randombytes_buf(x_.back().data(), x_.back().size());
  for (std::size_t k = links; k > 0; --k) x_[k - 1] = link_after(x_[k]);
}

}  // namespace wyrmhall::load
