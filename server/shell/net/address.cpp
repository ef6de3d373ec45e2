#include "server/shell/net/address.h"

#include <fmt/format.h>

#include "server/core/limits.h"

namespace wyrmhall::server {
namespace {

struct Address {
  std::string host;
  std::string port;
};

std::expected<Address, std::string> parse_address(const std::string& text) {
  const auto colon = text.rfind(':');
  if (colon == std::string::npos || colon + 1 == text.size()) {
    return std::unexpected(fmt::format("\"{}\" is not HOST:PORT; write for example 127.0.0.1:7420", text));
  }
  Address address{.host = text.substr(0, colon), .port = text.substr(colon + 1)};
  if (address.host.starts_with('[') && address.host.ends_with(']')) {
    address.host = address.host.substr(1, address.host.size() - 2);
  }
  return address;
}

std::string endpoint_text(const net::ip::tcp::endpoint& endpoint) {
  const auto address = endpoint.address().to_string();
  return endpoint.address().is_v6() ? fmt::format("[{}]:{}", address, endpoint.port())
                                    : fmt::format("{}:{}", address, endpoint.port());
}

}  // namespace

std::expected<std::string, std::string> listen_at(TcpAcceptor& acceptor, const std::string& where) {
  const auto address = parse_address(where);
  if (!address) return std::unexpected(address.error());
  boost::system::error_code error;
  net::ip::basic_resolver<net::ip::tcp, Executor> resolver(acceptor.get_executor());
  const auto found = resolver.resolve(address->host, address->port, net::ip::tcp::resolver::passive, error);
  if (error)
    return std::unexpected(
        fmt::format("cannot listen on {}: {}; write for example 127.0.0.1:7420", where, error.message()));
  const net::ip::tcp::endpoint endpoint = found.begin()->endpoint();
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(net::socket_base::reuse_address(true), error);
  // Before it listens: connections have them from here.
  if (!error) acceptor.set_option(net::socket_base::send_buffer_size(kKernelSendBytes), error);
  if (!error) acceptor.set_option(net::socket_base::receive_buffer_size(kKernelReceiveBytes), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(net::socket_base::max_listen_connections, error);
  if (error) {
    const char* hint = error == boost::system::errc::address_in_use ? "; is another server running there?"
                       : error == boost::system::errc::address_not_available
                           ? "; this machine does not have that address"
                           : "";
    return std::unexpected(fmt::format("cannot listen on {}: {}{}", where, error.message(), hint));
  }
  return endpoint_text(acceptor.local_endpoint());
}

}  // namespace wyrmhall::server
