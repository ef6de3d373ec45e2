// An account with much to erase: nobody waits for all of it, and nothing of it is forgotten.
#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/persistence/contract.h"
#include "tests/persistence/samples.h"
#include "tests/persistence/sqlite_testing.h"

namespace wyrmhall::persistence::testing {
namespace {

constexpr std::uint64_t kErasedMatches = 450;
constexpr std::uint64_t kHeroes = 12;

std::int64_t count(const ScratchFolder& folder, const std::string& what) {
  return raw(folder, "SELECT count(*) FROM " + what);
}

TEST_CASE("an account with many matches and heroes is erased a piece at a time, also after a restart") {
  const ScratchFolder folder;
  {
    Asker asker = open(folder.path());
    for (const std::uint64_t number : {1, 2}) asker.ask(CreateAccount{account(number)});
    for (std::uint64_t number = 1; number <= kErasedMatches; ++number) {
      asker.ask(CreateMatch{match(number, {1, 2})});
      if (number < kErasedMatches) asker.ask(append_last(number, 0, 1));
    }
    for (std::uint64_t number = 1; number <= kHeroes; ++number) asker.ask(KeepHero{hero(number, 1)});
    const auto begun = asker.ask(EraseAccount{.account = account_id(1), .name = "gone", .name_key = "gone:1"});
    CHECK(begun.kept());
    CHECK(begun.value.left == 1);
    // The last one runs; by the time that it ends it has its name already.
    CHECK(asker.ask(LoadMatch{match_id(kErasedMatches)}).value->row.seats[0].name == "gone");
    CHECK(asker.ask(append_last(kErasedMatches, 0, 1)).kept());
    CHECK(asker.ask(ContinueErasing{}).value.left == 1);
    asker.close();
  }
  CHECK(count(folder, "seats WHERE name = 'gone'") < static_cast<std::int64_t>(kErasedMatches));
  {
    Asker asker = open(folder.path());
    int pieces = 1;
    while (asker.ask(ContinueErasing{}).value.left > 0) REQUIRE(++pieces < 20);
    CHECK(pieces > 1);
    CHECK(asker.ask(ContinueErasing{}).value.left == 0);
    asker.close();
  }
  CHECK(count(folder, "seats WHERE name = 'gone'") == static_cast<std::int64_t>(kErasedMatches));
  CHECK(count(folder, "seats WHERE name = 'gone' AND account <> (SELECT id FROM accounts WHERE name = 'gone')") == 0);
  CHECK(count(folder, "heroes") == 0);
  CHECK(count(folder, "erasing") == 0);
}

TEST_CASE("a match gives a hero with a story back while its account is being erased") {
  const ScratchFolder folder;
  Asker asker = open(folder.path());
  for (const std::uint64_t number : {1, 2}) asker.ask(CreateAccount{account(number)});
  for (std::uint64_t number = 1; number <= kHeroes; ++number) asker.ask(KeepHero{hero(number, 1)});
  const auto take_all = [&](std::uint64_t number, std::uint32_t revision) {
    std::vector<HeroTaken> heroes;
    for (std::uint8_t i = 0; i < kHeroes; ++i) {
      heroes.push_back({.hero = hero_id(i + 1UL), .place = i, .seat = 0, .revision = revision});
    }
    return asker.ask(CreateMatch{.match = match(number, {1, 2}), .heroes = std::move(heroes)}).verdict;
  };
  const auto finish_all = [&](std::uint64_t number) {
    std::vector<HeroBooked> heroes;
    for (std::uint64_t i = 1; i <= kHeroes; ++i) {
      heroes.push_back({.hero = hero_id(i), .body = "after", .scores = {1, 0}, .story = {"hunted"}});
    }
    AppendMove request = append_last(number, 0, 2);
    request.end->heroes = std::move(heroes);
    return asker.ask(request).verdict;
  };
  REQUIRE(take_all(1, 0) == Verdict::kKept);
  REQUIRE(finish_all(1) == Verdict::kKept);
  REQUIRE(take_all(2, 1) == Verdict::kKept);
  // Too many heroes for one piece: some have their stories yet.
  CHECK(asker.ask(EraseAccount{.account = account_id(1), .name = "gone", .name_key = "gone:1"}).value.left == 1);
  CHECK(count(folder, "heroes WHERE name <> '' OR chapter > 0") == 0);
  CHECK(count(folder, "hero_story") > 0);
  CHECK(finish_all(2) == Verdict::kKept);
  while (asker.ask(ContinueErasing{}).value.left > 0) {
  }
  asker.close();
  CHECK(count(folder, "heroes") == 0);
  CHECK(count(folder, "hero_story") == 0);
}

}  // namespace
}  // namespace wyrmhall::persistence::testing
