// What seats bring to a table: sides that decide who sits where, forces that nobody else sees before all are ready.
#include "tests/server/bringing.h"

namespace wyrmhall::test {
namespace {

pb::GameOptions dance() {
  pb::GameOptions options;
  options.mutable_dance();
  return options;
}
pb::GameOptions arena() {
  pb::GameOptions options;
  options.mutable_arena();
  return options;
}
pb::GameOptions dragondice() {
  pb::GameOptions options;
  options.mutable_dragondice();
  return options;
}

pb::SeatPart wants(pb::DanceRole role) {
  pb::SeatPart part;
  part.mutable_dance()->set_role(role);
  return part;
}
pb::SeatPart wants(pb::ArenaSpecies species) {
  pb::SeatPart part;
  part.mutable_arena()->set_species(species);
  return part;
}
pb::SeatPart force(pb::DragondicePreset preset) {
  pb::SeatPart part;
  part.mutable_dragondice()->mutable_army()->set_preset(preset);
  return part;
}

pb::SeatPart ready(pb::DragondiceSpecies species) {
  pb::SeatPart part;
  part.mutable_dragondice()->mutable_army()->set_species(species);
  return part;
}
pb::GameOptions dragondice_of(std::uint32_t points) {
  pb::GameOptions options;
  options.mutable_dragondice()->set_points(points);
  return options;
}
// A force of `units` units with 3 health in each army, and a white dragon.
pb::SeatPart warlords(int units) {
  pb::SeatPart part;
  pb::DragondiceSeatPart& brought = *part.mutable_dragondice();
  for (int i = 0; i < units; ++i) {
    brought.mutable_army()->add_home(pb::DRAGONDICE_UNIT_KIND_DWARF_WARLORD);
    brought.mutable_army()->add_campaign(pb::DRAGONDICE_UNIT_KIND_DWARF_WARLORD);
    brought.mutable_army()->add_horde(pb::DRAGONDICE_UNIT_KIND_DWARF_WARLORD);
  }
  brought.mutable_army()->set_home_terrain(pb::DRAGONDICE_TERRAIN_FLATLAND_TOWER);
  brought.mutable_army()->set_frontier_terrain(pb::DRAGONDICE_TERRAIN_FLATLAND_TOWER);
  pb::DragondiceDragonOption& dragon = *brought.add_dragons();
  dragon.set_type(pb::DRAGONDICE_DRAGON_TYPE_WHITE);
  dragon.set_form(pb::DRAGONDICE_DRAGON_FORM_DRAKE);
  return part;
}

pb::ClientMessage seat_bot(const std::string& table, std::uint32_t seat) {
  pb::ClientMessage message;
  message.mutable_seat_bot()->set_table_id(table);
  message.mutable_seat_bot()->set_seat(seat);
  message.mutable_seat_bot()->set_level(pb::BOT_LEVEL_RANDOM);
  return message;
}
std::string name_at(const pb::Table& table, int seat) {
  return table.seats(seat).player().name();
}

}  // namespace

TEST_CASE_FIXTURE(TwoPlayers, "whoever wants to be the dragon is, whoever came first") {
  const pb::SeatPart dragon = wants(pb::DANCE_ROLE_DRAGON);
  const pb::Table alone = table_of(mira.ask(open_table(dance(), &dragon)));
  const std::string id = alone.table_id();
  CHECK(alone.options().seats_bring());
  CHECK(name_at(alone, 1) == "Mira");
  const pb::Table two = table_of(bruno.ask(take_seat(id)));
  CHECK(name_at(two, 0) == "Bruno");
  CHECK(two.seats(1).part().dance().role() == pb::DANCE_ROLE_DRAGON);
  CHECK(!two.seats(1).brings_secret());
  // She changes her mind, and then does not care: nobody moves without need.
  CHECK(name_at(table_of(mira.ask(set_part(id, wants(pb::DANCE_ROLE_KNIGHT)))), 0) == "Mira");
  CHECK(name_at(table_of(mira.ask(set_part(id, wants(pb::DANCE_ROLE_UNSPECIFIED)))), 0) == "Mira");
  CHECK(name_at(table_of(bruno.ask(set_part(id, wants(pb::DANCE_ROLE_KNIGHT)))), 0) == "Bruno");
  const pb::MatchInfo info = started(*this, id);
  CHECK(info.seats(0).player().name() == "Bruno");
  CHECK(info.seats(1).player().name() == "Mira");
  play_out(world, {&mira, &bruno}, nullptr, id, false);
  // A rematch changes sides.
  pb::ClientMessage again;
  again.mutable_rematch()->set_match_id(id);
  CHECK(name_at(table_of(mira.ask(again)), 0) == "Mira");
  CHECK(name_at(table_of(bruno.ask(again)), 1) == "Bruno");
}

TEST_CASE("of two who want the same side the seed draws who has it, and asking again draws nothing new") {
  int mira_has_it = 0;
  constexpr int kTables = 60;
  TwoPlayers hall;
  for (int i = 0; i < kTables; ++i) {
    const pb::SeatPart dragon = wants(pb::DANCE_ROLE_DRAGON);
    const std::string id = table_of(hall.mira.ask(open_table(dance(), &dragon))).table_id();
    REQUIRE(hall.bruno.ask(take_seat(id)).has_table_state());
    const std::string first = name_at(table_of(hall.bruno.ask(set_part(id, dragon))), 1);
    for (int again = 0; again < 3; ++again) {
      CHECK(name_at(table_of(hall.bruno.ask(set_part(id, wants(pb::DANCE_ROLE_UNSPECIFIED)))), 1) == "Mira");
      CHECK(name_at(table_of(hall.bruno.ask(set_part(id, dragon))), 1) == first);
    }
    mira_has_it += first == "Mira" ? 1 : 0;
    for (Client* client : {&hall.mira, &hall.bruno}) {
      pb::ClientMessage leave;
      leave.mutable_leave_table()->set_table_id(id);
      REQUIRE(client->ask(leave).has_table_state());
    }
  }
  CHECK(mira_has_it > kTables / 5);
  CHECK(mira_has_it < kTables * 4 / 5);
}

TEST_CASE_FIXTURE(TwoPlayers, "FindTable brings nobody to a table where the side is wanted, and everybody else") {
  const pb::SeatPart dragon = wants(pb::DANCE_ROLE_DRAGON);
  const pb::SeatPart knight = wants(pb::DANCE_ROLE_KNIGHT);
  const std::string hers = table_of(mira.ask(find_table(dance(), &dragon))).table_id();
  const std::string his = table_of(bruno.ask(find_table(dance(), &dragon))).table_id();
  CHECK(his != hers);
  // A player who asks again may want something else by now.
  const pb::Table met = table_of(bruno.ask(find_table(dance(), &knight)));
  CHECK(met.table_id() == hers);
  CHECK(name_at(met, 0) == "Bruno");
  CHECK(name_at(met, 1) == "Mira");
  CHECK(world.core->counts().tables == 1);
  // Who wants nothing is brought to anybody.
  Client& third = guest("Third");
  const std::string waiting = table_of(third.ask(find_table(dance(), &dragon))).table_id();
  Client& fourth = guest("Fourth");
  CHECK(table_of(fourth.ask(find_table(dance()))).table_id() == waiting);
}

TEST_CASE_FIXTURE(TwoPlayers, "a species is a side too, and alone one has it as well") {
  const pb::SeatPart ice = wants(pb::ARENA_SPECIES_ICE);
  const std::string id = table_of(mira.ask(open_table(arena(), &ice))).table_id();
  CHECK(name_at(table_of(bruno.ask(take_seat(id))), 0) == "Bruno");
  CHECK(signed_options(started(*this, id)).at("fire_seat") == 0);

  pb::GameOptions solo = arena();
  solo.mutable_arena()->set_solo(true);
  const pb::Table training = table_of(mira.ask(open_table(solo, &ice)));
  REQUIRE(mira.get_ready(training).has_table_state());
  mira.reveal(mira.tables.at(training.table_id()));
  CHECK(signed_options(mira.open(training.table_id()).info()).at("fire_seat") == 1);
}

TEST_CASE_FIXTURE(TwoPlayers, "options that say what a seat would bring fix it") {
  pb::GameOptions fixed = arena();
  fixed.mutable_arena()->set_fire_seat(1);
  const pb::Table table = table_of(mira.ask(open_table(fixed)));
  CHECK(!table.options().seats_bring());
  CHECK(code_of(mira.ask(set_part(table.table_id(), wants(pb::ARENA_SPECIES_FIRE)))) == pb::REFUSAL_CODE_NO_PARTS);
  // Unless they say as well that seats bring it: then they are for a seat that brings nothing.
  fixed.set_seats_bring(true);
  const pb::SeatPart ice = wants(pb::ARENA_SPECIES_ICE);
  const pb::Table open = table_of(mira.ask(open_table(fixed, &ice)));
  CHECK(open.options().arena().fire_seat() == 1);
  CHECK(name_at(open, 0) == "Mira");
}

TEST_CASE_FIXTURE(TwoPlayers, "what cannot be brought is refused, and changes nothing") {
  const std::string id = table_of(mira.ask(open_table(dragondice()))).table_id();
  CHECK(code_of(bruno.ask(set_part(id, force(pb::DRAGONDICE_PRESET_FIREWALKER_30)))) == pb::REFUSAL_CODE_NOT_SEATED);
  CHECK(code_of(mira.ask(set_part(id, wants(pb::DANCE_ROLE_DRAGON)))) == pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(code_of(mira.ask(set_part(id, force(static_cast<pb::DragondicePreset>(99))))) ==
        pb::REFUSAL_CODE_OPTIONS_INVALID);
  pb::SeatPart light;
  light.mutable_dragondice()->mutable_army()->add_home(pb::DRAGONDICE_UNIT_KIND_AMAZON_CENTAUR);
  light.mutable_dragondice()->mutable_army()->set_home_terrain(pb::DRAGONDICE_TERRAIN_FLATLAND_TOWER);
  light.mutable_dragondice()->mutable_army()->set_frontier_terrain(pb::DRAGONDICE_TERRAIN_FLATLAND_TOWER);
  light.mutable_dragondice()->add_dragons()->set_type(pb::DRAGONDICE_DRAGON_TYPE_WHITE);
  light.mutable_dragondice()->mutable_dragons(0)->set_form(pb::DRAGONDICE_DRAGON_FORM_DRAKE);
  const pb::ServerMessage refused = mira.ask(set_part(id, light));
  CHECK(code_of(refused) == pb::REFUSAL_CODE_OPTIONS_INVALID);
  CHECK(refused.refusal().rule() == "A-2");
  pb::ClientMessage changed = set_part(id, force(pb::DRAGONDICE_PRESET_FIREWALKER_30));
  changed.mutable_set_part()->set_seat(1);
  CHECK(code_of(mira.ask(changed)) == pb::REFUSAL_CODE_SEAT_NOT_FREE);
  changed.mutable_set_part()->set_seat(7);
  CHECK(code_of(mira.ask(changed)) == pb::REFUSAL_CODE_SEAT_NOT_FREE);
  CHECK(!mira.tables.at(id).seats(0).has_part());
}

TEST_CASE_FIXTURE(TwoPlayers,
                  "a force is seen by its own seat alone until all are ready, and then stands in the record") {
  const pb::SeatPart hers = force(pb::DRAGONDICE_PRESET_FIREWALKER_30);
  const pb::SeatPart his = force(pb::DRAGONDICE_PRESET_GOBLIN_30);
  world.keep_frames = true;
  const std::string id = table_of(mira.ask(open_table(dragondice(), &hers))).table_id();
  pb::ClientMessage list;
  list.mutable_list_tables();
  const pb::ServerMessage listed = bruno.ask(list);
  REQUIRE(listed.tables().tables_size() == 1);
  CHECK(listed.tables().tables(0).seats(0).brings_secret());
  CHECK(!listed.tables().tables(0).seats(0).has_part());
  const pb::Table joined = table_of(bruno.ask(take_seat(id)));
  CHECK(!joined.seats(0).has_part());
  CHECK(joined.seats(0).brings_secret());
  const pb::Table both = table_of(bruno.ask(set_part(id, his)));
  CHECK(both.seats(1).part().dragondice().army().preset() == pb::DRAGONDICE_PRESET_GOBLIN_30);
  CHECK(both.seats(1).part().dragondice().dragons_size() > 0);
  mira.read();
  CHECK(mira.tables.at(id).seats(0).part().dragondice().army().preset() == pb::DRAGONDICE_PRESET_FIREWALKER_30);
  // Who signs in again sees the own one, and no other.
  bruno.vanish();
  bruno.arrive();
  CHECK(bruno.tables.at(id).seats(1).has_part());
  // Nothing that anybody but the two was sent until now, and nothing that one was sent, tells the other's force.
  const auto sent_to = [&](Client& client) {
    std::vector<pb::Table> tables;
    for (const std::string& frame : world.frames[client.session()]) {
      pb::ServerMessage message;
      REQUIRE(message.ParseFromString(frame));
      if (message.has_table_state()) tables.push_back(message.table_state());
    }
    return tables;
  };
  for (const pb::Table& table : sent_to(bruno)) CHECK(!table.seats(0).has_part());
  for (const pb::Table& table : sent_to(mira)) CHECK(!table.seats(1).has_part());
  world.keep_frames = false;

  // It is kept over a restart, as secret as before.
  world.restart();
  for (Client* client : {&mira, &bruno}) client->arrive();
  CHECK(!bruno.tables.at(id).seats(0).has_part());
  CHECK(bruno.tables.at(id).seats(0).brings_secret());

  REQUIRE(mira.get_ready(mira.tables.at(id)).has_table_state());
  REQUIRE(bruno.get_ready(bruno.tables.at(id)).has_table_state());
  CHECK(bruno.tables.at(id).seats(0).part().dragondice().army().preset() == pb::DRAGONDICE_PRESET_FIREWALKER_30);
  REQUIRE(bruno.reveal(bruno.tables.at(id)).has_table_state());
  mira.read();
  mira.reveal(mira.tables.at(id));
  const pb::MatchInfo info = mira.open(id).info();
  CHECK(info.options().dragondice().armies(0).preset() == pb::DRAGONDICE_PRESET_FIREWALKER_30);
  CHECK(info.options().dragondice().armies(1).preset() == pb::DRAGONDICE_PRESET_GOBLIN_30);
  const nlohmann::json options = signed_options(info);
  CHECK(options.at("armies").at(0) == "firewalker_30");
  CHECK(options.at("armies").at(1) == "goblin_30");

  // In a rematch each has the same force again.
  bruno.open(id);
  pb::ClientMessage resign;
  resign.mutable_resign()->set_channel(bruno.matches.at(id).channel());
  REQUIRE(bruno.ask(resign).has_update());
  pb::ClientMessage again;
  again.mutable_rematch()->set_match_id(id);
  const pb::Table rematch = table_of(mira.ask(again));
  REQUIRE(name_at(rematch, 1) == "Mira");
  CHECK(rematch.options().dragondice().armies(1).preset() == pb::DRAGONDICE_PRESET_FIREWALKER_30);
  CHECK(rematch.options().seats_bring());
}

TEST_CASE_FIXTURE(TwoPlayers, "forces have as many points as their table says, and a species has one of each size") {
  for (const std::uint32_t points : {15U, 24U, 36U, 60U}) {
    CAPTURE(points);
    const pb::SeatPart hers = ready(pb::DRAGONDICE_SPECIES_FIREWALKER);
    world.keep_frames = true;
    const std::string id = table_of(mira.ask(open_table(dragondice_of(points), &hers))).table_id();
    const pb::Table joined = table_of(bruno.ask(take_seat(id)));
    CHECK(joined.options().dragondice().points() == points);
    CHECK(!joined.seats(0).has_part());
    CHECK(joined.seats(0).brings_secret());
    // A preset has 30.
    const pb::ServerMessage refused = bruno.ask(set_part(id, force(pb::DRAGONDICE_PRESET_GOBLIN_30)));
    CHECK(code_of(refused) == pb::REFUSAL_CODE_OPTIONS_INVALID);
    CHECK(refused.refusal().field() == "points");
    CHECK(refused.refusal().reason().dragondice() == pb::DRAGONDICE_PHRASE_OTHER_SIZE);
    CHECK(refused.refusal().reason().arguments(1) == 30);
    CHECK(refused.refusal().reason().arguments(2) == static_cast<std::int32_t>(points));
    CHECK(!bruno.tables.at(id).seats(1).has_part());
    if (points == 36) {
      CHECK(table_of(bruno.ask(set_part(id, warlords(4)))).seats(1).part().dragondice().army().home_size() == 4);
    } else {
      CHECK(bruno.ask(set_part(id, warlords(4))).refusal().rule() == "A-2");
    }
    const pb::Table both = table_of(bruno.ask(set_part(id, ready(pb::DRAGONDICE_SPECIES_GOBLIN))));
    CHECK(both.seats(1).part().dragondice().army().species() == pb::DRAGONDICE_SPECIES_GOBLIN);
    for (const std::string& frame : world.frames[bruno.session()]) {
      pb::ServerMessage message;
      REQUIRE(message.ParseFromString(frame));
      if (message.has_table_state()) CHECK(!message.table_state().seats(0).has_part());
    }
    world.keep_frames = false;
    const pb::MatchInfo info = started(*this, id);
    const nlohmann::json options = signed_options(info);
    CHECK(options.at("points") == points);
    CHECK(options.at("armies").at(0).at("home").at(0) == "firewalker_fireshadow");
    CHECK(options.at("armies").at(1).at("home").at(0) == "goblin_cannibal");
    CHECK(options.at("dragons").at(1).size() == (points + 23) / 24);
    bruno.open(id);
    pb::ClientMessage resign;
    resign.mutable_resign()->set_channel(bruno.matches.at(id).channel());
    REQUIRE(bruno.ask(resign).has_update());
    // A rematch has the same size.
    pb::ClientMessage again;
    again.mutable_rematch()->set_match_id(id);
    const pb::Table rematch = table_of(mira.ask(again));
    CHECK(rematch.options().dragondice().points() == points);
    CHECK(rematch.options().dragondice().armies(1).home(0) == pb::DRAGONDICE_UNIT_KIND_FIREWALKER_FIRESHADOW);
  }
}

TEST_CASE_FIXTURE(TwoPlayers, "at the usual size a species brings its preset, and nothing says the size") {
  const pb::SeatPart hers = ready(pb::DRAGONDICE_SPECIES_FIREWALKER);
  const std::string id = table_of(mira.ask(open_table(dragondice_of(30), &hers))).table_id();
  CHECK(mira.tables.at(id).options().SerializeAsString() ==
        table_of(mira.ask(open_table(dragondice()))).options().SerializeAsString());
  REQUIRE(bruno.ask(take_seat(id)).has_table_state());
  CHECK(bruno.ask(set_part(id, warlords(4))).refusal().reason().dragondice() == pb::DRAGONDICE_PHRASE_OTHER_SIZE);
  const nlohmann::json options = signed_options(started(*this, id));
  CHECK(options.at("armies") == nlohmann::json({"firewalker_30", "dwarf_30"}));
  CHECK(!options.contains("points"));
}

TEST_CASE_FIXTURE(TwoPlayers, "of armies and points that are both given each says the same") {
  const auto refused = [&](const pb::GameOptions& options) { return mira.ask(open_table(options)).refusal(); };
  const pb::SeatPart given = warlords(4);
  pb::GameOptions options;
  for (int seat = 0; seat < 2; ++seat) {
    *options.mutable_dragondice()->add_armies() = given.dragondice().army();
    *options.mutable_dragondice()->add_dragons()->mutable_dragons() = given.dragondice().dragons();
  }
  CHECK(!table_of(mira.ask(open_table(options))).options().dragondice().has_points());
  for (const std::uint32_t points : {24U, 30U}) {
    options.mutable_dragondice()->set_points(points);
    CHECK(refused(options).field() == "points");
    CHECK(refused(options).reason().dragondice() == pb::DRAGONDICE_PHRASE_OTHER_SIZE);
  }
  options.mutable_dragondice()->set_points(36);
  CHECK(table_of(mira.ask(open_table(options))).options().dragondice().points() == 36);
  for (const std::uint32_t points : {0U, 18U, 61U, ~0U}) {
    CHECK(refused(dragondice_of(points)).field() == "points");
    CHECK(refused(dragondice_of(points)).reason().dragondice() == pb::DRAGONDICE_PHRASE_NO_SUCH_SIZE);
  }
  // A species and something else; and one that there is not.
  pb::GameOptions both = dragondice();
  both.mutable_dragondice()->add_armies()->set_species(pb::DRAGONDICE_SPECIES_DWARF);
  both.mutable_dragondice()->mutable_armies(0)->set_preset(pb::DRAGONDICE_PRESET_DWARF_30);
  CHECK(refused(both).field() == "armies.species");
  both.mutable_dragondice()->mutable_armies(0)->set_species(static_cast<pb::DragondiceSpecies>(99));
  CHECK(refused(both).field() == "armies.species");
}

TEST_CASE_FIXTURE(TwoPlayers, "FindTable holds the points against each other, unless one does not care for them") {
  const pb::SeatPart hers = ready(pb::DRAGONDICE_SPECIES_FIREWALKER);
  const std::string id = table_of(mira.ask(find_table(dragondice_of(60), &hers))).table_id();
  const pb::SeatPart his = force(pb::DRAGONDICE_PRESET_GOBLIN_30);
  CHECK(table_of(bruno.ask(find_table(dragondice(), &his))).table_id() != id);
  // A force of 30 goes with nothing else, and that of a species with any size.
  Client& third = guest("Third");
  pb::ClientMessage find = find_table(dragondice(), &his);
  find.mutable_find_table()->add_any("points");
  const std::string other = table_of(third.ask(find)).table_id();
  CHECK(other == bruno.tables.begin()->first);
  Client& fourth = guest("Fourth");
  const pb::SeatPart theirs = ready(pb::DRAGONDICE_SPECIES_UNDEAD);
  *find.mutable_find_table()->mutable_part() = theirs;
  const pb::Table met = table_of(fourth.ask(find));
  CHECK(met.table_id() == id);
  CHECK(met.options().dragondice().points() == 60);
  // A player who waits without caring takes the size of the one who comes.
  Client& fifth = guest("Fifth");
  const std::string waiting = table_of(fifth.ask(find)).table_id();
  Client& sixth = guest("Sixth");
  const pb::Table taken = table_of(sixth.ask(find_table(dragondice_of(15), &hers)));
  CHECK(taken.table_id() == waiting);
  CHECK(taken.options().dragondice().points() == 15);
  CHECK(taken.options().dragondice().armies(0).home_size() == 2);
}

TEST_CASE_FIXTURE(TwoPlayers, "a bot has the ready force of its table's size") {
  const std::string id = table_of(mira.ask(open_table(dragondice_of(60)))).table_id();
  REQUIRE(mira.ask(seat_bot(id, 1)).has_table_state());
  REQUIRE(mira.get_ready(mira.tables.at(id)).has_table_state());
  mira.reveal(mira.tables.at(id));
  const nlohmann::json options = signed_options(mira.open(id).info());
  CHECK(options.at("armies").at(1).at("horde").size() == 8);
  CHECK(options.at("armies").at(1).at("home").at(0) == "dwarf_androsphinx");
  play_out(world, {&mira}, nullptr, id, false);
}

TEST_CASE_FIXTURE(TwoPlayers, "a bot's force is seen by all, and whoever leaves takes the own one along") {
  const pb::SeatPart hers = force(pb::DRAGONDICE_PRESET_FIREWALKER_30);
  const std::string id = table_of(mira.ask(open_table(dragondice(), &hers))).table_id();
  REQUIRE(mira.ask(seat_bot(id, 1)).has_table_state());
  pb::ClientMessage for_bot = set_part(id, force(pb::DRAGONDICE_PRESET_GOBLIN_30));
  for_bot.mutable_set_part()->set_seat(1);
  const pb::Table table = table_of(mira.ask(for_bot));
  CHECK(table.seats(1).has_part());
  CHECK(!table.seats(1).brings_secret());
  pb::ClientMessage nothing;
  nothing.mutable_set_part()->set_table_id(id);
  CHECK(!table_of(mira.ask(nothing)).seats(0).has_part());

  const std::string other = table_of(mira.ask(open_table(dragondice(), &hers))).table_id();
  REQUIRE(bruno.ask(take_seat(other)).has_table_state());
  pb::ClientMessage leave;
  leave.mutable_leave_table()->set_table_id(other);
  REQUIRE(mira.ask(leave).has_table_state());
  bruno.read();
  CHECK(!bruno.tables.at(other).seats(0).brings_secret());
  CHECK(!bruno.tables.at(other).seats(0).has_part());
}

}  // namespace wyrmhall::test
