#include "play_client.h"

namespace wyrmhall::cli::tests {

TEST_CASE("whoever asks for the odds of what is not one of the choices is told why there are none") {
  Client client(false);
  client.start();
  v1::ServerMessage story;
  story.mutable_story();
  client.answer(client.platform.heard(), story);
  const auto told = [&](const char* typed) {
    client.out.str({});
    client.troubles.str({});
    client.command->line(typed);
    CHECK_MESSAGE(client.platform.silent(), typed);
    return client.seen();
  };
  CHECK(told("odds 7").find("The choices are 1 to 1.") != std::string::npos);
  CHECK(told("odds sneeze twice").find("“sneeze twice” is not one of the choices") != std::string::npos);
  CHECK(told("odds").find("odds N, where N is the number of a choice.") != std::string::npos);
  client.command->line("odds 1");
  CHECK(client.platform.heard().has_ask_odds());
  client.command->line("1");
  const auto act = client.platform.heard();
  REQUIRE(act.has_act());
  v1::MatchUpdate others = client.step(1);
  others.set_waiting_on(2);
  others.clear_choices();
  client.answer(act, client.news(others));
  CHECK(told("odds 1").find("It is not your turn.") != std::string::npos);
}

}  // namespace wyrmhall::cli::tests
