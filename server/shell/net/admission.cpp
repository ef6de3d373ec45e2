#include "server/shell/net/admission.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include <boost/asio/ip/address.hpp>

namespace wyrmhall::server {
namespace {

// How many bytes of an IPv6 address name the network that a customer is given: at least, often, and at most.
constexpr std::array<std::ptrdiff_t, kGroupGrowth.size()> kNetworkBytes = {8, 7, 6};

}  // namespace

PeerAddress peer_address(const std::string& text) {
  namespace ip = boost::asio::ip;
  boost::system::error_code error;
  const ip::address address = ip::make_address(text, error);
  if (error || address.is_v4()) return {.text = text, .groups = {text}};
  const ip::address_v6 v6 = address.to_v6();
  if (v6.is_v4_mapped()) {
    const std::string v4 = ip::make_address_v4(ip::v4_mapped, v6).to_string();
    return {.text = v4, .groups = {v4}};
  }
  PeerAddress peer{.text = text, .groups = {}};
  for (const std::ptrdiff_t bytes : kNetworkBytes) {
    auto network = v6.to_bytes();
    std::fill(network.begin() + bytes, network.end(), std::uint8_t{0});
    peer.groups.push_back(fmt::format("{}/{}", ip::address_v6(network).to_string(), bytes * 8));
  }
  return peer;
}

Admission::Group& Admission::group(const PeerAddress& peer, std::size_t level, Timestamp now) {
  const auto found = groups_.find(peer.groups[level]);
  if (found != groups_.end()) return found->second;
  const auto width = static_cast<double>(growth_of(level));
  return groups_
      .emplace(peer.groups[level], Group{.arrivals = TokenBucket(per_address(kArrivalsPerSecondAndSession) * width,
                                                                 per_address(kArrivalsAtOncePerSession) * width, now),
                                         .width = growth_of(level)})
      .first->second;
}

Admission::Arrival Admission::came(const PeerAddress& peer, Timestamp now, double cost) {
  if (now - swept_at_ > kAddressMemory || groups_.size() - connected_ >= kAddressesRemembered) forget(now);
  bool too_many = connections_ >= limits_.connections_in_all;
  for (std::size_t level = 0; level < peer.groups.size(); ++level) {
    Group& of = group(peer, level, now);
    of.seen_at = now;
    if (!of.arrivals.take(now, cost)) return Arrival::kTooFast;
    too_many = too_many || of.requests >= limits_.sessions_per_address * kRequestsPerSession * of.width;
  }
  if (too_many) return Arrival::kTooMany;
  for (const std::string& name : peer.groups) {
    Group& of = groups_.at(name);
    connected_ += of.is_connected() ? 0 : 1;
    ++of.requests;
  }
  ++connections_;
  return Arrival::kWelcome;
}

bool Admission::upgrades(const PeerAddress& peer) {
  for (const std::string& name : peer.groups) {
    const Group& of = groups_.at(name);
    if (of.sessions >= limits_.sessions_per_address * of.width) return false;
  }
  for (const std::string& name : peer.groups) {
    Group& of = groups_.at(name);
    --of.requests;
    ++of.sessions;
  }
  return true;
}

void Admission::left(const PeerAddress& peer, bool was_session) {
  for (const std::string& name : peer.groups) {
    Group& of = groups_.at(name);
    --(was_session ? of.sessions : of.requests);
    connected_ -= of.is_connected() ? 0 : 1;
  }
  --connections_;
}

void Admission::limits_changed() {
  for (auto& [name, of] : groups_) {
    const auto width = static_cast<double>(of.width);
    of.arrivals.set(per_address(kArrivalsPerSecondAndSession) * width, per_address(kArrivalsAtOncePerSession) * width);
  }
}

// An address that has not come for kAddressMemory may make as many connections as one that never came. If too many have
// come since, all without a connection are forgotten: somebody who has that many addresses needs none of them twice.
void Admission::forget(Timestamp now) {
  swept_at_ = now;
  const bool all = groups_.size() - connected_ >= kAddressesRemembered;
  std::erase_if(groups_, [&](const auto& entry) {
    const Group& group = entry.second;
    return !group.is_connected() && (all || now - group.seen_at > kAddressMemory);
  });
}

}  // namespace wyrmhall::server
