// When a client connects again.
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
