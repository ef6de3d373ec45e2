// What players have told about others: the part of the contract that is about it.
#include <doctest/doctest.h>

#include <vector>

#include "tests/persistence/contract.h"
#include "tests/persistence/samples.h"

namespace wyrmhall::persistence::testing {
namespace {

Person person(std::uint64_t number) {
  return {.account = account_id(number), .name = account(number).name};
}

}  // namespace

void check_relations(Asker& asker) {
  for (std::uint64_t number = 1; number <= 5; ++number) {
    REQUIRE(asker.ask(CreateAccount{account(number)}).kept());
  }
  const auto relate = [&](Relation relation, std::uint64_t one, std::uint64_t other, bool holds = true) {
    return asker.ask(RelatePlayers{
        .account = account_id(one), .other = account_id(other), .relation = relation, .holds = holds, .limit = 2});
  };
  const auto related = [&](Relation relation, std::uint64_t one) {
    return asker.ask(ListRelated{.account = account_id(one), .relation = relation}).value;
  };
  for (const Relation relation : {Relation::kBlocked, Relation::kFollowed}) {
    CHECK(related(relation, 1).empty());
    CHECK(relate(relation, 1, 3).kept());
    CHECK(relate(relation, 1, 3).kept());  // repeated
    CHECK(relate(relation, 1, 2).kept());
    const auto full = relate(relation, 1, 4);
    CHECK(full.verdict == Verdict::kConflict);  // two are all
    CHECK(full.conflict == Conflict::kLimit);
    CHECK(relate(relation, 1, 3).kept());  // and this is one of them
    for (const auto& unknown : {relate(relation, 1, 99), relate(relation, 99, 1)}) {
      CHECK(unknown.verdict == Verdict::kConflict);
      CHECK(unknown.conflict == Conflict::kNothing);
    }
    CHECK(related(relation, 1) == std::vector{person(2), person(3)});
    CHECK(related(relation, 2).empty());
    CHECK(relate(relation, 1, 2, false).kept());
    CHECK(relate(relation, 1, 2, false).kept());
    CHECK(relate(relation, 1, 4).kept());
    CHECK(related(relation, 1) == std::vector{person(3), person(4)});
  }
  CHECK(asker.ask(ListMatches{.account = account_id(1), .with_blocked = true, .before = {}}).value.blocked->size() ==
        2);
  CHECK_FALSE(asker.ask(ListMatches{.account = account_id(1), .before = {}}).value.blocked);
  // Neither says anything of the other.
  CHECK(relate(Relation::kFollowed, 1, 3, false).kept());
  CHECK(related(Relation::kBlocked, 1) == std::vector{person(3), person(4)});
  CHECK(related(Relation::kFollowed, 1) == std::vector{person(4)});

  // Who is looked for, and whether they have blocked the one who looks.
  const auto find = [&](std::vector<std::string> name_keys, std::uint64_t asked_by) {
    return asker.ask(FindPlayers{.name_keys = std::move(name_keys), .asked_by = account_id(asked_by)}).value;
  };
  const auto found = [](std::uint64_t number, bool has_blocked) {
    return FindPlayers::Found{
        .person = person(number), .name_key = account(number).name_key, .has_blocked = has_blocked};
  };
  CHECK(find({account(5).name_key, "nobody has it", account(1).name_key}, 4) ==
        std::vector{found(5, false), found(1, true)});
  CHECK(find({account(1).name_key}, 5) == std::vector{found(1, false)});
  CHECK(find({}, 5).empty());

  // An erased account has told of nobody, nobody tells of it, and nobody finds it.
  REQUIRE(asker.ask(EraseAccount{.account = account_id(4), .name = "gone", .name_key = "gone:4"}).kept());
  CHECK(related(Relation::kBlocked, 1) == std::vector{person(3)});
  CHECK(related(Relation::kFollowed, 1).empty());
  CHECK(find({account(4).name_key, "gone:4"}, 1).empty());
}

}  // namespace wyrmhall::persistence::testing
