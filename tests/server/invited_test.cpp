// The table that somebody has sent a link to: how long it waits for who has left, and for who comes.
#include "server/lobby/presence.h"
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

using namespace std::chrono_literals;

TEST_CASE_FIXTURE(OnePlayer, "a hidden table waits longer for who invites") {
  pb::ClientMessage opening = open_table(duel_options());
  opening.mutable_open_table()->set_hidden(true);
  const std::string id = table_id_of(mira.ask(opening));
  mira.vanish();
  world.pass(server::kAwayTime * 4);
  CHECK(world.core->counts().tables == 1);
  mira.arrive();
  CHECK(!mira.ask(take_seat(id)).has_table_state());  // seated already
  mira.vanish();
  for (int hours = 0; hours < 23; ++hours) world.pass(1h);
  CHECK(world.core->counts().tables == 1);
  world.pass(1h);
  CHECK(world.core->counts().tables == 0);
}

TEST_CASE_FIXTURE(OnePlayer,
                  "a link to a match over days is good for two weeks, and where tables run out for minutes") {
  pb::ClientMessage opening = open_table(duel_options());
  opening.mutable_open_table()->set_hidden(true);
  opening.mutable_open_table()->set_turn_seconds(86'400);
  table_id_of(mira.ask(opening));
  mira.vanish();
  for (int days = 0; days < 13; ++days) world.pass(24h);
  CHECK(world.core->counts().tables == 1);
  world.pass(24h);
  CHECK(world.core->counts().tables == 0);
  using server::time_of_invitations;
  CHECK(time_of_invitations(0, 0) == Duration(24h));
  CHECK(time_of_invitations(server::kTablesInAll / 2, 60) == Duration(24h));
  CHECK(time_of_invitations(server::kTablesInAll / 2, 86'400) == Duration(14 * 24h));
  CHECK(time_of_invitations(server::kTablesInAll / 2 + 1, 86'400) == Duration(10min));
}

TEST_CASE_FIXTURE(TwoPlayers, "who was invited waits for the one who has left, and both have time to get ready then") {
  pb::ClientMessage opening = open_table(duel_options());
  opening.mutable_open_table()->set_hidden(true);
  const std::string id = table_id_of(mira.ask(opening));
  mira.vanish();
  world.pass(3h);
  const pb::ServerMessage sat = bruno.ask(take_seat(id));
  REQUIRE(sat.has_table_state());
  REQUIRE(bruno.get_ready(sat.table_state()).has_table_state());
  world.pass(1h);
  CHECK(world.core->counts().tables == 1);
  mira.arrive();
  REQUIRE(mira.tables.contains(id));
  world.pass(server::kReadyTime - 1s);
  bruno.read();
  CHECK(bruno.tables.at(id).seats(0).has_player());
  REQUIRE(mira.get_ready(mira.tables.at(id)).has_table_state());
  bruno.read();
  CHECK(bruno.tables.at(id).phase() == pb::TABLE_PHASE_REVEALING);
}

}  // namespace
}  // namespace wyrmhall::test
