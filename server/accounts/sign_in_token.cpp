#include "server/accounts/sign_in_token.h"

#include <algorithm>
#include <array>

namespace wyrmhall::server {

std::string make_token(Entropy& entropy) {
  std::array<std::uint8_t, kTokenBytes> token{};
  entropy.fill(token);
  return {token.begin(), token.end()};
}

std::string tame_client(std::string_view client) {
  std::string tamed(client);
  std::ranges::replace_if(tamed, [](char c) { return c < ' ' || c > '~'; }, '?');
  return tamed;
}

}  // namespace wyrmhall::server
