// How many connections an address may have, and how many new ones it may make.
#include "server/shell/net/admission.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "server/core/address_count.h"

namespace wyrmhall::test {
namespace {

using server::Admission;
using server::Limits;
using server::PeerAddress;

constexpr Duration kOneSecond = std::chrono::seconds(1);
constexpr int kSessions = static_cast<int>(server::kSessionsPerAddress);
constexpr int kRequests = kSessions * static_cast<int>(server::kRequestsPerSession);
constexpr int kAtOnce = kSessions * server::kArrivalsAtOncePerSession;
constexpr double kPerSecond = kSessions * server::kArrivalsPerSecondAndSession;

PeerAddress only(const std::string& name) {
  return {.text = name, .groups = {name}};
}

Timestamp at(Duration since_the_start) {
  return Timestamp(since_the_start);
}

bool came(Admission& admission, const std::string& name, Timestamp now) {
  return admission.came(only(name), now) == Admission::Arrival::kWelcome;
}

TEST_CASE("an address has so many connections that play and so many others, and another address its own") {
  const Limits limits{.connections_in_all = 1000};
  Admission admission(limits);
  for (int i = 0; i < kSessions; ++i) {
    REQUIRE(came(admission, "a", at({})));
    REQUIRE(admission.upgrades(only("a")));
  }
  // One more may ask, and may not play.
  REQUIRE(came(admission, "a", at({})));
  CHECK(!admission.upgrades(only("a")));
  for (int i = 1; i < kRequests; ++i) REQUIRE(came(admission, "a", at({})));
  CHECK(admission.came(only("a"), at(60 * kOneSecond)) == Admission::Arrival::kTooMany);
  CHECK(came(admission, "b", at(60 * kOneSecond)));
  admission.left(only("a"), false);
  CHECK(came(admission, "a", at(60 * kOneSecond)));
  CHECK(!admission.upgrades(only("a")));
  admission.left(only("a"), true);
  CHECK(admission.upgrades(only("a")));
}

TEST_CASE("whoever connects again and again is let in so often a second, after so many at once") {
  const Limits limits{.connections_in_all = 1000};
  Admission admission(limits);
  int let_in = 0;
  const int seconds = 20;
  for (int i = 0; i < 200 * seconds; ++i) {
    if (!came(admission, "a", at(i * kOneSecond / 200))) continue;
    ++let_in;
    admission.left(only("a"), false);
  }
  CHECK(let_in >= kAtOnce + static_cast<int>(kPerSecond * (seconds - 1)));
  CHECK(let_in <= kAtOnce + static_cast<int>(kPerSecond * seconds));
  CHECK(came(admission, "b", at(seconds * kOneSecond)));
  // After a while it may make as many at once as ever.
  for (int i = 0; i < kAtOnce; ++i) {
    CHECK(came(admission, "a", at(60 * kOneSecond)));
    admission.left(only("a"), false);
  }
  CHECK(admission.came(only("a"), at(60 * kOneSecond)) == Admission::Arrival::kTooFast);
}

TEST_CASE("there are so many connections in all") {
  const Limits limits{.connections_in_all = 3};
  Admission admission(limits);
  CHECK(came(admission, "a", at({})));
  CHECK(came(admission, "b", at({})));
  CHECK(came(admission, "c", at({})));
  CHECK(admission.came(only("d"), at({})) == Admission::Arrival::kTooMany);
  admission.left(only("b"), false);
  CHECK(came(admission, "d", at({})));
}

TEST_CASE("addresses are forgotten in time, or when there are too many, but for those that have a connection") {
  const Limits limits{.connections_in_all = 1000};
  Admission admission(limits);
  REQUIRE(came(admission, "stays", at({})));
  const auto come_and_go = [&](std::size_t many, const std::string& prefix, Timestamp now) {
    for (std::size_t i = 0; i < many; ++i) {
      const std::string name = prefix + std::to_string(i);
      REQUIRE(came(admission, name, now));
      admission.left(only(name), false);
    }
  };
  come_and_go(100, "early", at({}));
  CHECK(admission.groups() == 101);
  come_and_go(1, "later", at(60 * kOneSecond));
  CHECK(admission.groups() == 2);
  come_and_go(3 * server::kAddressesRemembered, "storm", at(61 * kOneSecond));
  CHECK(admission.groups() <= server::kAddressesRemembered + 1);
  admission.left(only("stays"), false);
}

std::string address_group(const std::string& address) {
  return server::peer_address(address).groups.front();
}

TEST_CASE("a /48 has sixteen times as many connections as an address, however many networks it comes from") {
  const Limits limits{.connections_in_all = 100000};
  Admission admission(limits);
  int playing = 0;
  for (int network = 0; network < 1000; ++network) {
    const PeerAddress peer = server::peer_address(fmt::format("2001:db8:1:{:x}::1", network * 64));
    for (int i = 0; i < 3; ++i) {
      if (admission.came(peer, at(network * 60 * kOneSecond)) != Admission::Arrival::kWelcome) continue;
      playing += admission.upgrades(peer) ? 1 : 0;
    }
  }
  CHECK(playing == 16 * kSessions);
  const PeerAddress other = server::peer_address("2001:db8:2::1");
  REQUIRE(admission.came(other, at({})) == Admission::Arrival::kWelcome);
  CHECK(admission.upgrades(other));
}

TEST_CASE("an address of IPv6 stands for its network, and one of IPv4 for itself") {
  CHECK(address_group("192.0.2.1") == "192.0.2.1");
  CHECK(address_group("::ffff:192.0.2.1") == "192.0.2.1");
  CHECK(address_group("2001:db8:1:2:3:4:5:6") == address_group("2001:db8:1:2:ffff::1"));
  CHECK(address_group("2001:db8:1:2::1") != address_group("2001:db8:1:3::1"));
  CHECK(address_group("nonsense") == "nonsense");
}

TEST_CASE("an address of IPv6 counts in three networks, the wider with larger limits") {
  using server::peer_address;
  server::AddressCount count;
  const auto take = [&](const std::string& text, std::size_t limit) {
    const server::PeerAddress address = peer_address(text);
    if (!count.has_room(address, limit)) return false;
    count.add(address);
    return true;
  };
  CHECK(peer_address("2001:db8:1:203::1").groups ==
        std::vector<std::string>{"2001:db8:1:203::/64", "2001:db8:1:200::/56", "2001:db8:1::/48"});
  CHECK(peer_address("192.0.2.1").groups == std::vector<std::string>{"192.0.2.1"});
  const int limit = 2;
  // From 256 networks of one customer with a /56, each under its own limit.
  int taken = 0;
  for (int network = 0; network < 256; ++network) {
    taken += take(fmt::format("2001:db8:1:{:x}::1", network), limit) ? 1 : 0;
  }
  CHECK(taken == limit * 4);
  CHECK(!take("2001:db8:1:1::9", limit));
  // From a customer with a /48.
  for (int network = 256; network < 65536; network += 16) {
    taken += take(fmt::format("2001:db8:1:{:x}::1", network), limit) ? 1 : 0;
  }
  CHECK(taken == limit * 16);
  CHECK(take("2001:db8:2::1", limit));
  count.remove(peer_address("2001:db8:2::1"));
  CHECK(take("192.0.2.1", limit));
  CHECK(take("192.0.2.1", limit));
  CHECK(!take("::ffff:192.0.2.1", limit));
  CHECK(count.of(peer_address("192.0.2.1")) == 2);
  CHECK(count.has_room({}, 0));
}

}  // namespace
}  // namespace wyrmhall::test
