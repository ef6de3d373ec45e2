// A player is told which of the others have no connection, in every match and whoever is to decide.
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

using std::chrono::seconds;

struct Away : TwoPlayers {
  Away() {
    world.clock.pass(server::kBackAfterRestart);  // the server has been up for long
  }

  void start(std::uint32_t turn_seconds) {
    pb::ClientMessage open = open_table(duel_options());
    open.mutable_open_table()->set_turn_seconds(turn_seconds);
    open.mutable_open_table()->set_hidden(true);  // and so without claims of absence
    id = table_id_of(mira.ask(open));
    REQUIRE(bruno.ask(take_seat(id)).has_table_state());
    mira.read();
    const pb::Table table = mira.tables.at(id);
    for (Client* player : {&mira, &bruno}) REQUIRE(player->get_ready(table).has_table_state());
    for (Client* player : {&mira, &bruno}) REQUIRE(player->reveal(table).has_table_state());
    mira.read();
    bruno.read();
    REQUIRE(mira.matches.contains(id));
    REQUIRE(mira.matches.at(id).info().absence_seconds() == 0);
  }
  // What a client was told of who is away since it was last asked, each time it was told.
  static std::vector<pb::MatchAbsences> told(World& world, Client& who) {
    std::vector<pb::MatchAbsences> all;
    for (const pb::ServerMessage& message : world.inbox[who.session()]) {
      if (message.has_match_absences()) all.push_back(message.match_absences());
    }
    who.read();
    return all;
  }
  void pass(seconds time) {
    for (auto passed = seconds(0); passed < time; passed += seconds(1)) world.pass(seconds(1));
  }

  std::string id;
};

TEST_CASE_FIXTURE(Away,
                  "who goes and who is back is told to the other seat, with a clock or without, and nobody else") {
  std::uint32_t turn_seconds = 0;
  SUBCASE("without a clock and without claims") {}
  SUBCASE("with a clock") {
    turn_seconds = 600;
  }
  start(turn_seconds);
  Client& watcher = guest("Watcher");
  watcher.open(id);
  told(world, mira);
  bruno.vanish();
  pass(seconds(2));
  const auto gone = told(world, mira);
  REQUIRE(gone.size() == 1);
  REQUIRE(gone[0].away_size() == 1);
  CHECK(gone[0].away(0).seat() == 1);
  CHECK(gone[0].away(0).away_ms() == 1000);
  CHECK(gone[0].seats().empty());  // nobody can be claimed against

  // Who opens the match later hears it as well, and for how long it has been so.
  pass(seconds(30));
  CHECK(told(world, mira).empty());
  Client& phone = device_of(mira);
  world.send(phone.session(), [&] {
    pb::ClientMessage open = open_match(id);
    open.set_command_id(phone.next_id());
    return open;
  }());
  const auto later = told(world, phone);
  REQUIRE(later.size() == 1);
  CHECK(later[0].away(0).away_ms() == 32'000);

  bruno.arrive();
  pass(seconds(2));
  const auto back = told(world, mira);
  REQUIRE(back.size() == 1);
  CHECK(back[0].away().empty());
  CHECK(told(world, watcher).empty());
}

TEST_CASE_FIXTURE(Away, "who comes back at once, or stays on another device, was never away") {
  start(0);
  told(world, mira);
  bruno.vanish();
  bruno.arrive();
  Client& phone = device_of(bruno);
  bruno.vanish();
  pass(seconds(5));
  CHECK(told(world, mira).empty());
  phone.vanish();
  pass(seconds(5));
  CHECK(told(world, mira).size() == 1);
}

TEST_CASE_FIXTURE(Away, "whoever has given up is not missed, and nobody is once the match is over") {
  start(0);
  bruno.vanish();
  pass(seconds(2));
  CHECK(told(world, mira).back().away_size() == 1);
  pb::ClientMessage resign;
  resign.mutable_resign()->set_channel(mira.matches.at(id).channel());
  REQUIRE(mira.ask(resign).has_update());
  bruno.arrive();
  bruno.vanish();
  pass(seconds(5));
  // Once, with the end, that nobody is away.
  for (const pb::MatchAbsences& last : told(world, mira)) CHECK(last.away().empty());
}

TEST_CASE_FIXTURE(Away, "after a restart everybody is away until they come, and counted from then") {
  start(0);
  world.restart();
  pass(seconds(10));
  mira.arrive();
  pb::ClientMessage open = open_match(id);
  open.set_command_id(mira.next_id());
  world.send(mira.session(), open);
  const auto first = told(world, mira);
  REQUIRE(first.size() == 1);
  REQUIRE(first[0].away_size() == 1);
  CHECK(first[0].away(0).away_ms() == 10'000);
  bruno.arrive();
  pass(seconds(2));
  CHECK(told(world, mira).back().away().empty());
}

TEST_CASE_FIXTURE(OnePlayer, "a connection that goes while it signs in takes nobody away with it") {
  pb::ClientMessage opening = open_table(duel_options());
  opening.mutable_open_table()->set_hidden(true);
  const std::string id = table_id_of(mira.ask(opening));
  const std::uint64_t session = world.connect();
  pb::ClientMessage message;
  message.set_command_id(1);
  message.mutable_hello()->set_protocol_version(1);
  world.send(session, message);
  world.hold_reads = true;
  message.set_command_id(2);
  message.mutable_sign_in()->set_token(mira.token());
  world.send(session, message);
  world.answer_read(0);  // whose the token is; what else is told at a sign-in is still being read
  world.core->disconnected(session);
  world.hold_reads = false;
  world.settle();
  world.pass(std::chrono::seconds(1));
  mira.read();
  CHECK(!mira.tables.at(id).seats(0).away());
}

}  // namespace
}  // namespace wyrmhall::test
