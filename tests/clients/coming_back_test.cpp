// When a client connects again, or another server has the lobby.
#include "play_client.h"

using namespace wyrmhall;
using namespace wyrmhall::cli;
using namespace wyrmhall::cli::tests;
using namespace std::chrono_literals;

TEST_CASE("a server that says that it goes away is left at once, but not over and over") {
  constexpr std::uint16_t kGoingAway = 1001;
  Client client;
  client.sign_in();
  while (!client.platform.silent()) client.platform.heard();
  client.platform.pass(2s);
  client.platform.lose(Loss::Why::kClosed, kGoingAway);
  client.platform.pass(1ms);
  CHECK(client.platform.dials == 2);
  client.sign_in();
  client.platform.lose(Loss::Why::kClosed, kGoingAway);
  client.platform.pass(1ms);
  CHECK(client.platform.dials == 2);
  client.platform.pass(Backoff::kFirst);
  CHECK(client.platform.dials == 3);
}

TEST_CASE("whose table is gone once the lobby has moved looks whether its match has started") {
  Client client;
  client.settings.bot.reset();
  client.sign_in();
  client.answer(client.platform.heard(), client.table(v1::TABLE_PHASE_OPEN, false));
  v1::ServerMessage moved;
  moved.mutable_lobby_moved()->add_table_ids(kMatch);
  client.platform.say(moved);
  moved.mutable_lobby_moved()->clear_table_ids();
  moved.mutable_lobby_moved()->add_match_ids(kMatch);  // the server opens it
  client.platform.say(moved);
  REQUIRE(client.platform.silent());
  moved.mutable_lobby_moved()->clear_match_ids();
  client.platform.say(moved);
  CHECK(client.platform.heard().open_match().match_id() == kMatch);
}
