// Heroes from one match to the next: the part of the contract that is about who has them. Their lists are in
// contract_hero_lists.cpp.
#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/persistence/contract.h"
#include "tests/persistence/samples.h"

namespace wyrmhall::persistence::testing {
namespace {

std::optional<HeroRow> find(Asker& asker, std::uint64_t number, std::uint64_t owner) {
  for (const HeroLine& line : asker.ask(ListHeroes{.account = account_id(owner)}).value) {
    if (line.hero.id == hero_id(number)) return line.hero;
  }
  return std::nullopt;
}

void check_refused(Asker& asker, const Request& request, Conflict conflict) {
  const auto answer = asker.ask(request);
  CHECK(answer.verdict == Verdict::kConflict);
  CHECK(answer.conflict == conflict);
}

void check_kept(Asker& asker, const Request& request) {
  CHECK(asker.ask(request).kept());
}

HeroTaken taken(std::uint64_t number, std::uint8_t place, std::uint8_t seat, std::uint32_t revision = 0) {
  return {.hero = hero_id(number), .place = place, .seat = seat, .revision = revision};
}

HeroBooked booked(std::uint64_t number, std::uint32_t chapter = 0, std::vector<std::string> story = {}) {
  return {.hero = hero_id(number),
          .body = std::string("after\0", 6) + std::to_string(number),
          .scores = {chapter, chapter},
          .story = std::move(story)};
}

// The account 1 has the seat 0, the account 2 the seat 1, a bot the seat 2.
CreateMatch create(std::uint64_t number, std::vector<HeroTaken> heroes) {
  CreateMatch request{.match = match(number, {1, 2, 0})};
  request.heroes = std::move(heroes);
  return request;
}

AppendMove give_back(std::uint64_t number, std::uint32_t index, std::vector<HeroBooked> heroes) {
  AppendMove request = append(number, index);
  request.heroes = std::move(heroes);
  return request;
}

AppendMove finish(std::uint64_t number, std::uint32_t index, Boxed<std::vector<HeroBooked>> heroes = std::nullopt) {
  AppendMove request = append_last(number, index, 1);
  request.end->heroes = std::move(heroes);
  return request;
}

}  // namespace

void check_stable(Asker& asker) {
  make_accounts(asker, 2);
  CHECK(asker.ask(ListHeroes{.account = account_id(1)}).value.empty());
  check_kept(asker, KeepHero{hero(1, 1)});
  CHECK(find(asker, 1, 1) == hero(1, 1));
  HeroRow same = hero(1, 1);
  same.name = "another";
  check_kept(asker, KeepHero{same});  // repeated
  CHECK(find(asker, 1, 1) == hero(1, 1));
  check_refused(asker, KeepHero{hero(1, 2)}, Conflict::kId);
  check_refused(asker, KeepHero{hero(5, 9)}, Conflict::kNothing);  // no such account

  check_kept(asker, KeepHero{hero(2, 1), 3});
  check_kept(asker, KeepHero{hero(3, 1), 3});
  check_refused(asker, KeepHero{hero(4, 1), 3}, Conflict::kLimit);
  check_kept(asker, KeepHero{hero(1, 1), 3});  // it is there already
  check_kept(asker, KeepHero{hero(6, 2), 3});  // another's stable

  const auto retire = [](std::uint64_t number, std::uint64_t owner, std::int64_t at) {
    return RetireHero{.account = account_id(owner), .hero = hero_id(number), .at = moment(at)};
  };
  check_refused(asker, retire(2, 2, 5), Conflict::kNothing);
  check_refused(asker, retire(9, 1, 5), Conflict::kNothing);
  check_kept(asker, retire(2, 1, 5));
  check_kept(asker, retire(2, 1, 6));  // repeated
  CHECK(find(asker, 2, 1)->retired_at == moment(5));
  check_kept(asker, KeepHero{hero(4, 1), 3});
  check_refused(asker, create(600, {taken(2, 0, 0)}), Conflict::kHero);

  // A match has the hero.
  check_kept(asker, create(601, {taken(4, 0, 0)}));
  check_refused(asker, retire(4, 1, 7), Conflict::kHero);
  check_kept(asker, finish(601, 0));
  check_kept(asker, retire(4, 1, 7));
}

void check_heroes_remembered(Asker& asker) {
  make_accounts(asker, 2);
  const auto all = [&] {
    return asker.ask(ListHeroes{.account = account_id(1), .limit = 2 * kHeroesRemembered}).value;
  };
  const auto retire = [](std::uint64_t number) {
    const auto at = moment(static_cast<std::int64_t>(number));
    return RetireHero{.account = account_id(1), .hero = hero_id(number), .at = at};
  };
  // Who retired without ever having hunted goes with the next one.
  for (std::uint64_t number = 1; number <= 30; ++number) {
    check_kept(asker, KeepHero{hero(number, 1)});
    check_kept(asker, retire(number));
    CHECK(all().size() == 1);
  }
  // The latest of those who did hunt are remembered, and the latest lines of the story of each.
  constexpr std::uint64_t kFirst = 100;
  constexpr std::uint64_t kLast = kFirst + kHeroesRemembered + 5;
  for (std::uint64_t number = kFirst; number <= kLast; ++number) {
    check_kept(asker, KeepHero{hero(number, 1)});
    check_kept(asker, create(number, {taken(number, 0, 0)}));
    check_kept(asker, finish(number, 0, std::vector{booked(number, 1, {"a hunt"})}));
    check_kept(asker, retire(number));
  }
  check_kept(asker, KeepHero{hero(1, 1)});
  CHECK(all().size() == kHeroesRemembered + 1);
  CHECK_FALSE(asker.ask(ListStory{.hero = hero_id(kLast)}).value.empty());
  CHECK(asker.ask(ListStory{.hero = hero_id(kFirst)}).value.empty());

  check_kept(asker, create(kLast + 1, {taken(1, 0, 0)}));
  std::vector<std::string> lines;
  for (std::uint32_t i = 0; i < kStoryRemembered + 7; ++i) lines.push_back("line " + std::to_string(i));
  check_kept(asker, finish(kLast + 1, 0, std::vector{booked(1, 1, lines)}));
  const auto story = asker.ask(ListStory{.hero = hero_id(1), .limit = 2 * kStoryRemembered}).value;
  REQUIRE(story.size() == kStoryRemembered);
  CHECK(story.front().body == lines.back());
  CHECK(story.back().body == "line 7");
  CHECK(story.back().no == 7);
}

void check_hero_taking(Asker& asker) {
  make_accounts(asker, 2);
  for (const std::uint64_t number : {1, 2}) check_kept(asker, KeepHero{hero(number, 1)});
  check_kept(asker, KeepHero{hero(3, 2)});
  const CreateMatch first = create(600, {taken(1, 0, 0), taken(3, 2, 1)});
  check_kept(asker, first);
  check_kept(asker, first);  // repeated: it has them already
  CHECK(find(asker, 1, 1)->match == match_id(600));
  CHECK(find(asker, 3, 2)->match == match_id(600));
  CHECK(find(asker, 3, 2)->revision == 0);
  CHECK_FALSE(find(asker, 2, 1)->match);

  // Each time the hero that could be taken stays free, and there is no match.
  const HeroTaken fine = taken(2, 0, 0);
  for (const HeroTaken& wrong : {taken(1, 1, 0), taken(3, 1, 1), taken(9, 1, 0), taken(2, 1, 0), taken(1, 0, 0)}) {
    check_refused(asker, create(601, {fine, wrong}), Conflict::kHero);
  }
  CHECK(asker.ask(create(601, {fine, taken(1, 5, 0)})).value.place == 5);  // the place
  for (const HeroTaken& wrong : {taken(2, 0, 0, 1), taken(2, 0, 1), taken(2, 0, 2), taken(2, 0, 9)}) {
    check_refused(asker, create(601, {wrong}), Conflict::kHero);
  }
  CHECK_FALSE(find(asker, 2, 1)->match);
  CHECK_FALSE(asker.ask(LoadMatch{match_id(601)}).value);

  // Newcomers join the stable with the match.
  CreateMatch with_newcomers = create(601, {taken(2, 0, 0), taken(5, 1, 1), taken(6, 2, 1)});
  with_newcomers.newcomers = std::vector{hero(5, 2), hero(6, 2)};
  with_newcomers.hero_limit = 2;  // the account has one
  check_refused(asker, with_newcomers, Conflict::kLimit);
  with_newcomers.hero_limit = 3;
  CreateMatch wrong = with_newcomers;
  wrong.newcomers->push_back(hero(7, 2));  // not taken
  check_refused(asker, wrong, Conflict::kHero);
  wrong = with_newcomers;
  wrong.newcomers->back() = hero(5, 2);  // twice
  check_refused(asker, wrong, Conflict::kHero);
  wrong = with_newcomers;
  wrong.newcomers->back() = hero(6, 1);  // of another account than its seat's
  check_refused(asker, wrong, Conflict::kHero);
  wrong = with_newcomers;
  wrong.newcomers->push_back(hero(2, 1));  // it is there already
  check_refused(asker, wrong, Conflict::kHero);
  wrong = with_newcomers;
  wrong.newcomers->back().retired_at = moment(1);
  check_refused(asker, wrong, Conflict::kHero);
  CHECK_FALSE(find(asker, 5, 2));
  CHECK_FALSE(find(asker, 2, 1)->match);
  check_kept(asker, with_newcomers);
  check_kept(asker, with_newcomers);
  HeroRow expected = hero(5, 2);
  expected.match = match_id(601);
  CHECK(find(asker, 5, 2) == expected);
  CHECK(find(asker, 2, 1)->match == match_id(601));
}

void check_hero_booking(Asker& asker) {
  make_accounts(asker, 2);
  check_kept(asker, KeepHero{hero(1, 1)});
  for (const std::uint64_t number : {2, 3}) check_kept(asker, KeepHero{hero(number, 2)});
  check_kept(asker, create(610, {taken(1, 0, 0), taken(2, 1, 1), taken(3, 2, 1)}));
  check_kept(asker, append(610, 0));

  // With a move, before the match's end.
  const AppendMove resigned = give_back(610, 1, {booked(1, 2, {"first", "second"})});
  for (int repeat = 0; repeat < 3; ++repeat) check_kept(asker, resigned);
  HeroRow expected = hero(1, 1);
  expected.body = std::string("after\0", 6) + "1";
  expected.revision = 1;
  expected.scores = {2, 2};
  CHECK(find(asker, 1, 1) == expected);
  CHECK(asker.ask(ListStory{.hero = hero_id(1)}).value.size() == 2);
  // What the match has not, or names twice, it cannot give back: then nothing of the request is done.
  check_refused(asker, give_back(610, 2, {booked(2), booked(1)}), Conflict::kHero);
  check_refused(asker, give_back(610, 2, {booked(2), booked(2)}), Conflict::kHero);
  AppendMove both = finish(610, 2, std::vector{booked(2)});
  both.heroes = std::vector{booked(2)};
  check_refused(asker, both, Conflict::kHero);
  check_refused(asker, finish(610, 2, std::vector{booked(9)}), Conflict::kHero);
  CHECK(find(asker, 2, 2)->match == match_id(610));
  check_kept(asker, append(610, 2));
  // The next match takes it as it is now.
  check_refused(asker, create(611, {taken(1, 0, 0)}), Conflict::kHero);
  check_kept(asker, create(611, {taken(1, 0, 0, 1)}));

  // With the end: who is booked, and who is not.
  HeroBooked lost = booked(2, 1, {"the last"});
  lost.alive = false;
  lost.fallen = true;
  const AppendMove last = finish(610, 3, std::vector{lost});
  for (int repeat = 0; repeat < 3; ++repeat) check_kept(asker, last);
  const HeroRow fallen = *find(asker, 2, 2);
  CHECK(fallen.fallen_at == last.end->ended_at);
  CHECK(fallen.revision == 1);
  CHECK_FALSE(fallen.alive);
  CHECK_FALSE(fallen.match);
  CHECK(find(asker, 3, 2) == hero(3, 2));
  CHECK(asker.ask(ListStory{.hero = hero_id(2)}).value.size() == 1);
  check_refused(asker, create(612, {taken(2, 0, 1, 1)}), Conflict::kHero);
  check_refused(asker, RetireHero{.account = account_id(2), .hero = hero_id(2), .at = moment(1)}, Conflict::kNothing);
  // A match that is voided changes no hero.
  check_kept(asker, VoidMatch{.match = match_id(610), .at = moment(9)});
  CHECK(find(asker, 2, 2) == fallen);
  CHECK(find(asker, 1, 1)->revision == 1);

  // The same move gives back one hero, and ends the match with another.
  check_kept(asker, create(613, {taken(3, 1, 1)}));
  CreateMatch at_once = create(614, {taken(3, 0, 1)});
  check_refused(asker, at_once, Conflict::kHero);
  AppendMove end = finish(613, 0);
  end.heroes = std::vector{booked(3, 4)};
  check_kept(asker, end);
  CHECK(find(asker, 3, 2)->scores[0] == 4);
  // A match that is over when it is created.
  at_once.heroes->front().revision = 1;
  at_once.end = MatchEnd{.outcome = "by the dice", .ended_at = moment(3), .ledger = {}};
  at_once.end->heroes = std::vector{booked(1)};
  check_refused(asker, at_once, Conflict::kHero);
  at_once.end->heroes = std::vector{booked(3, 5)};
  check_kept(asker, at_once);
  check_kept(asker, at_once);
  CHECK(find(asker, 3, 2)->revision == 2);
  CHECK_FALSE(find(asker, 3, 2)->match);
}

void check_hero_erasing(Asker& asker) {
  make_accounts(asker, 3);
  for (const std::uint64_t number : {1, 2, 3, 4}) check_kept(asker, KeepHero{hero(number, 1)});
  check_kept(asker, KeepHero{hero(7, 2)});
  check_kept(asker, KeepHero{hero(9, 3)});
  check_kept(asker, create(620, {taken(2, 0, 0), taken(3, 1, 0), taken(4, 2, 0), taken(7, 3, 1)}));
  HeroBooked fallen = booked(2, 3, {"line"});
  fallen.fallen = true;
  check_kept(asker, give_back(620, 0, {fallen, booked(3, 2, {"line"}), booked(7, 1, {"line"})}));
  check_kept(asker, create(621, {taken(3, 0, 0, 1)}));

  check_kept(asker, EraseAccount{.account = account_id(1), .name = "gone", .name_key = "gone:1"});
  const std::vector<HeroLine> left = asker.ask(ListHeroes{.account = account_id(1)}).value;
  REQUIRE(left.size() == 2);  // those that matches have
  for (const HeroLine& line : left) {
    CHECK(line.hero.name.empty());
    CHECK(line.owner == "gone");
    CHECK(line.hero.match);
  }
  CHECK(asker.ask(ListFallen{}).value.empty());
  CHECK(asker.ask(ListHeroBoard{}).value.size() == 1);
  for (const std::uint64_t number : {1, 2, 3}) {
    CHECK(asker.ask(ListStory{.hero = hero_id(number)}).value.empty());
  }
  CHECK(asker.ask(ListStory{.hero = hero_id(7)}).value.size() == 1);
  check_refused(asker, KeepHero{hero(5, 1)}, Conflict::kNothing);

  // They go when their matches give them back, booked or not.
  check_kept(asker, finish(620, 1));
  check_kept(asker, finish(621, 0, std::vector{booked(3, 9, {"line"})}));
  CHECK(asker.ask(ListHeroes{.account = account_id(1)}).value.empty());
  CHECK(asker.ask(ListStory{.hero = hero_id(3)}).value.empty());
  CHECK(find(asker, 7, 2));

  ExpireAccounts expire{.before = account(9).created_at, .accounts = {account_id(2), account_id(3)}};
  CHECK(asker.ask(expire).value.deleted == 1);
  CHECK(asker.ask(ListHeroes{.account = account_id(3)}).value.empty());
  CHECK(find(asker, 7, 2));
}

}  // namespace wyrmhall::persistence::testing
