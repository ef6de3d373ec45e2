// Whose nuggets count: who plays with somebody of another household, in a match that was one.
#include "server/core/earning.h"

#include "server/games/ending.h"
#include "tests/server/harness.h"

namespace wyrmhall::test {
namespace {

using persistence::SeatRow;
using server::PeerAddress;
using server::SharedAddress;

SharedAddress at(std::vector<std::string> groups) {
  return std::make_shared<const PeerAddress>(PeerAddress{.text = groups.front(), .groups = std::move(groups)});
}

SeatRow person(std::uint8_t number) {
  return {.account = AccountId({number}), .name = "somebody", .commitment = {}, .x0 = {}};
}

const SeatRow kBot{.account = {}, .name = "greedy", .commitment = {}, .x0 = {}};

TEST_CASE("people of two addresses earn, those of one do not, and bots are nobody") {
  const SharedAddress home = at({"192.0.2.1"});
  const SharedAddress away = at({"192.0.2.2"});
  CHECK(server::seats_that_earn({person(1), person(2)}, std::array{home, away}) == 0b11);
  CHECK(server::seats_that_earn({person(1), person(2)}, std::array{home, home}) == 0);
  CHECK(server::seats_that_earn({person(1), kBot}, std::array{home, SharedAddress()}) == 0);
  CHECK(server::seats_that_earn({person(1), person(1)}, std::array{home, away}) == 0);
  // Two of one home who sit down with a third take nothing from the third.
  CHECK(server::seats_that_earn({person(1), person(2), person(3)}, std::array{home, home, away}) == 0b111);
  CHECK(server::seats_that_earn({person(1), person(2), kBot}, std::array{home, home, SharedAddress()}) == 0);
}

TEST_CASE("a household of IPv6 is a /56") {
  const SharedAddress one = at({"2001:db8:0:1::/64", "2001:db8::/56", "2001:db8::/48"});
  const SharedAddress other = at({"2001:db8:0:2::/64", "2001:db8::/56", "2001:db8::/48"});
  const SharedAddress next = at({"2001:db8:0:100::/64", "2001:db8:0:100::/56", "2001:db8::/48"});
  CHECK(server::seats_that_earn({person(1), person(2)}, std::array{one, other}) == 0);
  CHECK(server::seats_that_earn({person(1), person(2)}, std::array{one, next}) == 0b11);
}

TEST_CASE("a match that was given up has to be as long as one that was played") {
  persistence::MatchRow row{.game = "duel", .options = {}, .seats = {person(1), person(2)}, .rematch_of = {}};
  rules::Ending ending{.outcome = {}, .reason = rules::EndReason::kResigned, .nuggets = {1}};
  const std::uint32_t shortest = server::find_game("duel")->shortest_match();
  REQUIRE(shortest > 0);
  const auto given = [&](std::uint32_t decisions) { return server::nuggets_of(ending, row, decisions)[0]; };
  CHECK(given(0) == 1);  // from before anybody asked
  row.earning = 0b11;
  CHECK(given(shortest - 1) == 0);
  CHECK(given(shortest) == 1);
  ending.reason = rules::EndReason::kTime;
  CHECK(given(shortest - 1) == 0);
  ending.reason = rules::EndReason::kPlayed;
  CHECK(given(1) == 1);
  row.earning = 0b10;
  CHECK(given(shortest) == 0);
  CHECK(server::ledger_of(ending, row, shortest).empty());
  CHECK(server::outcome_of(ending, row, shortest).nuggets().empty());
}

}  // namespace
}  // namespace wyrmhall::test
