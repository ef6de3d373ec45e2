// What players say to each other, in the terminal.
#include "play_client.h"

namespace wyrmhall::cli::tests {
namespace {

v1::ServerMessage said(v1::Remark remark, const std::string& table = std::string(kMatch)) {
  v1::ServerMessage message;
  message.mutable_said()->set_table_id(table);
  message.mutable_said()->mutable_player()->set_name("Copper\x1B Lynx");
  message.mutable_said()->set_remark(remark);
  return message;
}

TEST_CASE("what another says is shown with the name, and nothing of other tables or of newer servers") {
  Client client(false);
  client.start();
  client.platform.say(said(v1::REMARK_WELL_PLAYED));
  CHECK(client.seen().find("Copper Lynx: Well played!") != std::string::npos);
  const std::string before = client.seen();
  client.platform.say(said(v1::REMARK_SORRY, std::string(16, 'o')));
  client.platform.say(said(static_cast<v1::Remark>(99)));
  client.platform.say(said(v1::REMARK_UNSPECIFIED));
  CHECK(client.seen() == before);
}

TEST_CASE("one says something by its number or its name, at a table and in a match, whoever is to decide") {
  Client client(false);
  client.sign_in();
  const auto open = client.platform.heard();
  client.answer(open, client.table(v1::TABLE_PHASE_OPEN, true));
  REQUIRE(client.platform.heard().has_ready());
  client.command->line("say hello");
  auto heard = client.platform.heard();
  REQUIRE(heard.has_say());
  CHECK(heard.say().table_id() == kMatch);
  CHECK(heard.say().remark() == v1::REMARK_HELLO);
  client.platform.say(client.match(0, {}));
  while (!client.platform.silent()) client.platform.heard();
  client.command->line("say 3");
  heard = client.platform.heard();
  REQUIRE(heard.has_say());
  CHECK(heard.say().remark() == v1::REMARK_WELL_PLAYED);
  // The answer says it with one's own name, as others are told.
  client.answer(heard, said(v1::REMARK_WELL_PLAYED));
  CHECK(client.seen().find("Well played!") != std::string::npos);
}

TEST_CASE("what cannot be said is answered by what can, and too much of it ends nothing") {
  Client client(false);
  client.start();
  while (!client.platform.silent()) client.platform.heard();
  for (const char* typed : {"say", "say 0", "say 99", "say unspecified", "say nonsense", "say 3x"}) {
    client.command->line(typed);
    CHECK(client.platform.silent());
    CHECK(client.seen().find(" 11  One moment, please.  (one_moment)") != std::string::npos);
    client.out.str({});
  }
  client.command->line("saying");
  CHECK(client.seen().find("means nothing here.") != std::string::npos);
  client.command->line("say yes");
  v1::ServerMessage refusal;
  refusal.mutable_refusal()->set_code(v1::REFUSAL_CODE_TOO_FAST);
  client.answer(client.platform.heard(), refusal);
  CHECK(!client.ended);
  CHECK(client.troubles.str().size() > 10);
}

}  // namespace
}  // namespace wyrmhall::cli::tests
