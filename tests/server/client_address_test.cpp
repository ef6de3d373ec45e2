// Whose request a proxy passes on: networks, the two headers, and the PROXY protocol.
#include "server/shell/net/client_address.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "server/core/limits.h"
#include "server/shell/net/proxy_protocol.h"

namespace wyrmhall::test {
namespace {

namespace ip = boost::asio::ip;
using server::Networks;
using server::ProxyHeader;

Networks networks(const std::vector<std::string>& texts) {
  return *Networks::read(texts);
}

bool contains(const Networks& of, const std::string& address) {
  return of.contains(ip::make_address(address));
}

TEST_CASE("a network has the addresses of its prefix, of IPv4 also where they come over IPv6") {
  const Networks some = networks({"10.0.0.0/8", "192.0.2.1", "2001:db8::/32", "::1"});
  CHECK(contains(some, "10.255.0.1"));
  CHECK(contains(some, "::ffff:10.1.2.3"));
  CHECK(!contains(some, "11.0.0.1"));
  CHECK(contains(some, "192.0.2.1"));
  CHECK(!contains(some, "192.0.2.2"));
  CHECK(contains(some, "2001:db8:ffff::1"));
  CHECK(!contains(some, "2001:db9::1"));
  CHECK(contains(some, "::1"));
  CHECK(contains(networks({"0.0.0.0/0"}), "8.8.8.8"));
  CHECK(!contains(networks({"0.0.0.0/0"}), "2001:db8::1"));
  CHECK(contains(networks({"::/0"}), "8.8.8.8"));
  CHECK(!contains(Networks(), "8.8.8.8"));
}

TEST_CASE("what is no network is said") {
  for (const char* text :
       {"", "10.0.0.0/33", "10.0.0", "proxy", "2001:db8::/129", "10.0.0.0/8/8", "10.0.0.0:80", "/8"}) {
    CHECK_MESSAGE(!server::network_of(text).has_value(), text);
  }
  CHECK(server::network_text(*server::network_of("10.1.2.3/8")) == "10.0.0.0/8");
  CHECK(server::network_text(*server::network_of("192.0.2.1")) == "192.0.2.1");
  CHECK(server::network_text(*server::network_of("2001:db8:1::/48")) == "2001:db8:1::/48");
}

std::string client(ProxyHeader kind, const std::string& value, const std::string& peer = "10.0.0.1") {
  const Networks trusted = networks({"10.0.0.0/8", "fd00::/8"});
  return server::client_address(kind, value, ip::make_address(peer), trusted).to_string();
}

TEST_CASE("the client is the rightmost of X-Forwarded-For that is not trusted") {
  const auto of = [](const std::string& value, const std::string& peer = "10.0.0.1") {
    return client(ProxyHeader::kXForwardedFor, value, peer);
  };
  CHECK(of("") == "10.0.0.1");
  CHECK(of("192.0.2.7") == "192.0.2.7");
  CHECK(of("192.0.2.7, 10.0.0.2") == "192.0.2.7");
  // What stands further left is the client's own word.
  CHECK(of("1.1.1.1, 192.0.2.7") == "192.0.2.7");
  CHECK(of("10.0.0.9, 192.0.2.7,10.0.0.2 , 10.3.3.3") == "192.0.2.7");
  CHECK(of("10.0.0.9, 10.0.0.2") == "10.0.0.9");
  // Nobody else is believed.
  CHECK(of("192.0.2.7", "198.51.100.1") == "198.51.100.1");
  CHECK(of("192.0.2.7:4711") == "192.0.2.7");
  CHECK(of("2001:db8::1") == "2001:db8::1");
  CHECK(of("[2001:db8::1]:4711") == "2001:db8::1");
  CHECK(of("[2001:db8::1]") == "2001:db8::1");
  CHECK(of("\"[2001:db8::1]:443\"") == "2001:db8::1");
  CHECK(of("1.1.1.1, \"192.0.2.7\", 10.0.0.5") == "192.0.2.7");
  CHECK(of("\"1.1.1.1, 192.0.2.7\"") == "10.0.0.1");  // half of it is no address, and nothing left of that counts
  CHECK(of("::ffff:192.0.2.7") == "192.0.2.7");
  CHECK(of("192.0.2.7", "fd00::1") == "192.0.2.7");
}

TEST_CASE("where no address stands, it is whoever passed that on") {
  for (const char* rubbish :
       {"unknown", "_hidden", "192.0.2.7:port", "192.0.2", "[2001:db8::1", "[2001:db8::1]x", "fe80::1%eth0", "<script>",
        ",", "\"", "\"\"", "\"192.0.2.7", "\"\"192.0.2.7\"\"", "192.0.2.7:999999"}) {
    CHECK_MESSAGE(client(ProxyHeader::kXForwardedFor, rubbish) == "10.0.0.1", rubbish);
    CHECK_MESSAGE(client(ProxyHeader::kXForwardedFor, std::string("1.1.1.1, ") + rubbish + ", 10.0.0.2") == "10.0.0.2",
                  rubbish);
  }
}

TEST_CASE("Forwarded is read as RFC 7239 has it") {
  const auto of = [](const std::string& value) { return client(ProxyHeader::kForwarded, value); };
  CHECK(of("for=192.0.2.7") == "192.0.2.7");
  CHECK(of("For=\"[2001:db8:cafe::17]:4711\"") == "2001:db8:cafe::17");
  CHECK(of("proto=https;for=192.0.2.7;by=203.0.113.43") == "192.0.2.7");
  CHECK(of("for=1.1.1.1, for=192.0.2.7;host=\"a,b;for=9.9.9.9\", for=10.0.0.5") == "192.0.2.7");
  // A quote that is never closed swallows nothing of what proxies appended.
  CHECK(of("for=\", for=192.0.2.7") == "192.0.2.7");
  CHECK(of("\", for=\"[2001:db8::9]:1\", for=10.0.0.5") == "2001:db8::9");
  CHECK(of("for=unknown") == "10.0.0.1");
  CHECK(of("for=\"_gazonk\"") == "10.0.0.1");
  CHECK(of("by=203.0.113.43") == "10.0.0.1");
  CHECK(of("192.0.2.7") == "10.0.0.1");
}

std::vector<std::uint8_t> preamble(std::uint8_t command, std::uint8_t family, const std::vector<std::uint8_t>& rest) {
  std::vector<std::uint8_t> bytes = {0x0D,
                                     0x0A,
                                     0x0D,
                                     0x0A,
                                     0x00,
                                     0x0D,
                                     0x0A,
                                     0x51,
                                     0x55,
                                     0x49,
                                     0x54,
                                     0x0A,
                                     command,
                                     family,
                                     static_cast<std::uint8_t>(rest.size() >> 8U),
                                     static_cast<std::uint8_t>(rest.size() & 0xFFU)};
  bytes.insert(bytes.end(), rest.begin(), rest.end());
  return bytes;
}

TEST_CASE("the PROXY protocol names the client, and what comes besides is skipped") {
  using Verdict = server::ProxyPreamble::Verdict;
  const std::vector<std::uint8_t> v4 = {192, 0, 2, 7, 10, 0, 0, 1, 0x30, 0x39, 0x1C, 0xFC};
  auto bytes = preamble(0x21, 0x11, v4);
  auto said = server::proxy_preamble(bytes);
  REQUIRE(said.verdict == Verdict::kWhole);
  CHECK(said.bytes == 28);
  CHECK(said.from->to_string() == "192.0.2.7");
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    CHECK(server::proxy_preamble(std::span(bytes).first(i)).verdict == Verdict::kMore);
  }
  auto with_more = v4;
  with_more.insert(with_more.end(), {0x04, 0x00, 0x02, 0xAA, 0xBB});  // a TLV
  bytes = preamble(0x21, 0x11, with_more);
  bytes.push_back('G');  // of the request
  said = server::proxy_preamble(bytes);
  CHECK(said.verdict == Verdict::kWhole);
  CHECK(said.bytes == bytes.size() - 1);
  CHECK(said.from->to_string() == "192.0.2.7");

  std::vector<std::uint8_t> v6(36, 0);
  v6[0] = 0x20;
  v6[1] = 0x01;
  v6[15] = 1;
  CHECK(server::proxy_preamble(preamble(0x21, 0x21, v6)).from->to_string() == "2001::1");
  // The proxy speaks for itself, or for what is no TCP.
  for (const auto& local : {preamble(0x20, 0x00, {}), preamble(0x20, 0x11, v4), preamble(0x21, 0x00, {}),
                            preamble(0x21, 0x31, std::vector<std::uint8_t>(216, 'x'))}) {
    said = server::proxy_preamble(local);
    CHECK(said.verdict == Verdict::kWhole);
    CHECK(!said.from);
  }
}

TEST_CASE("a PROXY protocol that is none is refused") {
  using Verdict = server::ProxyPreamble::Verdict;
  const auto bad = [](const std::vector<std::uint8_t>& bytes) {
    return server::proxy_preamble(bytes).verdict == Verdict::kBad;
  };
  CHECK(bad({'G', 'E', 'T', ' '}));
  CHECK(bad({'P', 'R', 'O', 'X', 'Y'}));  // version 1
  CHECK(bad(preamble(0x11, 0x11, std::vector<std::uint8_t>(12, 0))));
  CHECK(bad(preamble(0x22, 0x11, std::vector<std::uint8_t>(12, 0))));
  CHECK(bad(preamble(0x21, 0x11, std::vector<std::uint8_t>(11, 0))));
  CHECK(bad(preamble(0x21, 0x21, std::vector<std::uint8_t>(35, 0))));
  CHECK(bad(preamble(0x21, 0x11, std::vector<std::uint8_t>(server::kProxyPreambleBytes, 0))));
}

}  // namespace
}  // namespace wyrmhall::test
