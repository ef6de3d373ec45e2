// What matches earn, and which of it counts: the part of the contract that is about the ledger.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "tests/persistence/contract.h"
#include "tests/persistence/samples.h"

namespace wyrmhall::persistence::testing {
namespace {

using Tallies = std::vector<std::pair<AccountId, std::int64_t>>;

Tallies list_tallies(Asker& asker, const ListTallies& request) {
  Tallies tallies;
  for (const Tally& tally : asker.ask(request).value.tallies) tallies.emplace_back(tally.account, tally.amount);
  return tallies;
}

ReadLedger read_ledger(std::uint64_t account, std::string what = "nuggets") {
  return {.account = account_id(account), .what = std::move(what), .before = std::nullopt, .limit = 50};
}

}  // namespace

void check_ledger(Asker& asker) {
  make_accounts(asker, 3);
  CHECK(asker.ask(read_ledger(1)).value.tally == 0);
  CHECK(asker.ask(read_ledger(1)).value.history.empty());
  CHECK(asker.ask(ListTallies{.what = "nuggets", .after = std::nullopt}).value.tallies.empty());

  // Twelve matches, made in another order than that of their ids; 1 wins every third of them, 2 the others.
  constexpr std::uint64_t kCount = 12;
  std::vector<MatchId> won;
  for (std::uint64_t i = 0; i < kCount; ++i) {
    const std::uint64_t number = 400 + (i * 5 % kCount);
    REQUIRE(asker.ask(CreateMatch{match(number, {1, 2})}).kept());
    const AppendMove last = append_last(number, 0, i % 3 == 0 ? 1 : 2);
    // However often the end is asked for, it is booked once.
    for (int repeat = 0; repeat < 3; ++repeat) CHECK(asker.ask(last).kept());
    AppendMove other = last;
    other.end->ledger.front().amount = 100;  // it is the move and the outcome that make the end
    CHECK(asker.ask(other).kept());
    CHECK(asker.ask(append_last(number, 0, 3)).verdict == Verdict::kConflict);
    if (i % 3 == 0) won.insert(won.begin(), match_id(number));
  }
  CHECK(asker.ask(read_ledger(1)).value.tally == 20);
  CHECK(asker.ask(read_ledger(2)).value.tally == 40);
  CHECK(asker.ask(read_ledger(3)).value.tally == 0);
  CHECK(asker.ask(read_ledger(1, "won")).value.tally == 4);
  CHECK(asker.ask(read_ledger(1, "ratings")).value.tally == 0);

  // An end that is refused books nothing.
  REQUIRE(asker.ask(CreateMatch{match(450, {1, 2})}).kept());
  AppendMove unknown = append_last(450, 0, 1);
  unknown.end->ledger.push_back({.account = account_id(9), .what = "nuggets", .amount = 1});
  CHECK(asker.ask(unknown).verdict == Verdict::kConflict);
  CHECK(asker.ask(read_ledger(1)).value.tally == 20);

  // The history in pages, the match that was made last first.
  std::vector<MatchId> paged;
  ReadLedger request = read_ledger(1);
  request.limit = 3;
  for (;;) {
    const auto page = asker.ask(request);
    CHECK(page.value.tally == 20);
    CHECK(page.value.history.size() <= request.limit);
    if (page.value.history.empty()) break;
    for (const LedgerLine& line : page.value.history) {
      CHECK(line.amount == 5);
      CHECK(line.match.game == "duel");
      REQUIRE(line.match.seats.size() == 2);
      CHECK(line.match.seats[1].name == account(2).name);
      CHECK(line.match.seats[1].x0.empty());
      REQUIRE(line.match.end);
      CHECK(line.match.end->outcome == "won by 1");
      paged.push_back(line.match.id);
    }
    request.before = paged.back();
  }
  CHECK(paged == won);
  request.before = match_id(999);  // no such match
  CHECK(asker.ask(request).value.history.empty());
  CHECK(asker.ask(request).value.tally == 20);
}

void check_board(Asker& asker) {
  constexpr std::uint64_t kCount = 9;
  make_accounts(asker, kCount + 1);
  // 1 and 2 have one nugget, 3 and 4 two, 5 and 6 three and so on; the last account has none.
  std::vector<std::uint64_t> tickets;
  std::uint64_t number = 500;
  for (std::uint64_t who = 1; who <= kCount; ++who) {
    for (std::uint64_t i = 0; i < (who + 1) / 2; ++i) {
      ++number;
      tickets.push_back(asker.submit(CreateMatch{match(number, {who, 0})}));
      AppendMove last = append(number, 0);
      last.end = MatchEnd{.outcome = "won",
                          .ended_at = last.move.at,
                          .ledger = {{.account = account_id(who), .what = "nuggets", .amount = 1},
                                     {.account = account_id(kCount + 1), .what = "nuggets", .amount = 0},
                                     {.account = account_id(1), .what = "ratings", .amount = 1000}}};
      tickets.push_back(asker.submit(last));
    }
  }
  for (const std::uint64_t ticket : tickets) CHECK(asker.take(ticket).kept());
  const Tallies expected = {{account_id(9), 5}, {account_id(7), 4}, {account_id(8), 4},
                            {account_id(5), 3}, {account_id(6), 3}, {account_id(3), 2},
                            {account_id(4), 2}, {account_id(1), 1}, {account_id(2), 1}};
  CHECK(list_tallies(asker, {.what = "nuggets", .after = std::nullopt}) == expected);
  CHECK(asker.ask(ListTallies{.what = "nuggets", .after = std::nullopt}).value.tallies.front().name == account(9).name);
  for (const std::uint32_t limit : {1U, 2U, 3U, 4U, 8U, 9U, 10U}) {
    Tallies paged;
    ListTallies request{.what = "nuggets", .after = std::nullopt, .limit = limit};
    for (;;) {
      const Tallies page = list_tallies(asker, request);
      CHECK(page.size() <= limit);
      if (page.empty()) break;
      paged.insert(paged.end(), page.begin(), page.end());
      request.after = TallyPlace{.amount = page.back().second, .account = page.back().first};
    }
    CHECK(paged == expected);
  }
  CHECK(list_tallies(asker, {.what = "ratings", .after = std::nullopt}).size() == 1);
}

void check_void(Asker& asker) {
  make_accounts(asker, 2);
  const auto verdict = [&](const auto& request) { return asker.ask(request).verdict; };
  for (const std::uint64_t number : {500, 501}) {
    REQUIRE(verdict(CreateMatch{match(number, {1, 2})}) == Verdict::kKept);
    REQUIRE(verdict(append_last(number, 0, 1)) == Verdict::kKept);
  }
  CHECK(verdict(VoidMatch{.match = match_id(500), .at = moment(7)}) == Verdict::kKept);
  CHECK(verdict(VoidMatch{.match = match_id(500), .at = moment(8)}) == Verdict::kConflict);  // once
  CHECK(asker.ask(read_ledger(1)).value.tally == 5);
}

void check_bests(Asker& asker) {
  make_accounts(asker, 2);
  const std::string kind = "best:arena:high";
  const auto ends = [&](std::uint64_t number, std::uint64_t who, std::int64_t points) {
    REQUIRE(asker.ask(CreateMatch{match(number, {who, 0})}).kept());
    AppendMove last = append(number, 0);
    last.end = MatchEnd{.outcome = "won",
                        .ended_at = last.move.at,
                        .ledger = {{.account = account_id(who), .what = kind, .amount = points}}};
    for (int repeat = 0; repeat < 2; ++repeat) CHECK(asker.ask(last).kept());
  };
  ends(500, 1, 14);
  ends(501, 1, 17);
  ends(502, 1, 9);
  ends(503, 2, 15);
  CHECK(asker.ask(read_ledger(1, kind)).value.tally == 17);
  CHECK(asker.ask(read_ledger(1, kind)).value.history.size() == 3);
  const Tallies before = {{account_id(1), 17}, {account_id(2), 15}};
  CHECK(list_tallies(asker, {.what = kind, .after = std::nullopt}) == before);
  CHECK(asker.ask(ListTallies{.what = kind, .after = std::nullopt, .own = account_id(2)}).value.own == 15);
  CHECK(asker.ask(ListTallies{.what = kind, .after = std::nullopt, .own = account_id(9)}).value.own == 0);
  // What is voided counts no more: the best of the others does, or nothing.
  CHECK(asker.ask(VoidMatch{.match = match_id(501), .at = moment(7)}).kept());
  const Tallies after = {{account_id(2), 15}, {account_id(1), 14}};
  CHECK(list_tallies(asker, {.what = kind, .after = std::nullopt}) == after);
  CHECK(asker.ask(VoidMatch{.match = match_id(503), .at = moment(7)}).kept());
  CHECK(list_tallies(asker, {.what = kind, .after = std::nullopt}).size() == 1);
}

}  // namespace wyrmhall::persistence::testing
