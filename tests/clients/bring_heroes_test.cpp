// Heroes that are brought to a table, at the terminal.
#include <doctest/doctest.h>

#include "hero_client.h"
#include "in_language.h"

using namespace wyrmhall;
using namespace wyrmhall::cli;
using namespace wyrmhall::cli::tests;
using wyrmhall::tests::InLanguage;

TEST_CASE("heroes are brought to the places that fit, before the seat is ready") {
  HeroClient client(CommandName::kPlay);
  client.settings.heroes = {"Edric", "Brienne"};
  const auto find = client.start();
  REQUIRE(find.has_find_table());
  client.answer(find, table({}, true));
  const auto ask = client.platform.heard();
  REQUIRE(ask.has_list_heroes());
  // Others' news meanwhile change nothing.
  client.platform.say(table({}, true));
  CHECK(client.platform.silent());
  client.answer(ask, stable({brienne(), hero(kEdric, "Edric", v1::HUNT_CLASS_CLERIC)}));
  const auto bring = client.platform.heard();
  REQUIRE(bring.bring_heroes().heroes_size() == 2);
  CHECK(bring.bring_heroes().table_id() == kTable);
  CHECK(bring.bring_heroes().heroes(0).hero_id() == kEdric);
  CHECK(bring.bring_heroes().heroes(0).place() == 1);
  CHECK(bring.bring_heroes().heroes(1).hero_id() == kBrienne);
  CHECK(bring.bring_heroes().heroes(1).place() == 0);
  v1::ServerMessage brought = table({{0, brienne()},
                                     {1, hero(kEdric, "Edric", v1::HUNT_CLASS_CLERIC)},
                                     {2, hero(kKestrel, "Sly", v1::HUNT_CLASS_ROGUE)}},
                                    true);
  brought.mutable_table_state()->set_practice(v1::PRACTICE_REASON_CHAPTER);
  client.answer(bring, brought);
  CHECK(client.platform.heard().has_ready());
  CHECK(
      client.saw("You bring Brienne (Warrior, level 2) and Edric (Cleric, level 1).\n"
                 "Robin brings Sly (Rogue, level 1).\n"
                 "Practice: this match changes no hero. No hero of the band has come as far as this chapter.\n"));
}

TEST_CASE("newcomers of the own places are brought as they are chosen") {
  HeroClient client(CommandName::kPlay);
  client.settings.bring = {"heroes=rogue,custom:magic:skills=cleave+heal+mend+fireball+stab+shield", "groups=0,1"};
  const auto find = client.start();
  const v1::HuntSeatPart& part = find.find_table().part().hunt();
  REQUIRE(part.heroes_size() == 2);
  CHECK(part.heroes(0).class_() == v1::HUNT_CLASS_ROGUE);
  CHECK(part.heroes(1).class_() == v1::HUNT_CLASS_CUSTOM);
  CHECK(part.heroes(1).symbol() == v1::HUNT_SYMBOL_MAGIC);
  CHECK(part.heroes(1).skills_size() == 6);
  CHECK(part.groups_size() == 2);
  // The server shows the party as it would start.
  v1::ServerMessage seated = table({}, true);
  v1::Table& shown = *seated.mutable_table_state();
  *shown.mutable_seats(0)->mutable_part() = find.find_table().part();
  *shown.mutable_starting_options() = shown.options();
  v1::HuntOptions& hunt = *shown.mutable_starting_options()->mutable_hunt();
  hunt.mutable_heroes(0)->set_class_(v1::HUNT_CLASS_ROGUE);
  client.answer(find, seated);
  CHECK(client.platform.heard().has_ready());
  CHECK(client.saw("You bring Rogue"));
}

TEST_CASE("a newcomer is made of the class of its place, and brought") {
  HeroClient client(CommandName::kPlay);
  client.settings.heroes = {"Brienne"};
  client.settings.newcomers = {"Edric"};
  client.answer(client.start(), table());
  client.answer(client.platform.heard(), stable({brienne()}));
  const auto make = client.platform.heard();
  REQUIRE(make.make_hero().name() == "Edric");
  CHECK(make.make_hero().hero_class() == v1::HUNT_CLASS_CLERIC);
  SUBCASE("its making is answered") {
    client.answer(make, stable({brienne(), hero(kEdric, "Edric", v1::HUNT_CLASS_CLERIC)}));
  }
  SUBCASE("the answer is lost, but it was made") {
    client.seated = table();
    client.platform.lose();
    client.platform.pass(std::chrono::seconds(1));
    const auto ask = client.sign_in();
    // The seat of who waits alone is asked for again.
    REQUIRE(ask.has_find_table());
    client.answer(ask, table());
    client.answer(client.platform.heard(), stable({brienne(), hero(kEdric, "Edric", v1::HUNT_CLASS_CLERIC)}));
  }
  const auto bring = client.platform.heard();
  REQUIRE(bring.bring_heroes().heroes_size() == 2);
  CHECK(bring.bring_heroes().heroes(1).hero_id() == kEdric);
  CHECK(bring.bring_heroes().heroes(1).place() == 1);
}

TEST_CASE("who cannot come is named, and the player may go on without") {
  HeroClient client(CommandName::kPlay);
  client.settings.heroes = {"Brienne", "Arya"};
  client.answer(client.start(), table());
  const auto ask = client.platform.heard();
  SUBCASE("unknown, and another comes") {
    client.answer(ask, stable({brienne()}));
    CHECK(client.saw("Arya: There is no such hero in your stable."));
    CHECK(client.platform.silent());
    client.command->line("what");
    client.command->line("yes");
    const auto bring = client.platform.heard();
    REQUIRE(bring.bring_heroes().heroes_size() == 1);
    client.answer(bring, table({{0, brienne()}}));
    CHECK(client.platform.heard().has_ready());
  }
  SUBCASE("gone, and in a match: the table is left") {
    v1::Hero arya = hero(kEdric, "Arya", v1::HUNT_CLASS_ROGUE);
    arya.set_fallen_at_us(1);
    v1::Hero busy = brienne();
    busy.set_match_id(std::string(16, 'x'));
    client.answer(ask, stable({busy, arya}));
    CHECK(
        client.saw("Brienne: This hero is in a match, or at another table. "
                   "Arya: This hero has fallen or was retired, and hunts no more."));
    client.command->line("no");
    CHECK(client.platform.heard().leave_table().table_id() == kTable);
  }
  SUBCASE("the server refuses: nobody comes") {
    client.answer(ask, stable({brienne(), hero(kEdric, "Arya", v1::HUNT_CLASS_ROGUE)}));
    client.refuse(client.platform.heard(), v1::REFUSAL_CODE_HERO_BUSY, "heroes.hero_id");
    CHECK(client.saw("This hero is in a match, or at another table."));
    client.command->line("yes");
    CHECK(client.platform.heard().has_ready());
  }
  SUBCASE("there are more than places") {
    client.settings.newcomers = {};
    client.answer(ask, stable({brienne(), hero(kEdric, "Arya", v1::HUNT_CLASS_ROGUE)}));
    CHECK(client.platform.heard().bring_heroes().heroes(1).place() == 1);  // any place is good
  }
}

TEST_CASE("a script leaves the table where a hero cannot come") {
  HeroClient client(CommandName::kPlay, false);
  client.settings.heroes = {"Arya"};
  client.answer(client.start(), table());
  client.answer(client.platform.heard(), stable({brienne()}));
  const auto leave = client.platform.heard();
  REQUIRE(leave.has_leave_table());
  client.answer(leave, table());
  CHECK(client.ended == ExitCode::kRefused);
}

TEST_CASE("a newcomer has a name of its own") {
  HeroClient client(CommandName::kPlay);
  SUBCASE("not a word that is typed") {
    client.settings.newcomers = {"ready"};
  }
  SUBCASE("not somebody's in the stable") {
    client.settings.newcomers = {"Brienne"};
  }
  client.answer(client.start(), table());
  client.answer(client.platform.heard(), stable({brienne()}));
  CHECK(client.platform.silent());
  CHECK(client.saw("take another name."));
}

TEST_CASE("no place is left for a hero") {
  HeroClient client(CommandName::kPlay);
  client.settings.heroes = {"Brienne", "Edric"};
  client.settings.newcomers = {"Arya"};
  client.answer(client.start(), table());
  client.answer(client.platform.heard(), stable({brienne(), hero(kEdric, "Edric", v1::HUNT_CLASS_CLERIC)}));
  CHECK(client.saw("At this table your seat has no free place for Arya."));
  CHECK(client.platform.silent());
}

TEST_CASE("heroes in French") {
  const InLanguage french("fr");
  HeroClient client(CommandName::kPlay);
  client.settings.heroes = {"Brienne"};
  client.answer(client.start(), table());
  client.answer(client.platform.heard(), stable({brienne()}));
  v1::ServerMessage brought = table({{0, brienne()}});
  brought.mutable_table_state()->set_practice(v1::PRACTICE_REASON_DRAGON_HP);
  client.answer(client.platform.heard(), brought);
  CHECK(
      client.saw("Vous amenez Brienne (Guerrier, niveau 2).\n"
                 "Entraînement\u00a0: cette partie ne change aucun héros. "
                 "Les dragons n’ont pas les points de vie de leurs fiches.\n"));
}
