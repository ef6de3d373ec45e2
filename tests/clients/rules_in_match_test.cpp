// The rulebook beside a match in the terminal.
#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "clients/cli/match/rule_reader.h"
#include "clients/cli/terminal/line_terminal.h"
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

TEST_CASE("what is typed and answered with a reason that was given beforehand is explained too") {
  v1::MatchOpened opened;
  opened.mutable_info()->mutable_options()->mutable_hunt();
  v1::MatchUpdate& update = *opened.add_updates();
  update.mutable_snapshot()->mutable_hunt();
  for (const char* rule : {"K1", "K4"}) update.mutable_choices()->add_unavailable()->set_rule(rule);
  clients::MatchModel model;
  model.open(opened);
  std::ostringstream out;
  LineTerminal terminal(out, out, {});
  const MatchPrinter printer(terminal, model);
  RuleReader reader(terminal, model, printer);
  reader.complain("That is not among the choices.");
  CHECK(reader.asked("explain"));
  CHECK(out.str().contains("Nothing has been refused by a rule."));
  reader.complain("A token lies on Cleave. (K4)");
  CHECK(reader.asked("explain"));
  CHECK(out.str().contains("K4    A token on a skill closes it"));
}
