// The lists of heroes, in pages of any length.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tests/persistence/contract.h"
#include "tests/persistence/samples.h"

namespace wyrmhall::persistence::testing {
namespace {

using Numbers = std::vector<std::uint64_t>;

// The whole list, asked for by pages: `go_on(request, line)` makes the request for what comes after a line.
template <class List>
Numbers paged(Asker& asker, List request, std::uint32_t limit, void (*go_on)(List&, const HeroLine&)) {
  Numbers all;
  request.limit = limit;
  for (;;) {
    const std::vector<HeroLine> page = asker.ask(request).value;
    CHECK(page.size() <= limit);
    if (page.empty()) return all;
    for (const HeroLine& line : page) {
      std::uint64_t number = 1;
      while (hero_id(number) != line.hero.id) ++number;
      all.push_back(number);
      const std::uint64_t owner = line.hero.account == account_id(1) ? 1 : 2;
      CHECK(line.owner == account(owner).name);
      CHECK(line.hero.name == hero(number, owner).name);
    }
    go_on(request, page.back());
  }
}

void check_pages(Asker& asker, const auto& request, auto go_on, const Numbers& expected) {
  for (const std::uint32_t limit : {1U, 2U, 3U, 5U, 50U}) CHECK(paged(asker, request, limit, +go_on) == expected);
}

}  // namespace

void check_hero_lists(Asker& asker) {
  make_accounts(asker, 2);
  // The account 1 has the odd heroes. Of each: its chapter, its dragons, whether it is alive, when it fell.
  struct Career {
    std::uint32_t chapter;
    std::uint32_t slain;
    bool alive;
    bool fallen;
  };
  const std::vector<Career> careers = {{2, 5, true, false}, {2, 0, false, true}, {0, 0, false, false},
                                       {7, 7, true, false}, {2, 9, false, true}, {1, 5, true, false},
                                       {3, 5, true, false}, {3, 3, false, true}, {2, 2, false, true},
                                       {0, 0, true, false}, {0, 0, true, false}};
  for (std::uint64_t number = 1; number <= careers.size(); ++number) {
    const Career& career = careers[number - 1];
    const std::uint64_t owner = number % 2 == 1 ? 1 : 2;
    CHECK(asker.ask(KeepHero{hero(number, owner)}).kept());
    if (number >= 10) continue;  // they have played nothing
    CreateMatch create{.match = match(700 + number, {owner, 0})};
    create.heroes = std::vector<HeroTaken>{{.hero = hero_id(number), .place = 0, .seat = 0, .revision = 0}};
    CHECK(asker.ask(create).kept());
    AppendMove last = append_last(700 + number, 0, owner);
    last.end->ended_at = moment(number == 9 ? 8 : static_cast<std::int64_t>(number));  // 8 and 9 fall together
    last.end->heroes = std::vector<HeroBooked>{{.hero = hero_id(number),
                                                .body = "later",
                                                .alive = career.alive,
                                                .scores = {career.chapter, career.slain},
                                                .fallen = career.fallen,
                                                .story = {"a", "b", "c"}}};
    CHECK(asker.ask(last).kept());
  }
  CHECK(asker.ask(RetireHero{.account = account_id(1), .hero = hero_id(1), .at = moment(9)}).kept());

  const auto next_of = [](ListHeroes& request, const HeroLine& line) { request.after = line.hero.id; };
  check_pages(asker, ListHeroes{.account = account_id(1)}, next_of, {7, 11, 3, 1, 5, 9});
  check_pages(asker, ListHeroes{.account = account_id(2)}, next_of, {4, 6, 10, 2, 8});
  check_pages(asker, ListHeroes{.account = account_id(1), .after = hero_id(2)}, next_of, {});  // another's

  const auto next_fallen = [](ListFallen& request, const HeroLine& line) {
    request.after = FallenPlace{.at = line.hero.fallen_at.value(), .hero = line.hero.id};
  };
  check_pages(asker, ListFallen{}, next_fallen, {9, 8, 5, 2});
  check_pages(asker, ListFallen{.account = account_id(1)}, next_fallen, {9, 5});

  check_pages(asker, ListHeroBoard{.score = 0},
              [](ListHeroBoard& request, const HeroLine& line) {
                request.after = HeroPlace{.amount = line.hero.scores[0], .hero = line.hero.id};
              },
              {4, 7, 8, 1, 2, 5, 9, 6});
  check_pages(asker, ListHeroBoard{.score = 1},
              [](ListHeroBoard& request, const HeroLine& line) {
                request.after = HeroPlace{.amount = line.hero.scores[1], .hero = line.hero.id};
              },
              {5, 4, 1, 6, 7, 8, 9});

  // A story goes on from match to match.
  CreateMatch again{.match = match(720, {2, 0})};
  again.heroes = std::vector<HeroTaken>{{.hero = hero_id(4), .place = 0, .seat = 0, .revision = 1}};
  CHECK(asker.ask(again).kept());
  AppendMove last = append_last(720, 0, 2);
  last.end->heroes = std::vector<HeroBooked>{{.hero = hero_id(4), .body = "late", .story = {"d"}}};
  CHECK(asker.ask(last).kept());
  const std::vector<StoryLine> story = asker.ask(ListStory{.hero = hero_id(4)}).value;
  REQUIRE(story.size() == 4);
  CHECK(story[0] == StoryLine{.no = 3, .match = match_id(720), .at = last.end->ended_at, .body = "d"});
  CHECK(story[1] == StoryLine{.no = 2, .match = match_id(704), .at = moment(4), .body = "c"});
  CHECK(story[3].body == "a");
  const std::vector<StoryLine> page = asker.ask(ListStory{.hero = hero_id(4), .before = 3, .limit = 2}).value;
  REQUIRE(page.size() == 2);
  CHECK(page[0].no == 2);
  CHECK(page[1].no == 1);
  CHECK(asker.ask(ListStory{.hero = hero_id(10)}).value.empty());
}

}  // namespace wyrmhall::persistence::testing
