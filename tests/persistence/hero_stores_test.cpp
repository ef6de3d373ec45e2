// The store in memory and the one on SQLite answer alike, whatever is asked about heroes and in whatever order.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "persistence/consistency_check.h"
#include "tests/memory_store/memory_store.h"
#include "tests/persistence/samples.h"
#include "tests/persistence/sqlite_testing.h"

namespace wyrmhall::persistence::testing {
namespace {

constexpr std::uint64_t kOwners = 3;
constexpr std::uint64_t kHeroes = 12;

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : state_(seed) {}
  std::uint64_t below(std::uint64_t bound) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return (state_ >> 33) % bound;
  }
  bool one_in(std::uint64_t bound) { return below(bound) == 0; }

 private:
  std::uint64_t state_;
};

// Requests at random that fit about as often as not: of hundreds of heroes and matches one would hardly ever fit.
class Requests {
 public:
  explicit Requests(std::uint64_t seed) : chance_(seed) {}

  Request next() {
    switch (chance_.below(8)) {
      case 0:
        return KeepHero{hero(some_hero(), some_account()), 3};
      case 1:
        return RetireHero{.account = account_id(some_account()), .hero = hero_id(some_hero()), .at = now()};
      case 2:
        return chance_.one_in(10) ? Request(erase()) : create();
      case 3:
      case 4:
        return create();
      default:
        return append_some();
    }
  }

  // A move that was kept: the match's next one has the number after it.
  void kept(const Request& request) {
    const auto* append = std::get_if<AppendMove>(&request);
    if (append != nullptr) next_[append->match] = std::max(next_[append->match], append->index + 1);
  }

 private:
  std::uint64_t some_hero() { return first_ + chance_.below(kHeroes); }
  std::uint64_t some_account() { return 1 + chance_.below(kOwners); }
  Timestamp now() { return moment(++now_); }

  // From then on other heroes: an id that has gone does not come again.
  EraseAccount erase() {
    first_ += kHeroes;
    created_.clear();
    appended_.clear();
    const std::string number = std::to_string(first_);
    return {.account = account_id(some_account()), .name = "gone", .name_key = "gone:" + number, .at = now()};
  }

  // Mostly the next match, at times one that was asked for before.
  CreateMatch create() {
    if (!created_.empty() && chance_.one_in(6)) return created_[chance_.below(created_.size())];
    CreateMatch request{.match = match(++last_match_, {1, 2, 3})};
    const std::uint64_t count = 1 + chance_.below(2);
    std::vector<HeroTaken> heroes;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t number = some_hero();
      const auto seat = static_cast<std::uint8_t>(chance_.below(3));
      const bool newcomer = chance_.one_in(3);
      heroes.push_back({.hero = hero_id(number),
                        .place = static_cast<std::uint8_t>(chance_.one_in(9) ? 0 : i),
                        .seat = seat,
                        .revision = newcomer ? 0 : static_cast<std::uint32_t>(chance_.below(3))});
      if (!newcomer) continue;
      if (!request.newcomers) request.newcomers = std::vector<HeroRow>();
      request.newcomers->push_back(hero(number, 1U + seat));
    }
    request.heroes = std::move(heroes);
    created_.push_back(request);
    return request;
  }

  AppendMove append_some() {
    if (created_.empty()) return append(999, 0);
    if (!appended_.empty() && chance_.one_in(6)) return appended_[chance_.below(appended_.size())];
    const CreateMatch& of = created_[created_.size() - 1 - chance_.below(std::min<std::uint64_t>(6, created_.size()))];
    AppendMove request;
    request.match = of.match->id;
    request.index = next_[of.match->id];
    request.move.at = now();
    if (!chance_.one_in(3)) request.heroes = booked(of);
    if (chance_.one_in(2)) {
      request.end = MatchEnd{.outcome = "over", .ended_at = now(), .ledger = {}};
      if (!chance_.one_in(3)) request.end->heroes = booked(of);
    }
    appended_.push_back(request);
    return request;
  }

  std::vector<HeroBooked> booked(const CreateMatch& of) {
    std::vector<HeroBooked> heroes;
    for (const HeroTaken& taken : *of.heroes) {
      if (chance_.one_in(2)) continue;
      heroes.push_back(
          {.hero = chance_.one_in(15) ? hero_id(some_hero()) : taken.hero,
           .body = "body " + std::to_string(++now_),
           .alive = !chance_.one_in(3),
           .scores = {static_cast<std::uint32_t>(chance_.below(4)), static_cast<std::uint32_t>(chance_.below(4))},
           .fallen = chance_.one_in(9),
           .story = std::vector<std::string>(chance_.below(3), "line")});
    }
    return heroes;
  }

  Chance chance_;
  std::int64_t now_ = 0;
  std::uint64_t first_ = 1;
  std::uint64_t last_match_ = 1'000;
  std::vector<CreateMatch> created_;
  std::vector<AppendMove> appended_;
  std::map<MatchId, std::uint32_t> next_;
};

void compare_lists(Asker& memory, Asker& sqlite) {
  const auto same = [&](const auto& request) { CHECK(memory.ask(request).value == sqlite.ask(request).value); };
  for (std::uint64_t number = 1; number <= kOwners; ++number) {
    same(ListHeroes{.account = account_id(number)});
    same(ListFallen{.account = account_id(number)});
  }
  for (std::uint64_t number = 1; number <= 5 * kHeroes; ++number) same(ListStory{.hero = hero_id(number)});
  same(ListFallen{});
  same(ListHeroBoard{.score = 0});
  same(ListHeroBoard{.score = 1});
}

TEST_CASE("both stores answer alike about heroes, and the books are right") {
  std::map<Conflict, int> refused;
  int kept = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const ScratchFolder folder;
    Asker sqlite = open(folder.path(), seed % 2 == 0 ? kShortJournal : 1 << 20);
    auto answers = std::make_unique<Answers>();
    auto store = open_memory_store(answers->deliver());
    Asker memory(std::move(answers), std::move(store));
    for (std::uint64_t number = 1; number <= kOwners; ++number) {
      memory.ask(CreateAccount{account(number)});
      sqlite.ask(CreateAccount{account(number)});
    }
    Requests requests(seed);
    for (int i = 0; i < 300; ++i) {
      const Request request = requests.next();
      const auto one = memory.ask(request);
      const auto other = sqlite.ask(request);
      // What is left of somebody who is erased, one does at once and the other a piece at a time.
      const auto* erased = std::get_if<EraseAccount::Answer>(&other.value);
      for (std::uint64_t left = erased == nullptr ? 0 : erased->left; left > 0;) {
        left = sqlite.ask(ContinueErasing{}).value.left;
      }
      CAPTURE(seed);
      CAPTURE(i);
      CAPTURE(request.index());
      REQUIRE(one.verdict == other.verdict);
      REQUIRE(one.conflict == other.conflict);
      if (one.kept()) {
        requests.kept(request);
        ++kept;
      } else {
        ++refused[one.conflict];
      }
      if (i % 25 == 0) compare_lists(memory, sqlite);
    }
    compare_lists(memory, sqlite);
    auto check = open_sqlite_consistency_check(folder.path());
    REQUIRE(check);
    CHECK((*check)->walk_heroes([](const HeroBooks& books) { CHECK(trouble_in(books).value_or("") == ""); }));
    CHECK((*check)->walk([](const MatchBooks& books) { CHECK(books.heroes.size() == books.heroes_taken); },
                         [](const TallyBooks& /*tally*/) {}));
  }
  MESSAGE("kept " << kept << ", a hero in the way " << refused[Conflict::kHero] << ", too many "
                  << refused[Conflict::kLimit]);
  CHECK(kept > 300);
  CHECK(refused[Conflict::kHero] > 100);
  CHECK(refused[Conflict::kLimit] > 10);
}

}  // namespace
}  // namespace wyrmhall::persistence::testing
