// Heroes that are kept, as clients see them: made, brought to a table, taken by a match, given back as they stand.
#include "tests/server/stable.h"

namespace wyrmhall::test {
namespace {

TEST_CASE_FIXTURE(TwoPlayers, "a hero is made as its class says, listed, and retired by hand") {
  CHECK(stable_of(mira).heroes().empty());
  const std::string id = make(mira, "Brienne", pb::HUNT_CLASS_WARRIOR);
  const pb::Hero hero = hero_of(mira, id);
  CHECK(hero.values().class_() == pb::HUNT_CLASS_WARRIOR);
  CHECK(hero.values().hp_max() == 23);
  CHECK(hero.values().gold() == 2);
  CHECK(hero.values().skills_size() == 6);
  CHECK(hero.chapter() == 0);
  CHECK(stable_of(mira).most_living() == 20);
  CHECK(stable_of(bruno).heroes().empty());

  CHECK(code(retire(bruno, id)) == pb::REFUSAL_CODE_HERO_UNKNOWN);
  REQUIRE(retire(mira, id).has_stable());
  CHECK(hero_of(mira, id).retired_at_us() > 0);
  const std::string table = open(mira, hunt_for());
  CHECK(code(bring(mira, table, {{0, id}})) == pb::REFUSAL_CODE_HERO_GONE);
}

TEST_CASE_FIXTURE(TwoPlayers, "a custom hero is held to rule N1, and the refusal says so") {
  pb::ClientMessage ask;
  ask.mutable_make_hero()->set_name("Odd");
  ask.mutable_make_hero()->set_hero_class(pb::HUNT_CLASS_CUSTOM);
  CHECK(code(mira.ask(ask)) == pb::REFUSAL_CODE_OPTIONS_INVALID);
  ask.mutable_make_hero()->set_symbol(pb::HUNT_SYMBOL_SWORD);
  for (const auto skill : {pb::HUNT_SKILL_CLEAVE, pb::HUNT_SKILL_MIGHTY_STRIKE, pb::HUNT_SKILL_ARCANE_STRIKE,
                           pb::HUNT_SKILL_HEAL, pb::HUNT_SKILL_BLESSING, pb::HUNT_SKILL_SHIELD}) {
    ask.mutable_make_hero()->add_skills(skill);
  }
  ask.clear_command_id();
  const pb::ServerMessage two_strikes = mira.ask(ask);
  CHECK(two_strikes.refusal().rule() == "N1");
  CHECK(two_strikes.refusal().reason().hunt() == pb::HUNT_PHRASE_STRIKE_TWICE);
  ask.mutable_make_hero()->set_skills(2, pb::HUNT_SKILL_FIREBALL);
  const pb::ServerMessage made = mira.ask(ask);
  REQUIRE_MESSAGE(made.has_stable(), made.DebugString());
  CHECK(made.stable().heroes(0).values().skills(2).id() == pb::HUNT_SKILL_FIREBALL);
}

TEST_CASE_FIXTURE(TwoPlayers, "a stable has room for twenty living heroes") {
  for (int i = 0; i < 20; ++i) make(mira, "Hero " + std::to_string(i), pb::HUNT_CLASS_ROGUE);
  const pb::ServerMessage full = try_to_make(mira, "One more", pb::HUNT_CLASS_ROGUE);
  CHECK(code(full) == pb::REFUSAL_CODE_LIMIT_REACHED);
  REQUIRE(retire(mira, stable_of(mira).heroes(0).hero_id()).has_stable());
  CHECK(try_to_make(mira, "One more", pb::HUNT_CLASS_ROGUE).has_stable());
}

TEST_CASE_FIXTURE(TwoPlayers, "a hero that is brought is taken by the match and given back as it stands") {
  const std::string id = make(mira, "Brienne", pb::HUNT_CLASS_WARRIOR);
  const std::string table = open(mira, hunt_for());
  const pb::ServerMessage reply = bring(mira, table, {{0, id}});
  REQUIRE_MESSAGE(reply.has_table_state(), reply.DebugString());
  const pb::GameOptions& options = reply.table_state().options();
  REQUIRE(options.heroes_size() == 1);
  CHECK(options.heroes(0).name() == "Brienne");
  CHECK(options.hunt().heroes(0).hp_max() == 23);
  CHECK(reply.table_state().practice() == pb::PRACTICE_REASON_UNSPECIFIED);

  start({&mira}, table);
  CHECK(mira.matches.at(table).info().options().heroes_size() == 1);
  CHECK(hero_of(mira, id).match_id() == table);
  CHECK(code(retire(mira, id)) == pb::REFUSAL_CODE_HERO_BUSY);
  const std::string second = open(mira, hunt_for());
  CHECK(code(bring(mira, second, {{0, id}})) == pb::REFUSAL_CODE_HERO_BUSY);
  mira.vanish();
  world.restart();
  mira.arrive();
  mira.open(table);
  CHECK(hero_of(mira, id).match_id() == table);

  play_to_end({&mira}, table);
  const pb::Hero after = hero_of(mira, id);
  CHECK(after.match_id().empty());
  const pb::HeroStory story = story_of(mira, id);
  REQUIRE(story.hunts_size() == 1);
  CHECK(story.hunts(0).match_id() == table);
  CHECK(story.hunts(0).number() == 1);
  CHECK(story.hunts(0).chapter() == 1);
  const bool lost = story.hunts(0).outcome() == pb::HUNT_OUTCOME_DEFEAT;
  CHECK((after.fallen_at_us() > 0) == lost);
  CHECK(famous(mira, pb::HERO_LIST_FALLEN).heroes_size() == (lost ? 1 : 0));
}

TEST_CASE_FIXTURE(TwoPlayers, "a hero is at one table at a time, in a place of its player's") {
  const std::string id = make(mira, "Brienne", pb::HUNT_CLASS_WARRIOR);
  const std::string other = make(mira, "Edric", pb::HUNT_CLASS_CLERIC);
  const std::string twin = make(mira, "Aldis", pb::HUNT_CLASS_CLERIC);
  const std::string theirs = make(bruno, "Sly", pb::HUNT_CLASS_ROGUE);
  const std::string first = open(mira, hunt_for(2));
  const std::string second = open(mira, hunt_for());
  REQUIRE(bring(mira, first, {{0, id}}).has_table_state());
  CHECK(code(bring(mira, second, {{0, id}})) == pb::REFUSAL_CODE_HERO_BUSY);
  CHECK(code(retire(mira, id)) == pb::REFUSAL_CODE_HERO_BUSY);
  CHECK(code(bring(mira, first, {{0, theirs}})) == pb::REFUSAL_CODE_HERO_UNKNOWN);
  CHECK(code(bring(mira, first, {{1, id}})) == pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(code(bring(mira, first, {{7, id}})) == pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(code(bring(bruno, first, {{1, theirs}})) == pb::REFUSAL_CODE_NOT_SEATED);
  // Two of a class do not hunt together (S1): what was brought before stays.
  REQUIRE(bring(mira, second, {{0, other}}).has_table_state());
  const pb::ServerMessage twice = bring(mira, second, {{0, other}, {1, twin}});
  CHECK(code(twice) == pb::REFUSAL_CODE_OPTIONS_INVALID);
  CHECK(twice.refusal().rule() == "S1");
  mira.read();
  CHECK(mira.tables.at(second).options().heroes(0).hero_id() == other);
  // Nobody: then it is free for the other table.
  const pb::ServerMessage none = bring(mira, first, {});
  CHECK(none.table_state().options().heroes().empty());
  CHECK_FALSE(none.table_state().options().hunt().heroes(0).has_hp_max());
  CHECK(bring(mira, second, {{0, id}}).has_table_state());
}

TEST_CASE_FIXTURE(TwoPlayers, "a hero cannot be retired or brought elsewhere while it is being brought") {
  Client& second_device = device_of(mira);
  const std::string id = make(mira, "Brienne", pb::HUNT_CLASS_WARRIOR);
  const std::string table = open(mira, hunt_for());
  const std::string elsewhere = open(mira, hunt_for());
  world.hold_reads = true;
  bring(mira, table, {{0, id}});
  REQUIRE(world.held_reads.size() == 1);
  CHECK(code(retire(second_device, id)) == pb::REFUSAL_CODE_HERO_BUSY);
  CHECK(code(bring(second_device, elsewhere, {{0, id}})) == pb::REFUSAL_CODE_HERO_BUSY);
  world.hold_reads = false;
  world.answer_read(0);
  mira.read();
  CHECK(mira.tables.at(table).options().heroes_size() == 1);
  REQUIRE(bring(mira, table, {}).has_table_state());
  CHECK(retire(mira, id).has_stable());
}

TEST_CASE_FIXTURE(TwoPlayers, "a hero cannot be brought while it is being retired") {
  Client& second_device = device_of(mira);
  const std::string id = make(mira, "Brienne", pb::HUNT_CLASS_WARRIOR);
  const std::string table = open(mira, hunt_for());
  world.hold_answers = true;
  retire(second_device, id);
  CHECK(code(bring(mira, table, {{0, id}})) == pb::REFUSAL_CODE_HERO_BUSY);
  world.hold_answers = false;
  world.settle();
  CHECK(code(bring(mira, table, {{0, id}})) == pb::REFUSAL_CODE_HERO_GONE);
}

// Nobody can bring that about while it is at a table; a restored backup can.
TEST_CASE_FIXTURE(TwoPlayers, "a hero that the store does not have is taken out, and the others' stay") {
  const std::string id = make(mira, "Brienne", pb::HUNT_CLASS_WARRIOR);
  const std::string theirs = make(bruno, "Edric", pb::HUNT_CLASS_CLERIC);
  const std::string table = open(mira, hunt_for(2));
  pb::ClientMessage take;
  take.mutable_take_seat()->set_table_id(table);
  REQUIRE(bruno.ask(take).has_table_state());
  REQUIRE(bring(mira, table, {{0, id}}).has_table_state());
  REQUIRE(bring(bruno, table, {{1, theirs}}).has_table_state());
  world.write(persistence::RetireHero{.account = *id_from_bytes<AccountId>(mira.account()),
                                      .hero = *id_from_bytes<HeroId>(id),
                                      .at = world.clock.now()});
  for (Client* player : {&mira, &bruno}) player->read();
  const pb::Table shown = mira.tables.at(table);
  for (Client* player : {&mira, &bruno}) REQUIRE(player->get_ready(shown).has_table_state());
  for (Client* player : {&mira, &bruno}) REQUIRE(player->reveal(shown).has_table_state());
  for (Client* player : {&mira, &bruno}) {
    player->read();
    CHECK_FALSE(player->matches.contains(table));
    const pb::Table& after = player->tables.at(table);
    CHECK(after.phase() == pb::TABLE_PHASE_OPEN);
    CHECK(after.called_off() == pb::CALLED_OFF_REASON_HERO_ELSEWHERE);
    REQUIRE(after.aborted_starts_size() == 1);
    REQUIRE(after.options().heroes_size() == 1);
    CHECK(after.options().heroes(0).hero_id() == theirs);
    CHECK_FALSE(after.options().hunt().heroes(0).has_hp_max());
  }
  start({&mira, &bruno}, table);
  CHECK(hero_of(bruno, theirs).match_id() == table);
}

TEST_CASE_FIXTURE(TwoPlayers, "who leaves a table takes the heroes along, and the others' stay") {
  const std::string id = make(mira, "Brienne", pb::HUNT_CLASS_WARRIOR);
  const std::string theirs = make(bruno, "Sly", pb::HUNT_CLASS_ROGUE);
  const std::string table = open(mira, hunt_for(2));
  pb::ClientMessage take;
  take.mutable_take_seat()->set_table_id(table);
  REQUIRE(bruno.ask(take).has_table_state());
  REQUIRE(bring(mira, table, {{0, id}}).has_table_state());
  const pb::ServerMessage both = bring(bruno, table, {{1, theirs}});
  REQUIRE_MESSAGE(both.has_table_state(), both.DebugString());
  CHECK(both.table_state().options().heroes_size() == 2);
  CHECK(both.table_state().options().hunt().heroes(1).class_() == pb::HUNT_CLASS_ROGUE);
  pb::ClientMessage leave;
  leave.mutable_leave_table()->set_table_id(table);
  bruno.ask(leave);
  mira.read();
  const pb::GameOptions& options = mira.tables.at(table).options();
  REQUIRE(options.heroes_size() == 1);
  CHECK(options.heroes(0).hero_id() == id);
  CHECK_FALSE(options.hunt().heroes(1).has_hp_max());
}

TEST_CASE_FIXTURE(TwoPlayers, "who resigns leaves with what was in hand, and the others hunt on") {
  const std::string id = make(mira, "Brienne", pb::HUNT_CLASS_WARRIOR);
  const std::string theirs = make(bruno, "Edric", pb::HUNT_CLASS_CLERIC);
  const std::string table = open(mira, hunt_for(2));
  pb::ClientMessage take;
  take.mutable_take_seat()->set_table_id(table);
  REQUIRE(bruno.ask(take).has_table_state());
  REQUIRE(bring(mira, table, {{0, id}}).has_table_state());
  REQUIRE(bring(bruno, table, {{1, theirs}}).has_table_state());
  start({&mira, &bruno}, table);
  REQUIRE(resign(mira, table).has_update());
  const pb::Hero back = hero_of(mira, id);
  CHECK(back.match_id().empty());
  CHECK(back.values().gold() == 2);
  CHECK(back.values().xp() == 0);
  CHECK(back.fallen_at_us() == 0);
  CHECK(story_of(mira, id).hunts().empty());
  CHECK(hero_of(bruno, theirs).match_id() == table);
  // She may hunt with it elsewhere at once.
  const std::string second = open(mira, hunt_for());
  CHECK(bring(mira, second, {{0, id}}).has_table_state());
  bruno.read();
  REQUIRE(!bruno.matches.at(table).over());
  REQUIRE(resign(bruno, table).has_update());
  CHECK(hero_of(bruno, theirs).match_id().empty());
  // The end of the match is the others': it touches what has left before no more.
  CHECK(hero_of(mira, id).match_id().empty());
}

// As an earlier version may have left it: risen to level 3, and neither choice made.
TEST_CASE_FIXTURE(TwoPlayers,
                  "choices of levels that were lost or left are asked for before the next hunt, however it ends") {
  const std::string model = make(mira, "Model", pb::HUNT_CLASS_WARRIOR);
  pb::HuntHeroOption body = hero_of(mira, model).values();
  body.set_level(3);
  body.set_xp(14);
  body.clear_pending();
  persistence::HeroRow row{.id = id_from_bytes<HeroId>(std::string(16, 'h')).value(),
                           .account = id_from_bytes<AccountId>(mira.account()).value(),
                           .name = "Brienne",
                           .body = body.SerializeAsString()};
  world.write(persistence::KeepHero{.hero = row});
  const std::string id = to_bytes(row.id);
  const auto open_choices = [&] {
    const auto pending = hero_of(mira, id).values().pending();
    return std::vector<int>(pending.begin(), pending.end());
  };
  const auto hunts = [&] {
    const std::string table = open(mira, hunt_for());
    const pb::ServerMessage brought = bring(mira, table, {{0, id}});
    REQUIRE_MESSAGE(brought.has_table_state(), brought.DebugString());
    CHECK(brought.table_state().practice() == pb::PRACTICE_REASON_UNSPECIFIED);
    start({&mira}, table);
    return table;
  };
  const auto phase = [&](const std::string& match) {
    mira.read();
    return mira.matches.at(match).view().hunt().phase();
  };
  CHECK(open_choices() == std::vector<int>{pb::HUNT_LEVEL_CHOICE_IMPROVE, pb::HUNT_LEVEL_CHOICE_LEARN});

  // Resigned before any was made, and between the two.
  std::string match = hunts();
  CHECK(mira.matches.at(match).view().hunt().village().before());
  REQUIRE(resign(mira, match).has_update());
  CHECK(open_choices().size() == 2);
  match = hunts();
  REQUIRE(mira.play_one(mira.matches.at(match)));
  CHECK(phase(match) == pb::HUNT_PHASE_VILLAGE);
  REQUIRE(resign(mira, match).has_update());
  CHECK(open_choices() == std::vector<int>{pb::HUNT_LEVEL_CHOICE_LEARN});

  // The server dies meanwhile; what is left is still asked for, and then the hunt begins.
  match = hunts();
  mira.vanish();
  std::erase_if(mira.matches, [&](const auto& one) { return one.first != match; });  // their channels are used anew
  world.restart();
  mira.arrive();
  mira.open(match);
  CHECK(mira.matches.at(match).view().hunt().village().before());
  REQUIRE(mira.play_one(mira.matches.at(match)));
  CHECK(phase(match) == pb::HUNT_PHASE_TURN);
  CHECK(mira.matches.at(match).view().hunt().round() == 1);
  REQUIRE(resign(mira, match).has_update());
  CHECK(open_choices().empty());
  CHECK(hero_of(mira, id).values().skills_size() == 7);
  match = hunts();
  CHECK(phase(match) == pb::HUNT_PHASE_TURN);
}

TEST_CASE_FIXTURE(TwoPlayers, "practice says so before it starts, and changes no hero") {
  const std::string id = make(mira, "Brienne", pb::HUNT_CLASS_WARRIOR);
  const auto reason = [&](const pb::GameOptions& options) {
    const std::string table = open(mira, options);
    const pb::ServerMessage reply = bring(mira, table, {{0, id}});
    REQUIRE_MESSAGE(reply.has_table_state(), reply.DebugString());
    REQUIRE(bring(mira, table, {}).has_table_state());
    return reply.table_state().practice();
  };
  pb::GameOptions options = hunt_for();
  CHECK(reason(options) == pb::PRACTICE_REASON_UNSPECIFIED);
  options.mutable_hunt()->set_chapter(2);
  CHECK(reason(options) == pb::PRACTICE_REASON_CHAPTER);
  options = hunt_for();
  options.mutable_hunt()->mutable_heroes(1)->set_gold(50);
  CHECK(reason(options) == pb::PRACTICE_REASON_HEROES);
  options = hunt_for();
  options.mutable_hunt()->add_dragons(pb::HUNT_DRAGON_KIND_SUN_GOLDEN);
  CHECK(reason(options) == pb::PRACTICE_REASON_DRAGONS);
  options = hunt_for();
  options.mutable_hunt()->add_dragon_hp(1);
  CHECK(reason(options) == pb::PRACTICE_REASON_DRAGON_HP);

  const std::string table = open(mira, options);
  REQUIRE(bring(mira, table, {{0, id}}).has_table_state());
  start({&mira}, table);
  CHECK(mira.matches.at(table).info().options().practice() == pb::PRACTICE_REASON_DRAGON_HP);
  CHECK(mira.matches.at(table).info().options().heroes(0).name() == "Brienne");
  CHECK(hero_of(mira, id).match_id().empty());
  play_to_end({&mira}, table);
  CHECK(story_of(mira, id).hunts().empty());
  CHECK(hero_of(mira, id).values().gold() == 2);
}

TEST_CASE_FIXTURE(TwoPlayers, "what a client says of heroes in options is not looked at") {
  pb::GameOptions options = hunt_for();
  pb::BroughtHero& lie = *options.add_heroes();
  lie.set_hero_id(std::string(16, 'x'));
  lie.set_chapter(9);
  const std::string table = open(mira, options);
  CHECK(mira.tables.at(table).options().heroes().empty());
}

TEST_CASE_FIXTURE(TwoPlayers, "a game without heroes that are kept says so") {
  const std::string id = make(mira, "Brienne", pb::HUNT_CLASS_WARRIOR);
  const std::string table = open(mira, duel_options());
  CHECK(code(bring(mira, table, {{0, id}})) == pb::REFUSAL_CODE_NO_HEROES);
}

TEST_CASE_FIXTURE(TwoPlayers, "a match that is played again is set up with newcomers") {
  const std::string id = make(mira, "Brienne", pb::HUNT_CLASS_WARRIOR);
  const std::string table = open(mira, hunt_for());
  REQUIRE(bring(mira, table, {{0, id}}).has_table_state());
  start({&mira}, table);
  REQUIRE(resign(mira, table).has_update());
  pb::ClientMessage again;
  again.mutable_rematch()->set_match_id(table);
  const pb::ServerMessage reply = mira.ask(again);
  REQUIRE_MESSAGE(reply.has_table_state(), reply.DebugString());
  CHECK(reply.table_state().options().heroes().empty());
  CHECK_FALSE(reply.table_state().options().hunt().heroes(0).has_hp_max());
}

}  // namespace
}  // namespace wyrmhall::test
