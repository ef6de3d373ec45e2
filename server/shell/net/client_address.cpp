#include "server/shell/net/client_address.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

namespace wyrmhall::server {
namespace {

namespace ip = boost::asio::ip;

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// The pieces between separators that stand outside of quotes, from the last. They are looked through from the right:
// the right end is what proxies have appended, and a quote that a client never closes must not swallow that.
std::vector<std::string_view> split(std::string_view text, char separator, bool with_quotes) {
  std::vector<std::string_view> pieces;
  bool quoted = false;
  std::size_t end = text.size();
  for (std::size_t i = text.size(); i-- > 0;) {
    if (with_quotes && text[i] == '"') quoted = !quoted;
    if (quoted || text[i] != separator) continue;
    pieces.push_back(trimmed(text.substr(i + 1, end - i - 1)));
    end = i;
  }
  pieces.push_back(trimmed(text.substr(0, end)));
  return pieces;
}

bool is_port(std::string_view text) {
  return !text.empty() && text.size() <= 5 &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

// With or without a port; an address of IPv6 in brackets or, as some write it, without; all of it in quotes or not.
std::optional<ip::address> node(std::string_view text) {
  if (text.size() >= 2 && text.starts_with('"') && text.ends_with('"')) text = text.substr(1, text.size() - 2);
  if (text.starts_with('[')) {
    const auto end = text.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view rest = text.substr(end + 1);
    if (!rest.empty() && (rest.front() != ':' || !is_port(rest.substr(1)))) return std::nullopt;
    return plain_address(text.substr(1, end - 1));
  }
  const auto colon = text.find(':');
  const bool has_port = colon != std::string_view::npos && colon == text.rfind(':');
  if (has_port && !is_port(text.substr(colon + 1))) return std::nullopt;
  return plain_address(has_port ? text.substr(0, colon) : text);
}

// RFC 7239, 4: for=192.0.2.1;proto=https, for="[2001:db8::1]:4711".
std::optional<ip::address> forwarded_for(std::string_view element) {
  for (std::string_view pair : split(element, ';', true)) {
    const auto equals = pair.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view name = pair.substr(0, equals);
    const bool is_for = name.size() == 3 && std::ranges::equal(name, std::string_view("for"), [](char a, char b) {
                          return std::tolower(static_cast<unsigned char>(a)) == b;
                        });
    if (!is_for) continue;
    return node(pair.substr(equals + 1));
  }
  return std::nullopt;
}

}  // namespace

ip::address client_address(ProxyHeader kind, std::string_view value, const ip::address& peer, const Networks& trusted) {
  ip::address client = peer;
  if (value.empty()) return client;
  const bool rfc7239 = kind == ProxyHeader::kForwarded;  // in the other nothing that is quoted has a comma
  for (const std::string_view hop : split(value, ',', rfc7239)) {
    if (!trusted.contains(client)) break;
    const auto told = rfc7239 ? forwarded_for(hop) : node(hop);
    if (!told) break;
    client = *told;
  }
  return client;
}

}  // namespace wyrmhall::server
