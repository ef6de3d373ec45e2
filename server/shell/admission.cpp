#include "server/shell/admission.h"

#include <algorithm>

#include <boost/asio/ip/address.hpp>

namespace wyrmhall::server {
namespace {

constexpr std::ptrdiff_t kNetworkBytes = 8;  // of an address of IPv6: what a customer is given at least

constexpr Micros micros(auto duration) {
  return std::chrono::duration_cast<std::chrono::microseconds>(duration).count();
}

}  // namespace

std::string address_group(const std::string& text) {
  namespace ip = boost::asio::ip;
  boost::system::error_code error;
  const ip::address address = ip::make_address(text, error);
  if (error || address.is_v4()) return text;
  const ip::address_v6 v6 = address.to_v6();
  if (v6.is_v4_mapped()) return ip::make_address_v4(ip::v4_mapped, v6).to_string();
  auto network = v6.to_bytes();
  std::fill(network.begin() + kNetworkBytes, network.end(), std::uint8_t{0});
  return ip::address_v6(network).to_string() + "/64";
}

Admission::Arrival Admission::came(const std::string& name, Micros now) {
  if (now - swept_at_ > micros(kAddressMemory) || groups_.size() - connected_ >= kAddressesRemembered) forget(now);
  Group& group = groups_
                     .try_emplace(name, TokenBucket(sessions_per_address_ * kArrivalsPerSecondAndSession,
                                                    sessions_per_address_ * kArrivalsAtOncePerSession, now))
                     .first->second;
  group.seen_at = now;
  if (!group.arrivals.take(now)) return Arrival::kTooFast;
  if (connections_ >= connections_in_all_ || group.requests >= sessions_per_address_ * kRequestsPerSession) {
    return Arrival::kTooMany;
  }
  connected_ += group.is_connected() ? 0 : 1;
  ++group.requests;
  ++connections_;
  return Arrival::kWelcome;
}

bool Admission::upgrades(const std::string& name) {
  Group& group = groups_.at(name);
  if (group.sessions >= sessions_per_address_) return false;
  --group.requests;
  ++group.sessions;
  return true;
}

void Admission::left(const std::string& name, bool was_session) {
  Group& group = groups_.at(name);
  --(was_session ? group.sessions : group.requests);
  --connections_;
  connected_ -= group.is_connected() ? 0 : 1;
}

// Who has not come for so long may make as many connections as ever, like one that never came. Where too many came
// since, all without a connection are forgotten: whoever has that many addresses needs none of them twice.
void Admission::forget(Micros now) {
  swept_at_ = now;
  const bool all = groups_.size() - connected_ >= kAddressesRemembered;
  std::erase_if(groups_, [&](const auto& entry) {
    const Group& group = entry.second;
    return !group.is_connected() && (all || now - group.seen_at > micros(kAddressMemory));
  });
}

}  // namespace wyrmhall::server
