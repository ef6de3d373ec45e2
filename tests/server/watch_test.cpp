// What those who do not play are told: which matches there are to watch, and what dice to draw.
#include <numeric>

#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

pb::Tables list_tables(Client& client, std::string_view game = {}, std::string_view after = {}) {
  pb::ClientMessage list;
  list.mutable_list_tables()->set_game(std::string(game));
  list.mutable_list_tables()->set_after(std::string(after));
  const pb::ServerMessage reply = client.ask(list);
  REQUIRE_MESSAGE(reply.has_tables(), reply.DebugString());
  return reply.tables();
}

std::vector<std::string> running(Client& client, std::string_view game = {}) {
  std::vector<std::string> ids;
  const pb::Tables tables = list_tables(client, game);
  for (const pb::MatchSummary& match : tables.running()) ids.push_back(match.match_id());
  return ids;
}

TEST_CASE_FIXTURE(Watched, "running matches of open tables are listed, newest first, until they end") {
  const std::string first = start_match({&mira, &bruno}, duel_options());
  const pb::Tables listed = list_tables(watcher);
  REQUIRE(listed.running_size() == 1);
  CHECK(listed.tables_size() == 0);
  CHECK(listed.running(0).match_id() == first);
  CHECK(listed.running(0).game() == "duel");
  REQUIRE(listed.running(0).seats_size() == 2);
  CHECK(listed.running(0).seats(0).player().name() == "Mira");
  CHECK(listed.running(0).seats(1).player().name() == "Bruno");
  CHECK(!listed.running(0).has_outcome());

  world.pass(std::chrono::milliseconds(5));
  const std::string second = start_match({&bruno, &mira}, duel_options());
  CHECK(running(watcher) == std::vector{second, first});
  CHECK(running(watcher, "arena").empty());
  CHECK(running(watcher, "duel").size() == 2);
  CHECK(list_tables(watcher, "", std::string(16, '\0')).running_size() == 0);  // no first page

  play_out(world, {&mira, &bruno}, nullptr, second, false);
  CHECK(running(watcher) == std::vector{first});
}

TEST_CASE_FIXTURE(Watched, "a match of a hidden table is in no list") {
  pb::ClientMessage opening = open_table(duel_options());
  opening.mutable_open_table()->set_hidden(true);
  const pb::Table table = mira.ask(opening).table_state();
  pb::ClientMessage take;
  take.mutable_take_seat()->set_table_id(table.table_id());
  REQUIRE(bruno.ask(take).has_table_state());
  for (Client* client : {&mira, &bruno}) REQUIRE(client->get_ready(table).has_table_state());
  for (Client* client : {&mira, &bruno}) REQUIRE(client->reveal(table).has_table_state());
  mira.read();
  REQUIRE(mira.matches.contains(table.table_id()));
  CHECK(running(watcher).empty());
  CHECK(running(mira).empty());
}

TEST_CASE_FIXTURE(Watched, "a match at which nobody looks is not offered, and is again when they are back") {
  const std::string id = start_match({&mira, &bruno}, duel_options());
  mira.vanish();
  bruno.vanish();
  CHECK(running(watcher).empty());
  world.pass(server::kUnloadAfter + std::chrono::seconds(2));  // it leaves memory
  mira.arrive();
  mira.open(id);
  CHECK(running(watcher) == std::vector{id});
}

TEST_CASE_FIXTURE(Watched, "at most so many are listed") {
  for (std::size_t i = 0; i < server::kRunningListed + 3; ++i) {
    start_match({&mira, &bruno}, duel_options());
    world.pass(std::chrono::milliseconds(5));
  }
  CHECK(running(watcher).size() == server::kRunningListed);
}

TEST_CASE("a duel's view says which dice each attack is fought with, and they are the ones that are rolled") {
  using Dice = std::string;
  for (const bool abilities : {false, true}) {
    Watched three;
    pb::GameOptions options;
    options.mutable_duel()->set_abilities(abilities);
    options.mutable_duel()->add_dragons(3);  // Lash: D-54
    options.mutable_duel()->add_dragons(1);  // Ember: D-52
    const std::string id = start_match({&three.mira, &three.bruno}, options);
    const pb::DuelView view = three.mira.matches.at(id).view().duel();
    const pb::DuelDragon& lash = view.dragons().at(0);
    const pb::DuelDragon& ember = view.dragons().at(1);
    CHECK(lash.claw_dice() == Dice{8, 10});
    CHECK(lash.tail_whip_dice() == (abilities ? Dice{8, 12, 10} : Dice{8, 10, 10}));
    CHECK(lash.breath_dice() == Dice{8, 10, 12, 8});
    CHECK(ember.claw_dice() == Dice{8, 10});
    CHECK(ember.tail_whip_dice() == Dice{8, 10, 10});
    CHECK(ember.breath_dice() == (abilities ? Dice{8, 10, 12, 4} : Dice{8, 10, 12, 8}));

    play_out(three.world, {&three.mira, &three.bruno}, nullptr, id, false);
    int fights = 0;
    for (const pb::GameEvent& event : three.mira.matches.at(id).events) {
      if (!event.duel().has_fight()) continue;
      const pb::DuelFight& fight = event.duel().fight();
      const pb::DuelDragon& dragon = view.dragons().at(fight.actor());
      const Dice& sides = fight.act() == pb::DUEL_ACT_CLAW        ? dragon.claw_dice()
                          : fight.act() == pb::DUEL_ACT_TAIL_WHIP ? dragon.tail_whip_dice()
                                                                  : dragon.breath_dice();
      REQUIRE(static_cast<std::size_t>(fight.dice_size()) == sides.size());
      for (int i = 0; i < fight.dice_size(); ++i) {
        CHECK(fight.dice(i) <= static_cast<std::uint32_t>(sides[static_cast<std::size_t>(i)]));
      }
      ++fights;
    }
    CHECK(fights > 0);
  }
}

TEST_CASE_FIXTURE(Watched, "a fight says how its totals came about") {
  pb::GameOptions options;
  options.mutable_duel()->set_abilities(true);
  options.mutable_duel()->add_dragons(2);  // Talon: D-53
  options.mutable_duel()->add_dragons(1);
  const std::string id = start_match({&mira, &bruno}, options);
  play_out(world, {&mira, &bruno}, nullptr, id, false);
  int bonuses = 0;
  for (const pb::GameEvent& event : mira.matches.at(id).events) {
    if (!event.duel().has_fight()) continue;
    const pb::DuelFight& fight = event.duel().fight();
    const bool talons_claw = fight.actor() == 0 && fight.act() == pb::DUEL_ACT_CLAW;
    CHECK(fight.attack_bonus() == (talons_claw ? 2U : 0U));
    bonuses += talons_claw ? 1 : 0;
    const std::uint32_t attack_dice = std::accumulate(fight.dice().begin(), fight.dice().end() - 1, 0U);
    CHECK(attack_dice * fight.attack_multiplier() + fight.attack_bonus() == fight.attack());
    CHECK(*fight.dice().rbegin() * fight.defence_multiplier() == fight.defence());
  }
  CHECK(bonuses > 0);
}

}  // namespace
}  // namespace wyrmhall::test
