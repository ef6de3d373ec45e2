// Whom players have blocked: the part of the contract that is about them.
#include <doctest/doctest.h>

#include <vector>

#include "tests/persistence/contract.h"
#include "tests/persistence/samples.h"

namespace wyrmhall::persistence::testing {

void check_blocked(Asker& asker) {
  for (std::uint64_t number = 1; number <= 4; ++number) {
    REQUIRE(asker.ask(CreateAccount{account(number)}).kept());
  }
  const auto block = [&](std::uint64_t one, std::uint64_t other, bool blocked = true, std::uint32_t limit = 2) {
    return asker
        .ask(BlockPlayer{.account = account_id(one), .other = account_id(other), .blocked = blocked, .limit = limit})
        .verdict;
  };
  const auto person = [](std::uint64_t number) {
    return Person{.account = account_id(number), .name = account(number).name};
  };
  CHECK(asker.ask(ListBlocked{account_id(1)}).value.empty());
  CHECK(block(1, 3) == Verdict::kKept);
  CHECK(block(1, 3) == Verdict::kKept);  // repeated
  CHECK(block(1, 2) == Verdict::kKept);
  CHECK(block(1, 4) == Verdict::kConflict);  // two are all
  CHECK(block(1, 3) == Verdict::kKept);      // and this is one of them
  CHECK(block(1, 99) == Verdict::kConflict);
  CHECK(block(99, 1) == Verdict::kConflict);
  CHECK(asker.ask(ListBlocked{account_id(1)}).value == std::vector{person(2), person(3)});
  CHECK(asker.ask(ListBlocked{account_id(2)}).value.empty());
  CHECK(asker.ask(ListMatches{.account = account_id(1), .with_blocked = true, .before = {}}).value.blocked->size() ==
        2);
  CHECK_FALSE(asker.ask(ListMatches{.account = account_id(1), .before = {}}).value.blocked);
  CHECK(block(1, 2, false) == Verdict::kKept);
  CHECK(block(1, 2, false) == Verdict::kKept);
  CHECK(block(1, 4) == Verdict::kKept);
  CHECK(asker.ask(ListBlocked{account_id(1)}).value == std::vector{person(3), person(4)});
  CHECK(asker.ask(FindName{account(3).name_key}).value->id == account_id(3));
  CHECK_FALSE(asker.ask(FindName{"nobody has it"}).value);
  // An erased account has blocked nobody and is blocked by nobody.
  const EraseAccount erase{.account = account_id(3), .name = "gone", .name_key = "gone:3"};
  CHECK(asker.ask(erase).kept());
  CHECK(asker.ask(ListBlocked{account_id(1)}).value == std::vector{person(4)});
}

}  // namespace wyrmhall::persistence::testing
