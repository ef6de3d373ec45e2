#include "tests/memory_store/memory_store.h"

#include <doctest/doctest.h>

#include "tests/persistence/contract.h"
#include "tests/persistence/samples.h"

namespace wyrmhall::persistence::testing {
namespace {

Asker open_empty() {
  auto answers = std::make_unique<Answers>();
  auto store = open_memory_store(answers->deliver());
  return {std::move(answers), std::move(store)};
}

TEST_CASE("the store in memory keeps the contract") {
  check_contract(open_empty);
}

TEST_CASE("the store in memory answers within submit, and a chain of requests does not grow the stack") {
  constexpr std::uint64_t kLong = 200'000;
  std::uint64_t answered = 0;
  std::unique_ptr<Store> store;
  store = open_memory_store([&](const std::vector<Answer>& answers) {
    answered += answers.size();
    if (answered < kLong) store->submit({answered, LoadTables{}});
  });
  store->submit({0, LoadTables{}});
  CHECK(answered == kLong);
}

}  // namespace
}  // namespace wyrmhall::persistence::testing
