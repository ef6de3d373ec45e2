// A match can be read from the moment it is on disk, which is before the hall has heard that it was created. Whatever
// is done with it until then is kept, in whichever order the store answers.
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

// Two at a table who are ready, and whose last secret is about to be shown.
struct AlmostStarted : TwoPlayers {
  AlmostStarted() {
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
  // The one who is to decide decides something; the version that this leads to.
  std::uint64_t play() {
    mira.read();
    bruno.read();
    for (Client* client : {&mira, &bruno}) {
      if (client->matches.contains(id) && client->play_one(client->matches.at(id)))
        return client->matches.at(id).version();
    }
    return 0;
  }

  std::string id;
};

TEST_CASE_FIXTURE(AlmostStarted,
                  "what was read before a match's creation was known is not taken for the match once it is played") {
  world.hold_reads = true;
  world.hold_answers = true;
  reveal_last();
  ask_to_open(mira);  // reads what the creation has just written
  world.hold_answers = false;
  world.settle();  // the creation is kept: the match is read anew
  REQUIRE(world.held_reads.size() == 2);
  world.answer_read(1);
  CHECK(play() == 1);
  world.answer_read(0);
  CHECK(play() == 2);
}

TEST_CASE_FIXTURE(AlmostStarted, "a match that was read and played before its creation is repeated and kept goes on") {
  reveal_last_in_doubt();
  ask_to_open(mira);
  ask_to_open(bruno);
  CHECK(play() == 1);
  world.pass(std::chrono::seconds(2));  // the creation is asked for again
  CHECK(play() == 2);
  Client carla(world, "Carla", 3);
  carla.arrive();
  CHECK(carla.open(id).version() == 2);
}

TEST_CASE_FIXTURE(AlmostStarted,
                  "a match that was played and left memory before its creation is repeated is read, not assumed") {
  reveal_last_in_doubt();
  ask_to_open(mira);
  ask_to_open(bruno);
  CHECK(play() == 1);
  mira.vanish();
  bruno.vanish();
  world.fail_writes = true;
  for (int second = 0; second < 40; ++second) world.pass(std::chrono::seconds(1));
  CHECK(world.core->counts().matches == 0);
  recover();
  mira.arrive();
  bruno.arrive();
  CHECK(world.core->counts().matches == 0);
  for (int second = 0; second < 3; ++second) world.pass(std::chrono::seconds(1));
  mira.read();
  CHECK(mira.matches.at(id).version() == 1);
  bruno.read();
  CHECK(play() == 2);
}

TEST_CASE_FIXTURE(AlmostStarted, "who has a match open already when it starts gets it on no second channel") {
  reveal_last_in_doubt();
  ask_to_open(mira);
  const std::uint32_t channel = mira.matches.at(id).channel();
  world.pass(std::chrono::seconds(2));
  mira.read();
  CHECK(mira.matches.at(id).channel() == channel);
  bruno.read();
  CHECK(bruno.matches.contains(id));
}

}  // namespace
}  // namespace wyrmhall::test
