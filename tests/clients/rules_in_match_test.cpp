// The rulebook beside a match in the terminal.
#include <doctest/doctest.h>

#include <string>

#include "play_client.h"

using namespace wyrmhall;
using namespace wyrmhall::cli;
using wyrmhall::cli::tests::Client;

TEST_CASE("the rulebook is at hand in a match, and explains what was refused") {
  Client client(false);
  client.start();
  REQUIRE(client.platform.heard().has_ask_story());
  client.command->line("explain");
  CHECK(client.seen().find("Nothing has been refused by a rule.") != std::string::npos);
  client.command->line("rules d-17");
  CHECK(client.seen().find("wait (D-17)") != std::string::npos);
  client.command->line("1");
  const auto act = client.platform.heard();
  v1::ServerMessage refusal;
  refusal.mutable_refusal()->set_code(v1::REFUSAL_CODE_ILLEGAL);
  refusal.mutable_refusal()->set_rule("D-19");
  client.answer(act, refusal);
  client.command->line("explain");
  CHECK(client.seen().find("at 1 energy one thing only") != std::string::npos);
  client.command->line("rules of the snake");
  CHECK(client.seen().find("D-46") != std::string::npos);
  CHECK(client.platform.silent());
}
