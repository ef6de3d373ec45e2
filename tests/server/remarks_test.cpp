// What players say to each other: who hears it, and how often.
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

pb::ClientMessage saying(const std::string& table, pb::Remark remark = pb::REMARK_HELLO) {
  pb::ClientMessage message;
  message.mutable_say()->set_table_id(table);
  message.mutable_say()->set_remark(remark);
  return message;
}

struct Talk : Watched {
  Talk() { world.keep_frames = true; }

  // What a client has heard since it was asked before.
  std::vector<pb::Said> heard(const Client& who) {
    std::vector<pb::Said> all;
    for (const std::string& frame : std::exchange(world.frames[who.session()], {})) {
      pb::ServerMessage message;
      REQUIRE(message.ParseFromString(frame));
      if (message.has_said() && message.answer_to() == 0) all.push_back(message.said());
    }
    return all;
  }
  bool hears(const Client& who) { return !heard(who).empty(); }
};

TEST_CASE_FIXTURE(Talk, "what is said at a table is heard by who sits there, on each device, and by nobody else") {
  pb::ClientMessage open;
  *open.mutable_open_table()->mutable_options() = duel_options();
  const std::string table = table_id_of(mira.ask(open));
  bruno.ask(take_seat(table));
  Client& device = device_of(bruno);
  const pb::ServerMessage answer = mira.ask(saying(table, pb::REMARK_GOOD_LUCK));
  REQUIRE_MESSAGE(answer.has_said(), answer.DebugString());
  CHECK(answer.said().remark() == pb::REMARK_GOOD_LUCK);
  for (const Client* listener : {&bruno, &device}) {
    const auto said = heard(*listener);
    REQUIRE(said.size() == 1);
    CHECK(said[0].table_id() == table);
    CHECK(said[0].player().name() == "Mira");
    CHECK(said[0].player().account_id() == mira.account());
    CHECK(said[0].remark() == pb::REMARK_GOOD_LUCK);
  }
  // The one who has said it has the answer, and no news besides.
  CHECK(!hears(mira));
  CHECK(!hears(watcher));
  CHECK(code_of(watcher.ask(saying(table))) == pb::REFUSAL_CODE_NOT_SEATED);
}

TEST_CASE_FIXTURE(Talk, "in a match it is heard by who plays, also when the match is over, and not by who watches") {
  const std::string id = start_match({&mira, &bruno}, duel_options());
  watcher.ask(open_match(id));
  SUBCASE("while it runs") {}
  SUBCASE("when it is over") {
    pb::ClientMessage resign;
    resign.mutable_resign()->set_channel(mira.matches.at(id).channel());
    mira.ask(resign);
  }
  REQUIRE(mira.ask(saying(id, pb::REMARK_WELL_PLAYED)).has_said());
  const auto said = heard(bruno);
  REQUIRE(said.size() == 1);
  CHECK(said[0].table_id() == id);
  CHECK(!hears(watcher));
  CHECK(code_of(watcher.ask(saying(id))) == pb::REFUSAL_CODE_NOT_YOUR_MATCH);
  // A player of another match does not have it open.
  CHECK(code_of(guest("Stranger").ask(saying(id))) == pb::REFUSAL_CODE_TABLE_UNKNOWN);
}

TEST_CASE_FIXTURE(Talk, "who has blocked somebody hears nothing from them, and they nothing in return") {
  const std::string id = start_match({&mira, &bruno}, duel_options());
  bruno.ask(block(mira));
  CHECK(mira.ask(saying(id)).has_said());
  CHECK(!hears(bruno));
  CHECK(bruno.ask(saying(id)).has_said());
  CHECK(!hears(mira));
}

TEST_CASE_FIXTURE(Talk, "a player says five things at once, and one more every two seconds, on all devices together") {
  const std::string id = start_match({&mira, &bruno}, duel_options());
  Client& device = device_of(mira);
  device.ask(open_match(id));
  for (int i = 0; i < 5; ++i) CHECK((i % 2 == 0 ? mira : device).ask(saying(id)).has_said());
  const pb::ServerMessage refused = device.ask(saying(id));
  CHECK(code_of(refused) == pb::REFUSAL_CODE_TOO_FAST);
  CHECK(refused.refusal().retry_after_ms() == 2000);
  CHECK(heard(bruno).size() == 5);
  // The other one is none the slower for it.
  CHECK(bruno.ask(saying(id)).has_said());
  world.pass(std::chrono::seconds(2));
  CHECK(mira.ask(saying(id)).has_said());
  CHECK(code_of(mira.ask(saying(id))) == pb::REFUSAL_CODE_TOO_FAST);
}

TEST_CASE_FIXTURE(Talk, "what cannot be said is refused") {
  const std::string id = start_match({&mira, &bruno}, duel_options());
  const auto field_of = [&](const pb::ClientMessage& message) {
    const pb::ServerMessage answer = mira.ask(message);
    CHECK(code_of(answer) == pb::REFUSAL_CODE_FIELD_INVALID);
    return answer.refusal().field();
  };
  CHECK(field_of(saying(id, pb::REMARK_UNSPECIFIED)) == "remark");
  CHECK(field_of(saying(id, static_cast<pb::Remark>(99))) == "remark");
  CHECK(field_of(saying("short")) == "table_id");
  CHECK(code_of(mira.ask(saying(std::string(16, 'x')))) == pb::REFUSAL_CODE_TABLE_UNKNOWN);
  CHECK(!hears(bruno));
}

}  // namespace
}  // namespace wyrmhall::test
