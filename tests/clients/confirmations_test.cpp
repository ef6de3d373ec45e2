// Confirmed decisions in records: what is counted, and what a record with other decisions than were sent comes to.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>

#include "common/hex.h"
#include "record/verify.h"
#include "record/write.h"
#include "rules/decision.h"
#include "tests/clients/random_match.h"
#include "tests/support/all_games.h"

using namespace wyrmhall;
using Duel = rules::duel::Game;

namespace {

constexpr int kSeats = 2;
constexpr std::size_t kOptions = 5;  // of each game

tests::RandomMatch<Duel> confirmed_duel() {
  return tests::play_at_random<Duel>(5, {.options = {}, .confirmed = true});
}

record::VerifyReport report_of(const auto& match, const record::SentDecisions& sent = {}) {
  const auto report = record::verify(tests::record_of(match), sent);
  if (!report) FAIL(report.error().where << " " << report.error().what);
  return *report;
}

}  // namespace

TEST_CASE("the code is that of the vector which a client's is held to as well") {
  rules::Link next{};
  std::array<std::uint8_t, 16> match{};
  for (std::uint8_t i = 0; i < 16; ++i) {
    next.at(i) = i;
    match.at(i) = static_cast<std::uint8_t>(16 + i);
  }
  CHECK(hex_text(rules::confirmation_code(next, match, 258, "form 2: 0 1 255")) == "08a4814d27ef7fc71406ec93325b3e87");
}

TEST_CASE("in every game each decision but the last of a seat is confirmed") {
  tests::for_each_game([]<rules::Game G> {
    INFO(G::code_name);
    std::size_t confirmed = 0;
    std::uint64_t seed = 1;
    auto all = tests::options_of<G>();
    all.resize(std::min<std::size_t>(all.size(), kOptions));
    for (const auto& options : all) {
      const auto match = tests::play_at_random<G>(seed++, {.options = options, .confirmed = true});
      const auto counted = report_of(match).confirmations;
      CHECK(counted.different == 0);
      CHECK(counted.last <= static_cast<std::size_t>(G::seats(options)));
      confirmed += counted.confirmed;
    }
    CHECK(confirmed > 10);
  });
}

TEST_CASE("a record says of its format whether decisions are confirmed") {
  auto match = confirmed_duel();
  CHECK(tests::record_of(match).find("\"wyrmhall record 3\"") != std::string::npos);
  for (auto& move : match.moves) move.confirmation.reset();
  const std::string text = tests::record_of(match);
  CHECK(text.find("\"wyrmhall record 2\"") != std::string::npos);
  CHECK(record::verify(text)->confirmations.without == match.moves.size());
}

TEST_CASE("what does not fit is counted, and the record holds all the same") {
  auto match = confirmed_duel();
  REQUIRE(match.moves.size() > kSeats + 1);
  const auto before = report_of(match).confirmations;
  CHECK(before.confirmed == match.moves.size() - before.last);
  auto& first = match.moves.front().confirmation;
  record::Confirmations expected = before;
  --expected.confirmed;
  SUBCASE("confirmed as another decision") {
    first->decision = "choice 7";
    ++expected.different;
  }
  SUBCASE("a code without the chain") {
    first->code[0] ^= 1U;
    ++expected.different;
  }
  SUBCASE("none") {
    first.reset();
    ++expected.without;
  }
  CHECK(report_of(match).confirmations == expected);
}

TEST_CASE("who made a decision knows when another one was played") {
  const auto match = confirmed_duel();
  const auto& first = match.moves.front();
  record::SentDecisions sent{.seat = first.seat, .by_action_id = {}};
  for (const auto& move : match.moves) {
    if (move.seat == first.seat) sent.by_action_id[move.action_id] = move.confirmation->decision;
  }
  CHECK_FALSE(report_of(match, sent).other_than_sent);
  sent.by_action_id[first.action_id] = "choice 99";
  CHECK(report_of(match, sent).other_than_sent == 0);
}

TEST_CASE("a text means a decision, or nothing") {
  const auto match = confirmed_duel();
  const auto fold = record::Fold<Duel>::start(match.header, match.options);
  REQUIRE(fold);
  const auto& first = match.moves.front();
  const auto means = [&](std::string_view text) {
    return rules::decided<Duel>(fold->match().state(), first.seat, text) == first.action;
  };
  CHECK(means(first.confirmation->decision));
  for (const std::string_view text : {"", "choice", "choice ", "choice 0", "choice -1", "choice 01", "choice 1 ",
                                      " choice 1", "choice 99", "choice 4294967296", "form 1:", "form 1: 0"}) {
    CAPTURE(text);
    CHECK_FALSE(rules::decided<Duel>(fold->match().state(), first.seat, text));
  }
}
