// Sets of networks, such as those of trusted proxies.
#pragma once

#include <expected>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v6.hpp>

namespace wyrmhall::server {

// An address in the form that all others here have: an IPv4 address stays one if it came over IPv6. Nothing if the text
// is not an address; with brackets, a port or a zone it is not.
std::optional<boost::asio::ip::address> plain_address(std::string_view text);

// "10.0.0.0/8", "2001:db8::/32" or one address, as a network of IPv6: IPv4 networks lie in ::ffff:0:0/96. Bits past the
// prefix are ignored. On failure, a sentence.
std::expected<boost::asio::ip::network_v6, std::string> network_of(std::string_view text);
// The same network as people write it: "10.0.0.0/8", "192.0.2.1".
std::string network_text(const boost::asio::ip::network_v6& network);

// An address for Networks and network_of().
boost::asio::ip::address_v6 as_v6(const boost::asio::ip::address& address);

// To find an address costs one look for each length of prefix that there is, however many networks there are.
class Networks {
 public:
  static std::expected<Networks, std::string> read(const std::vector<std::string>& networks);

  void add(const boost::asio::ip::network_v6& network);
  void remove(const boost::asio::ip::network_v6& network);
  [[nodiscard]] bool empty() const { return networks_.empty(); }
  [[nodiscard]] bool contains(const boost::asio::ip::address& address) const { return find(address).has_value(); }
  // Whether any of them and this one have an address in common.
  [[nodiscard]] bool overlaps(const boost::asio::ip::network_v6& network) const;
  // The narrowest network that an address is in.
  [[nodiscard]] std::optional<boost::asio::ip::network_v6> find(const boost::asio::ip::address& address) const;

 private:
  struct Before {
    bool operator()(const boost::asio::ip::network_v6& a, const boost::asio::ip::network_v6& b) const;
  };
  std::set<boost::asio::ip::network_v6, Before> networks_;  // the narrow before the wide
};

}  // namespace wyrmhall::server
