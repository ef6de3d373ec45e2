// The client behind a proxy that passes on its request.
#pragma once

#include <string_view>

#include <boost/asio/ip/address.hpp>

#include "server/shell/net/networks.h"

namespace wyrmhall::server {

// The two headers in which proxies name it: X-Forwarded-For, and that of RFC 7239.
enum class ProxyHeader { kXForwardedFor, kForwarded };

// The last address, from the right, that is not trusted: each hop appends the address that spoke to it, so that address
// alone vouches for what stands further left. If all are trusted, the first. If something there is not an address
// ("unknown", a name, rubbish), the hop that passed it on: the limits are then those of the proxy. `value`: the
// header's lines joined by commas; empty if there is none. `peer`: the connection's other end.
boost::asio::ip::address client_address(ProxyHeader kind, std::string_view value, const boost::asio::ip::address& peer,
                                        const Networks& trusted);

}  // namespace wyrmhall::server
