// Who waits, for how long others have waited, and that the same two do not meet again while somebody else waits.
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

using std::chrono_literals::operator""s;

pb::Waiting waiting(Client& client) {
  pb::ClientMessage ask;
  ask.mutable_ask_waiting();
  const pb::ServerMessage reply = client.ask(ask);
  REQUIRE_MESSAGE(reply.has_waiting(), reply.DebugString());
  return reply.waiting();
}

std::string find(Client& client) {
  return table_id_of(client.ask(find_table()));
}

void leave(Client& client, const std::string& table) {
  pb::ClientMessage message;
  message.mutable_leave_table()->set_table_id(table);
  client.ask(message);
}

TEST_CASE_FIXTURE(TwoPlayers, "who waits is counted, and how long others have waited is told") {
  CHECK(waiting(mira).lines().empty());
  find(mira);
  REQUIRE(waiting(bruno).lines_size() == 1);
  CHECK(waiting(bruno).lines(0).game() == "duel");
  CHECK(waiting(bruno).lines(0).tables() == 1);
  CHECK_FALSE(waiting(bruno).lines(0).has_usual_wait_ms());
  world.clock.pass(7s);
  find(bruno);
  REQUIRE(waiting(bruno).lines_size() == 1);
  CHECK(waiting(bruno).lines(0).tables() == 0);
  CHECK(waiting(bruno).lines(0).usual_wait_ms() == 7000);
}

TEST_CASE_FIXTURE(TwoPlayers, "the same two do not meet again while somebody else waits") {
  for (int i = 0; i < 6; ++i) {
    Client third(world, "Third " + std::to_string(i), 33 + static_cast<std::uint64_t>(i));
    third.arrive();
    // These two wait at the same time, since one has blocked the other.
    pb::ClientMessage block;
    block.mutable_block_player()->set_name("Third " + std::to_string(i));
    REQUIRE(mira.ask(block).has_blocked_players());
    const std::string first = find(mira);
    REQUIRE(find(bruno) == first);
    leave(bruno, first);
    leave(mira, first);
    world.pass(2s);
    const std::string same = find(mira);
    const std::string other = find(third);
    REQUIRE(other != same);
    CHECK(find(bruno) == other);
    leave(bruno, other);
    leave(third, other);
    leave(mira, same);
    world.pass(2s);
  }
}

TEST_CASE_FIXTURE(TwoPlayers, "where nobody else waits, the same two meet again") {
  const std::string first = find(mira);
  REQUIRE(find(bruno) == first);
  leave(bruno, first);
  leave(mira, first);
  const std::string again = find(mira);
  CHECK(find(bruno) == again);
}

TEST_CASE("whom one has met is remembered, and the oldest are forgotten") {
  server::Encounters encounters;
  const auto id = [](std::uint32_t number) {
    Uuid bytes{};
    // Where ids differ from each other (IdHash).
    std::memcpy(bytes.data() + bytes.size() - sizeof(number), &number, sizeof(number));
    return AccountId(bytes);
  };
  encounters.note(id(1), {id(2)}, "duel", 1s);
  CHECK(encounters.just_met(id(1), id(2)));
  CHECK(encounters.just_met(id(2), id(1)));
  encounters.note(id(1), {id(3)}, "duel", 5s);
  CHECK(encounters.just_met(id(2), id(1)));  // for the other it was the last time
  encounters.note(id(2), {id(4)}, "duel", 3s);
  CHECK_FALSE(encounters.just_met(id(1), id(2)));
  CHECK(encounters.usual_wait("duel") == Duration(3s));
  CHECK_FALSE(encounters.usual_wait("arena"));
  for (std::uint32_t i = 0; i < server::kEncountersRemembered; ++i) {
    encounters.note(id(1000 + 2 * i), {id(1001 + 2 * i)}, "duel", 60s);
  }
  CHECK_FALSE(encounters.just_met(id(2), id(4)));
  CHECK(encounters.size() <= server::kEncountersRemembered);
  CHECK(encounters.usual_wait("duel") == Duration(60s));
}

}  // namespace
}  // namespace wyrmhall::test
