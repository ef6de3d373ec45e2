// Tables, presence and names where players are connected to several servers and one of them has the lobby.
#include "tests/cluster/nodes.h"
#include "tests/rules/hunt/options.h"
#include "tests/server/hunt_playing.h"
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

using namespace std::chrono_literals;

// Each of three servers has a player, and perhaps the lobby.
struct Servers {
  explicit Servers(std::size_t lobby_at = 2) : nodes(3) {
    give_lobby_to(lobby_at);
    for (Client* client : {&mira, &bruno, &wanda}) client->arrive();
  }
  // Who has the lobby from now on; the matches are another's.
  void give_lobby_to(std::size_t server) {
    nodes.place([&, server](persistence::Shard shard) {
      return shard == server::cluster::Placement::lobby_shard() ? server : (server + 1) % nodes.size();
    });
  }
  std::string table(const pb::GameOptions& options = duel_options()) {
    const std::string id = table_id_of(mira.ask(open_table(options)));
    REQUIRE(bruno.ask(take_seat(id)).has_table_state());
    mira.read();
    return id;
  }
  void get_ready(const std::string& id) {
    for (Client* client : {&mira, &bruno}) {
      client->read();
      REQUIRE(client->get_ready(client->tables.at(id)).has_table_state());
    }
  }
  std::string start(const std::string& id) {
    get_ready(id);
    return reveal(id);
  }
  std::string reveal(const std::string& id) {
    for (Client* client : {&mira, &bruno}) REQUIRE(client->reveal(client->tables.at(id)).has_table_state());
    for (Client* client : {&mira, &bruno}) {
      client->read();
      REQUIRE(client->matches.contains(id));
    }
    return id;
  }

  Nodes nodes;
  Client mira{nodes[0], "Mira", 1};
  Client bruno{nodes[1], "Bruno", 2};
  Client wanda{nodes[2], "Wanda", 3};
};

pb::ClientMessage list_tables() {
  pb::ClientMessage message;
  message.mutable_list_tables();
  return message;
}

pb::ClientMessage rename(const std::string& name) {
  pb::ClientMessage message;
  message.mutable_rename()->set_name(name);
  return message;
}

}  // namespace

TEST_CASE("players of two servers meet at a table of a third, and play") {
  for (const std::size_t lobby : {0UL, 1UL, 2UL}) {
    CAPTURE(lobby);
    Servers all(lobby);
    const std::string id = all.table();
    for (std::size_t i = 0; i < 3; ++i) CHECK(all.nodes[i].core->counts().tables == (i == lobby ? 1 : 0));
    CHECK(all.mira.tables.at(id).seats(1).player().name() == "Bruno");
    all.start(id);
    play_out(all.nodes[0], {&all.mira, &all.bruno}, nullptr, id, false);
    CHECK(export_record(all.mira, id) == export_record(all.bruno, id));
    for (std::size_t i = 0; i < 3; ++i) CHECK(all.nodes[i].core->counts().running == 0);
  }
}

TEST_CASE("everybody sees the same tables, and a match close to whoever opens its table") {
  Servers all;
  all.nodes.place([&](persistence::Shard shard) { return shard % 3; });
  const std::string mine = table_id_of(all.mira.ask(open_table(duel_options())));
  const std::string other = table_id_of(all.bruno.ask(open_table(duel_options())));
  CHECK(all.wanda.ask(list_tables()).tables().tables_size() == 2);
  CHECK(persistence::shard_of(*id_from_bytes<MatchId>(mine)) % 3 == 0);
  CHECK(persistence::shard_of(*id_from_bytes<MatchId>(other)) % 3 == 1);
}

TEST_CASE("a match is played by the rules that all servers know when everybody is ready") {
  Servers all;
  const auto play_by = [&](const persistence::RulesInUse& rules) {
    all.nodes.rules = rules;
    all.give_lobby_to(2);
  };
  const auto version_of = [&](const std::string& id) {
    return all.nodes.kept(*id_from_bytes<MatchId>(id)).row.rules_version;
  };
  const pb::GameOptions hunt = hunt_options({.heroes = rules::testing::one_hero_a_seat(2)});
  play_by({{"hunt", 2}});
  const std::string first = all.table(hunt);
  all.get_ready(first);
  // What the start statement says stands.
  play_by({{"hunt", 3}});
  CHECK(version_of(all.reveal(first)) == 2);
  CHECK(version_of(all.start(all.table(hunt))) == 3);

  // A game that is new to one of them.
  const pb::ServerMessage refused = all.mira.ask(open_table(duel_options()));
  CHECK(refused.refusal().code() == pb::REFUSAL_CODE_GAME_UNKNOWN);
  play_by({{"duel", 1}, {"hunt", 3}});
  CHECK(version_of(all.start(all.table())) == 1);
}

TEST_CASE("a table outlives the move of the lobby, and its death") {
  Servers all(0);
  const std::string id = all.table();
  for (const std::size_t lobby : {1UL, 2UL, 0UL, 2UL}) {
    all.give_lobby_to(lobby);
    all.nodes.pass(1s);
    for (std::size_t i = 0; i < 3; ++i) CHECK(all.nodes[i].core->counts().tables == (i == lobby ? 1 : 0));
    CHECK(all.wanda.ask(list_tables()).has_tables());
  }
  all.nodes.kill(2);
  all.nodes.place([](persistence::Shard shard) { return shard % 2; });
  all.nodes.pass(1s);
  CHECK(all.nodes[0].closed.empty());
  CHECK(all.nodes[1].closed.empty());
  all.start(id);
  play_out(all.nodes[0], {&all.mira, &all.bruno}, nullptr, id, false);
}

TEST_CASE("a lobby that is to move keeps what it could not keep before, and moves then") {
  Servers all;
  const std::string id = all.table();
  all.get_ready(id);
  REQUIRE(all.mira.reveal(all.mira.tables.at(id)).has_table_state());
  all.bruno.read();
  all.nodes.down = true;
  pb::ClientMessage last = clients::reveal_command(all.bruno.tables.at(id), all.bruno.chain().at(0));
  last.set_command_id(all.bruno.next_id());
  all.nodes[1].send(all.bruno.session(), last);
  const std::vector<persistence::Shard> lobby = {server::cluster::Placement::lobby_shard()};
  std::vector<persistence::Incarnation> owners(persistence::kShards, all.nodes.incarnation(0));
  owners[lobby.front()] = 0;
  all.nodes[2].core->place({all.nodes.incarnation(0), all.nodes.incarnation(1)}, owners);
  all.nodes[2].settle();
  all.nodes.pass(3s);
  CHECK(all.nodes[2].core->runs_any_of(lobby));  // the start may have been kept
  all.nodes.down = false;
  all.nodes.pass(3s);
  CHECK_FALSE(all.nodes[2].core->runs_any_of(lobby));
  all.give_lobby_to(0);
  all.nodes.pass(1s);
  for (Client* client : {&all.mira, &all.bruno}) {
    client->read();
    CHECK(client->matches.contains(id));
  }
}

TEST_CASE("who has asked a lobby that dies connects again; what is asked while nobody has it waits") {
  Servers all;
  const std::string id = all.table();
  all.nodes[2].hold_answers = true;
  pb::ClientMessage leave;
  leave.set_command_id(77);
  leave.mutable_leave_table()->set_table_id(id);
  all.nodes[0].send(all.mira.session(), leave);
  all.nodes.kill(2);
  all.nodes.place_all_at(Nodes::kNobody);
  all.nodes.pass(2s);
  CHECK(all.nodes[0].closed[all.mira.session()] == 1001);
  pb::ClientMessage list = list_tables();
  list.set_command_id(78);
  all.nodes[1].send(all.bruno.session(), list);
  all.nodes.pass(2s);
  CHECK(all.bruno.answer_to(78).message_case() == pb::ServerMessage::MESSAGE_NOT_SET);
  all.nodes.place_all_at(0);
  all.nodes.pass(1s);
  CHECK(all.bruno.answer_to(78).has_tables());
  CHECK(all.nodes[1].closed.empty());
  all.mira.arrive();
  CHECK(all.mira.ask(list_tables()).has_tables());
  // And in the end it is refused.
  all.nodes.place_all_at(Nodes::kNobody);
  list.set_command_id(79);
  all.nodes[1].send(all.bruno.session(), list);
  all.nodes.pass(11s);
  CHECK(code_of(all.bruno.answer_to(79)) == pb::REFUSAL_CODE_BUSY);
}

TEST_CASE("who signs in while nobody has the lobby is let in as soon as somebody has it") {
  for (const std::size_t next : {0UL, 1UL}) {
    CAPTURE(next);
    Nodes nodes(2);
    nodes.place_all_at(1);
    Client mira(nodes[0], "Mira", 1);
    mira.arrive();
    nodes.place_all_at(Nodes::kNobody);
    const std::uint64_t session = nodes[0].connect();
    pb::ClientMessage message;
    message.set_command_id(1);
    message.mutable_hello()->set_protocol_version(1);
    nodes[0].send(session, message);
    message.set_command_id(2);
    message.mutable_sign_in()->set_token(mira.token());
    nodes[0].send(session, message);
    nodes.pass(2s);
    CHECK_FALSE(nodes[0].inbox[session].back().has_signed_in());
    nodes.place_all_at(next);
    nodes.pass(1s);
    CHECK(nodes[0].inbox[session].back().has_signed_in());
    CHECK(mira.ask(list_tables()).has_tables());
  }
}

TEST_CASE("a match whose start was kept, but not told, opens itself when the lobby has another server") {
  Servers all;
  const std::string id = all.table();
  all.get_ready(id);
  REQUIRE(all.mira.reveal(all.mira.tables.at(id)).has_table_state());
  all.bruno.read();
  all.nodes[2].hold_answers = true;
  all.nodes[1].send(all.bruno.session(), [&] {
    pb::ClientMessage message = clients::reveal_command(all.bruno.tables.at(id), all.bruno.chain().at(0));
    message.set_command_id(99);
    return message;
  }());
  all.nodes.kill(2);
  all.nodes.place([](persistence::Shard shard) { return shard % 2; });
  all.nodes.pass(1s);
  all.mira.read();
  all.bruno.read();
  REQUIRE(all.mira.matches.contains(id));
  REQUIRE(all.bruno.matches.contains(id));
  play_out(all.nodes[0], {&all.mira, &all.bruno}, nullptr, id, false);
}

TEST_CASE("a table that has closed, and nobody was told, is forgotten when the lobby has another server") {
  Servers all;
  const std::string closes = table_id_of(all.mira.ask(open_table(duel_options())));
  Client second(all.nodes[1], "Mira", 8);
  second.arrive_as(all.mira);
  const std::string stays = table_id_of(second.ask(open_table(duel_options())));
  REQUIRE(second.tables.contains(closes));
  all.nodes[2].hold_answers = true;
  pb::ClientMessage leave;
  leave.set_command_id(99);
  leave.mutable_leave_table()->set_table_id(closes);
  all.nodes[0].send(all.mira.session(), leave);
  second.read();
  CHECK(second.tables.contains(closes));
  all.nodes.kill(2);
  all.nodes.place([](persistence::Shard shard) { return shard % 2; });
  all.nodes.pass(1s);
  second.read();
  CHECK_FALSE(second.tables.contains(closes));
  CHECK(second.tables.contains(stays));
  CHECK_FALSE(all.nodes[1].closed.contains(second.session()));
}

TEST_CASE("who goes is away for those who play with them, wherever all of them are") {
  Servers all;
  const std::string id = all.start(all.table());
  all.bruno.vanish();
  all.nodes.pass(5s);
  pb::ServerMessage told;
  for (const pb::ServerMessage& message : all.nodes[0].inbox[all.mira.session()]) {
    if (message.has_match_absences()) told = message;
  }
  REQUIRE(told.has_match_absences());
  CHECK(told.match_absences().away_size() == 1);
  all.mira.read();
  all.bruno.arrive();
  all.nodes.pass(5s);
  told.Clear();
  for (const pb::ServerMessage& message : all.nodes[0].inbox[all.mira.session()]) {
    if (message.has_match_absences()) told = message;
  }
  REQUIRE(told.has_match_absences());
  CHECK(told.match_absences().away_size() == 0);
}

TEST_CASE("what players say to each other reaches them at all servers, at a table and in a match") {
  Servers all;
  const std::string id = all.table();
  pb::ClientMessage say;
  say.mutable_say()->set_table_id(id);
  say.mutable_say()->set_remark(pb::REMARK_HELLO);
  const auto heard = [&] {
    bool found = false;
    for (const pb::ServerMessage& message : all.nodes[1].inbox[all.bruno.session()])
      found = found || message.has_said();
    all.bruno.read();
    return found;
  };
  CHECK(all.mira.ask(say).has_said());
  CHECK(heard());
  all.start(id);
  all.bruno.read();
  CHECK(all.mira.ask(say).has_said());
  CHECK(heard());
  CHECK(all.wanda.ask(say).has_refusal());
}

TEST_CASE("there is the same to watch at all servers") {
  Servers all;
  const std::string id = all.start(all.table());
  all.nodes.pass(3s);
  for (Client* client : {&all.mira, &all.bruno, &all.wanda}) {
    const pb::ServerMessage tables = client->ask(list_tables());
    REQUIRE(tables.tables().running_size() == 1);
    CHECK(tables.tables().running(0).match_id() == id);
  }
}

TEST_CASE("a new name, and a sign-in that is revoked, hold at all servers") {
  Servers all;
  Client second(all.nodes[1], "Mira", 8);
  second.arrive_as(all.mira);
  CHECK(all.mira.ask(rename("Miranda")).has_renamed());
  bool told = false;
  for (const pb::ServerMessage& message : all.nodes[1].inbox[second.session()]) {
    told = told || (message.has_renamed() && message.renamed().player().name() == "Miranda");
  }
  CHECK(told);
  const std::string id = table_id_of(second.ask(open_table(duel_options())));
  CHECK(second.tables.at(id).seats(0).player().name() == "Miranda");
  pb::ClientMessage add;
  add.mutable_add_sign_in()->set_name("laptop");
  const std::string token = all.mira.ask(add).sign_in_added().token();
  Client third(all.nodes[2], "Mira", 9);
  third.arrive_by(token);
  pb::ClientMessage list;
  list.mutable_list_sign_ins();
  const pb::ServerMessage lines = all.mira.ask(list);
  REQUIRE(lines.sign_ins().lines_size() == 2);
  std::uint32_t connections = 0;
  for (const pb::SignInLine& line : lines.sign_ins().lines()) connections += line.connections();
  CHECK(connections == 3);
  pb::ClientMessage revoke;
  revoke.mutable_revoke_other_sign_ins();
  CHECK(all.mira.ask(revoke).has_sign_ins());
  CHECK(all.nodes[2].closed.contains(third.session()));
  CHECK_FALSE(all.nodes[1].closed.contains(second.session()));
}

TEST_CASE("a lobby that goes away and comes back knows who is there, and whom they have blocked") {
  Servers all(0);
  CHECK(all.mira.ask(block(all.bruno)).has_blocked_players());
  all.nodes.place_all_at(Nodes::kNobody);
  all.nodes.pass(1s);
  all.give_lobby_to(0);
  all.nodes.pass(1s);
  all.give_lobby_to(1);
  all.nodes.pass(1s);
  all.wanda.vanish();
  all.give_lobby_to(0);
  all.nodes.pass(1s);
  pb::ClientMessage challenge = open_table(duel_options());
  challenge.mutable_open_table()->add_challenged("Mira");
  CHECK(all.bruno.ask(challenge).has_refusal());
  pb::ClientMessage list;
  list.mutable_list_sign_ins();
  for (Client* client : {&all.mira, &all.bruno}) {
    const pb::ServerMessage lines = client->ask(list);
    REQUIRE(lines.sign_ins().lines_size() == 1);
    CHECK(lines.sign_ins().lines(0).connections() == 1);
  }
  // Whoever has gone meanwhile is nowhere any more.
  all.wanda.arrive();
  const pb::ServerMessage lines = all.wanda.ask(list);
  CHECK(lines.sign_ins().lines(0).connections() == 1);
}

TEST_CASE("an account has as many connections as it may, to all servers together") {
  Nodes nodes(2);
  nodes.place_all_at(1);
  Client first(nodes[0], "Mira", 1);
  first.arrive();
  std::deque<Client> more;
  for (std::size_t i = 1; i < server::kSessionsPerAccount; ++i) {
    more.emplace_back(nodes[i % 2], "Mira", i + 1).arrive_as(first);
  }
  const std::uint64_t session = nodes[0].connect();
  pb::ClientMessage message;
  message.set_command_id(1);
  message.mutable_hello()->set_protocol_version(1);
  nodes[0].send(session, message);
  message.set_command_id(2);
  message.mutable_sign_in()->set_token(first.token());
  nodes[0].send(session, message);
  CHECK(code_of(nodes[0].inbox[session].back()) == pb::REFUSAL_CODE_LIMIT_REACHED);
  more.back().vanish();
  message.set_command_id(3);
  nodes[0].send(session, message);
  CHECK(nodes[0].inbox[session].back().has_signed_in());
}

TEST_CASE("whom somebody has blocked holds at all servers, also when the lobby moves") {
  Servers all;
  CHECK(all.bruno.ask(block(all.mira)).has_blocked_players());
  const std::string id = table_id_of(all.mira.ask(open_table(duel_options())));
  CHECK(all.bruno.ask(find_table()).table_state().table_id() != id);
  all.give_lobby_to(1);
  all.nodes.pass(1s);
  pb::ClientMessage challenge = open_table(duel_options());
  challenge.mutable_open_table()->add_challenged("Bruno");
  CHECK(all.mira.ask(challenge).has_refusal());
}

}  // namespace wyrmhall::test
