#include "rules/dice/chain.h"

#include <cstring>

namespace wyrmhall::rules {

namespace {

constexpr Bytes16 kDomain = {'w', 'y', 'r', 'm', 'h', 'a', 'l', 'l', ' ', 'l', 'i', 'n', 'k', ' ', 'v', '1'};

}  // namespace

Link link(const Link& next) {
  const Digest digest = sha256(kDomain, next);
  Link before;
  std::memcpy(before.data(), digest.data(), before.size());
  return before;
}

Link chain_link(const Link& last, int length, int k) {
  Link at = last;
  for (int i = length; i > k; --i) at = link(at);
  return at;
}

}  // namespace wyrmhall::rules
