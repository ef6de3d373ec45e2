// What seats bring to Dice & Dragons: newcomers of a class, custom heroes, and which dragon each of them faces.
#include <algorithm>
#include <initializer_list>
#include <vector>

#include "tests/server/bringing.h"

namespace wyrmhall::test {
namespace {

// A party of which each place is of the seat that is said: the usual classes, and each seat may bring others.
pb::GameOptions party(std::initializer_list<std::uint32_t> seats) {
  pb::GameOptions options;
  int of = pb::HUNT_CLASS_WARRIOR;
  for (const std::uint32_t seat : seats) {
    pb::HuntHeroOption& hero = *options.mutable_hunt()->add_heroes();
    hero.set_seat(seat);
    hero.set_class_(static_cast<pb::HuntClass>(of++));
  }
  return options;
}

pb::SeatPart heroes(std::initializer_list<pb::HuntClass> classes) {
  pb::SeatPart part;
  part.mutable_hunt();
  for (const pb::HuntClass of : classes) part.mutable_hunt()->add_heroes()->set_class_(of);
  return part;
}
pb::SeatPart groups(std::initializer_list<std::uint32_t> wanted) {
  pb::SeatPart part;
  part.mutable_hunt();
  for (const std::uint32_t group : wanted) part.mutable_hunt()->add_groups(group);
  return part;
}
pb::SeatPart custom(std::initializer_list<pb::HuntSkill> skills) {
  pb::SeatPart part = heroes({pb::HUNT_CLASS_CUSTOM});
  part.mutable_hunt()->mutable_heroes(0)->set_symbol(pb::HUNT_SYMBOL_MAGIC);
  for (const pb::HuntSkill skill : skills) part.mutable_hunt()->mutable_heroes(0)->add_skills(skill);
  return part;
}

// With which options the match would start.
const pb::GameOptions& starting(const pb::Table& table) {
  return table.has_starting_options() ? table.starting_options() : table.options();
}
std::vector<pb::HuntClass> classes(const pb::Table& table) {
  std::vector<pb::HuntClass> classes;
  for (const pb::HuntHeroOption& hero : starting(table).hunt().heroes()) classes.push_back(hero.class_());
  return classes;
}
std::vector<std::uint32_t> groups_at(const pb::Table& table) {
  const auto& groups = starting(table).hunt().groups();
  return {groups.begin(), groups.end()};
}

using Classes = std::vector<pb::HuntClass>;
using Groups = std::vector<std::uint32_t>;
using enum pb::HuntClass;

}  // namespace

TEST_CASE_FIXTURE(TwoPlayers, "each chooses the own class; one that nobody has chosen gives way (S1)") {
  const pb::Table alone = table_of(mira.ask(open_table(party({0, 1}))));
  const std::string id = alone.table_id();
  CHECK(!alone.has_starting_options());
  REQUIRE(bruno.ask(take_seat(id)).has_table_state());
  CHECK(classes(table_of(bruno.ask(set_part(id, heroes({HUNT_CLASS_ROGUE}))))) ==
        Classes{HUNT_CLASS_WARRIOR, HUNT_CLASS_ROGUE});
  const pb::Table moved = table_of(bruno.ask(set_part(id, heroes({HUNT_CLASS_WARRIOR}))));
  CHECK(classes(moved) == Classes{HUNT_CLASS_WIZARD, HUNT_CLASS_WARRIOR});
  CHECK(moved.options().hunt().heroes(0).class_() == HUNT_CLASS_WARRIOR);
  // What somebody has chosen stays theirs.
  const pb::ServerMessage refused = mira.ask(set_part(id, heroes({HUNT_CLASS_WARRIOR})));
  CHECK(code_of(refused) == pb::REFUSAL_CODE_OPTIONS_INVALID);
  CHECK(refused.refusal().rule() == "S1");
  CHECK(classes(table_of(mira.ask(set_part(id, heroes({HUNT_CLASS_RANGER}))))) ==
        Classes{HUNT_CLASS_RANGER, HUNT_CLASS_WARRIOR});

  const nlohmann::json options = signed_options(started(*this, id));
  CHECK(options.at("heroes").at(0).at("class") == "ranger");
  CHECK(options.at("heroes").at(1).at("class") == "warrior");
  // A rematch has the heroes that each had.
  for (Client* client : {&mira, &bruno}) {
    client->open(id);
    pb::ClientMessage resign;
    resign.mutable_resign()->set_channel(client->matches.at(id).channel());
    REQUIRE(client->ask(resign).has_update());
  }
  pb::ClientMessage again;
  again.mutable_rematch()->set_match_id(id);
  const pb::Table rematch = table_of(mira.ask(again));
  CHECK(classes(rematch) == Classes{HUNT_CLASS_RANGER, HUNT_CLASS_WARRIOR});
  CHECK(rematch.options().seats_bring());
}

TEST_CASE_FIXTURE(TwoPlayers, "a custom hero is put together at the table, by its rules (N1)") {
  const std::string id = table_of(mira.ask(open_table(party({0, 1})))).table_id();
  const pb::ServerMessage few = mira.ask(set_part(id, custom({pb::HUNT_SKILL_CLEAVE, pb::HUNT_SKILL_HEAL})));
  CHECK(code_of(few) == pb::REFUSAL_CODE_OPTIONS_INVALID);
  CHECK(few.refusal().rule() == "N1");
  const pb::SeatPart six = custom({pb::HUNT_SKILL_CLEAVE, pb::HUNT_SKILL_HEAL, pb::HUNT_SKILL_FIREBALL,
                                   pb::HUNT_SKILL_SHIELD, pb::HUNT_SKILL_BLESSING, pb::HUNT_SKILL_AIMED_SHOT});
  pb::SeatPart seven = six;
  seven.mutable_hunt()->mutable_heroes(0)->add_skills(pb::HUNT_SKILL_STAB);
  CHECK(code_of(mira.ask(set_part(id, seven))) == pb::REFUSAL_CODE_FIELD_INVALID);
  const pb::Table table = table_of(mira.ask(set_part(id, six)));
  REQUIRE(classes(table) == Classes{HUNT_CLASS_CUSTOM, HUNT_CLASS_WIZARD});
  CHECK(starting(table).hunt().heroes(0).symbol() == pb::HUNT_SYMBOL_MAGIC);
  REQUIRE(bruno.ask(take_seat(id)).has_table_state());
  const nlohmann::json options = signed_options(started(*this, id));
  CHECK(options.at("heroes").at(0).at("skills").size() == 6);
}

TEST_CASE_FIXTURE(TwoPlayers, "who faces which dragon is for each to say, as far as both have two (P1)") {
  const std::string id = table_of(mira.ask(open_table(party({0, 0, 1, 1})))).table_id();
  REQUIRE(bruno.ask(take_seat(id)).has_table_state());
  CHECK(groups_at(table_of(bruno.ask(set_part(id, groups({0, 0}))))) == Groups{1, 1, 0, 0});
  CHECK(groups_at(table_of(mira.ask(set_part(id, groups({0, 1}))))) == Groups{0, 1, 0, 1});
  CHECK(groups_at(table_of(bruno.ask(set_part(id, groups({1, 0}))))) == Groups{0, 1, 1, 0});
  const nlohmann::json options = signed_options(started(*this, id));
  CHECK(options.at("groups") == nlohmann::json({0, 1, 1, 0}));
}

TEST_CASE_FIXTURE(TwoPlayers, "what a hunt's seat cannot bring is refused") {
  const std::string id = table_of(mira.ask(open_table(party({0, 1})))).table_id();
  const auto refused = [&](const pb::SeatPart& part) { return code_of(mira.ask(set_part(id, part))); };
  CHECK(refused(heroes({HUNT_CLASS_ROGUE, HUNT_CLASS_WIZARD})) == pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(refused(heroes({HUNT_CLASS_UNSPECIFIED})) == pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(refused(heroes({static_cast<pb::HuntClass>(77)})) == pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(refused(groups({0})) == pb::REFUSAL_CODE_FIELD_INVALID);
  const std::string four = table_of(mira.ask(open_table(party({0, 0, 1, 1})))).table_id();
  CHECK(code_of(mira.ask(set_part(four, groups({0})))) == pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(code_of(mira.ask(set_part(four, groups({0, 2})))) == pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(code_of(mira.ask(set_part(four, heroes({HUNT_CLASS_ROGUE, HUNT_CLASS_ROGUE})))) ==
        pb::REFUSAL_CODE_OPTIONS_INVALID);
}

TEST_CASE_FIXTURE(TwoPlayers, "a kept hero comes before what its seat brings, and no class gives way to less") {
  pb::ClientMessage make;
  make.mutable_make_hero()->set_name("Denra");
  make.mutable_make_hero()->set_hero_class(HUNT_CLASS_ROGUE);
  const std::string hero = bruno.ask(make).stable().heroes(0).hero_id();
  const std::string id = table_of(mira.ask(open_table(party({0, 1})))).table_id();
  REQUIRE(bruno.ask(take_seat(id)).has_table_state());
  REQUIRE(bruno.ask(set_part(id, heroes({HUNT_CLASS_RANGER}))).has_table_state());
  pb::ClientMessage bring;
  bring.mutable_bring_heroes()->set_table_id(id);
  bring.mutable_bring_heroes()->add_heroes()->set_hero_id(hero);
  bring.mutable_bring_heroes()->mutable_heroes(0)->set_place(1);
  CHECK(classes(table_of(bruno.ask(bring))) == Classes{HUNT_CLASS_WARRIOR, HUNT_CLASS_ROGUE});
  CHECK(code_of(mira.ask(set_part(id, heroes({HUNT_CLASS_ROGUE})))) == pb::REFUSAL_CODE_OPTIONS_INVALID);
  // The hero goes home: what the seat brings comes instead.
  bring.mutable_bring_heroes()->clear_heroes();
  CHECK(classes(table_of(bruno.ask(bring))) == Classes{HUNT_CLASS_WARRIOR, HUNT_CLASS_RANGER});
  // A class that nobody has chosen gives way to a hero of it.
  REQUIRE(mira.ask(set_part(id, heroes({HUNT_CLASS_CLERIC}))).has_table_state());
  bring.mutable_bring_heroes()->add_heroes()->set_hero_id(hero);
  bring.mutable_bring_heroes()->mutable_heroes(0)->set_place(1);
  REQUIRE(bruno.ask(bring).has_table_state());
  CHECK(classes(bruno.tables.at(id)) == Classes{HUNT_CLASS_CLERIC, HUNT_CLASS_ROGUE});
}

TEST_CASE_FIXTURE(TwoPlayers, "FindTable brings a hero where its class has not been chosen") {
  const pb::SeatPart rogue = heroes({HUNT_CLASS_ROGUE});
  const std::string hers = table_of(mira.ask(find_table(party({0, 1}), &rogue))).table_id();
  CHECK(table_of(bruno.ask(find_table(party({0, 1}), &rogue))).table_id() != hers);
  const pb::SeatPart ranger = heroes({HUNT_CLASS_RANGER});
  const pb::Table met = table_of(bruno.ask(find_table(party({0, 1}), &ranger)));
  CHECK(met.table_id() == hers);
  CHECK(classes(met) == Classes{HUNT_CLASS_ROGUE, HUNT_CLASS_RANGER});
}

TEST_CASE_FIXTURE(TwoPlayers, "alone one brings both heroes of the usual hunt, or fixes them") {
  pb::GameOptions usual;
  usual.mutable_hunt();
  const pb::SeatPart two = heroes({HUNT_CLASS_WIZARD, HUNT_CLASS_ROGUE});
  const pb::Table table = table_of(mira.ask(open_table(usual, &two)));
  CHECK(table.options().seats_bring());
  CHECK(classes(table) == Classes{HUNT_CLASS_WIZARD, HUNT_CLASS_ROGUE});
  // A hero with a level has been named itself, not only its class.
  pb::GameOptions fixed = party({0, 0});
  fixed.mutable_hunt()->mutable_heroes(0)->set_level(2);
  const std::string other = table_of(mira.ask(open_table(fixed))).table_id();
  CHECK(code_of(mira.ask(set_part(other, two))) == pb::REFUSAL_CODE_NO_PARTS);
}

}  // namespace wyrmhall::test
