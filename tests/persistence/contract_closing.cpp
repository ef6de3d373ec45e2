// By what seats close their chains, and what the server signs about the end of a match, as every store keeps them.
#include <doctest/doctest.h>

#include <vector>

#include "tests/persistence/contract.h"
#include "tests/persistence/samples.h"

namespace wyrmhall::persistence::testing {
namespace {

KeepClosingLink closing(std::uint64_t number, std::uint8_t seat, std::uint8_t first_byte) {
  return {.match = match_id(number), .closing = {.seat = seat, .link = {first_byte}}};
}

std::vector<SeatLink> kept(Asker& asker, std::uint64_t number) {
  return asker.ask(LoadMatch{match_id(number)}).value->closing_links;
}

}  // namespace

void check_closing_links(Asker& asker) {
  make_accounts(asker, 2);
  CHECK(asker.ask(closing(60, 0, 1)).verdict == Verdict::kConflict);  // no such match
  for (const std::uint64_t number : {60U, 61U}) asker.ask(CreateMatch{match(number, {1, 0, 2})});
  asker.ask(append(60, 0));
  CHECK(asker.ask(closing(60, 0, 1)).verdict == Verdict::kConflict);  // it runs
  REQUIRE(asker.ask(append_last(60, 1, 1)).kept());
  CHECK(kept(asker, 60).empty());

  const SeatLink first = closing(60, 2, 7).closing;
  const SeatLink second = closing(60, 0, 1).closing;
  const auto answer = asker.ask(closing(60, 2, 7));
  CHECK(answer.kept());
  CHECK(answer.value.match == match_id(60));
  CHECK(answer.value.links == std::vector{first});
  CHECK(asker.ask(closing(60, 0, 1)).value.links == std::vector{second, first});

  // Again it is as it was, and another link of the seat is not taken.
  CHECK(asker.ask(closing(60, 0, 1)).value.links == std::vector{second, first});
  CHECK(asker.ask(closing(60, 0, 2)).verdict == Verdict::kConflict);

  CHECK(kept(asker, 60) == std::vector{second, first});
  CHECK(kept(asker, 61).empty());
  CHECK(asker.ask(LoadMatch{.match = match_id(60), .moves = false}).value->closing_links.empty());
  // The last move again changes nothing of it.
  CHECK(asker.ask(append_last(60, 1, 1)).kept());
  CHECK(kept(asker, 60) == std::vector{second, first});
}

void check_end_statements(Asker& asker) {
  make_accounts(asker, 1);
  const KeepEndStatement first{.match = match_id(60), .statement = end_statement(60, 1)};
  CHECK(asker.ask(first).verdict == Verdict::kConflict);  // no such match
  for (const std::uint64_t number : {60U, 61U}) asker.ask(CreateMatch{match(number, {1, 0})});
  asker.ask(append(60, 0));
  CHECK(asker.ask(first).verdict == Verdict::kConflict);  // it runs
  REQUIRE(asker.ask(append_last(60, 1, 1)).kept());
  CHECK_FALSE(asker.ask(LoadMatch{match_id(60)}).value->end_statement);

  const auto answer = asker.ask(first);
  CHECK(answer.kept());
  CHECK(answer.value == first.statement);

  // Again it is as it was, and so it is where another key would sign now.
  const KeepEndStatement other{.match = match_id(60), .statement = end_statement(60, 2)};
  for (const KeepEndStatement& again : {first, other}) {
    const auto told = asker.ask(again);
    CHECK(told.kept());
    CHECK(told.value == first.statement);
  }
  CHECK(asker.ask(LoadMatch{match_id(60)}).value->end_statement == first.statement);
  CHECK_FALSE(asker.ask(LoadMatch{.match = match_id(60), .moves = false}).value->end_statement);
  CHECK_FALSE(asker.ask(LoadMatch{match_id(61)}).value->end_statement);
}

}  // namespace wyrmhall::persistence::testing
