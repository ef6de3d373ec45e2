#include "rules/dice/chain.h"

#include <algorithm>
#include <string_view>

namespace wyrmhall::rules {

Link link(const Link& next) {
  constexpr std::string_view kDomain = "wyrmhall link v1";
  std::array<std::uint8_t, kDomain.size() + sizeof(Link)> message;
  std::ranges::copy(next, std::ranges::copy(kDomain, message.begin()).out);
  const Digest digest = sha256(message);
  Link before;
  std::copy_n(digest.begin(), before.size(), before.begin());
  return before;
}

Link chain_link(const Link& last, int length, int k) {
  Link at = last;
  for (int i = length; i > k; --i) at = link(at);
  return at;
}

}  // namespace wyrmhall::rules
