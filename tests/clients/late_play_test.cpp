// A decision that crosses another's on its way.
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
