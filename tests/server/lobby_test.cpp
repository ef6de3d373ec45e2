// Tables: who is there, who loses a seat, whom FindTable brings together, and what all of it costs.
#include <set>

#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

using namespace std::chrono_literals;

pb::ClientMessage leave_table(const std::string& table) {
  pb::ClientMessage message;
  message.mutable_leave_table()->set_table_id(table);
  return message;
}

TEST_CASE_FIXTURE(TwoPlayers, "FindTable seats nobody with somebody who has gone, and the table goes soon") {
  const std::string left = table_id_of(mira.ask(find_table()));
  mira.vanish();  // as by Ctrl-C
  const std::string found = table_id_of(bruno.ask(find_table()));
  CHECK(found != left);
  CHECK(world.core->counts().tables == 2);
  world.pass(server::kAwayTime + 1s);
  CHECK(world.core->counts().tables == 1);
  // The next player who comes meets the one who waits.
  Client third(world, "Third", 3);
  third.arrive();
  CHECK(table_id_of(third.ask(find_table())) == found);
}

TEST_CASE_FIXTURE(TwoPlayers, "who comes back in time finds the table, and the others see who is away") {
  pb::GameOptions four;
  four.mutable_duel()->set_mode(pb::DUEL_MODE_ARENA);
  four.mutable_duel()->set_players(4);
  const std::string id = table_id_of(mira.ask(find_table(four)));
  REQUIRE(table_id_of(bruno.ask(find_table(four))) == id);
  mira.vanish();
  bruno.read();
  CHECK(!bruno.tables.at(id).seats(0).away());
  world.pass(server::kPresenceTold);
  bruno.read();
  CHECK(bruno.tables.at(id).seats(0).away());
  mira.arrive();
  world.pass(server::kPresenceTold);
  bruno.read();
  CHECK(!bruno.tables.at(id).seats(0).away());
  // A player who is back within that time was never away for the others.
  bruno.tables.clear();
  mira.vanish();
  mira.arrive();
  world.pass(server::kPresenceTold);
  bruno.read();
  CHECK(!bruno.tables.at(id).seats(0).away());
  // And who does not come back loses the seat, not the table.
  mira.vanish();
  world.pass(server::kAwayTime);
  world.pass(1s);
  bruno.read();
  CHECK(!bruno.tables.at(id).seats(0).has_player());
  CHECK(bruno.tables.at(id).phase() == pb::TABLE_PHASE_OPEN);
}

TEST_CASE_FIXTURE(OnePlayer, "after a restart nobody loses a seat before clients can be back") {
  table_id_of(mira.ask(find_table()));
  world.restart();
  world.pass(server::kBackAfterRestart - 1s);
  CHECK(world.core->counts().tables == 1);
  world.pass(1s);
  CHECK(world.core->counts().tables == 0);
}

TEST_CASE_FIXTURE(OnePlayer, "who asks again gets the own open table, at once and while it is on its way to the disk") {
  const std::string id = table_id_of(mira.ask(find_table()));
  CHECK(table_id_of(mira.ask(find_table())) == id);
  CHECK(world.core->counts().tables == 1);
  REQUIRE(mira.ask(leave_table(id)).has_table_state());
  world.hold_answers = true;
  pb::ClientMessage first = find_table();
  first.set_command_id(mira.next_id());
  pb::ClientMessage second = find_table();
  second.set_command_id(mira.next_id());
  world.send(mira.session(), first);
  world.send(mira.session(), second);
  world.hold_answers = false;
  world.settle();
  table_id_of(mira.answer_to(second.command_id()));
  CHECK(world.core->counts().tables == 1);
}

TEST_CASE_FIXTURE(TwoPlayers, "two who wait each at a table of their own meet when one of them asks again") {
  const std::string hers = table_id_of(mira.ask(find_table()));
  mira.vanish();
  const std::string his = table_id_of(bruno.ask(find_table()));
  REQUIRE(his != hers);
  mira.arrive();
  REQUIRE(world.core->counts().tables == 2);
  CHECK(table_id_of(mira.ask(find_table())) == his);
  CHECK(world.core->counts().tables == 1);
  // Now nobody is alone any more, so that both stay.
  CHECK(table_id_of(bruno.ask(find_table())) == his);
  CHECK(table_id_of(mira.ask(find_table())) == his);
}

TEST_CASE_FIXTURE(TwoPlayers, "found matches have a clock, and tables of another are not found") {
  const pb::ServerMessage found = mira.ask(find_table());
  CHECK(found.table_state().turn_seconds() == server::kFoundTurnSeconds);
  pb::ClientMessage no_limit = find_table();
  no_limit.mutable_find_table()->set_turn_seconds(0);
  const pb::ServerMessage other = bruno.ask(no_limit);
  CHECK(other.table_state().table_id() != found.table_state().table_id());
  CHECK(other.table_state().turn_seconds() == 0);
  pb::ClientMessage same = find_table();
  same.mutable_find_table()->set_turn_seconds(server::kFoundTurnSeconds);
  CHECK(table_id_of(bruno.ask(same)) == found.table_state().table_id());
  pb::ClientMessage odd = find_table();
  odd.mutable_find_table()->set_turn_seconds(5);
  CHECK(code_of(mira.ask(odd)) == pb::REFUSAL_CODE_FIELD_INVALID);
}

TEST_CASE_FIXTURE(OnePlayer, "who plays alone has no clock unless they ask for one") {
  pb::GameOptions training;
  training.mutable_arena()->set_solo(true);
  const pb::Table alone = mira.ask(find_table(training)).table_state();
  CHECK(alone.seats_size() == 1);
  CHECK(alone.turn_seconds() == 0);
  CHECK(alone.absence_seconds() == 0);
  pb::ClientMessage timed = find_table(training);
  timed.mutable_find_table()->set_turn_seconds(60);
  CHECK(mira.ask(timed).table_state().turn_seconds() == 60);
}

TEST_CASE_FIXTURE(OnePlayer, "where the game leaves nothing to its seats they bring nothing") {
  pb::ClientMessage message = find_table();
  message.mutable_find_table()->mutable_part();
  CHECK(code_of(mira.ask(message)) == pb::REFUSAL_CODE_NO_PARTS);
  CHECK(world.core->counts().tables == 0);
}

TEST_CASE("who does not reveal loses the seat, is told why, and is not met again") {
  World world;
  Client griefer(world, "Griefer", 100);
  Client victim(world, "Victim", 101);
  griefer.arrive();
  victim.arrive();
  const std::string id = table_id_of(griefer.ask(find_table()));
  const pb::ServerMessage sat = victim.ask(find_table());
  REQUIRE(table_id_of(sat) == id);
  REQUIRE(griefer.get_ready(sat.table_state()).has_table_state());
  REQUIRE(victim.get_ready(sat.table_state()).has_table_state());
  REQUIRE(victim.reveal(sat.table_state()).has_table_state());
  world.pass(server::kRevealTime + 1s);
  victim.read();
  griefer.read();
  CHECK(griefer.tables.at(id).lost_seat() == pb::LOST_SEAT_REASON_NO_REVEAL);
  const pb::Table& after = victim.tables.at(id);
  CHECK(after.lost_seat() == pb::LOST_SEAT_REASON_UNSPECIFIED);
  CHECK(after.called_off() == pb::CALLED_OFF_REASON_NO_REVEAL);
  CHECK(after.phase() == pb::TABLE_PHASE_OPEN);
  CHECK(after.seats(0).occupant_case() == pb::TableSeat::OCCUPANT_NOT_SET);
  CHECK(after.seats(1).player().name() == "Victim");

  const pb::ServerMessage again = griefer.ask(find_table());
  CHECK(code_of(again) == pb::REFUSAL_CODE_FIND_PAUSED);
  CHECK(again.refusal().retry_after_ms() > 0);
  CHECK(again.refusal().retry_after_ms() <= std::chrono::milliseconds(server::kFindPause).count());
  // A table of the griefer's own is listed, and FindTable brings nobody there while that lasts.
  pb::ClientMessage opening = open_table(duel_options());
  opening.mutable_open_table()->set_turn_seconds(server::kFoundTurnSeconds);
  const std::string trap = table_id_of(griefer.ask(opening));
  Client next(world, "Next", 102);
  next.arrive();
  CHECK(table_id_of(next.ask(find_table())) == id);
  world.pass(server::kFindPause);
  Client later(world, "Later", 103);
  later.arrive();
  CHECK(table_id_of(later.ask(find_table())) == trap);
}

TEST_CASE("who does not get ready in time loses the seat; who is ready keeps it") {
  World world;
  Client slow(world, "Slow", 1);
  Client quick(world, "Quick", 2);
  slow.arrive();
  quick.arrive();
  const std::string id = table_id_of(slow.ask(find_table()));
  const pb::ServerMessage sat = quick.ask(find_table());
  const auto ready_by = from_unix_micros(static_cast<std::int64_t>(sat.table_state().ready_by_us()));
  CHECK(ready_by == world.clock.now() + server::kReadyTime);
  REQUIRE(quick.get_ready(sat.table_state()).has_table_state());
  world.pass(server::kReadyTime - 1s);
  slow.read();
  CHECK(slow.tables.at(id).seats(0).has_player());
  world.pass(1s);
  slow.read();
  quick.read();
  CHECK(slow.tables.at(id).lost_seat() == pb::LOST_SEAT_REASON_NOT_READY);
  CHECK(quick.tables.at(id).called_off() == pb::CALLED_OFF_REASON_NOT_READY);
  CHECK(quick.tables.at(id).ready_by_us() == 0);
  CHECK(quick.tables.at(id).seats(1).player().name() == "Quick");
  CHECK(code_of(slow.ask(find_table())) == pb::REFUSAL_CODE_FIND_PAUSED);
}

TEST_CASE("a table that one has left is not found again for a while") {
  World world;
  Client griefer(world, "Griefer", 1);
  Client victim(world, "Victim", 2);
  griefer.arrive();
  victim.arrive();
  const std::string trap = table_id_of(griefer.ask(find_table()));
  REQUIRE(table_id_of(victim.ask(find_table())) == trap);
  REQUIRE(victim.ask(leave_table(trap)).has_table_state());
  const std::string own = table_id_of(victim.ask(find_table()));
  CHECK(own != trap);
  REQUIRE(victim.ask(leave_table(own)).has_table_state());
  world.pass(server::kLeftMemory);
  griefer.read();
  CHECK(table_id_of(victim.ask(find_table())) == trap);
}

TEST_CASE("who opens many tables is met no more often than who opens one") {
  int met_the_one = 0;
  const int rounds = 60;
  for (int i = 0; i < rounds; ++i) {
    World world(static_cast<std::uint64_t>(i) + 1);
    Client greedy(world, "Grabby", 1);
    Client modest(world, "Modest", 2);
    Client seeker(world, "Seeker", 3);
    for (Client* client : {&greedy, &modest, &seeker}) client->arrive();
    pb::ClientMessage opening = open_table(duel_options());
    opening.mutable_open_table()->set_turn_seconds(server::kFoundTurnSeconds);
    for (std::size_t k = 0; k < server::kTablesPerAccount; ++k) table_id_of(greedy.ask(opening));
    const std::string one = table_id_of(modest.ask(opening));
    met_the_one += table_id_of(seeker.ask(find_table())) == one ? 1 : 0;
  }
  CHECK(met_the_one > rounds / 4);
  CHECK(met_the_one < rounds * 3 / 4);
}

pb::ClientMessage block(const std::string& name, bool blocks = true) {
  pb::ClientMessage message;
  if (blocks) {
    message.mutable_block_player()->set_name(name);
  } else {
    message.mutable_unblock_player()->set_name(name);
  }
  return message;
}

TEST_CASE("whoever has blocked somebody is not brought together with them, from either side, also after a restart") {
  World world;
  Client mira(world, "Mira", 1);
  Client bruno(world, "Bruno", 2);
  Client third(world, "Third", 3);
  for (Client* client : {&mira, &bruno, &third}) client->arrive();
  const pb::ServerMessage reply = mira.ask(block("bruno"));  // a name counts however it is written
  REQUIRE_MESSAGE(reply.has_blocked_players(), reply.DebugString());
  REQUIRE(reply.blocked_players().players_size() == 1);
  CHECK(reply.blocked_players().players(0).name() == "Bruno");
  CHECK(reply.blocked_players().players(0).account_id() == bruno.account());

  const std::string of_mira = table_id_of(mira.ask(find_table()));
  const std::string of_bruno = table_id_of(bruno.ask(find_table()));
  CHECK(of_mira != of_bruno);
  CHECK(code_of(bruno.ask(take_seat(of_mira))) == pb::REFUSAL_CODE_NOT_WELCOME);
  CHECK(mira.ask(take_seat(of_bruno)).has_table_state());  // who has blocked may sit down there all the same
  REQUIRE(mira.ask(leave_table(of_bruno)).has_table_state());
  REQUIRE(mira.ask(leave_table(of_mira)).has_table_state());
  const std::string again = table_id_of(mira.ask(find_table()));
  CHECK(again != of_bruno);
  REQUIRE(mira.ask(leave_table(again)).has_table_state());

  world.restart();
  for (Client* client : {&mira, &bruno, &third}) client->arrive();
  CHECK(table_id_of(mira.ask(find_table())) != of_bruno);
  CHECK(table_id_of(third.ask(find_table())) != "");

  const pb::ServerMessage none = mira.ask(block("Bruno", false));
  REQUIRE(none.has_blocked_players());
  CHECK(none.blocked_players().players().empty());
  pb::ClientMessage list;
  list.mutable_list_blocked();
  CHECK(mira.ask(list).blocked_players().players().empty());
}

TEST_CASE("a program plays people where they chose it") {
  World world;
  Client mira(world, "Mira", 1);
  Client bruno(world, "Bruno", 2);
  Client bot(world, "Alice", 3);
  Client other(world, "Bert", 4);
  bot.is_program = other.is_program = true;
  for (Client* client : {&mira, &bruno, &bot, &other}) client->arrive();

  CHECK(code_of(bot.ask(find_table())) == pb::REFUSAL_CODE_BOT_UNINVITED);
  pb::ClientMessage opening = open_table(duel_options());
  opening.mutable_open_table()->set_turn_seconds(server::kFoundTurnSeconds);
  const pb::ServerMessage opened = bot.ask(opening);
  const std::string of_bot = table_id_of(opened);
  CHECK(opened.table_state().seats(0).player().name() == "Bot Alice");

  // A player who looks for people is not seated with it, nor does it sit down with one who does.
  const std::string of_mira = table_id_of(mira.ask(find_table()));
  CHECK(of_mira != of_bot);
  CHECK(code_of(bot.ask(take_seat(of_mira))) == pb::REFUSAL_CODE_BOT_UNINVITED);

  // A player who has its table before them may sit down there, and so may another program.
  CHECK(bruno.ask(take_seat(of_bot)).has_table_state());
  REQUIRE(bruno.ask(leave_table(of_bot)).has_table_state());
  CHECK(other.ask(take_seat(of_bot)).has_table_state());

  opening.mutable_open_table()->set_hidden(true);
  const std::string hidden = table_id_of(bruno.ask(opening));
  CHECK(bot.ask(take_seat(hidden)).has_table_state());
}

TEST_CASE("who can be blocked, how many, and that every device of a player knows") {
  World world;
  Client mira(world, "Mira", 1);
  Client phone(world, "Phone", 2);
  Client bruno(world, "Bruno", 3);
  mira.arrive();
  phone.arrive_as(mira);
  bruno.arrive();
  CHECK(code_of(mira.ask(block("Nobody"))) == pb::REFUSAL_CODE_PLAYER_UNKNOWN);
  CHECK(code_of(mira.ask(block("!"))) == pb::REFUSAL_CODE_PLAYER_UNKNOWN);
  CHECK(code_of(mira.ask(block("Mira"))) == pb::REFUSAL_CODE_PLAYER_UNKNOWN);
  pb::ClientMessage by_id;
  by_id.mutable_block_player()->set_account_id(mira.account());
  CHECK(code_of(mira.ask(by_id)) == pb::REFUSAL_CODE_FIELD_INVALID);
  by_id.mutable_block_player()->set_account_id(std::string(16, 'x'));
  CHECK(code_of(mira.ask(by_id)) == pb::REFUSAL_CODE_PLAYER_UNKNOWN);
  by_id.mutable_block_player()->set_account_id("short");
  CHECK(code_of(mira.ask(by_id)) == pb::REFUSAL_CODE_FIELD_INVALID);
  by_id.mutable_block_player()->set_account_id(bruno.account());
  CHECK(mira.ask(by_id).has_blocked_players());
  bool told = false;
  for (const pb::ServerMessage& message : world.inbox[phone.session()]) told = told || message.has_blocked_players();
  CHECK(told);
  for (std::size_t i = 1; i < server::kBlockedPerAccount; ++i) {
    Client crowd(world, "Crowd " + std::to_string(i), i + 10);
    crowd.arrive();
    REQUIRE(mira.ask(block("Crowd " + std::to_string(i))).has_blocked_players());
    crowd.vanish();
  }
  Client last(world, "Last", 1000);
  last.arrive();
  CHECK(code_of(mira.ask(block("Last"))) == pb::REFUSAL_CODE_LIMIT_REACHED);
  CHECK(mira.ask(block("Bruno", false)).has_blocked_players());
  CHECK(mira.ask(block("Last")).has_blocked_players());
}

TEST_CASE("people of one address have so many seats at tables, and others go on") {
  World world;
  std::vector<std::unique_ptr<Client>> crowd;
  std::size_t tables = 0;
  std::size_t refused = 0;
  for (std::uint64_t i = 0; i < 10; ++i) {
    crowd.push_back(std::make_unique<Client>(world, "Crowd " + std::to_string(i), i + 1));
    crowd.back()->address = "192.0.2.1";
    crowd.back()->arrive();
    for (std::size_t k = 0; k < server::kTablesPerAccount; ++k) {
      const pb::ServerMessage reply = crowd.back()->ask(open_table(duel_options()));
      if (reply.has_table_state()) {
        ++tables;
      } else {
        CHECK(code_of(reply) == pb::REFUSAL_CODE_LIMIT_REACHED);
        CHECK(reply.refusal().retry_after_ms() > 0);
        ++refused;
      }
    }
  }
  CHECK(tables == server::kTablesPerAddress);
  CHECK(refused == 10 * server::kTablesPerAccount - server::kTablesPerAddress);
  Client other(world, "Other", 100);
  other.address = "192.0.2.2";
  other.arrive();
  const std::string id = table_id_of(other.ask(open_table(duel_options())));
  CHECK(code_of(crowd.back()->ask(take_seat(id))) == pb::REFUSAL_CODE_LIMIT_REACHED);
  // A seat that is given up is free for another of that address.
  crowd.front()->read();
  REQUIRE(crowd.front()->ask(leave_table(crowd.front()->tables.begin()->first)).has_table_state());
  CHECK(crowd.back()->ask(take_seat(id)).has_table_state());
  // When they go, their tables do, and the address is as any other.
  for (auto& client : crowd) client->vanish();
  world.pass(server::kAwayTime + 1s);
  CHECK(world.core->counts().tables == 1);
  crowd.front()->arrive();
  CHECK(crowd.front()->ask(open_table(duel_options())).has_table_state());
}

TEST_CASE("with ten thousand tables no command and no tick looks at more than a few") {
  World world;
  std::vector<std::unique_ptr<Client>> people;
  pb::GameOptions other_game;
  other_game.mutable_duel()->set_mode(pb::DUEL_MODE_BATTLE);
  while (world.core->counts().tables < server::kTablesInAll) {
    people.push_back(std::make_unique<Client>(world, "P " + std::to_string(people.size()), people.size() + 1));
    Client& one = *people.back();
    one.arrive();
    for (std::size_t k = 0; k < server::kTablesPerAccount && world.core->counts().tables < server::kTablesInAll; ++k) {
      pb::ClientMessage opening = open_table(duel_options());
      opening.mutable_open_table()->set_turn_seconds(k % 2 == 0 ? server::kFoundTurnSeconds : 0);
      opening.mutable_open_table()->set_hidden(people.size() % 2 == 0);  // in the way of every list
      REQUIRE(one.ask(opening).has_table_state());
    }
  }
  Client seeker(world, "Seeker", 9'000'000);
  Client second(world, "Second", 9'000'001);
  second.arrive();
  const auto work = [&](auto&& deed) {
    const std::uint64_t before = world.core->counts().tables_looked_at;
    deed();
    return world.core->counts().tables_looked_at - before;
  };
  const std::uint64_t own = server::kTablesPerAccount * 3;  // to sign in and out
  CHECK(work([&] { seeker.arrive(); }) <= own);
  CHECK(work([&] { world.pass(100ms); }) == 0);
  CHECK(work([&] { world.pass(1s); }) == 0);
  // One that fits nobody: the tables are full in number, so it is refused after all have been passed over by index.
  CHECK(work([&] { CHECK(code_of(seeker.ask(find_table(other_game))) == pb::REFUSAL_CODE_LIMIT_REACHED); }) <= 1);
  CHECK(work([&] { CHECK(code_of(seeker.ask(open_table(duel_options()))) == pb::REFUSAL_CODE_LIMIT_REACHED); }) <= 1);
  std::string id;
  CHECK(work([&] { id = table_id_of(seeker.ask(find_table())); }) <= server::kTablesSampled + 2);
  CHECK(work([&] { CHECK(table_id_of(seeker.ask(find_table())) == id); }) <= 2);
  CHECK(work([&] { REQUIRE(seeker.ask(leave_table(id)).has_table_state()); }) <= 2);
  CHECK(work([&] { REQUIRE(second.ask(take_seat(id)).has_table_state()); }) <= 2);
  pb::ClientMessage list;
  list.mutable_list_tables();
  CHECK(work([&] { CHECK(seeker.ask(list).tables().tables_size() == static_cast<int>(server::kTablesPerPage)); }) <=
        server::kTablesPerPage + 1);
  list.mutable_list_tables()->set_game("arena");
  CHECK(work([&] { CHECK(seeker.ask(list).tables().tables_size() == 0); }) == 0);
  // A page after the other: each open table once, and none of the hidden ones.
  list.mutable_list_tables()->clear_game();
  std::set<std::string> listed;
  std::uint64_t all = work([&] {
    while (true) {
      const pb::ServerMessage page = seeker.ask(list);
      for (const pb::Table& table : page.tables().tables()) listed.insert(table.table_id());
      if (page.tables().next().empty()) return;
      list.mutable_list_tables()->set_after(page.tables().next());
    }
  });
  CHECK(listed.size() > 4000);
  CHECK(all <= listed.size());
  CHECK(work([&] { people.front()->vanish(); }) <= own);
  // Their time comes: only theirs.
  CHECK(work([&] { world.pass(server::kAwayTime + 1s); }) <= own);
}

}  // namespace
}  // namespace wyrmhall::test
