// Somebody who looks for people and finds none is told how to play a bot meanwhile.
#include "play_client.h"

namespace wyrmhall::cli::tests {

TEST_CASE("who waits alone is told after a while how to play a bot meanwhile, once") {
  Client client(false);
  client.settings.bot.reset();
  client.sign_in();
  const auto find = client.platform.heard();
  REQUIRE(find.has_find_table());
  const v1::ServerMessage alone = client.table(v1::TABLE_PHASE_OPEN, false);
  client.answer(find, alone);
  client.platform.pass(Platform::Milliseconds(19'000));
  CHECK(client.seen().find("--bot easy") == std::string::npos);
  client.platform.pass(Platform::Milliseconds(2'000));
  const std::size_t offered = client.seen().find("wyrmhall play duel --bot easy");
  CHECK(offered != std::string::npos);
  client.platform.say(alone);
  client.platform.pass(Platform::Milliseconds(60'000));
  CHECK(client.seen().rfind("wyrmhall play duel --bot easy") == offered);
}

}  // namespace wyrmhall::cli::tests
