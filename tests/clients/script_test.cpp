// A script at the standard input: read only as fast as it is used, and heard while people are waited for.
#include "play_client.h"

namespace wyrmhall::cli::tests {
namespace {

// Waits at a table for people.
struct Script : Client {
  Script() : Client(false) {
    settings.bot.reset();
    settings.person_at_terminal = false;
  }
  void sit() {
    sign_in();
    const auto find = platform.heard();
    REQUIRE(find.has_find_table());
    answer(find, table(v1::TABLE_PHASE_OPEN, false));
  }
  bool leaves() { return platform.heard().has_leave_table(); }
};

TEST_CASE("a script that says quit leaves a table at which nobody has sat down") {
  Script script;
  SUBCASE("before it has sat down") {
    script.command->line("quit");
    CHECK(!script.ended);
    script.sit();
    CHECK(script.leaves());
  }
  SUBCASE("while it waits") {
    script.sit();
    script.command->line("quit");
    CHECK(script.leaves());
  }
}

TEST_CASE("a script that ends leaves such a table, unless it has said what to do in the match") {
  Script script;
  SUBCASE("it says nothing") {
    script.command->end_of_input();
    script.sit();
    CHECK(script.leaves());
  }
  SUBCASE("it has decided beforehand") {
    script.command->line("1");
    script.command->line("quit");
    script.command->end_of_input();
    script.sit();
    CHECK(!script.leaves());
    CHECK(!script.ended);
  }
}

TEST_CASE("a script that says more than is asked for is read no further") {
  Script script;
  script.sit();
  int lines = 0;
  for (; script.command->has_room_for_lines() && lines < 100'000; ++lines) script.command->line("1");
  CHECK(lines == 100);
}

TEST_CASE("a table that was opened for a bot is left when the bot is refused") {
  Client client(false);
  client.sign_in();
  client.answer(client.platform.heard(), client.table(v1::TABLE_PHASE_OPEN, false));
  const auto bot = client.platform.heard();
  REQUIRE(bot.has_seat_bot());
  v1::ServerMessage refusal;
  refusal.mutable_refusal()->set_code(v1::REFUSAL_CODE_FIELD_INVALID);
  client.answer(bot, refusal);
  const auto leave = client.platform.heard();
  REQUIRE(leave.has_leave_table());
  v1::ServerMessage left;
  *left.mutable_table_state() = client.table(v1::TABLE_PHASE_CLOSED, false).table_state();
  client.answer(leave, left);
  CHECK(client.ended == ExitCode::kRefused);
}

}  // namespace
}  // namespace wyrmhall::cli::tests
