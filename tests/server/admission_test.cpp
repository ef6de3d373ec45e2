// How many connections an address may have, and how many new ones it may make.
#include "server/shell/admission.h"

#include <doctest/doctest.h>

#include <string>

namespace wyrmhall::test {
namespace {

using server::address_group;
using server::Admission;
using server::Micros;

constexpr Micros kSecond = 1'000'000;
constexpr int kSessions = server::kSessionsPerAddress;
constexpr int kRequests = kSessions * server::kRequestsPerSession;
constexpr int kAtOnce = kSessions * server::kArrivalsAtOncePerSession;
constexpr double kPerSecond = kSessions * server::kArrivalsPerSecondAndSession;

bool came(Admission& admission, const std::string& group, Micros now) {
  return admission.came(group, now) == Admission::Arrival::kWelcome;
}

TEST_CASE("an address has so many connections that play and so many others, and another address its own") {
  Admission admission(kSessions, 1000);
  for (int i = 0; i < kSessions; ++i) {
    REQUIRE(came(admission, "a", 0));
    REQUIRE(admission.upgrades("a"));
  }
  // One more may ask, and may not play.
  REQUIRE(came(admission, "a", 0));
  CHECK(!admission.upgrades("a"));
  for (int i = 1; i < kRequests; ++i) REQUIRE(came(admission, "a", 0));
  CHECK(admission.came("a", 60 * kSecond) == Admission::Arrival::kTooMany);
  CHECK(came(admission, "b", 60 * kSecond));
  admission.left("a", false);
  CHECK(came(admission, "a", 60 * kSecond));
  CHECK(!admission.upgrades("a"));
  admission.left("a", true);
  CHECK(admission.upgrades("a"));
}

TEST_CASE("whoever connects again and again is let in so often a second, after so many at once") {
  Admission admission(kSessions, 1000);
  int let_in = 0;
  const int seconds = 20;
  for (int i = 0; i < 200 * seconds; ++i) {
    if (!came(admission, "a", i * kSecond / 200)) continue;
    ++let_in;
    admission.left("a", false);
  }
  CHECK(let_in >= kAtOnce + static_cast<int>(kPerSecond * (seconds - 1)));
  CHECK(let_in <= kAtOnce + static_cast<int>(kPerSecond * seconds));
  CHECK(came(admission, "b", seconds * kSecond));
  // After a while it may make as many at once as ever.
  for (int i = 0; i < kAtOnce; ++i) {
    CHECK(came(admission, "a", 60 * kSecond));
    admission.left("a", false);
  }
  CHECK(admission.came("a", 60 * kSecond) == Admission::Arrival::kTooFast);
}

TEST_CASE("there are so many connections in all") {
  Admission admission(kSessions, 3);
  CHECK(came(admission, "a", 0));
  CHECK(came(admission, "b", 0));
  CHECK(came(admission, "c", 0));
  CHECK(admission.came("d", 0) == Admission::Arrival::kTooMany);
  admission.left("b", false);
  CHECK(came(admission, "d", 0));
}

TEST_CASE("addresses are forgotten in time, or when there are too many, but for those that have a connection") {
  Admission admission(kSessions, 1000);
  REQUIRE(came(admission, "stays", 0));
  const auto come_and_go = [&](std::size_t many, const std::string& prefix, Micros at) {
    for (std::size_t i = 0; i < many; ++i) {
      const std::string name = prefix + std::to_string(i);
      REQUIRE(came(admission, name, at));
      admission.left(name, false);
    }
  };
  come_and_go(100, "early", 0);
  CHECK(admission.groups() == 101);
  come_and_go(1, "later", 60 * kSecond);
  CHECK(admission.groups() == 2);
  come_and_go(3 * server::kAddressesRemembered, "storm", 61 * kSecond);
  CHECK(admission.groups() <= server::kAddressesRemembered + 1);
  admission.left("stays", false);
}

TEST_CASE("an address of IPv6 stands for its network, and one of IPv4 for itself") {
  CHECK(address_group("192.0.2.1") == "192.0.2.1");
  CHECK(address_group("::ffff:192.0.2.1") == "192.0.2.1");
  CHECK(address_group("2001:db8:1:2:3:4:5:6") == address_group("2001:db8:1:2:ffff::1"));
  CHECK(address_group("2001:db8:1:2::1") != address_group("2001:db8:1:3::1"));
  CHECK(address_group("nonsense") == "nonsense");
}

}  // namespace
}  // namespace wyrmhall::test
