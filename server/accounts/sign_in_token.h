// The token by which somebody signs in: made here, told once, kept as its hash (server/accounts/secret_hash.h).
#pragma once

#include <string>
#include <string_view>

#include "server/core/environment.h"

namespace wyrmhall::server {

constexpr std::size_t kTokenBytes = 32;

std::string make_token(Entropy& entropy);

// What a client calls itself, made safe to show in any terminal: what is not printable ASCII becomes a question mark.
std::string tame_client(std::string_view client);

}  // namespace wyrmhall::server
