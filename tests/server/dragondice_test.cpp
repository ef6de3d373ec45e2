// Dragon Dice through the whole core: forces, targets that are chosen in secret, forms that are kept as they were
// filled in, and records.
#include <nlohmann/json.hpp>

#include "record/verify.h"
#include "rules/dragondice/rules.h"
#include "server/games/bots.h"
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

using google::protobuf::util::MessageDifferencer;

// As DragondiceAttack.targets has them.
constexpr char kOpen = 101;
constexpr char kHidden = 102;

// Four dragons of an element each, so that each attacks every other.
pb::GameOptions four_elements() {
  pb::GameOptions options;
  const auto add = [&](std::initializer_list<pb::DragondiceDragonType> types) {
    pb::DragondiceDragonOptions& dragons = *options.mutable_dragondice()->add_dragons();
    for (const pb::DragondiceDragonType type : types) {
      dragons.add_dragons()->set_type(type);
      dragons.mutable_dragons()->rbegin()->set_form(pb::DRAGONDICE_DRAGON_FORM_DRAKE);
    }
  };
  add({pb::DRAGONDICE_DRAGON_TYPE_ELEMENTAL_AIR, pb::DRAGONDICE_DRAGON_TYPE_ELEMENTAL_WATER});
  add({pb::DRAGONDICE_DRAGON_TYPE_ELEMENTAL_EARTH, pb::DRAGONDICE_DRAGON_TYPE_ELEMENTAL_FIRE});
  return options;
}

pb::GameAction filled(std::uint32_t number, std::initializer_list<std::uint32_t> values) {
  pb::GameAction action;
  action.mutable_form()->set_number(number);
  for (const std::uint32_t value : values) action.mutable_form()->add_values(value);
  return action;
}
pb::GameAction designate(std::uint32_t dragon, std::uint32_t target) {
  pb::GameAction action;
  action.mutable_dragondice()->mutable_designate()->set_dragon(dragon);
  action.mutable_dragondice()->mutable_designate()->set_target(target);
  return action;
}
pb::GameAction call(std::int32_t dragon, std::int32_t to) {
  pb::GameAction action;
  action.mutable_dragondice()->mutable_call()->set_dragon(dragon);
  action.mutable_dragondice()->mutable_call()->set_to(to);
  return action;
}

// Mira has seat 0 and Bruno seat 1; somebody watches.
struct DragonDiceRoom : Watched {
  explicit DragonDiceRoom(const pb::GameOptions& options = four_elements()) {
    id = start_match({&mira, &bruno}, options);
    watcher.open(id);
  }
  pb::ServerMessage act(Client& client, const pb::GameAction& action) {
    Client::Match& match = client.matches.at(id);
    const pb::ServerMessage reply = client.ask(client.act_message(match, action));
    if (reply.has_update()) ++match.links_used;
    return reply;
  }
  void decide(Client& client, const pb::GameAction& action) {
    const pb::ServerMessage reply = act(client, action);
    REQUIRE_MESSAGE(reply.has_update(), reply.DebugString());
    for (Client* each : {&mira, &bruno, &watcher}) each->read();
  }
  const pb::DragondiceView& seen_by(Client& client) { return client.matches.at(id).view().dragondice(); }
  std::string targets_for(Client& client) { return seen_by(client).attack().targets(); }
  const pb::Choices& choices(Client& client) { return client.matches.at(id).choices(); }

  std::string id;
};

// Three dragons at the frontier, each of which attacks one of the two others.
struct Frontier : DragonDiceRoom {
  Frontier() { decide(bruno, call(3, 2)); }
};

// All that was sent to the other seat and to who watches while Mira designated.
std::vector<std::string> heard_of(std::uint32_t target) {
  Frontier room;
  room.world.keep_frames = true;
  room.decide(room.mira, designate(0, target));
  std::vector<std::string> said;
  for (Client* other : {&room.bruno, &room.watcher}) {
    for (const std::string& frame : room.world.frames[other->session()]) {
      pb::ServerMessage message;
      REQUIRE(message.ParseFromString(frame));
      message.mutable_update()->set_channel(0);  // drawn anew in each world
      said.push_back(message.DebugString());
    }
  }
  return said;
}

}  // namespace

TEST_CASE("what a dragon attacks is known to its own seat alone until all is chosen") {
  Frontier room;
  CHECK(room.seen_by(room.watcher).step() == pb::DRAGONDICE_STEP_DESIGNATE);
  CHECK(room.mira.matches.at(room.id).waiting_on() == 3);
  CHECK(room.seen_by(room.mira).attack().dragons() == std::string("\0\2\3", 3));
  CHECK(room.targets_for(room.bruno) == std::string(3, kOpen));
  room.decide(room.mira, designate(0, 3));
  CHECK(room.targets_for(room.mira) == std::string{3, kOpen, kOpen});
  for (Client* other : {&room.bruno, &room.watcher}) {
    CHECK(room.targets_for(*other) == std::string{kHidden, kOpen, kOpen});
    const pb::GameEvent& told = other->matches.at(room.id).events.back();
    CHECK(told.dragondice().designated().dragon() == 0);
    check_against_fresh_look(room.world, *other, room.id);
  }
  room.decide(room.bruno, designate(2, 0));
  CHECK(room.targets_for(room.mira) == std::string{3, kHidden, kOpen});
  CHECK(room.targets_for(room.bruno) == std::string{kHidden, 0, kOpen});
  // Also after the server began anew.
  for (Client* viewer : {&room.mira, &room.bruno, &room.watcher}) viewer->vanish();
  room.world.restart();
  for (Client* viewer : {&room.mira, &room.bruno, &room.watcher}) {
    viewer->arrive();
    viewer->open(room.id);
  }
  CHECK(room.targets_for(room.mira) == std::string{3, kHidden, kOpen});
  CHECK(room.act(room.bruno, designate(3, 3)).refusal().reason().dragondice() == pb::DRAGONDICE_PHRASE_NOT_A_TARGET);
  room.decide(room.bruno, designate(3, 2));
  for (Client* viewer : {&room.mira, &room.bruno, &room.watcher}) {
    CHECK(room.targets_for(*viewer) == std::string{3, 0, 2});
    CHECK(room.seen_by(*viewer).attack().damage().size() == 4);
  }
}

TEST_CASE("whatever a dragon is to attack, others are sent the same bytes") {
  const auto heard = heard_of(2);
  CHECK(heard.size() == 2);
  CHECK(heard == heard_of(3));
}

TEST_CASE("a form is kept as it was filled in, played once, and recorded as what it comes to") {
  DragonDiceRoom room;
  room.decide(room.bruno, call(-1, -1));
  while (room.seen_by(room.mira).step() != pb::DRAGONDICE_STEP_REGROUP) {
    room.mira.play_one(room.mira.matches.at(room.id));
    for (Client* each : {&room.mira, &room.bruno, &room.watcher}) each->read();
    REQUIRE_FALSE(room.mira.matches.at(room.id).over());
  }
  Client::Match& match = room.mira.matches.at(room.id);
  const auto version = match.version();
  const pb::ClientMessage act = room.mira.act_message(match, filled(5, {0, 3}));  // from terrain 0 to the Reserve Area
  REQUIRE(room.mira.ask(act).has_update());
  ++match.links_used;
  CHECK(room.seen_by(room.mira).places().at(0) == 3);
  CHECK(room.mira.ask(act).update().version() == version + 1);
  pb::ClientMessage other = act;
  *other.mutable_act()->mutable_action() = filled(5, {0, 2});
  CHECK(room.mira.ask(other).has_refusal());
  room.mira.vanish();
  room.world.restart();
  room.mira.arrive();
  room.mira.open(room.id);
  CHECK(room.mira.ask(act).update().version() == version + 1);
  for (Client* each : {&room.bruno, &room.watcher}) {
    each->vanish();
    each->arrive();
    each->open(room.id);
  }
  play_out(room.world, {&room.mira, &room.bruno}, &room.watcher, room.id, false);
  const std::string text = export_record(room.watcher, room.id);
  const auto account = record::verify(text);
  CHECK_MESSAGE(account, account.error().where, ": ", account.error().what);
  const auto moves = nlohmann::json::parse(text)["moves"];
  const nlohmann::json expected = {{"type", "regroup"}, {"unit", 0}, {"to", "R"}};
  CHECK(moves.at(version)["action"] == expected);
}

TEST_CASE("the record says all of a match's options, be the forces ready made or not") {
  pb::GameOptions options;
  pb::DragondiceOptions& of = *options.mutable_dragondice();
  of.add_armies()->set_preset(pb::DRAGONDICE_PRESET_UNDEAD_30);
  pb::DragondiceArmy& army = *of.add_armies();
  army.add_home(pb::DRAGONDICE_UNIT_KIND_DWARF_ANDROSPHINX);
  for (int i = 0; i < 2; ++i) army.add_home(pb::DRAGONDICE_UNIT_KIND_DWARF_SERGEANT);
  for (int i = 0; i < 3; ++i) army.add_campaign(pb::DRAGONDICE_UNIT_KIND_DWARF_WARLORD);
  army.add_campaign(pb::DRAGONDICE_UNIT_KIND_DWARF_FOOTMAN);
  for (int i = 0; i < 6; ++i) army.add_horde(pb::DRAGONDICE_UNIT_KIND_DWARF_SERGEANT);
  army.set_home_terrain(pb::DRAGONDICE_TERRAIN_HIGHLAND_CITY);
  army.set_frontier_terrain(pb::DRAGONDICE_TERRAIN_FLATLAND_TOWER);
  for (int seat = 0; seat < 2; ++seat) {
    pb::DragondiceDragonOption& dragon = *of.add_dragons()->add_dragons();
    dragon.set_type(pb::DRAGONDICE_DRAGON_TYPE_WHITE);
    dragon.set_form(pb::DRAGONDICE_DRAGON_FORM_WYRM);
  }
  of.set_rounds(2);
  of.set_species_abilities(true);
  DragonDiceRoom room(options);
  CHECK(room.seen_by(room.mira).units().size() == 16 + 13);
  play_out(room.world, {&room.mira, &room.bruno}, &room.watcher, room.id, true);
  const auto record = nlohmann::json::parse(export_record(room.watcher, room.id));
  const nlohmann::json expected = {
      {"armies",
       {"undead_30",
        {{"home", {"dwarf_androsphinx", "dwarf_sergeant", "dwarf_sergeant"}},
         {"campaign", {"dwarf_warlord", "dwarf_warlord", "dwarf_warlord", "dwarf_footman"}},
         {"horde", nlohmann::json(std::vector<std::string>(6, "dwarf_sergeant"))},
         {"home_terrain", "highland_city"},
         {"frontier_terrain", "flatland_tower"}}}},
      {"dragons", nlohmann::json::array({nlohmann::json::array({nlohmann::json::array({"white", "wyrm"})}),
                                         nlohmann::json::array({nlohmann::json::array({"white", "wyrm"})})})},
      {"frontier", "flatland_tower"},
      {"rounds", 2},
      {"regroup", 1},
      {"slay_points", 4},
      {"call_gain", 7},
      {"call_cost", 7},
      {"call_cost_white", 14},
      {"call_cap", 14},
      {"species_abilities", true}};
  CHECK_MESSAGE(record["options"] == expected, record["options"].dump());
}

TEST_CASE("the dragons of presets are written down as well") {
  pb::GameOptions options;
  options.mutable_dragondice();
  DragonDiceRoom room(options);
  room.mira.ask([&] {
    pb::ClientMessage resign;
    resign.mutable_resign()->set_channel(room.mira.matches.at(room.id).channel());
    return resign;
  }());
  const auto record = nlohmann::json::parse(export_record(room.watcher, room.id));
  const nlohmann::json expected = nlohmann::json::parse(
      R"([[["elemental_air","drake"],["hybrid_air_water","wyrm"]],[["elemental_fire","drake"],["hybrid_earth_fire","wyrm"]]])");
  CHECK(record["options"]["dragons"] == expected);
}

TEST_CASE("options that are none are refused, and it is said which and why") {
  Watched hall;
  const auto refused = [&](const auto& change) {
    pb::GameOptions options;
    change(*options.mutable_dragondice());
    pb::Refusal refusal = hall.mira.ask(open_table(options)).refusal();
    CHECK(refusal.code() == pb::REFUSAL_CODE_OPTIONS_INVALID);
    return refusal;
  };
  pb::Refusal refusal = refused([](auto& options) { options.set_rounds(51); });
  CHECK(refusal.field() == "rounds");
  CHECK(refusal.rule() == "A-6");
  CHECK(refusal.given() == 51);
  CHECK(refusal.highest() == 50);
  CHECK(refusal.reason().dragondice() == pb::DRAGONDICE_PHRASE_OPTION_RANGE);
  CHECK(refusal.reason().arguments(0) == pb::DragondiceOptions::kRoundsFieldNumber);

  refusal = refused([](auto& options) { options.add_armies()->set_preset(pb::DRAGONDICE_PRESET_DWARF_30); });
  CHECK(refusal.field() == "armies");
  CHECK(refusal.reason().dragondice() == pb::DRAGONDICE_PHRASE_OPTION_LENGTH);

  refusal = refused([](auto& options) {
    pb::DragondiceArmy& army = *options.add_armies();
    army.set_preset(pb::DRAGONDICE_PRESET_DWARF_30);
    army.add_home(pb::DRAGONDICE_UNIT_KIND_DWARF_FOOTMAN);
  });
  CHECK(refusal.field() == "armies.preset");

  refusal = refused([](auto& options) { options.add_armies(); });
  CHECK(refusal.field() == "armies.home_terrain");

  refusal = refused([](auto& options) {
    for (int seat = 0; seat < 2; ++seat) {
      options.add_dragons()->add_dragons()->set_type(pb::DRAGONDICE_DRAGON_TYPE_IVORY);
    }
  });
  CHECK(refusal.field() == "dragons.dragons.form");

  refusal = refused([](auto& options) {
    for (int seat = 0; seat < 2; ++seat) {
      pb::DragondiceDragonOption& dragon = *options.add_dragons()->add_dragons();
      dragon.set_type(pb::DRAGONDICE_DRAGON_TYPE_IVORY);
      dragon.set_form(pb::DRAGONDICE_DRAGON_FORM_DRAKE);
    }
  });
  CHECK(refusal.field() == "dragons");
  CHECK(refusal.rule() == "DR-0");
  CHECK(refusal.reason().dragondice() == pb::DRAGONDICE_PHRASE_FORCE_VALUE);
}

TEST_CASE("an action that says what is none is no action, and one that is out of range is refused by its rule") {
  DragonDiceRoom room;
  const auto refusal_of = [&](const auto& change) {
    pb::GameAction action;
    change(*action.mutable_dragondice());
    return room.act(room.bruno, action).refusal();
  };
  for (const std::string& units : {std::string("\1\0", 2), std::string("\1\1"), std::string("\100")}) {
    const pb::Refusal refusal = refusal_of([&](auto& action) { action.set_casualties(units); });
    CHECK(refusal.code() == pb::REFUSAL_CODE_FIELD_INVALID);
  }
  CHECK(refusal_of([](auto& action) { action.mutable_hits()->set_melee("\6"); }).code() ==
        pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(refusal_of([](auto& action) {
          action.mutable_hits()->set_melee("\1");
          action.mutable_hits()->set_missile("\1");
        }).code() == pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(refusal_of([](auto& action) { action.mutable_allocate()->set_melee(1); }).code() ==
        pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(refusal_of([](auto&) {}).code() == pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(refusal_of([](auto& action) { action.set_casualties(""); }).rule() == "A-6");
  for (const std::int32_t dragon : {4, 100'000, -2}) {
    const pb::Refusal refusal = room.act(room.bruno, call(dragon, 1)).refusal();
    CHECK(refusal.code() == pb::REFUSAL_CODE_ILLEGAL);
    CHECK(refusal.reason().dragondice() == pb::DRAGONDICE_PHRASE_NO_SUCH_DRAGON);
  }
  CHECK(room.act(room.bruno, call(3, -1)).refusal().reason().dragondice() == pb::DRAGONDICE_PHRASE_HALF_NULL);
  CHECK(room.act(room.bruno, call(3, 3)).refusal().reason().dragondice() == pb::DRAGONDICE_PHRASE_NO_SUCH_PLACE);
  const pb::Refusal not_asked = room.act(room.mira, call(3, 2)).refusal();
  CHECK(not_asked.code() == pb::REFUSAL_CODE_NOT_YOUR_TURN);
}

TEST_CASE("matches of people and bots are played to their ends, and their records verify") {
  for (std::uint64_t i = 0; i < 10; ++i) {
    World world(i + 1);
    Client mira(world, "Mira", i * 10 + 1);
    Client bruno(world, "Bruno", i * 10 + 2);
    Client watcher(world, "Watcher", i * 10 + 3);
    for (Client* client : {&mira, &bruno, &watcher}) client->arrive();
    pb::GameOptions options;
    options.mutable_dragondice();
    if (i % 2 == 1) {
      options.mutable_dragondice()->add_armies()->set_preset(static_cast<pb::DragondicePreset>(i + 1));
      options.mutable_dragondice()->add_armies()->set_preset(static_cast<pb::DragondicePreset>(i + 3));
    }
    std::vector<Client*> players = {&mira, &bruno};
    std::vector<pb::BotLevel> bots;
    if (i >= 7) {
      players.pop_back();
      bots.push_back(pb::BOT_LEVEL_RANDOM);
    }
    const std::string id = start_match(players, options, bots);
    watcher.open(id);
    play_out(world, players, &watcher, id, i % 4 == 0);
    CHECK(MessageDifferencer::Equals(watcher.matches.at(id).view(), mira.matches.at(id).view()));
    const auto account = record::verify(export_record(watcher, id));
    CHECK_MESSAGE(account, account.error().where, ": ", account.error().what);
  }
}

TEST_CASE("a bot that is asked when its time is over answers at once") {
  struct Wire {
    using Game = rules::dragondice::Game;
  };
  rules::FastDice dice(1);
  const auto state = rules::start<Wire::Game>({}, 1, dice).value();
  rules::Seat seat = 0;
  while (!Wire::Game::waiting_on(state).contains(seat)) ++seat;
  int asked = 0;
  const auto late = [&] { return ++asked > 0; };
  CHECK(server::choose<Wire>(Wire::Game::conceal(state, {.seat = seat}), seat, pb::BOT_LEVEL_HARD, 1, late));
  CHECK(asked == 1);
}

}  // namespace wyrmhall::test
