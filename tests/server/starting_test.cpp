// A match can be read from the moment it is on disk, which is before the hall has heard that it was created. Whatever
// is done with it until then is kept, in whichever order the store answers.
#include "tests/server/harness.h"

namespace wyrmhall::test {
namespace {

// Two at a table who are ready, and whose last secret is about to be shown.
struct AlmostStarted {
  AlmostStarted() : world(1), mira(world, "Mira", 1), bruno(world, "Bruno", 2) {
    mira.arrive();
    bruno.arrive();
    id = mira.ask(open_table(duel_options())).table_state().table_id();
    pb::ClientMessage take;
    take.mutable_take_seat()->set_table_id(id);
    REQUIRE(bruno.ask(take).has_table_state());
    mira.read();
    const pb::Table table = mira.tables.at(id);
    REQUIRE(mira.get_ready(table).has_table_state());
    REQUIRE(bruno.get_ready(table).has_table_state());
    REQUIRE(mira.reveal(table).has_table_state());
  }

  // The store carries out the creation, and says that it failed; a moment later it is well, and nobody has asked again.
  void reveal_last_in_doubt() {
    world.fail_writes = true;
    reveal_last();
    recover();
  }
  void recover() {
    world.fail_writes = false;
    world.clock.pass(server::kStoreRetry + std::chrono::microseconds(1));
  }
  void reveal_last() { bruno.reveal(bruno.tables.at(id)); }
  // Asks for the match by its id; the answer is not waited for.
  void ask_to_open(Client& client) {
    pb::ClientMessage message;
    message.mutable_open_match()->set_match_id(id);
    client.ask(message);
  }
  // Whoever may decides something; the version that this leads to.
  std::uint64_t play() {
    mira.read();
    bruno.read();
    for (Client* client : {&mira, &bruno}) {
      if (client->matches.contains(id) && client->play_one(client->matches.at(id)))
        return client->matches.at(id).version;
    }
    return 0;
  }

  World world;
  Client mira;
  Client bruno;
  std::string id;
};

TEST_CASE("what was read before a match's creation was known is not taken for the match once it is played") {
  AlmostStarted at;
  at.world.hold_reads = true;
  at.world.hold_answers = true;
  at.reveal_last();
  at.ask_to_open(at.mira);  // reads what the creation has just written
  at.world.hold_answers = false;
  at.world.settle();  // the creation is kept: the match is read anew
  REQUIRE(at.world.held_reads.size() == 2);
  at.world.answer_read(1);
  CHECK(at.play() == 1);
  at.world.answer_read(0);
  CHECK(at.play() == 2);
}

TEST_CASE("a match that was read and played before its creation is repeated and kept goes on") {
  AlmostStarted at;
  at.reveal_last_in_doubt();
  at.ask_to_open(at.mira);
  at.ask_to_open(at.bruno);
  CHECK(at.play() == 1);
  at.world.pass(std::chrono::seconds(2));  // the creation is asked for again
  CHECK(at.play() == 2);
  Client carla(at.world, "Carla", 3);
  carla.arrive();
  CHECK(carla.open(at.id).version == 2);
}

TEST_CASE("a match that was played and left memory before its creation is repeated is read, not assumed") {
  AlmostStarted at;
  at.reveal_last_in_doubt();
  at.ask_to_open(at.mira);
  at.ask_to_open(at.bruno);
  CHECK(at.play() == 1);
  at.mira.vanish();
  at.bruno.vanish();
  at.world.fail_writes = true;
  for (int second = 0; second < 40; ++second) at.world.pass(std::chrono::seconds(1));
  CHECK(at.world.hall->counts().matches == 0);
  at.recover();
  at.mira.arrive();
  at.bruno.arrive();
  CHECK(at.world.hall->counts().matches == 0);
  for (int second = 0; second < 3; ++second) at.world.pass(std::chrono::seconds(1));
  at.mira.read();
  CHECK(at.mira.matches.at(at.id).version == 1);
  at.bruno.read();
  CHECK(at.play() == 2);
}

TEST_CASE("who has a match open already when it starts gets it on no second channel") {
  AlmostStarted at;
  at.reveal_last_in_doubt();
  at.ask_to_open(at.mira);
  const std::uint32_t channel = at.mira.matches.at(at.id).channel;
  at.world.pass(std::chrono::seconds(2));
  at.mira.read();
  CHECK(at.mira.matches.at(at.id).channel == channel);
  at.bruno.read();
  CHECK(at.bruno.matches.contains(at.id));
}

}  // namespace
}  // namespace wyrmhall::test
