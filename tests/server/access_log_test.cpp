// What the log says of those who come and those who are refused, and which networks are kept out.
#include "server/shell/access_log.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "server/core/limits.h"
#include "server/shell/net/admission.h"
#include "server/shell/net/bans.h"
#include "tests/memory_store/memory_store.h"
#include "tests/support/environment.h"

namespace wyrmhall::test {
namespace {

using server::AccessEvent;
using server::AccessLog;
using server::Bans;
using server::LogAddresses;
using server::peer_address;

constexpr Duration kSecond = std::chrono::seconds(1);
constexpr Timestamp kStart(1'000 * kSecond);
using Kind = AccessEvent::Kind;

struct Written {
  explicit Written(LogAddresses addresses = LogAddresses::kPlain)
      : log(addresses, AccessLog::Key{7},
            [this](bool warns, const std::string& line) { lines.push_back((warns ? "! " : "  ") + line); }) {}
  void happened(Kind kind, const std::string& address, Timestamp now, std::string_view why = {},
                std::optional<AccountId> account = std::nullopt) {
    log.happened({.kind = kind, .from = peer_address(address), .why = why, .account = account}, now);
  }
  std::vector<std::string> take() { return std::exchange(lines, {}); }

  std::vector<std::string> lines;
  AccessLog log;
};

using Lines = std::vector<std::string>;

TEST_CASE("the first of a kind is told at once, and the others of a minute together") {
  Written written;
  for (int i = 0; i < 5; ++i) written.happened(Kind::kRefused, "192.0.2.1", kStart + i * kSecond, "token-unknown");
  CHECK(written.take() == Lines{"! access refused address=192.0.2.1 why=token-unknown times=1"});
  written.log.tick(kStart + 59 * kSecond);
  CHECK(written.take().empty());
  written.log.tick(kStart + 60 * kSecond);
  CHECK(written.take() == Lines{"! access refused address=192.0.2.1 why=token-unknown times=4"});
  // Nothing more has come for a minute: it is forgotten, and the next is told at once.
  written.log.tick(kStart + 121 * kSecond);
  CHECK(written.log.gathering() == 0);
  written.happened(Kind::kRefused, "192.0.2.1", kStart + 122 * kSecond, "token-unknown");
  CHECK(written.take().size() == 1);
}

TEST_CASE("kinds, reasons and addresses have lines of their own; who came is told by the account") {
  Written written;
  const std::string id = "abababab-abab-abab-abab-abababababab";
  const AccountId account = read_uuid<AccountId>(id).value();
  written.happened(Kind::kNewGuest, "192.0.2.1", kStart, {}, account);
  written.happened(Kind::kSignedIn, "192.0.2.1", kStart, {}, account);
  written.happened(Kind::kSignedIn, "192.0.2.2", kStart, {}, account);
  written.happened(Kind::kTurnedAway, "192.0.2.1", kStart, "too-fast");
  written.happened(Kind::kTurnedAway, "192.0.2.1", kStart, "banned");
  CHECK(written.take() == Lines{"  access new-guest address=192.0.2.1 account=" + id + " times=1",
                                "  access signed-in address=192.0.2.1 account=" + id + " times=1",
                                "  access signed-in address=192.0.2.2 account=" + id + " times=1",
                                "! access turned-away address=192.0.2.1 why=too-fast times=1",
                                "! access turned-away address=192.0.2.1 why=banned times=1"});
  // Several accounts have none in common.
  written.happened(Kind::kSignedIn, "192.0.2.1", kStart + kSecond, {}, account);
  written.happened(Kind::kSignedIn, "192.0.2.1", kStart + 2 * kSecond, {}, AccountId{});
  written.log.tick(kStart + 60 * kSecond);
  CHECK(written.take() == Lines{"  access signed-in address=192.0.2.1 times=2"});
}

TEST_CASE("a flood from a network of IPv6 is one line") {
  Written written;
  for (int i = 1; i < 100; ++i) {
    written.happened(Kind::kTurnedAway, "2001:db8::" + std::to_string(i), kStart, "too-fast");
  }
  written.log.tick(kStart + 60 * kSecond);
  CHECK(written.take() == Lines{"! access turned-away address=2001:db8::1 why=too-fast times=1",
                                "! access turned-away address=2001:db8::1 why=too-fast times=98"});
}

TEST_CASE("a flood from everywhere is a bounded number of lines") {
  Written written;
  constexpr std::size_t kMany = 3 * server::kAddressLinesRemembered;
  for (std::size_t i = 0; i < kMany; ++i) {
    const std::string address = "10.0." + std::to_string(i / 250) + "." + std::to_string(i % 250);
    written.happened(Kind::kTurnedAway, address, kStart + kSecond, "too-fast");
  }
  written.log.tick(kStart + 61 * kSecond);
  const Lines lines = written.take();
  CHECK(lines.size() == server::kAddressLinesRemembered + 2);
  CHECK(lines.back() == "! access turned-away address=others why=too-fast times=" +
                            std::to_string(kMany - server::kAddressLinesRemembered - 1));
  CHECK(written.log.gathering() <= server::kAddressLinesRemembered + 1);
}

TEST_CASE("addresses can be left out, or hashed with a key") {
  Written none(LogAddresses::kNone);
  none.happened(Kind::kRefused, "192.0.2.1", kStart, "too-fast");
  none.happened(Kind::kRefused, "192.0.2.2", kStart, "too-fast");
  none.log.tick(kStart + 60 * kSecond);
  CHECK(none.take() ==
        Lines{"! access refused address=- why=too-fast times=1", "! access refused address=- why=too-fast times=1"});
  Written hashed(LogAddresses::kHashed);
  hashed.happened(Kind::kRefused, "192.0.2.1", kStart, "too-fast");
  hashed.happened(Kind::kRefused, "192.0.2.2", kStart, "too-fast");
  const Lines lines = hashed.take();
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] != lines[1]);
  CHECK(lines[0].find("192.0.2") == std::string::npos);
  CHECK(lines[0].find("address=#") != std::string::npos);
  // From another way on, what has gathered is told in the old one.
  hashed.happened(Kind::kRefused, "192.0.2.1", kStart + kSecond, "too-fast");
  hashed.log.set_addresses(LogAddresses::kPlain, kStart + 2 * kSecond);
  hashed.happened(Kind::kRefused, "192.0.2.1", kStart + 3 * kSecond, "too-fast");
  CHECK(hashed.take() == Lines{lines[0], "! access refused address=192.0.2.1 why=too-fast times=1"});
}

TEST_CASE("bans are read from the store, hold until their end, and are lifted") {
  ManualClock clock;
  Bans bans(clock);
  std::vector<persistence::Answer> answers;
  const auto store =
      persistence::open_memory_store([&](std::vector<persistence::Answer> some) { answers = std::move(some); });
  const Timestamp now = clock.now();
  const auto keep = [&](const std::string& network, Timestamp until) {
    store->submit({.ticket = 1,
                   .request = persistence::KeepBan{
                       .ban = persistence::Ban{.network = network, .reason = {}, .made_at = now, .until = until}}});
  };
  keep("192.0.2.0/24", now + 10 * kSecond);
  keep("2001:db8::/48", now + 20 * kSecond);
  const auto holds = [&](const char* address) { return bans.holds(boost::asio::ip::make_address(address)); };
  CHECK_FALSE(bans.ready());
  bans.load(*store);
  bans.take_answers(answers);
  CHECK(answers.empty());
  REQUIRE(bans.ready());
  CHECK(holds("192.0.2.200"));
  CHECK(holds("::ffff:192.0.2.200"));
  CHECK(holds("2001:db8:0:5::1"));
  CHECK_FALSE(holds("192.0.3.1"));
  clock.pass(11 * kSecond);
  bans.tick(*store);
  CHECK_FALSE(holds("192.0.2.200"));
  CHECK(holds("2001:db8:0:5::1"));
  CHECK(bans.all().size() == 1);
  bans.remove("2001:db8::/48");
  CHECK_FALSE(holds("2001:db8:0:5::1"));
  bans.remove("2001:db8::/48");
}

TEST_CASE("bans that the store could not read are asked for again") {
  ManualClock clock;
  Bans bans(clock);
  std::vector<persistence::Answer> failed = {persistence::answer_to(std::uint64_t{1} << 62U, persistence::ListBans{})};
  failed.front().verdict = persistence::Verdict::kUnknown;
  bans.take_answers(failed);
  CHECK_FALSE(bans.ready());
  std::vector<persistence::Answer> answers;
  const auto store =
      persistence::open_memory_store([&](std::vector<persistence::Answer> some) { answers = std::move(some); });
  bans.tick(*store);
  bans.take_answers(answers);
  CHECK(bans.ready());
}

}  // namespace
}  // namespace wyrmhall::test
