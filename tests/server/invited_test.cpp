// The table that somebody has sent a link to: how long it waits for who has left, and for who comes.
#include <bit>

#include "server/lobby/presence.h"
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

using namespace std::chrono_literals;

TEST_CASE_FIXTURE(OnePlayer, "a hidden table waits longer for who invites") {
  pb::ClientMessage opening = open_table(duel_options());
  opening.mutable_open_table()->set_hidden(true);
  const std::string id = table_id_of(mira.ask(opening));
  mira.vanish();
  world.pass(server::kAwayTime * 4);
  CHECK(world.core->counts().tables == 1);
  mira.arrive();
  CHECK(!mira.ask(take_seat(id)).has_table_state());  // seated already
  mira.vanish();
  for (int hours = 0; hours < 23; ++hours) world.pass(1h);
  CHECK(world.core->counts().tables == 1);
  world.pass(1h);
  CHECK(world.core->counts().tables == 0);
}

TEST_CASE_FIXTURE(OnePlayer,
                  "a link to a match over days is good for two weeks, and where tables run out for minutes") {
  pb::ClientMessage opening = open_table(duel_options());
  opening.mutable_open_table()->set_hidden(true);
  opening.mutable_open_table()->set_turn_seconds(86'400);
  table_id_of(mira.ask(opening));
  mira.vanish();
  for (int days = 0; days < 13; ++days) world.pass(24h);
  CHECK(world.core->counts().tables == 1);
  world.pass(24h);
  CHECK(world.core->counts().tables == 0);
  using server::time_of_invitations;
  CHECK(time_of_invitations(0, 0) == Duration(24h));
  CHECK(time_of_invitations(server::kTablesInAll / 2, 60) == Duration(24h));
  CHECK(time_of_invitations(server::kTablesInAll / 2, 86'400) == Duration(14 * 24h));
  CHECK(time_of_invitations(server::kTablesInAll / 2 + 1, 86'400) == Duration(10min));
}

TEST_CASE_FIXTURE(TwoPlayers, "who was invited waits for the one who has left, and both have time to get ready then") {
  pb::ClientMessage opening = open_table(duel_options());
  opening.mutable_open_table()->set_hidden(true);
  const std::string id = table_id_of(mira.ask(opening));
  mira.vanish();
  world.pass(3h);
  const pb::ServerMessage sat = bruno.ask(take_seat(id));
  REQUIRE(sat.has_table_state());
  REQUIRE(bruno.get_ready(sat.table_state()).has_table_state());
  world.pass(1h);
  CHECK(world.core->counts().tables == 1);
  mira.arrive();
  REQUIRE(mira.tables.contains(id));
  world.pass(server::kReadyTime - 1s);
  bruno.read();
  CHECK(bruno.tables.at(id).seats(0).has_player());
  REQUIRE(mira.get_ready(mira.tables.at(id)).has_table_state());
  bruno.read();
  CHECK(bruno.tables.at(id).phase() == pb::TABLE_PHASE_REVEALING);
}

// The bits in which some of the ids differ from the first; the others can be foreseen.
int random_bits(const std::vector<std::string>& ids) {
  int bits = 0;
  for (std::size_t i = 0; i < ids.front().size(); ++i) {
    unsigned differ = 0;
    for (const std::string& id : ids) differ |= static_cast<unsigned char>(id[i] ^ ids.front()[i]);
    bits += std::popcount(differ);
  }
  return bits;
}

TEST_CASE_FIXTURE(TwoPlayers,
                  "a link is not guessed: it has 74 random bits, and a guess tells nothing and takes time") {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < server::kTablesPerAccount; ++i) {
    for (Client* player : {&mira, &bruno}) {
      pb::ClientMessage opening = open_table(duel_options());
      opening.mutable_open_table()->set_hidden(true);
      ids.push_back(table_id_of(player->ask(opening)));
    }
  }
  // All at the same moment: a guesser may know it, and nothing else. Twelve bits are random, four and two are given.
  for (const std::string& id : ids) REQUIRE(id.substr(0, 6) == ids.front().substr(0, 6));
  CHECK(random_bits(ids) >= 70);

  Client& guesser = guest("Guesser");
  std::string wrong = ids.front();
  wrong.back() = static_cast<char>(wrong.back() ^ 1);
  const pb::ServerMessage near = guesser.ask(take_seat(wrong));
  const pb::ServerMessage far = guesser.ask(take_seat(std::string(16, 'x')));
  CHECK(near.refusal().code() == pb::REFUSAL_CODE_TABLE_UNKNOWN);
  CHECK(near.refusal().detail() == far.refusal().detail());
}

TEST_CASE("whoever guesses faster than a person plays is slowed down to twenty guesses a second") {
  TwoPlayers hall(server::CoreSettings{});
  int answered = 0;
  for (int i = 0; i < 100; ++i) {
    if (code_of(hall.mira.ask(take_seat(std::string(16, 'x')))) == pb::REFUSAL_CODE_TABLE_UNKNOWN) ++answered;
  }
  CHECK(answered <= static_cast<int>(server::kCommandBurst));
}

}  // namespace
}  // namespace wyrmhall::test
