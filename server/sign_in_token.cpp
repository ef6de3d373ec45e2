#include "server/sign_in_token.h"

#include <algorithm>
#include <array>

#include "rules/dice/sha256.h"

namespace wyrmhall::server {

std::string make_token(Entropy& entropy) {
  std::array<std::uint8_t, kTokenBytes> token{};
  entropy.fill(token);
  return {token.begin(), token.end()};
}

persistence::Hash hash_of_token(std::string_view token) {
  return rules::sha256({reinterpret_cast<const std::uint8_t*>(token.data()), token.size()});
}

std::string tame_client(std::string_view client) {
  std::string tamed(client);
  std::ranges::replace_if(tamed, [](char c) { return c < ' ' || c > '~'; }, '?');
  return tamed;
}

}  // namespace wyrmhall::server
