// Whose request it is that a proxy passes on.
#pragma once

#include <string_view>

#include <boost/asio/ip/address.hpp>

#include "server/shell/net/networks.h"

namespace wyrmhall::server {

// The two headers in which proxies tell it: X-Forwarded-For, and that of RFC 7239.
enum class ProxyHeader { kXForwardedFor, kForwarded };

// Whoever is the last, from the right, that is not trusted: each hop appends who spoke to it, so what stands further
// left is that one's own word. Where all are trusted, the first. Where something stands there that is no address
// ("unknown", a name, rubbish), whoever passed that on: the limits are then those of the proxy. `value`: the header's
// lines joined by commas; empty where there is none. `peer`: the connection's other end.
boost::asio::ip::address client_address(ProxyHeader kind, std::string_view value, const boost::asio::ip::address& peer,
                                        const Networks& trusted);

}  // namespace wyrmhall::server
