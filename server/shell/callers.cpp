#include "server/shell/callers.h"

#include <utility>

namespace wyrmhall::server {

namespace ip = boost::asio::ip;

Callers::Entry Callers::came(const ip::address& peer, Caller& caller) {
  const auto plain = peer.is_v6() && peer.to_v6().is_v4_mapped()
                         ? ip::address(ip::make_address_v4(ip::v4_mapped, peer.to_v6()))
                         : peer;
  caller.peer = plain;
  caller.trusted = !proxies_.trusted.empty() && proxies_.trusted.contains(plain);
  caller.preamble = caller.trusted && proxies_.preamble;
  caller.client = peer_address(plain.to_string());
  if (caller.trusted) {
    // As many as there may be of all: a proxy keeps some ready, and one that does not speak has been left alone.
    if (uncounted_ >= limits_.connections_in_all) return Entry::kOut;
    ++uncounted_;
    return Entry::kIn;
  }
  const std::uint64_t too_many = turned_away_.too_many;
  if (count(caller, 1)) return Entry::kIn;
  return turned_away_.too_many != too_many ? Entry::kProbesOnly : Entry::kOut;
}

bool Callers::told(Caller& caller, const std::optional<ip::address>& from) {
  caller.preamble = false;
  if (!from) return true;  // the proxy speaks for itself
  caller.peer = *from;
  caller.client = peer_address(from->to_string());
  if (proxies_.trusted.contains(*from)) return true;  // another proxy, which says more in each request
  caller.trusted = false;
  --uncounted_;
  const std::uint64_t too_many = turned_away_.too_many;
  return count(caller, 1) || turned_away_.too_many != too_many;
}

bool Callers::asks(Caller& caller, const std::function<std::string(std::string_view)>& header, bool upgrade) {
  if (caller.counted) return true;
  if (!caller.trusted) return false;
  const auto* name = proxies_.header == ProxyHeader::kForwarded ? "Forwarded" : "X-Forwarded-For";
  const ip::address client = client_address(proxies_.header, header(name), caller.peer, proxies_.trusted);
  caller.client = peer_address(client.to_string());
  return count(caller, upgrade ? 1 : kPageCost);
}

void Callers::answered(Caller& caller) {
  if (!caller.trusted || !caller.counted || caller.session) return;
  admission_.left(caller.client, false);
  caller.counted = false;
}

bool Callers::upgrades(Caller& caller) {
  caller.session = admission_.upgrades(caller.client);
  if (!caller.session) ++turned_away_.too_many;
  return caller.session;
}

void Callers::left(Caller& caller) {
  if (caller.counted) admission_.left(caller.client, caller.session);
  if (caller.trusted) --uncounted_;
  caller = {};
}

bool Callers::count(Caller& caller, double cost) {
  if (banned_) {
    if (const auto address = plain_address(caller.client.text); address && banned_(*address)) {
      ++turned_away_.banned;
      return false;
    }
  }
  const Admission::Arrival arrival = admission_.came(caller.client, clock_.now(), cost);
  caller.counted = arrival == Admission::Arrival::kWelcome;
  if (arrival == Admission::Arrival::kTooFast) ++turned_away_.too_fast;
  if (arrival == Admission::Arrival::kTooMany) ++turned_away_.too_many;
  return caller.counted;
}

}  // namespace wyrmhall::server
