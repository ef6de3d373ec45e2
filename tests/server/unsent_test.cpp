// What waits to be sent to all connections together is bounded, and only those who take nothing pay for it.
#include "tests/server/playing.h"

namespace wyrmhall::test {
namespace {

constexpr std::size_t kBound = std::size_t{1} << 20;

struct Crowd {
  Crowd()
      : world(1, {.limits = {.commands_per_second = 1e6, .command_burst = 1e6, .unsent_bytes = kBound}}),
        mira(world, "Mira", 1),
        bruno(world, "Bruno", 2) {
    mira.arrive();
    bruno.arrive();
    // So that a list of tables is some KiB long.
    for (int host = 0; host < 7; ++host) {
      Client& client = guest("Host " + std::to_string(host));
      for (std::size_t i = 0; i < server::kTablesPerAccount; ++i) {
        REQUIRE(client.ask(open_table(duel_options())).has_table_state());
      }
    }
  }

  Client& guest(const std::string& name) {
    Client& client = *others.emplace_back(std::make_unique<Client>(world, name, 10 + others.size()));
    client.arrive();
    return client;
  }
  // Takes nothing from now on.
  Client& hoarder(int number) {
    Client& client = guest("Hoarder " + std::to_string(number));
    world.stalled.insert(client.session());
    return client;
  }
  static pb::ClientMessage list() {
    pb::ClientMessage message;
    message.mutable_list_tables();
    return message;
  }
  [[nodiscard]] std::size_t waiting() const { return world.hall->counts().unsent_bytes; }

  World world;
  Client mira;
  Client bruno;
  std::vector<std::unique_ptr<Client>> others;
};

TEST_CASE("many who do not read share a bound, and who reads gets everything") {
  Crowd crowd;
  const std::string id = start_match({&crowd.mira, &crowd.bruno}, duel_options());
  std::vector<Client*> hoarders;
  for (int i = 0; i < 40; ++i) hoarders.push_back(&crowd.hoarder(i));
  // Each would be let have 256 KiB.
  REQUIRE(hoarders.size() * server::kOutBytes > 5 * kBound);
  Client& reader = crowd.guest("Reader");
  for (std::size_t round = 0; round < server::kOutMessages / 2; ++round) {
    for (Client* client : hoarders) {
      if (crowd.world.closed.contains(client->session())) continue;
      client->ask(Crowd::list());
      CHECK(crowd.waiting() <= kBound);
    }
    CHECK(reader.ask(Crowd::list()).tables().tables_size() == static_cast<int>(server::kTablesPerPage));
    for (Client* player : {&crowd.mira, &crowd.bruno}) player->play_one(player->matches.at(id));
  }
  std::size_t ended = 0;
  for (Client* client : hoarders) ended += crowd.world.closed.contains(client->session()) ? 1 : 0;
  CHECK(ended > hoarders.size() / 2);
  CHECK(crowd.world.hall->figures().tally.crowded_out == ended);
  CHECK(crowd.world.closed.size() == ended);  // nobody else
  CHECK(crowd.mira.matches.at(id).version == crowd.bruno.matches.at(id).version);
}

TEST_CASE("who has taken nothing for the longest goes first, and room that is free again is used again") {
  Crowd crowd;
  std::vector<Client*> hoarders;
  for (int i = 0; i < 3; ++i) hoarders.push_back(&crowd.hoarder(i));
  for (int i = 0; i < 20; ++i) {
    for (Client* client : hoarders) client->ask(Crowd::list());
  }
  REQUIRE(crowd.world.closed.empty());
  // The first of them takes a message: now the second has waited longest.
  crowd.world.hall->sent(hoarders[0]->session(), 1, 100);
  server::Limits limits{.commands_per_second = 1e6, .command_burst = 1e6, .unsent_bytes = crowd.waiting()};
  crowd.world.hall->set_limits(limits);
  hoarders[2]->ask(Crowd::list());
  CHECK(crowd.world.closed.size() == 1);
  CHECK(crowd.world.closed.contains(hoarders[1]->session()));
  for (Client* client : {hoarders[0], hoarders[2]}) {
    crowd.world.hall->sent(client->session(), server::kOutMessages, server::kOutBytes);
  }
  CHECK(crowd.waiting() == 0);
  for (int i = 0; i < 20; ++i) hoarders[0]->ask(Crowd::list());
  CHECK(crowd.world.closed.size() == 1);
}

TEST_CASE("where much waits, who has more than a share waiting gets a snapshot later instead of updates") {
  Crowd crowd;
  const std::string id = start_match({&crowd.mira, &crowd.bruno}, duel_options());
  Client& watcher = crowd.guest("Watcher");
  watcher.open(id);
  crowd.world.stalled.insert(watcher.session());
  while (crowd.waiting() <= server::kOutShareBytes) watcher.ask(Crowd::list());
  const std::uint64_t version = watcher.matches.at(id).version;
  crowd.world.hall->set_limits({.commands_per_second = 1e6, .command_burst = 1e6, .unsent_bytes = 2 * crowd.waiting()});
  for (int i = 0; i < 4; ++i) {
    for (Client* player : {&crowd.mira, &crowd.bruno}) player->play_one(player->matches.at(id));
  }
  watcher.read();
  CHECK(watcher.matches.at(id).version == version);
  CHECK(crowd.world.closed.empty());
  crowd.world.stalled.clear();
  crowd.world.hall->sent(watcher.session(), server::kOutMessages, server::kOutBytes);
  crowd.world.settle();
  watcher.read();
  for (Client* player : {&crowd.mira, &crowd.bruno}) player->read();
  CHECK(watcher.matches.at(id).version > version);
  CHECK(watcher.matches.at(id).version == crowd.mira.matches.at(id).version);
}

}  // namespace
}  // namespace wyrmhall::test
