// What lasts of heroes, over campaigns played at random: what they leave a match with is what they bring to the next,
// and it is what the reports said.
#include "rules/hunt/progress.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/hunt/notation.h"
#include "rules/hunt/rules.h"
#include "rules/search/random_bot.h"
#include "tests/rules/hunt/options.h"
#include "tests/rules/random_walk.h"

using namespace wyrmhall::rules;
using Hunt = hunt::Game;
using Json = nlohmann::json;
using hunt::ActionKind;
using hunt::Chronicle;
using hunt::Class;
using hunt::HuntOutcome;
using hunt::Item;
using hunt::KeptHero;
using hunt::Options;
using hunt::Phase;
using hunt::PracticeReason;
using hunt::Skill;
using hunt::State;
using hunt::Symbol;

namespace {

constexpr std::array kSix = {Skill::cleave, Skill::shield, Skill::mend, Skill::heal, Skill::stab, Skill::smite};

KeptHero hardy(Class of) {
  KeptHero hero = of == Class::custom ? hunt::newcomer(Symbol::magic, kSix) : hunt::newcomer(of);
  hero.hpMax = 60;
  hero.baseAc = 4;
  return hero;
}

Options campaign(const std::vector<KeptHero>& band) {
  Options options;
  options.heroes.clear();
  for (std::size_t i = 0; i < band.size(); ++i) {
    options.heroes.push_back(hunt::option_of(band[i], static_cast<Seat>(i % 2)));
  }
  options.campaign = true;
  options.roundLimit = 20;
  return options;
}

// A band that wins often, one that dies often, one with a dead hero in it and one who has choices left; by both rules
// of defeat, and a single hunt whose village is visited.
std::vector<Options> campaigns() {
  const std::vector<KeptHero> strong = {hardy(Class::rogue), hardy(Class::custom)};
  const std::vector<KeptHero> weak = {hunt::newcomer(Class::cleric), hunt::newcomer(Class::wizard)};
  std::vector<KeptHero> mixed = {hardy(Class::ranger), hardy(Class::warrior), hardy(Class::custom)};
  mixed[1].alive = false;
  mixed[0].level = 3;
  mixed[0].xp = 14;
  mixed[2].xp = 4;
  mixed[2].items = {Item::whetstone, Item::dragon_mail};
  std::vector<Options> all = {campaign(strong), campaign(weak), campaign(mixed), campaign(mixed)};
  all[0].dragonHp = {{6}};
  all[2].dragonHp = {{20}};
  all[3].campaign = false;
  all[3].homecoming = true;
  all[3].dragonHp = {{15}};
  std::vector<Options> both = all;
  for (Options& options : all) options.defeatRule = hunt::DefeatRule::mercy;
  both.insert(both.end(), all.begin(), all.end());
  return both;
}

struct SeenInVillage {
  std::map<HuntOutcome, int> outcomes;
  int bands_lost = 0;
  int mercies = 0;
  int rises = 0;
  int durables_in_use = 0;
  int left_open = 0;
  int resting = 0;
};

// A match, and beside it what its heroes should have: what they came with, what the reports gave, less what was spent.
class Watched {
 public:
  Watched(const Options& options, std::uint32_t version, std::uint64_t seed, SeenInVillage& seen)
      : options_(options), dice_(seed), state_(start<Hunt>(options, version, dice_).value()), seen_(seen) {
    if (version == 1) {  // which asks for no choices of another match
      for (hunt::HeroOption& hero : options_.heroes) hero.pending.reset();
    }
    for (std::size_t i = 0; i < state_.heroes.size(); ++i) {
      const KeptHero came = hunt::after(state_, i, {}, {});
      CHECK(came.xp == state_.heroes[i].xp);
      came_.push_back(came);
      gold_.push_back(came.gold);
    }
  }

  void play(std::uint64_t seed, int most_decisions) {
    FastDice seeds(seed);
    for (int i = 0; i < most_decisions && !Hunt::outcome(state_); ++i) {
      const Seat seat = testing::first_waiting(Hunt::waiting_on(state_));
      const bool stays = state_.phase == Phase::flee && seeds.roll(20) > 1;
      auto brave = stays ? hunt::Action{.kind = ActionKind::flee} : *random_choice<Hunt>(state_, seat, seeds.bits());
      while (brave.kind == ActionKind::flee && state_.phase == Phase::turn && seeds.roll(20) > 1) {
        brave = *random_choice<Hunt>(state_, seat, seeds.bits());
      }
      spend(brave);
      REQUIRE(!apply<Hunt>(state_, seat, brave, dice_, [&](const hunt::Event& event) {
        if (const auto* end = std::get_if<hunt::HuntEnd>(&event)) receive(*end);
      }));
      chronicle_.follow(state_);
      chronicle_.follow(state_);
      if (i % 7 == 0 || state_.phase >= Phase::village) check();
    }
    check();
    if (hunt::is_lost(state_, 0)) ++seen_.bands_lost;
  }

 private:
  void spend(const hunt::Action& action) {
    if (action.kind == ActionKind::buy) gold_[action.hero] -= hunt::data_of(action.item).price;
    if (action.kind == ActionKind::resurrect) gold_[action.other] -= hunt::kResurrectionGold;
    if (action.kind == ActionKind::share) --gold_[action.hero], ++gold_[action.other];
    if (action.newcomer) gold_.push_back(hunt::kStartGold);
  }

  void receive(const hunt::HuntEnd& end) {
    ++seen_.outcomes[end.outcome];
    const bool mercy = end.outcome == HuntOutcome::defeat && options_.defeatRule == hunt::DefeatRule::mercy;
    if (mercy) ++seen_.mercies;
    for (std::size_t i = 0; i < gold_.size(); ++i) {
      if (!state_.heroes[i].rests) gold_[i] = mercy ? 0 : gold_[i] + end.gold.of[i];
    }
    if (end.outcome == HuntOutcome::victory) won_ = std::max(won_, end.chapter);
    ++hunts_;
  }

  [[nodiscard]] KeptHero leaving(std::size_t i) const {
    return hunt::after(state_, i, came_[i], chronicle_.story_of(i));
  }

  void check() {
    for (std::size_t i = 0; i < came_.size(); ++i) {
      const KeptHero kept = leaving(i);
      check_books(i, kept);
      check_next_match(kept);
      check_choices(i, kept);
      CHECK(Json(kept).get<KeptHero>() == kept);
      for (const hunt::HeroItem& item : state_.heroes[i].items) seen_.durables_in_use += item.active ? 1 : 0;
    }
  }

  // A hero who leaves has what the hunts that are over gave, and nothing of the one that is on.
  void check_books(std::size_t i, const KeptHero& kept) {
    const auto story = chronicle_.story_of(i);
    std::uint32_t xp = came_[i].xp;
    std::uint32_t slain = 0;
    for (const hunt::StoryLine& line : story) {
      xp += line.xp;
      slain += line.outcome == HuntOutcome::victory ? static_cast<std::uint32_t>(line.dragons.size()) : 0U;
      CHECK(Json(line).get<hunt::StoryLine>() == line);
    }
    CHECK(story.size() <= hunts_);
    CHECK(kept.xp == xp);
    CHECK(kept.slain == slain);
    CHECK(kept.gold == gold_[i]);
    CHECK(kept.level == (story.empty() ? came_[i].level : story.back().level));
    CHECK(kept.alive == hunt::is_alive(state_.heroes[i]));
    seen_.resting += state_.heroes[i].rests ? 1 : 0;
    CHECK(kept.chapter <= won_);
    CHECK(std::ranges::none_of(story, [&](const auto& line) { return line.chapter > kept.chapter && line.xp > 0; }));
    seen_.rises += kept.level > came_[i].level ? 1 : 0;
    if (hunt::is_lost(state_, i)) CHECK_FALSE(kept.alive);
  }

  // The next match begins with a hero of just these values.
  static void check_next_match(const KeptHero& kept) {
    Options options;
    options.heroes = {hunt::option_of(kept, 0)};
    options.heroes.push_back({.seat = 0, .of = kept.of == Class::cleric ? Class::warrior : Class::cleric});
    FastDice dice(1);
    const auto next = start<Hunt>(options, 1, dice);
    REQUIRE(next);
    KeptHero again = hunt::after(*next, 0, kept, {});
    CHECK(again == kept);
  }

  // V5: what is left to choose follows from the sheet, is asked for before the next match's hunt, and is then chosen.
  void check_choices(std::size_t i, const KeptHero& kept) {
    const auto open = hunt::open_choices(kept);
    if (options_.heroes[i].pending || hunt::open_choices(came_[i]).empty()) CHECK(open == state_.heroes[i].pending);
    if (open.empty()) return;
    ++seen_.left_open;
    Options options;
    options.heroes = {{.seat = 0, .of = Class::wizard}, hunt::option_of(kept, 1)};
    FastDice dice(i);
    State next = start<Hunt>(options, 2, dice).value();
    CHECK(hunt::open_choices(hunt::after(next, 1, kept, {})) == open);
    while (!next.turn) {
      REQUIRE(next.village->before);
      CHECK(Hunt::waiting_on(next) == SeatSet{1});
      REQUIRE(Hunt::fault_of(next, 1, {.kind = ActionKind::ready}));
      REQUIRE(!apply<Hunt>(next, 1, random_choice<Hunt>(next, 1, i).value(), dice));
    }
    CHECK(next.round == 1);
    CHECK(hunt::open_choices(hunt::after(next, 1, kept, {})).empty());
  }

  Options options_;
  FastDice dice_;
  State state_;
  SeenInVillage& seen_;
  Chronicle chronicle_;
  std::vector<KeptHero> came_;
  std::vector<std::uint32_t> gold_;
  std::uint8_t won_ = 0;
  std::size_t hunts_ = 0;
};

}  // namespace

TEST_CASE("what heroes leave a match with, at any moment of it, is what the reports gave them and what they bring") {
  SeenInVillage seen;
  for (const Options& options : campaigns()) {
    for (const std::uint32_t version : Hunt::versions) {
      for (std::uint64_t seed = 1; seed <= 1; ++seed) {
        Watched match(options, version, seed, seen);
        match.play(seed + 50, 2'000);
      }
    }
  }
  MESSAGE("victories " << seen.outcomes[HuntOutcome::victory] << ", defeats " << seen.outcomes[HuntOutcome::defeat]
                       << ", fled " << seen.outcomes[HuntOutcome::fled] << ", escaped "
                       << seen.outcomes[HuntOutcome::escaped] << ", bands lost " << seen.bands_lost << ", mercies "
                       << seen.mercies << ", risen " << seen.rises << ", durables in use " << seen.durables_in_use
                       << ", left open " << seen.left_open);
  CHECK(seen.outcomes.size() == hunt::kHuntOutcomeNames.size());
  for (const int count :
       {seen.bands_lost, seen.mercies, seen.rises, seen.durables_in_use, seen.left_open, seen.resting}) {
    CHECK(count > 0);
  }
}

TEST_CASE("V8: every hunt is followed by its village, but for that of a band that is lost") {
  for (const std::uint32_t version : Hunt::versions) {
    for (const auto outcome : {HuntOutcome::victory, HuntOutcome::fled, HuntOutcome::escaped, HuntOutcome::defeat}) {
      FastDice dice(1);
      State state = start<Hunt>(Options{}, version, dice).value();
      NoSink sink;
      hunt::end_hunt(state, outcome, sink);
      while (Hunt::chance_pending(state)) Hunt::chance(state, dice, sink);
      const bool village = version >= hunt::kAlwaysAVillage && outcome != HuntOutcome::defeat;
      CHECK(state.phase == (village ? Phase::village : Phase::over));
      if (!village) continue;
      CHECK(state.village->last);
      REQUIRE(!apply<Hunt>(state, 0, {.kind = ActionKind::ready}, dice));
      CHECK(Hunt::outcome(state)->winners.contains(0) == (outcome == HuntOutcome::victory));
    }
  }
}

TEST_CASE("V5: in the last village a choice may be left open, and the clock makes none: it is asked for again") {
  KeptHero hero = hunt::newcomer(Class::ranger);
  hero.xp = 13;
  hero.level = 2;
  hero.skills[0].plus = 1;
  hero.skills[0].part = hunt::Part::attack;
  REQUIRE(hunt::open_choices(hero).empty());
  Options options;
  options.heroes = {hunt::option_of(hero, 0)};
  FastDice dice(3);
  State state = start<Hunt>(options, 2, dice).value();
  REQUIRE(state.phase == Phase::turn);
  NoSink sink;
  hunt::end_hunt(state, HuntOutcome::victory, sink);
  while (Hunt::chance_pending(state)) Hunt::chance(state, dice, sink);
  REQUIRE(state.heroes[0].level == 3);
  REQUIRE(state.heroes[0].pending.size() == 1);
  CHECK(Hunt::time_out_action(state, 0) == hunt::Action{.kind = ActionKind::ready});
  REQUIRE(!apply<Hunt>(state, 0, {.kind = ActionKind::ready}, dice));
  CHECK(Hunt::outcome(state));
  Chronicle chronicle;
  chronicle.follow(state);
  const KeptHero kept = hunt::after(state, 0, hero, chronicle.story_of(0));
  CHECK(hunt::open_choices(kept) == InlineVector<hunt::LevelChoice, hunt::kMaxLevelChoices>{hunt::LevelChoice::learn});
  CHECK(hunt::option_of(kept, 0).pending == std::vector{hunt::LevelChoice::learn});
}

TEST_CASE("open choices are those that levels gave and the sheet does not show") {
  using enum hunt::LevelChoice;
  const auto open = [](const KeptHero& hero) {
    const auto choices = hunt::open_choices(hero);
    return std::vector(choices.begin(), choices.end());
  };
  KeptHero hero = hunt::newcomer(Class::warrior);
  CHECK(open(hero).empty());
  hero.level = 5;
  CHECK(open(hero) == std::vector{improve, learn, improve, learn});
  hero.skills[1].plus = 1;
  CHECK(open(hero) == std::vector{learn, improve, learn});
  hero.skills.push_back({.id = Skill::genie});
  CHECK(open(hero) == std::vector{improve, learn});
}

TEST_CASE("newcomers are as their sheets say; a custom hero has what the first match rolled") {
  for (const auto of : {Class::warrior, Class::wizard, Class::cleric, Class::ranger, Class::rogue}) {
    Options options;
    options.heroes = {{.seat = 0, .of = of}};
    FastDice dice(1);
    CHECK(hunt::after(start<Hunt>(options, 1, dice).value(), 0, {}, {}) == hunt::newcomer(of));
  }
  const KeptHero custom = hunt::newcomer(Symbol::magic, kSix);
  Options options;
  options.heroes = {hunt::option_of(custom, 0)};
  CHECK_FALSE(options.heroes[0].hpMax);
  FastDice dice(1);
  KeptHero rolled = hunt::after(start<Hunt>(options, 1, dice).value(), 0, custom, {});
  CHECK(rolled.hpMax >= hunt::kCustomHp);
  CHECK(rolled.baseAc <= 1);
  rolled.hpMax = rolled.baseAc = 0;
  CHECK(rolled == custom);
}

TEST_CASE("durable items in use, and what a hunt gave beside them, stay behind") {
  Options options;
  options.heroes = {{.seat = 0, .of = Class::warrior, .items = {{Item::whetstone, Item::dragon_mail}}}};
  FastDice dice(1);
  State state = start<Hunt>(options, 1, dice).value();
  hunt::Hero& hero = state.heroes[0];
  hero.items[0].active = true;
  hero.ac = 7;
  hero.hp = 3;
  const KeptHero kept = hunt::after(state, 0, hunt::newcomer(Class::warrior), {});
  CHECK(kept.items == InlineVector<Item, hunt::kMaxItems>{Item::dragon_mail});
  CHECK(kept.baseAc == 0);
  CHECK(kept.hpMax == 23);
}

TEST_CASE("a victory counts for all who took part, the dead too, and for nobody else") {
  Options options;
  options.heroes = testing::one_hero_a_seat(5);
  options.heroes[4].alive = false;
  options.chapter = 3;
  FastDice dice(1);
  State state = start<Hunt>(options, 1, dice).value();
  Chronicle chronicle;
  chronicle.follow(state);
  CHECK(chronicle.story_of(0).empty());
  state.heroes[1].alive = false;
  NoSink sink;
  hunt::end_hunt(state, HuntOutcome::victory, sink);
  while (Hunt::chance_pending(state)) {
    chronicle.follow(state);  // levels are being rolled: it is not over yet
    CHECK(chronicle.story_of(0).empty());
    Hunt::chance(state, dice, sink);
  }
  chronicle.follow(state);
  KeptHero before = hunt::newcomer(Class::warrior);
  before.chapter = 5;
  before.slain = 3;
  const KeptHero kept = hunt::after(state, 0, before, chronicle.story_of(0));
  CHECK(kept.chapter == 5);
  CHECK(kept.slain == 5);
  const KeptHero dead = hunt::after(state, 1, {}, chronicle.story_of(1));
  CHECK(dead.chapter == 3);
  CHECK(dead.slain == 2);
  CHECK_FALSE(dead.alive);
  CHECK(chronicle.story_of(1)[0].dead);
  CHECK(chronicle.story_of(4).empty());
  CHECK(hunt::after(state, 4, {}, chronicle.story_of(4)).slain == 0);
  CHECK_FALSE(hunt::is_lost(state, 0));
}

TEST_CASE("a band that is wiped out is lost under newBand, and comes home under mercy") {
  for (const auto rule : {hunt::DefeatRule::newBand, hunt::DefeatRule::mercy}) {
    Options options;
    options.defeatRule = rule;
    FastDice dice(1);
    State state = start<Hunt>(options, 1, dice).value();
    CHECK_FALSE(hunt::is_lost(state, 0));
    for (hunt::Hero& hero : state.heroes) hero.alive = false;
    NoSink sink;
    hunt::end_hunt(state, HuntOutcome::defeat, sink);
    const bool lost = rule == hunt::DefeatRule::newBand;
    CHECK(hunt::is_lost(state, 0) == lost);
    const KeptHero kept = hunt::after(state, 0, hunt::newcomer(Class::warrior), {});
    CHECK(kept.alive == !lost);
    CHECK(kept.gold == (lost ? 2 : 0));
  }
}

TEST_CASE("a match is practice where what it gives would not be earned") {
  KeptHero veteran = hunt::newcomer(Class::warrior);
  veteran.xp = 15;
  veteran.level = 2;
  veteran.chapter = 3;
  const std::vector<const KeptHero*> heroes = {&veteran, nullptr};
  Options fair;
  fair.heroes = {hunt::option_of(veteran, 0), {.seat = 1, .of = Class::custom}};
  fair.heroes[1].symbol = Symbol::holy;
  fair.heroes[1].skills.emplace();
  for (const Skill skill : kSix) fair.heroes[1].skills->push_back({.id = skill});
  fair.chapter = 4;
  CHECK_FALSE(hunt::practice(fair, heroes));
  const auto reason = [&](const auto& change) {
    Options options = fair;
    change(options);
    return hunt::practice(options, heroes);
  };
  CHECK(reason([](Options& o) { o.dragonHp = {{40}}; }) == PracticeReason::dragonHp);
  CHECK(reason([](Options& o) { o.dragons = {{hunt::DragonKind::young_red}}; }) == PracticeReason::dragons);
  CHECK(reason([](Options& o) { o.chapter = 5; }) == PracticeReason::chapter);
  CHECK_FALSE(reason([](Options& o) { o.chapter = 1; }));
  // A kept hero with other values than its own, or with one left to the rules.
  CHECK(reason([](Options& o) { ++*o.heroes[0].gold; }) == PracticeReason::heroes);
  CHECK(reason([](Options& o) { o.heroes[0].hpMax.reset(); }) == PracticeReason::heroes);
  CHECK(reason([](Options& o) { o.heroes[0].alive = false; }) == PracticeReason::heroes);
  // A newcomer with a past.
  CHECK(reason([](Options& o) { o.heroes[1].xp = 1; }) == PracticeReason::heroes);
  CHECK(reason([](Options& o) { o.heroes[1].level = 2; }) == PracticeReason::heroes);
  CHECK(reason([](Options& o) { o.heroes[1].hpMax = 20; }) == PracticeReason::heroes);
  CHECK(reason([](Options& o) { o.heroes[1].baseAc = 1; }) == PracticeReason::heroes);
  CHECK(reason([](Options& o) { o.heroes[1].items = {{Item::lucky_charm}}; }) == PracticeReason::heroes);
  CHECK(reason([](Options& o) { o.heroes[1].skills->push_back({.id = Skill::genie}); }) == PracticeReason::heroes);
  CHECK(reason([](Options& o) { o.heroes[1].skills->front().plus = 1; }) == PracticeReason::heroes);
  CHECK(reason([](Options& o) { o.heroes[1].alive = false; }) == PracticeReason::heroes);
  CHECK_FALSE(reason([](Options& o) { o.heroes[1].gold = hunt::kStartGold; }));
  CHECK_FALSE(reason([](Options& o) { o.heroes[1] = {.seat = 1, .of = Class::rogue}; }));
  CHECK_FALSE(reason([](Options& o) { o.heroes[1] = hunt::option_of(hunt::newcomer(Class::rogue), 1); }));
  CHECK(reason([](Options& o) { o.heroes[1] = {.seat = 1, .of = Class::rogue, .baseAc = 3}; }) ==
        PracticeReason::heroes);
}
