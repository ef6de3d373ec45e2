// What the log of arrivals tells: the core and the acceptor report it, and the shell writes it down.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "server/core/ids.h"
#include "server/core/peer_address.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::server {

struct AccessEvent {
  enum class Kind : std::uint8_t {
    kSignedIn,   // somebody who had been here before
    kNewGuest,   // an account was made
    kRefused,    // a command was refused
    kTurnedAway  // a connection or a request was not let in
  };
  Kind kind = Kind::kRefused;
  const PeerAddress& from;
  std::string_view why = {};  // of the last two: such as "token-unknown"; fixed words, never the client's
  std::optional<AccountId> account = std::nullopt;  // of the first two
};
using AccessWatch = std::function<void(const AccessEvent&)>;

// How many connections and requests were turned away, and why.
struct TurnedAway {
  std::uint64_t too_fast = 0;
  std::uint64_t too_many = 0;
  std::uint64_t banned = 0;
};

// Whether such refusals are told: those at a bound, and those of somebody who tries to get in. What a game's rules
// forbid, and what came a moment too late, is not told.
bool is_told(wyrmhall::v1::RefusalCode code);
// "token-unknown"; at a limit with the field that says which: "limit-reached-tables".
std::string refusal_word(wyrmhall::v1::RefusalCode code, std::string_view field);

}  // namespace wyrmhall::server
