#include "server/shell/net/networks.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include <boost/asio/ip/network_v4.hpp>

namespace wyrmhall::server {
namespace {

namespace ip = boost::asio::ip;
using ErrorCode = boost::system::error_code;

constexpr unsigned short kV4InV6 = 96;  // bits before an address of IPv4 in one of IPv6

}  // namespace

std::optional<ip::address> plain_address(std::string_view text) {
  if (text.find('%') != std::string_view::npos) return std::nullopt;
  ErrorCode error;
  ip::address address = ip::make_address(std::string(text), error);
  if (error) return std::nullopt;
  if (address.is_v6() && address.to_v6().is_v4_mapped()) return ip::make_address_v4(ip::v4_mapped, address.to_v6());
  return address;
}

ip::address_v6 as_v6(const ip::address& address) {
  return address.is_v6() ? address.to_v6() : ip::make_address_v6(ip::v4_mapped, address.to_v4());
}

std::expected<ip::network_v6, std::string> network_of(std::string_view text) {
  const auto wrong = [&] {
    return std::unexpected(
        fmt::format("\"{}\" is not a network; write for example 10.0.0.0/8, 2001:db8::/32 or 192.0.2.1", text));
  };
  if (const auto address = plain_address(text)) return ip::network_v6(as_v6(*address), 128);
  ErrorCode error;
  if (const auto v4 = ip::make_network_v4(std::string(text), error); !error) {
    return ip::network_v6(as_v6(v4.address()), static_cast<unsigned short>(kV4InV6 + v4.prefix_length())).canonical();
  }
  const auto v6 = ip::make_network_v6(std::string(text), error);
  if (error) return wrong();
  return v6.canonical();
}

std::string network_text(const ip::network_v6& network) {
  const bool v4 = network.address().is_v4_mapped() && network.prefix_length() >= kV4InV6;
  std::string address =
      v4 ? ip::make_address_v4(ip::v4_mapped, network.address()).to_string() : network.address().to_string();
  if (network.prefix_length() == 128) return address;
  return fmt::format("{}/{}", address, v4 ? network.prefix_length() - kV4InV6 : network.prefix_length());
}

bool Networks::Before::operator()(const ip::network_v6& a, const ip::network_v6& b) const {
  return std::make_tuple(-static_cast<int>(a.prefix_length()), a.address()) <
         std::make_tuple(-static_cast<int>(b.prefix_length()), b.address());
}

std::expected<Networks, std::string> Networks::read(const std::vector<std::string>& texts) {
  Networks networks;
  for (const std::string& text : texts) {
    const auto network = network_of(text);
    if (!network) return std::unexpected(network.error());
    networks.add(*network);
  }
  return networks;
}

void Networks::add(const ip::network_v6& network) {
  networks_.insert(network.canonical());
}

void Networks::remove(const ip::network_v6& network) {
  networks_.erase(network.canonical());
}

bool Networks::overlaps(const ip::network_v6& network) const {
  return std::ranges::any_of(networks_, [&](const ip::network_v6& one) {
    const auto length = std::min(one.prefix_length(), network.prefix_length());
    return ip::network_v6(one.address(), length).canonical() == ip::network_v6(network.address(), length).canonical();
  });
}

std::optional<ip::network_v6> Networks::find(const ip::address& address) const {
  const ip::address_v6 wanted = as_v6(address);
  for (auto at = networks_.begin(); at != networks_.end();) {
    const auto length = at->prefix_length();
    const ip::network_v6 network = ip::network_v6(wanted, length).canonical();
    if (const auto found = networks_.find(network); found != networks_.end()) return *found;
    // The first network of the next length: it sorts after all of this length.
    at = length == 0 ? networks_.end()
                     : networks_.lower_bound(ip::network_v6(ip::address_v6(), static_cast<unsigned short>(length - 1)));
  }
  return std::nullopt;
}

}  // namespace wyrmhall::server
