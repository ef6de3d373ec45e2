#include "rules/dice/confirmation.h"

#include <algorithm>
#include <vector>

#include "rules/dice/sha256.h"

namespace wyrmhall::rules {

ConfirmationCode confirmation_code(const Link& next, const std::array<std::uint8_t, 16>& match, std::uint32_t version,
                                   std::string_view decision) {
  constexpr std::string_view kDomain = "wyrmhall act v1";
  std::vector<std::uint8_t> message(kDomain.begin(), kDomain.end());
  message.insert(message.end(), match.begin(), match.end());
  for (int shift = 24; shift >= 0; shift -= 8) message.push_back(static_cast<std::uint8_t>(version >> shift));
  message.insert(message.end(), decision.begin(), decision.end());
  const Digest digest = HmacKey(next).mac(message);
  ConfirmationCode code;
  std::copy_n(digest.begin(), code.size(), code.begin());
  return code;
}

}  // namespace wyrmhall::rules
