// Decisions that cross others' on their way, or that others take.
#include "play_client.h"

using namespace wyrmhall;
using namespace wyrmhall::cli;
using namespace wyrmhall::cli::tests;

TEST_CASE("what another's decision has overtaken is decided anew, and what is wrong by itself is not") {
  Client client;
  client.start();
  const auto act = client.platform.heard();
  REQUIRE(act.has_act());
  v1::ServerMessage refusal;
  refusal.mutable_refusal()->set_code(v1::REFUSAL_CODE_ILLEGAL);
  // The other's vote has ended what was voted on.
  client.platform.say(client.news(client.step(1)));
  client.answer(act, refusal);
  CHECK(!client.ended);
  const auto again = client.platform.heard();
  REQUIRE(again.has_act());
  CHECK(again.act().version() == 1);
  CHECK(again.act().link() == act.act().link());
  client.answer(again, refusal);
  CHECK(client.ended == ExitCode::kRefused);
}

TEST_CASE("after somebody else has decided for the player, the same choices are shown again") {
  Client client(false);
  client.start();
  v1::ServerMessage story;
  story.mutable_story();
  client.answer(client.platform.heard(), story);
  const std::string choice = "  1  ";
  REQUIRE(client.out.str().find(choice) != std::string::npos);
  // Their time has run out, say.
  v1::MatchUpdate others = client.step(1);
  others.clear_choices();
  others.set_waiting_on(2);
  client.platform.say(client.news(others));
  const auto before = client.out.str().size();
  client.platform.say(client.news(client.step(2)));
  CHECK(client.out.str().find("Round 2", before) != std::string::npos);
  CHECK(client.out.str().find(choice, before) != std::string::npos);
  CHECK(client.out.str().find("Your choice", before) != std::string::npos);
}
