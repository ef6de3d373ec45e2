// The PROXY protocol, version 2: what a proxy that speaks no HTTP sends ahead of a connection's own bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <boost/asio/ip/address.hpp>

namespace wyrmhall::server {

struct ProxyPreamble {
  enum class Verdict : std::uint8_t { kMore, kBad, kWhole };
  Verdict verdict = Verdict::kMore;
  std::size_t bytes = 0;  // that it took, where it is whole
  // Who connected to the proxy. Nothing if the proxy speaks for itself (LOCAL), or for something that is not TCP.
  std::optional<boost::asio::ip::address> from;
};

// Looks at the first bytes of a connection. A header that is longer than kProxyPreambleBytes is bad.
ProxyPreamble proxy_preamble(std::span<const std::uint8_t> bytes);

}  // namespace wyrmhall::server
