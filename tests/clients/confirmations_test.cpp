// Confirmed decisions in records: what is counted, and what a record with other decisions than were sent comes to.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "common/hex.h"
#include "record/closing.h"
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

std::string closed_by(const auto& match, const std::vector<record::SeatLink>& links) {
  return record::with_closing_links(tests::record_of(match), links);
}

record::Confirmations confirmations_of(const std::string& text) {
  const auto report = record::verify(text);
  if (!report) FAIL(report.error().where << " " << report.error().what);
  return report->confirmations;
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

TEST_CASE("in every game the last one is confirmed too by whoever closes the chain") {
  tests::for_each_game([]<rules::Game G> {
    INFO(G::code_name);
    const auto match = tests::play_at_random<G>(1, {.options = tests::options_of<G>().front(), .confirmed = true});
    const auto before = report_of(match).confirmations;
    const auto after = confirmations_of(closed_by(match, match.closing_links));
    CHECK(before.last > 0);
    CHECK(after.last == 0);
    CHECK(after.different == 0);
    CHECK(after.confirmed == before.confirmed + before.last);
  });
}

TEST_CASE("closing links stand behind what is hashed and signed, and change nothing of it") {
  const auto match = confirmed_duel();
  const std::string text = tests::record_of(match);
  const std::string closed = closed_by(match, match.closing_links);
  REQUIRE(match.closing_links.size() == kSeats);
  CHECK(closed.starts_with(text.substr(0, text.size() - record::kTextEnd.size())));
  CHECK(closed.ends_with("}]\n}\n"));
  CHECK(closed_by(match, {}) == text);
  CHECK(record::verify(closed)->end_key == record::verify(text)->end_key);
}

TEST_CASE("each seat closes its own chain") {
  auto match = confirmed_duel();
  const record::SeatLink second = match.closing_links.at(1);
  const auto before = report_of(match).confirmations;
  REQUIRE(before.last == kSeats);
  record::Confirmations expected = before;
  SUBCASE("one of the two") {
    --expected.last;
    ++expected.confirmed;
    CHECK(confirmations_of(closed_by(match, {second})) == expected);
  }
  SUBCASE("whose last decision was confirmed as another") {
    const auto last =
        std::ranges::find(match.moves.rbegin(), match.moves.rend(), second.seat, &record::Move<Duel>::seat);
    last->confirmation->code[0] ^= 1U;
    --expected.last;
    ++expected.different;
    CHECK(confirmations_of(closed_by(match, {second})) == expected);
  }
  SUBCASE("whose last decision was not confirmed") {
    const auto last =
        std::ranges::find(match.moves.rbegin(), match.moves.rend(), second.seat, &record::Move<Duel>::seat);
    last->confirmation.reset();
    --expected.last;
    ++expected.without;
    CHECK(confirmations_of(closed_by(match, {second})) == expected);
  }
}

TEST_CASE("a closing link that is none of its seat's chain is no part of a record") {
  const auto match = confirmed_duel();
  const auto& own = match.closing_links;
  const auto trouble = [&](const std::vector<record::SeatLink>& links) {
    const auto report = record::verify(closed_by(match, links));
    return report ? std::string() : report.error().where + " " + report.error().what;
  };
  CHECK(trouble(own).empty());
  const std::string unfit = "closingLinks[0] does not follow on the last link of its seat";
  CHECK(trouble({{0, {1, 2, 3}}}) == unfit);
  CHECK(trouble({{0, own[1].link}}) == unfit);  // another seat's
  CHECK(trouble({{0, *match.moves.front().link}, own[1]}) == unfit);
  CHECK(trouble({own[1], own[0]}) == "closingLinks[1] is in no order");
  CHECK(trouble({own[0], own[0]}) == "closingLinks[1] is in no order");
  CHECK(trouble({{7, own[0].link}}) == "closingLinks[0] is of a seat that has no chain");
}

TEST_CASE("who has no chain left closes none") {
  auto with_bot = tests::play_at_random<Duel>(5, {.options = {}, .bot_in_last_seat = true, .confirmed = true});
  CHECK(with_bot.closing_links.size() == 1);
  CHECK(confirmations_of(closed_by(with_bot, with_bot.closing_links)).last == 0);
  CHECK_FALSE(record::verify(closed_by(with_bot, {{1, with_bot.closing_links[0].link}})));
  auto lost = tests::play_at_random<Duel>(5, {.options = {}, .lose_chain_at = 2, .confirmed = true});
  const rules::Seat seat = lost.moves.at(2).seat;
  REQUIRE(lost.closing_links.size() == 1);
  CHECK(lost.closing_links[0].seat != seat);
  CHECK_FALSE(record::verify(closed_by(lost, {{seat, lost.closing_links[0].link}})));
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
