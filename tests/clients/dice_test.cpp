// What the client shows of its secrets, and to whom: never the same twice, never given up by itself (docs/dice.md).
#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "common/hex.h"
#include "play_client.h"

using namespace wyrmhall;
using namespace wyrmhall::cli;
using namespace wyrmhall::cli::tests;
using namespace std::chrono_literals;

namespace {

// The one accusation that was written.
nlohmann::json accusation_of(const Client& client) {
  std::filesystem::path found;
  for (const auto& entry : std::filesystem::directory_iterator(client.profile->accusations_folder()))
    found = entry.path();
  std::ifstream file(found);
  return nlohmann::json::parse(file);
}

v1::ServerMessage refusal(v1::RefusalCode code) {
  v1::ServerMessage message;
  message.mutable_refusal()->set_code(code);
  return message;
}

void come_back(Client& client, const std::string& last_link) {
  client.platform.lose();
  client.platform.pass(1s);
  client.sign_in(true);
  client.answer(client.platform.heard(), client.match(0, last_link));
}

// Up to x_0, which is on its way.
v1::ClientMessage reveal_of(Client& client) {
  client.sign_in();
  client.answer(client.platform.heard(), client.table(v1::TABLE_PHASE_OPEN, true));
  const auto ready = client.platform.heard();
  client.commitment = ready.ready().commitment();
  client.answer(ready, client.table(v1::TABLE_PHASE_REVEALING, true, client.commitment));
  return client.platform.heard();
}

}  // namespace

TEST_CASE("x_0 is marked as shown before it is sent, and goes out once for a start") {
  Client client;
  const auto reveal = reveal_of(client);
  REQUIRE(reveal.has_reveal());
  CHECK(client.profile->chain(kMatchId)->shown);
  SUBCASE("the connection goes before it has arrived: the same again, since it is the same start") {
    client.platform.lose();
    client.platform.pass(1s);
    client.greet();
    const auto ask = client.platform.heard();
    v1::ServerMessage reply;
    reply.mutable_signed_in()->mutable_player()->set_account_id(kAccount);
    *reply.mutable_signed_in()->add_tables() =
        client.table(v1::TABLE_PHASE_REVEALING, true, client.commitment).table_state();
    client.answer(ask, reply);
    CHECK(client.platform.heard().reveal().x0() == reveal.reveal().x0());
    CHECK_FALSE(client.ended);
  }
  SUBCASE("called off, and the same commitment again") {
    client.answer(reveal, client.table(v1::TABLE_PHASE_OPEN, true));
    CHECK(client.platform.silent());
    CHECK(client.ended == ExitCode::kNotVerified);
    const auto accusation = accusation_of(client);
    CHECK(accusation["format"] == "wyrmhall accusation 1");
    CHECK(accusation["of"] == "commitmentTwice");
    CHECK(accusation["own"]["seen"]["serverCommitment"] == hex_text(clients::sha256(kSeed)));
  }
  SUBCASE("asked for again with another seat's commitment") {
    auto again = client.table(v1::TABLE_PHASE_REVEALING, true, client.commitment);
    v1::TableSeat& other = *again.mutable_table_state()->mutable_seats(1);
    other.mutable_player()->set_account_id(std::string(16, 'b'));
    other.set_commitment(std::string(16, 'o'));
    client.answer(reveal, again);
    CHECK(client.platform.silent());
    CHECK(client.ended == ExitCode::kNotVerified);
  }
}

TEST_CASE("nothing is shown while a person's seat has not committed") {
  Client client;
  client.sign_in();
  client.answer(client.platform.heard(), client.table(v1::TABLE_PHASE_OPEN, true));
  const auto ready = client.platform.heard();
  auto early = client.table(v1::TABLE_PHASE_REVEALING, true, ready.ready().commitment());
  early.mutable_table_state()->mutable_seats(1)->mutable_player()->set_account_id(std::string(16, 'b'));
  client.answer(ready, early);
  CHECK(client.platform.silent());
  CHECK(client.ended == ExitCode::kNotVerified);
}

TEST_CASE("a commitment that comes back after another one") {
  Client client;
  const auto reveal = reveal_of(client);
  auto off = client.table(v1::TABLE_PHASE_OPEN, true);
  off.mutable_table_state()->set_server_commitment(std::string(32, 'n'));
  client.answer(reveal, off);
  const auto anew = client.platform.heard();
  REQUIRE(anew.has_ready());
  CHECK(anew.ready().commitment() != client.commitment);
  client.answer(anew, client.table(v1::TABLE_PHASE_OPEN, true));
  CHECK(client.platform.silent());
  CHECK(client.ended == ExitCode::kNotVerified);
}

TEST_CASE("a commitment that another table had is known after a new start of the client") {
  {
    Client client;
    client.start();
    CHECK(client.profile->table_of_commitment(clients::sha256(kSeed)) == table_id_of(kMatchId));
    CHECK_FALSE(client.profile->table_of_commitment(std::string(32, 'n')));
    CHECK(client.profile->save_commitment(std::string(32, 'n'), table_id_of(kMatchId)));
    CHECK(client.profile->table_of_commitment(std::string(32, 'n')) == table_id_of(kMatchId));
  }
  Client client;
  CHECK(client.profile->save_commitment(clients::sha256(kSeed), TableId({'e'})));
  client.sign_in();
  client.answer(client.platform.heard(), client.table(v1::TABLE_PHASE_OPEN, true));
  CHECK(client.platform.silent());
  CHECK(client.ended == ExitCode::kNotVerified);
}

TEST_CASE("so many commitments are kept, and no more") {
  Client client;
  const std::filesystem::path file = client.profile->accusations_folder().parent_path() / "_commitments";
  const SeenCommitments seen(file);
  const auto nth = [](std::size_t n) { return clients::sha256(std::to_string(n)); };
  std::string text;
  for (std::size_t i = 0; i < SeenCommitments::kMax; ++i) text += hex_text(nth(i)) + " " + hex_text(kMatch) + "\n";
  std::ofstream(file) << text;
  CHECK(seen.table_of(nth(0)));
  CHECK(seen.add(nth(SeenCommitments::kMax), table_id_of(kMatchId)));
  CHECK_FALSE(seen.table_of(nth(0)));
  CHECK_FALSE(seen.table_of(nth((SeenCommitments::kMax / 2) - 1)));
  CHECK(seen.table_of(nth(SeenCommitments::kMax / 2)));
  CHECK(seen.table_of(nth(SeenCommitments::kMax)));
}

TEST_CASE("who holds the chain never gives it up by itself") {
  Client client;
  client.start();
  const auto act = client.platform.heard();
  CHECK(client.profile->chain(kMatchId)->links_shown == 1);
  SUBCASE("last_link is left out") {
    come_back(client, "");
  }
  SUBCASE("last_link is of no chain of ours") {
    come_back(client, std::string(16, 'z'));
  }
  SUBCASE("a link that was taken is asked for again") {
    client.answer(act, client.news(client.step(1)));
    const auto second = client.platform.heard();
    client.answer(second, client.news(client.step(2)));
    REQUIRE(client.platform.heard().has_act());
    client.platform.lose();
    client.platform.pass(1s);
    client.sign_in(true);
    client.answer(client.platform.heard(), client.match(2, client.x0));
  }
  SUBCASE("a right link is refused") {
    client.answer(act, refusal(v1::REFUSAL_CODE_WRONG_LINK));
    const auto open = client.platform.heard();
    REQUIRE(open.has_open_match());
    client.answer(open, client.match(0, client.x0));
  }
  CHECK(client.platform.silent());
  CHECK(client.ended == ExitCode::kNotVerified);
  const auto accusation = accusation_of(client);
  CHECK(accusation["of"] == "chainTakenAway");
  const auto& links = accusation["own"]["links"];
  CHECK(links[0] == hex_text(client.x0));
  CHECK(
      links.back() ==
      hex_text(clients::Chain(client.profile->chain(kMatchId)->root).at(client.profile->chain(kMatchId)->links_shown)));
}

TEST_CASE("a refused link that another process had used is no lie") {
  Client client;
  client.start();
  const auto act = client.platform.heard();
  client.answer(act, refusal(v1::REFUSAL_CODE_WRONG_LINK));
  client.answer(client.platform.heard(), client.match(1, act.act().link()));
  const auto next = client.platform.heard();
  CHECK(clients::link_of(next.act().link()) == act.act().link());
  CHECK_FALSE(client.ended);
}

TEST_CASE("the chain is on another device") {
  const auto join = [](Client& client) {
    client.settings.command = CommandName::kJoin;
    client.settings.match = kMatchId;
    client.sign_in(true);
    client.answer(client.platform.heard(), client.match(0, std::string(16, 'z')));
  };
  SUBCASE("nobody to ask: it stops, and says how to go on") {
    Client client;
    join(client);
    CHECK(client.platform.silent());
    CHECK(client.ended == ExitCode::kNeedsDecision);
    CHECK(client.seen().find("--give-up-chain") != std::string::npos);
    CHECK(client.seen().find("could foresee your rolls") != std::string::npos);
  }
  SUBCASE("the option: it says so, and plays on without") {
    Client client(true, true);
    join(client);
    const auto act = client.platform.heard();
    REQUIRE(act.has_act());
    CHECK(act.act().chain_lost());
    CHECK(act.act().link().empty());
    CHECK(client.seen().find("could foresee your rolls") != std::string::npos);
  }
  SUBCASE("somebody at the terminal: is asked") {
    Client client(false);
    join(client);
    client.answer(client.platform.heard(), {});  // the story so far
    v1::ServerMessage story;
    story.mutable_story();
    client.platform.say(story);
    CHECK(client.seen().find("Give the chain up? (yes/no): ") != std::string::npos);
    client.command->line("yes");
    CHECK(client.seen().find("Your choice (1, or help): ") != std::string::npos);
    client.command->line("1");
    CHECK(client.platform.heard().act().chain_lost());
  }
}

TEST_CASE("the person is asked once whether the seat goes on without its chain") {
  Client client(false);
  client.start();
  client.answer(client.platform.heard(), {});
  client.platform.lose();
  client.platform.pass(1s);
  client.sign_in(true);
  client.answer(client.platform.heard(), client.match(0, ""));
  CHECK(client.seen().find("could foresee your rolls") != std::string::npos);
  CHECK(client.seen().find("Give the chain up? (yes/no): ") != std::string::npos);
  CHECK_FALSE(client.ended);
  SUBCASE("no: the match is left as it is") {
    client.command->line("no");
    CHECK(client.ended == ExitCode::kDone);
    CHECK_FALSE(client.profile->chain(kMatchId)->given_up);
  }
  SUBCASE("yes: it plays on, and is not asked again") {
    client.command->line("perhaps");
    CHECK_FALSE(client.profile->chain(kMatchId)->given_up);
    client.command->line("yes");
    CHECK(client.profile->chain(kMatchId)->given_up);
    client.platform.heard();  // the story, asked for again
    client.platform.lose();
    client.platform.pass(1s);
    client.sign_in(true);
    const auto before = client.seen().size();
    client.answer(client.platform.heard(), client.match(0, ""));
    CHECK(client.seen().find("Give the chain up?", before) == std::string::npos);
  }
}
