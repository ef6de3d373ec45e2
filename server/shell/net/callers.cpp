#include "server/shell/net/callers.h"

#include <utility>

namespace wyrmhall::server {

namespace ip = boost::asio::ip;

namespace {
constexpr std::string_view kTooMany = "too-many-connections";
}

Callers::Entry Callers::came(const ip::address& peer, Caller& caller) {
  const auto plain = peer.is_v6() && peer.to_v6().is_v4_mapped()
                         ? ip::address(ip::make_address_v4(ip::v4_mapped, peer.to_v6()))
                         : peer;
  caller.peer = plain;
  caller.trusted = !proxies_.trusted.empty() && proxies_.trusted.contains(plain);
  caller.preamble = caller.trusted && proxies_.preamble;
  caller.client = peer_address(plain.to_string());
  if (caller.trusted) {
    // As many as there may be in all: a proxy keeps some ready, and one that does not speak has been left alone.
    if (uncounted_ >= limits_.connections_in_all) return Entry::kOut;
    ++uncounted_;
    return Entry::kIn;
  }
  return count(caller, 1);
}

bool Callers::told(Caller& caller, const std::optional<ip::address>& from) {
  caller.preamble = false;
  if (!from) return true;  // the proxy speaks for itself
  caller.peer = *from;
  caller.client = peer_address(from->to_string());
  if (proxies_.trusted.contains(*from)) return true;  // another proxy, which says more in each request
  caller.trusted = false;
  --uncounted_;
  return count(caller, 1) != Entry::kOut;
}

bool Callers::asks(Caller& caller, const std::function<std::string(std::string_view)>& header, bool upgrade) {
  if (caller.counted) return true;
  if (!caller.trusted) return false;
  const auto* name = proxies_.header == ProxyHeader::kForwarded ? "Forwarded" : "X-Forwarded-For";
  const ip::address client = client_address(proxies_.header, header(name), caller.peer, proxies_.trusted);
  caller.client = peer_address(client.to_string());
  return count(caller, upgrade ? 1 : kPageCost) == Entry::kIn;
}

void Callers::answered(Caller& caller) {
  if (!caller.trusted || !caller.counted || caller.session) return;
  admission_.left(caller.client, false);
  caller.counted = false;
}

bool Callers::upgrades(Caller& caller) {
  caller.session = admission_.upgrades(caller.client);
  if (!caller.session) turn_away(caller, turned_away_.too_many, kTooMany);
  return caller.session;
}

void Callers::left(Caller& caller) {
  if (caller.counted) admission_.left(caller.client, caller.session);
  if (caller.trusted) --uncounted_;
  caller = {};
}

Callers::Entry Callers::count(Caller& caller, double cost) {
  const Admission::Arrival arrival = admission_.came(caller.client, clock_.now(), cost);
  caller.counted = arrival == Admission::Arrival::kWelcome;
  // Looked up only for those that are not thrown out anyway. A supervisor that was banned with its network still asks
  // whether the server lives, and would restart the server if nobody answered.
  if (arrival != Admission::Arrival::kTooFast && banned_) {
    if (const auto address = plain_address(caller.client.text); address && banned_(*address)) {
      if (caller.counted) admission_.left(caller.client, false);
      caller.counted = false;
      turn_away(caller, turned_away_.banned, "banned");
      return Entry::kProbesOnly;
    }
  }
  switch (arrival) {
    case Admission::Arrival::kWelcome:
      return Entry::kIn;
    case Admission::Arrival::kTooFast:
      turn_away(caller, turned_away_.too_fast, "too-fast");
      return Entry::kOut;
    case Admission::Arrival::kTooMany:
      break;
  }
  turn_away(caller, turned_away_.too_many, kTooMany);
  return Entry::kProbesOnly;
}

void Callers::turn_away(const Caller& caller, std::uint64_t& counter, std::string_view why) {
  ++counter;
  if (watch_) watch_({.kind = AccessEvent::Kind::kTurnedAway, .from = caller.client, .why = why});
}

}  // namespace wyrmhall::server
