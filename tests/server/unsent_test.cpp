// What waits to be sent to all connections together is bounded, and only those who take nothing pay for it.
#include "server/core_admin.h"
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

constexpr std::size_t kBound = std::size_t{1} << 20;

struct Crowd : TwoPlayers {
  Crowd() : TwoPlayers(with_limits([](auto& limits) { limits.unsent_bytes = kBound; })) {
    // So that a list of tables is some KiB long.
    for (int host = 0; host < 7; ++host) {
      Client& client = guest("Host " + std::to_string(host));
      for (std::size_t i = 0; i < server::kTablesPerAccount; ++i) {
        REQUIRE(client.ask(open_table(duel_options())).has_table_state());
      }
    }
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
  [[nodiscard]] std::size_t waiting() const { return world.core->counts().unsent_bytes; }
};

TEST_CASE_FIXTURE(Crowd, "many who do not read share a bound, and who reads gets everything") {
  const std::string id = start_match({&mira, &bruno}, duel_options());
  std::vector<Client*> hoarders;
  for (int i = 0; i < 40; ++i) hoarders.push_back(&hoarder(i));
  // Each would be let have 256 KiB.
  REQUIRE(hoarders.size() * server::kOutBytes > 5 * kBound);
  Client& reader = guest("Reader");
  for (std::size_t round = 0; round < server::kOutMessages / 2; ++round) {
    for (Client* client : hoarders) {
      if (world.closed.contains(client->session())) continue;
      client->ask(Crowd::list());
      CHECK(waiting() <= kBound);
    }
    CHECK(reader.ask(Crowd::list()).tables().tables_size() == static_cast<int>(server::kTablesPerPage));
    for (Client* player : {&mira, &bruno}) player->play_one(player->matches.at(id));
  }
  std::size_t ended = 0;
  for (Client* client : hoarders) ended += world.closed.contains(client->session()) ? 1 : 0;
  CHECK(ended > hoarders.size() / 2);
  CHECK(server::CoreAdmin(*world.core).figures().totals.crowded_out == ended);
  CHECK(world.closed.size() == ended);  // nobody else
  CHECK(mira.matches.at(id).version() == bruno.matches.at(id).version());
}

TEST_CASE_FIXTURE(Crowd,
                  "who has taken nothing for the longest goes first, and room that is free again is used again") {
  std::vector<Client*> hoarders;
  for (int i = 0; i < 3; ++i) hoarders.push_back(&hoarder(i));
  for (int i = 0; i < 20; ++i) {
    for (Client* client : hoarders) client->ask(Crowd::list());
  }
  REQUIRE(world.closed.empty());
  // The first of them takes a message: now the second has waited longest.
  world.core->sent(hoarders[0]->session(), 1, 100);
  server::Limits limits{.commands_per_second = 1e6, .command_burst = 1e6, .unsent_bytes = waiting()};
  world.core->set_limits(limits);
  hoarders[2]->ask(Crowd::list());
  CHECK(world.closed.size() == 1);
  CHECK(world.closed.contains(hoarders[1]->session()));
  for (Client* client : {hoarders[0], hoarders[2]}) {
    world.core->sent(client->session(), server::kOutMessages, server::kOutBytes);
  }
  CHECK(waiting() == 0);
  for (int i = 0; i < 20; ++i) hoarders[0]->ask(Crowd::list());
  CHECK(world.closed.size() == 1);
}

TEST_CASE_FIXTURE(Crowd,
                  "where much waits, who has more than a share waiting gets a snapshot later instead of updates") {
  const std::string id = start_match({&mira, &bruno}, duel_options());
  Client& watcher = guest("Watcher");
  watcher.open(id);
  world.stalled.insert(watcher.session());
  while (waiting() <= server::kOutShareBytes) watcher.ask(Crowd::list());
  const std::uint64_t version = watcher.matches.at(id).version();
  world.core->set_limits({.commands_per_second = 1e6, .command_burst = 1e6, .unsent_bytes = 2 * waiting()});
  for (int i = 0; i < 4; ++i) {
    for (Client* player : {&mira, &bruno}) player->play_one(player->matches.at(id));
  }
  watcher.read();
  CHECK(watcher.matches.at(id).version() == version);
  CHECK(world.closed.empty());
  world.stalled.clear();
  world.core->sent(watcher.session(), server::kOutMessages, server::kOutBytes);
  world.settle();
  watcher.read();
  for (Client* player : {&mira, &bruno}) player->read();
  CHECK(watcher.matches.at(id).version() > version);
  CHECK(watcher.matches.at(id).version() == mira.matches.at(id).version());
}

}  // namespace
}  // namespace wyrmhall::test
