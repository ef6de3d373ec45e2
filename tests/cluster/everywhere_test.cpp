// What holds at all servers, whichever it was said to: what an administrator does, and the code of a device.
#include "server/core_admin.h"
#include "tests/cluster/nodes.h"
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

using namespace std::chrono_literals;
using server::CoreAdmin;

// Mira and Bruno play at the first two of three servers; the third has the lobby and runs the match.
struct Match {
  Match() : nodes(3) {
    nodes.place_all_at(2);
    for (Client* client : {&mira, &bruno}) client->arrive();
    id = start_match({&mira, &bruno}, duel_options());
    match = *id_from_bytes<MatchId>(id);
  }
  bool is_over() {
    nodes.pass(1s);
    return nodes.kept(match).end.has_value();
  }
  static AccountId account_of(const Client& client) { return *id_from_bytes<AccountId>(client.account()); }

  Nodes nodes;
  Client mira{nodes[0], "Mira", 1};
  Client bruno{nodes[1], "Bruno", 2};
  std::string id;
  MatchId match{};
};

// A terminal at one server shows a code, which is typed at another.
struct Terminal {
  explicit Terminal(World& at) : world(at), session(at.connect()) {
    pb::ClientMessage hello;
    hello.set_command_id(1);
    hello.mutable_hello()->set_protocol_version(1);
    hello.mutable_hello()->set_client("a terminal");
    world.send(session, hello);
    pb::ClientMessage ask;
    ask.set_command_id(2);
    ask.mutable_sign_in()->mutable_confirmed();
    world.send(session, ask);
    code = world.inbox[session].back().sign_in_code().code();
    REQUIRE(code.size() == 9);
  }

  World& world;
  std::uint64_t session;
  std::string code;
};

pb::ServerMessage type(Client& client, const std::string& code, bool confirms) {
  pb::ClientMessage message;
  if (confirms) {
    message.mutable_confirm_sign_in()->set_code(code);
  } else {
    message.mutable_look_up_sign_in()->set_code(code);
  }
  return client.ask(message);
}

}  // namespace

TEST_CASE("a player is thrown out everywhere, and resigns from matches wherever they run") {
  Match of;
  const AccountId bruno = Match::account_of(of.bruno);
  CHECK(CoreAdmin(*of.nodes[0].core).end_sessions(bruno, "gone") == 0);  // none of that server
  of.nodes[0].settle();
  CHECK(of.nodes[1].closed.at(of.bruno.session()) == 1008);
  CHECK(of.nodes[0].closed.empty());
  CoreAdmin(*of.nodes[0].core).resign_player(bruno, {of.match});
  of.nodes[0].settle();
  CHECK(of.is_over());
}

TEST_CASE("seats of a match resign where it runs") {
  Match of;
  CoreAdmin(*of.nodes[1].core).resign_seats(of.match, rules::SeatSet::from_bits(1));
  of.nodes[1].settle();
  CHECK(of.is_over());
}

TEST_CASE("whoever is erased leaves their tables and matches, and has another name in them") {
  Match of;
  const AccountId bruno = Match::account_of(of.bruno);
  const std::string table = table_id_of(of.bruno.ask(open_table(duel_options())));
  CHECK(of.nodes[2].core->counts().tables == 1);
  CoreAdmin(*of.nodes[0].core).forget_player(bruno, "nobody", {of.match});
  of.nodes[0].settle();
  CHECK(of.nodes[2].core->counts().tables == 0);
  CHECK(of.is_over());
}

TEST_CASE("only the server that has the lobby looks for old guests, and knows of those who are elsewhere") {
  Match of;
  const AccountId bruno = Match::account_of(of.bruno);
  const AccountId gone = AccountId(Uuid{1});
  CHECK(CoreAdmin(*of.nodes[0].core).away({bruno, gone}).empty());
  CHECK(CoreAdmin(*of.nodes[2].core).away({bruno, gone}) == std::vector{gone});
}

TEST_CASE("a device is let in by the code that it shows, at whichever server it is typed") {
  Match of;
  Terminal terminal(of.nodes[2]);
  CHECK(type(of.mira, terminal.code, false).sign_in_asked().client() == "a terminal");
  CHECK(code_of(type(of.mira, "0000-0000", false)) == pb::REFUSAL_CODE_SIGN_IN_CODE_UNKNOWN);
  CHECK(type(of.mira, terminal.code, true).sign_ins().lines_size() == 2);
  const pb::ServerMessage& in = terminal.world.inbox[terminal.session].back();
  REQUIRE_MESSAGE(in.has_signed_in(), in.DebugString());
  CHECK(in.signed_in().player().account_id() == of.mira.account());
  CHECK(code_of(type(of.bruno, terminal.code, true)) == pb::REFUSAL_CODE_SIGN_IN_CODE_UNKNOWN);
}

TEST_CASE("where a server does not answer about a code, nobody waits by it") {
  Match of;
  const Terminal terminal(of.nodes[2]);
  of.nodes.kill(1);
  pb::ClientMessage message;
  message.set_command_id(of.mira.next_id());
  message.mutable_look_up_sign_in()->set_code("0000-0000");
  of.nodes[0].send(of.mira.session(), message);
  of.nodes.pass(4s);
  CHECK(code_of(of.mira.answer_to(message.command_id())) == pb::REFUSAL_CODE_SIGN_IN_CODE_UNKNOWN);
}

}  // namespace wyrmhall::test
