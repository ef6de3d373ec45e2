// Heroes that are kept, at the terminal: made, listed, shown and retired.
#include <doctest/doctest.h>

#include "clients/cli/games/hunt/new_hero.h"
#include "hero_client.h"
#include "in_language.h"
#include "rules/hunt/data.h"

using namespace wyrmhall;
using namespace wyrmhall::cli;
using namespace wyrmhall::cli::tests;
using wyrmhall::tests::InLanguage;

TEST_CASE("which skills are starting skills and Strikes is as the rules have it") {
  for (int number = 1; number <= v1::HuntSkill_MAX; ++number) {
    const auto skill = static_cast<v1::HuntSkill>(number);
    CAPTURE(v1::HuntSkill_Name(skill));
    const auto of_rules = static_cast<rules::hunt::Skill>(number - 1);
    const rules::hunt::SkillData& data = rules::hunt::data_of(of_rules);
    CHECK(is_strike(skill) == data.strike);
    CHECK(is_starting_skill(skill) == (!data.learnt && of_rules < rules::hunt::Skill::jab));
  }
}

TEST_CASE("a custom hero is held to rule N1 as it is typed") {
  NewHero hero("Kestrel");
  CHECK(hero.type("custom").empty());
  CHECK(hero.faults() ==
        std::vector<std::string>{"A custom hero needs a symbol of its own: Sword, Magic, Holy, Crossbow, and Dagger.",
                                 "6 starting skills are missing; it takes six."});
  CHECK(hero.type("sword cleave Mighty Strike arcane_strike heal mend").empty());
  CHECK(hero.faults() ==
        std::vector<std::string>{"At most one may be a Strike, and these are: Mighty Strike and Arcane Strike.",
                                 "One starting skill is missing; it takes six."});
  CHECK(hero.type("-arcane fireball heal").empty());
  CHECK(hero.faults() == std::vector<std::string>{"Heal is there twice; the six must differ."});
  CHECK(hero.type("-heal lightning").empty());
  CHECK(hero.faults() == std::vector<std::string>{"Lightning Storm is no starting skill."});
  CHECK(hero.type("-lightning stab bandage").empty());
  CHECK(hero.faults() == std::vector<std::string>{"One starting skill is too many; it takes six."});
  CHECK(hero.type("-bandage").empty());
  CHECK(hero.faults().empty());
  CHECK(hero.message().symbol() == v1::HUNT_SYMBOL_SWORD);
  CHECK(hero.message().skills_size() == 6);
  CHECK(hero.type("parry") == "There is no skill “parry” here.");
  CHECK(hero.type("-smite") == "Smite is not among those that you have chosen.");
  CHECK(hero.type("shi").find("More than one begins with “shi”") == 0);
  NewHero warrior("Brienne");
  CHECK(warrior.type("paladin").find("“paladin” is no class: Warrior,") == 0);
  CHECK(warrior.type("warrior sword") ==
        "Only a custom hero chooses a symbol and skills. This one has those of its class: Warrior.");
  const InLanguage french("fr");
  NewHero in_french("Crécerelle");
  CHECK(in_french.type("custom épée fendant soins").empty());
  CHECK(in_french.message().skills(0) == v1::HUNT_SKILL_CLEAVE);
  CHECK(in_french.message().skills(1) == v1::HUNT_SKILL_HEAL);
  CHECK(in_french.type("fireball").empty());  // as in the protocol
}

TEST_CASE("a skill whose name begins with a symbol is no symbol") {
  NewHero hero("Kestrel");
  CHECK(hero.type("custom sword holy_wrath magic missile smite").empty());
  CHECK(hero.message().symbol() == v1::HUNT_SYMBOL_SWORD);
  CHECK(hero.message().skills(0) == v1::HUNT_SKILL_HOLY_WRATH);
  CHECK(hero.message().skills(1) == v1::HUNT_SKILL_MAGIC_MISSILE);
  CHECK(hero.type("magic stab").empty());
  CHECK(hero.message().symbol() == v1::HUNT_SYMBOL_MAGIC);
  CHECK(hero.message().skills_size() == 4);
}

TEST_CASE("heroes are listed with their values") {
  HeroClient client(CommandName::kHeroes);
  const auto ask = client.start();
  REQUIRE(ask.has_list_heroes());
  SUBCASE("none") {
    client.answer(ask, stable({}));
    CHECK(client.saw("You have no hero yet. `wyrmhall heroes make NAME CLASS` makes one."));
  }
  SUBCASE("on two pages: the living, the dead, and those who hunt no more") {
    v1::Hero edric = hero(kEdric, "Edric", v1::HUNT_CLASS_CLERIC);
    edric.mutable_values()->set_alive(false);
    v1::Hero kestrel = hero(kKestrel, "Kestrel", v1::HUNT_CLASS_CUSTOM);
    kestrel.mutable_values()->clear_hp_max();
    kestrel.set_match_id(kTable);
    v1::Hero gone = hero(std::string(16, 'g'), "Sly", v1::HUNT_CLASS_ROGUE);
    gone.set_retired_at_us(1'700'000'000'000'000);
    v1::ServerMessage first = stable({brienne(), kestrel});
    first.mutable_stable()->set_next(kKestrel);
    client.answer(ask, first);
    const auto more = client.platform.heard();
    CHECK(more.list_heroes().after() == kKestrel);
    client.answer(more, stable({edric, gone}));
    for (const char* part : {
             "2 of 20 living heroes",
             "   Brienne, Warrior\n      level 2 · 7 XP · 2 gold · 23 HP · AC 0 · chapter 2 won · 1 dragon slain ·\n"
             "      Lucky Charm\n",
             "   Kestrel, Adventurer\n      level 1 · 0 XP · 2 gold · hit points are rolled in the first match ·\n"
             "      no chapter won · no dragon slain · in a match\n",
             "Dead, until a village brings them back\n   Edric, Cleric",
             "They hunt no more\n   Sly, Rogue",
             "retired on 2023-11-14",
         }) {
      CHECK_MESSAGE(client.saw(part), part, client.seen());
    }
  }
  CHECK(client.ended == ExitCode::kDone);
}

TEST_CASE("a hero is shown with its skills and its story") {
  HeroClient client(CommandName::kShowHero);
  client.settings.hero = "brienne";
  client.answer(client.start(), stable({brienne(), hero(kEdric, "Edric", v1::HUNT_CLASS_CLERIC)}));
  const auto ask = client.platform.heard();
  REQUIRE(ask.ask_hero_story().hero_id() == kBrienne);
  v1::ServerMessage story;
  v1::HeroHunt& hunt = *story.mutable_hero_story()->add_hunts();
  hunt.set_number(2);
  hunt.set_match_id(kTable);
  hunt.set_at_us(1'700'000'000'000'000);
  hunt.set_chapter(2);
  hunt.add_dragons(v1::HUNT_DRAGON_KIND_YOUNG_BLACK);
  hunt.set_outcome(v1::HUNT_OUTCOME_VICTORY);
  hunt.set_rounds(6);
  hunt.set_xp(4);
  hunt.set_gold(3);
  hunt.set_level(2);
  hunt.set_dead(true);
  story.mutable_hero_story()->set_next(2);
  client.answer(ask, story);
  const auto before = client.platform.heard();
  CHECK(before.ask_hero_story().before() == 2);
  v1::ServerMessage rest;
  rest.mutable_hero_story();
  client.answer(before, rest);
  for (const std::string& part : {
           std::string("Brienne, Warrior\n   level 2 · 7 XP · 2 gold · 23 HP · AC 0\n"),
           std::string("   skills  Cleave +1\n   items   Lucky Charm\n"),
           std::string("   deeds   chapter 2 won · 1 dragon slain\n   days    made on 2023-11-14\n"),
           "   id      " + std::string(kBrienneText),
           std::string("   Hunt 2, 2023-11-14: chapter 2, Young Black Dragon, won in 6 rounds.\n"
                       "      4 XP and 3 gold; level 2 after it. Brienne died in it.\n"),
       }) {
    CHECK_MESSAGE(client.saw(part), part, client.seen());
  }
  CHECK(client.ended == ExitCode::kDone);
}

TEST_CASE("who is meant: none, several, or by an id") {
  HeroClient client(CommandName::kShowHero);
  SUBCASE("none") {
    client.settings.hero = "Arya";
    client.answer(client.start(), stable({brienne()}));
    CHECK(client.saw("Arya: There is no such hero in your stable."));
    CHECK(client.ended == ExitCode::kRefused);
  }
  SUBCASE("several") {
    client.settings.hero = "Brienne";
    client.answer(client.start(), stable({brienne(), hero(kEdric, "Brienne", v1::HUNT_CLASS_CLERIC)}));
    CHECK(client.saw("Several heroes are called Brienne. Say which, by its id: " + std::string(kBrienneText)));
    CHECK(client.ended == ExitCode::kRefused);
  }
  SUBCASE("one of two, by its id") {
    client.settings.hero = kBrienneText;
    client.answer(client.start(), stable({brienne(), hero(kEdric, "Brienne", v1::HUNT_CLASS_CLERIC)}));
    CHECK(client.platform.heard().ask_hero_story().hero_id() == kBrienne);
  }
  SUBCASE("somebody else's, by its id") {
    client.settings.hero = kBrienneText;
    client.answer(client.start(), stable({}));
    const auto ask = client.platform.heard();
    CHECK(ask.ask_hero_story().hero_id() == kBrienne);
    v1::ServerMessage story;
    story.mutable_hero_story();
    client.answer(ask, story);
    CHECK(client.saw("This hero has been in no hunt yet."));
  }
}

TEST_CASE("a hero is retired once its player has said so again") {
  HeroClient client(CommandName::kRetireHero);
  client.settings.hero = "Brienne";
  client.answer(client.start(), stable({brienne()}));
  CHECK(client.platform.silent());
  client.command->line("perhaps");
  SUBCASE("no") {
    client.command->line("no");
    CHECK(client.platform.silent());
  }
  SUBCASE("yes") {
    client.command->line("yes");
    const auto retire = client.platform.heard();
    REQUIRE(retire.retire_hero().hero_id() == kBrienne);
    client.answer(retire, stable({}));
    CHECK(client.saw("Brienne is retired, and hunts no more."));
  }
  SUBCASE("yes, and it is in a match") {
    client.command->line("yes");
    client.refuse(client.platform.heard(), v1::REFUSAL_CODE_HERO_BUSY, "hero_id");
    CHECK(client.saw("This hero is in a match, or at another table."));
    CHECK(client.ended == ExitCode::kRefused);
    return;
  }
  CHECK(client.ended == ExitCode::kDone);
}

TEST_CASE("a hero is made: the server is asked once all is there") {
  HeroClient client(CommandName::kMakeHero);
  client.settings.hero = "Kestrel";
  SUBCASE("of a class") {
    client.settings.sheet = {"ranger"};
    const auto make = after_listing(client, client.start(), {brienne()});
    CHECK(make.make_hero().name() == "Kestrel");
    CHECK(make.make_hero().hero_class() == v1::HUNT_CLASS_RANGER);
    client.answer(make, stable({}));
    CHECK(client.saw("Kestrel joins your stable."));
  }
  SUBCASE("a custom one, typed on") {
    client.settings.sheet = {"custom", "sword", "cleave", "heal", "mend", "fireball"};
    CHECK_FALSE(client.start().has_make_hero());
    CHECK(client.saw("Starting skills: Cleave, Mighty Strike (a Strike), Whirlwind"));
    CHECK(client.saw("2 starting skills are missing; it takes six."));
    client.command->line("nonsense");
    CHECK(client.saw("There is no skill “nonsense” here."));
    client.command->line("stab");
    CHECK(client.platform.silent());
    CHECK(client.saw("One starting skill is missing; it takes six."));
    client.command->line("smite");
    const auto make = after_listing(client, client.platform.heard(), {});
    REQUIRE(make.make_hero().skills_size() == 6);
    client.answer(make, stable({}));
    CHECK(client.saw("Its hit points are rolled in its first match."));
  }
  SUBCASE("and the answer is lost, but it was made") {
    client.settings.sheet = {"ranger"};
    REQUIRE(after_listing(client, client.start(), {}).has_make_hero());
    client.platform.lose();
    client.platform.pass(std::chrono::seconds(1));
    client.answer(client.sign_in(), stable({hero(kKestrel, "Kestrel", v1::HUNT_CLASS_RANGER)}));
    CHECK(client.platform.silent());
    CHECK(client.saw("Kestrel joins your stable."));
  }
  SUBCASE("refused") {
    client.settings.sheet = {"rogue"};
    client.refuse(after_listing(client, client.start(), {}), v1::REFUSAL_CODE_LIMIT_REACHED, "heroes");
    CHECK(client.saw("Your stable is full. Retire a hero first."));
    CHECK(client.ended == ExitCode::kRefused);
    return;
  }
  CHECK(client.ended == ExitCode::kDone);
}

TEST_CASE("no hero is called by a word that is typed, and no two who hunt by one name") {
  HeroClient client(CommandName::kMakeHero);
  client.settings.sheet = {"ranger"};
  SUBCASE("a word") {
    SUBCASE("to roll") {
      client.settings.hero = "roll";
    }
    SUBCASE("to vote") {
      client.settings.hero = "Flee";
    }
    SUBCASE("an answer") {
      client.settings.hero = "YES";
    }
    SUBCASE("a class") {
      client.settings.hero = "Warrior";
    }
    SUBCASE("to leave") {
      client.settings.hero = "quit";
    }
    client.start();
    CHECK(client.platform.silent());
    CHECK(client.saw("“" + client.settings.hero + "” is a word that you type in a match: take another name."));
    CHECK(client.ended == ExitCode::kUsage);
  }
  SUBCASE("a word of another language") {
    const InLanguage french("fr");
    client.settings.hero = "Lancer";
    client.start();
    CHECK(client.platform.silent());
    CHECK(client.ended == ExitCode::kUsage);
  }
  SUBCASE("somebody's name") {
    client.settings.hero = "brienne";
    client.answer(client.start(), stable({brienne()}));
    CHECK(client.platform.silent());
    CHECK(client.saw("You have a hero called brienne already: take another name."));
    CHECK(client.ended == ExitCode::kUsage);
  }
  SUBCASE("the name of somebody who hunts no more") {
    client.settings.hero = "Brienne";
    v1::Hero retired = brienne();
    retired.set_retired_at_us(1);
    CHECK(after_listing(client, client.start(), {retired}).make_hero().name() == "Brienne");
  }
}

TEST_CASE("a script that makes a hero wrongly is told before it signs in") {
  HeroClient client(CommandName::kMakeHero, false);
  client.settings.hero = "Kestrel";
  client.settings.sheet = {"custom", "sword", "cleave"};
  client.start();
  CHECK(client.platform.silent());
  CHECK(client.ended == ExitCode::kUsage);
  CHECK(client.saw("5 starting skills are missing; it takes six.\nStarting skills: Cleave,"));
}

TEST_CASE("the boards and the hall of the fallen") {
  v1::Hero theirs = brienne();
  theirs.set_player("Robin");
  v1::ServerMessage page;
  SUBCASE("the fallen") {
    HeroClient client(CommandName::kFallenHeroes);
    const auto ask = client.start();
    CHECK(ask.list_famous_heroes().list() == v1::HERO_LIST_FALLEN);
    theirs.set_fallen_at_us(1'700'000'000'000'001);
    *page.mutable_famous_heroes()->add_heroes() = theirs;
    page.mutable_famous_heroes()->set_more(true);
    client.answer(ask, page);
    const auto more = client.platform.heard();
    CHECK(more.list_famous_heroes().after().hero_id() == kBrienne);
    CHECK(more.list_famous_heroes().after().by() == 1'700'000'000'000'001);
    v1::ServerMessage rest;
    rest.mutable_famous_heroes();
    client.answer(more, rest);
    CHECK(client.saw("Hall of the fallen\n  1.  Brienne of Robin, Warrior\n"));
    CHECK(client.saw("fell on 2023-11-14"));
    CHECK(client.saw(std::string(kBrienneText)));
    CHECK(client.ended == ExitCode::kDone);
  }
  SUBCASE("most dragons slain") {
    HeroClient client(CommandName::kHeroBoard);
    client.settings.board = "slain";
    const auto ask = client.start();
    CHECK(ask.list_famous_heroes().list() == v1::HERO_LIST_SLAIN);
    *page.mutable_famous_heroes()->add_heroes() = theirs;
    page.mutable_famous_heroes()->set_more(true);
    client.answer(ask, page);
    CHECK(client.platform.heard().list_famous_heroes().after().by() == 1);
  }
  SUBCASE("nobody yet") {
    HeroClient client(CommandName::kHeroBoard);
    const auto ask = client.start();
    CHECK(ask.list_famous_heroes().list() == v1::HERO_LIST_CHAPTER);
    page.mutable_famous_heroes();
    client.answer(ask, page);
    CHECK(client.saw("No hero has come so far yet."));
  }
}
