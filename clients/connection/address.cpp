#include "clients/connection/address.h"

#include <algorithm>

namespace wyrmhall::clients {
namespace {

constexpr std::string_view kPlainScheme = "ws://";
constexpr std::string_view kTlsScheme = "wss://";
// Where wyrmhalld listens by itself, and where a proxy before it does.
constexpr std::string_view kPlainPort = "7420";
constexpr std::string_view kTlsPort = "443";

bool is_port(std::string_view text) {
  if (text.empty() || text.size() > 5) return false;
  if (!std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; })) return false;
  const int number = std::stoi(std::string(text));
  return number >= 1 && number <= 65535;
}

// What a host may not hold: it would end up in the request or on the screen as something else.
bool is_host(std::string_view text) {
  return !text.empty() && text.size() <= 253 && std::none_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == '/';
  });
}

}  // namespace

std::string Address::text() const {
  const bool bracket = host.find(':') != std::string::npos;
  return std::string(tls ? kTlsScheme : kPlainScheme) + (bracket ? "[" + host + "]" : host) + ":" + port +
         (path == "/ws" ? "" : path);
}

std::optional<Address> parse_address(std::string_view text) {
  Address address;
  address.tls = text.starts_with(kTlsScheme);
  if (!address.tls && !text.starts_with(kPlainScheme)) return std::nullopt;
  const std::string_view default_port = address.tls ? kTlsPort : kPlainPort;
  text.remove_prefix(address.tls ? kTlsScheme.size() : kPlainScheme.size());
  if (const auto slash = text.find('/'); slash != std::string_view::npos) {
    if (text.substr(slash) != "/") address.path = text.substr(slash);
    text = text.substr(0, slash);
  }
  if (address.path.size() > 200 || address.path.find_first_of(" \r\n\t") != std::string::npos) return std::nullopt;
  if (text.starts_with('[')) {
    const auto close = text.find(']');
    if (close == std::string_view::npos) return std::nullopt;
    address.host = text.substr(1, close - 1);
    text.remove_prefix(close + 1);
    if (!text.empty() && text.front() != ':') return std::nullopt;
    address.port = text.empty() ? default_port : text.substr(1);
  } else {
    const auto colon = text.rfind(':');
    address.host = text.substr(0, colon);
    address.port = colon == std::string_view::npos ? default_port : text.substr(colon + 1);
    if (address.host.find(':') != std::string::npos) return std::nullopt;
  }
  if (!is_host(address.host) || !is_port(address.port)) return std::nullopt;
  return address;
}

}  // namespace wyrmhall::clients
