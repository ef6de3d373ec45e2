// Where a server is: ws://HOST:PORT, or wss://HOST:PORT with TLS; with the path /ws where none is given. IPv6 hosts
// stand in brackets.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace wyrmhall::clients {

struct Address {
  std::string host;
  std::string port;
  std::string path = "/ws";
  bool tls = false;
  std::string ca = {};  // with TLS: a file of the certificates that are trusted; empty for the system's

  // As it is typed, without a path that goes without saying.
  [[nodiscard]] std::string text() const;
  friend bool operator==(const Address&, const Address&) = default;
};

// Nothing where the text is no such address.
std::optional<Address> parse_address(std::string_view text);

}  // namespace wyrmhall::clients
