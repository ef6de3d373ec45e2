// Who had a seat in a finished match is told that somebody waits for a rematch.
#include "server/core_admin.h"
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

pb::ClientMessage rematch_of(const std::string& match) {
  pb::ClientMessage message;
  message.mutable_rematch()->set_match_id(match);
  return message;
}
pb::ClientMessage leaving(const std::string& table) {
  pb::ClientMessage message;
  message.mutable_leave_table()->set_table_id(table);
  return message;
}

// How many wait by an offer; -1 where none was told.
int waiting(const std::optional<pb::RematchOffer>& offer) {
  return offer ? offer->players_size() : -1;
}

// A duel of the two that is over.
struct AfterDuel : TwoPlayers {
  AfterDuel() {
    play_out(world, {&mira, &bruno}, nullptr, id, false);
    world.keep_frames = true;
  }

  // The last that a client was told of a rematch since this was asked before.
  std::optional<pb::RematchOffer> told(Client& who) {
    std::optional<pb::RematchOffer> last;
    for (const std::string& frame : std::exchange(world.frames[who.session()], {})) {
      pb::ServerMessage message;
      REQUIRE(message.ParseFromString(frame));
      if (message.has_rematch_offer()) last = message.rematch_offer();
    }
    who.read();
    return last;
  }
  // What a player who signs in is told.
  static std::vector<pb::RematchOffer> offers_at_sign_in(World& world, const Client& who) {
    const pb::SignedIn told = told_at_sign_in(world, who);
    return {told.rematch_offers().begin(), told.rematch_offers().end()};
  }

  std::string id = start_match({&mira, &bruno}, duel_options());
};

TEST_CASE_FIXTURE(AfterDuel,
                  "who asks for a rematch is waited with: the other is told who it is, and when it is over") {
  told(bruno);
  const pb::ServerMessage opened = mira.ask(rematch_of(id));
  const std::string table = table_id_of(opened);
  // The table says who is awaited.
  REQUIRE(opened.table_state().rematch_players_size() == 2);
  CHECK(opened.table_state().rematch_players(0).name() == "Mira");
  CHECK(opened.table_state().rematch_players(1).name() == "Bruno");
  const auto offer = told(bruno);
  REQUIRE(offer);
  CHECK(offer->match_id() == id);
  CHECK(offer->table_id() == table);
  REQUIRE(offer->players_size() == 1);
  CHECK(offer->players(0).name() == "Mira");
  CHECK(!told(mira));

  SUBCASE("since the one who asked has left") {
    mira.ask(leaving(table));
    const auto gone = told(bruno);
    REQUIRE(gone);
    CHECK(gone->match_id() == id);
    CHECK(gone->players().empty());
    CHECK(offers_at_sign_in(world, bruno).empty());
    // It can be asked again, and is told again.
    mira.ask(rematch_of(id));
    CHECK(waiting(told(bruno)) == 1);
  }
  SUBCASE("since it is taken") {
    CHECK(table_id_of(bruno.ask(rematch_of(id))) == table);
    CHECK(offers_at_sign_in(world, bruno).empty());
    // A player who leaves then is awaited again.
    mira.ask(leaving(table));
    REQUIRE(told(mira));
    bruno.ask(leaving(table));
    CHECK(waiting(told(mira)) == 0);
  }
}

TEST_CASE_FIXTURE(AfterDuel, "who was not there hears of it on signing in, also after the server was started again") {
  bruno.vanish();
  const std::string table = table_id_of(mira.ask(rematch_of(id)));
  SUBCASE("as it is") {}
  SUBCASE("after a restart") {
    world.restart();
    mira.arrive();
  }
  const auto offers = offers_at_sign_in(world, bruno);
  REQUIRE(offers.size() == 1);
  CHECK(offers[0].table_id() == table);
  CHECK(offers[0].players(0).name() == "Mira");
  bruno.arrive();
  mira.ask(leaving(table));
  REQUIRE(told(bruno));
  CHECK(offers_at_sign_in(world, bruno).empty());
}

TEST_CASE_FIXTURE(AfterDuel, "who has blocked the one who asks is not told, nor whoever is blocked by them") {
  told(bruno);
  Client* blocking = nullptr;
  SUBCASE("the one who would be told") {
    blocking = &bruno;
  }
  SUBCASE("the one who asks") {
    blocking = &mira;
  }
  Client& other = blocking == &bruno ? mira : bruno;
  REQUIRE(blocking->ask(block(other)).has_blocked_players());
  const std::string table = table_id_of(mira.ask(rematch_of(id)));
  CHECK(!told(bruno));
  CHECK(offers_at_sign_in(world, bruno).empty());
  // What was told is taken back, and told where it may be.
  REQUIRE(blocking->ask(block(other, false)).has_blocked_players());
  CHECK(waiting(told(bruno)) == 1);
  REQUIRE(blocking->ask(block(other)).has_blocked_players());
  CHECK(waiting(told(bruno)) == 0);
}

TEST_CASE_FIXTURE(AfterDuel, "only those who played are told, and only of a table with room") {
  Client& third = guest("Third");
  const std::string table = table_id_of(mira.ask(rematch_of(id)));
  CHECK(!told(third));
  told(bruno);
  // Somebody else has the link, and takes the last seat.
  REQUIRE(third.ask(take_seat(table)).has_table_state());
  CHECK(waiting(told(bruno)) == 0);
}

TEST_CASE_FIXTURE(AfterDuel, "an account that is gone is not named at the table any more") {
  const std::string table = table_id_of(mira.ask(rematch_of(id)));
  server::CoreAdmin(*world.core).forget_player(*id_from_bytes<AccountId>(bruno.account()), "Somebody", {});
  world.settle();
  mira.read();
  REQUIRE(mira.tables.at(table).rematch_players_size() == 1);
  CHECK(mira.tables.at(table).rematch_players(0).name() == "Mira");
}

TEST_CASE_FIXTURE(TwoPlayers, "of many who wait those of the newest tables are told on signing in") {
  std::string newest;
  for (std::size_t i = 0; i < server::kRematchOffersTold + 1; ++i) {
    Client& one = guest("Guest " + std::to_string(i));
    const std::string id = start_match({&mira, &one}, duel_options());
    play_out(world, {&mira, &one}, nullptr, id, false);
    world.clock.pass(std::chrono::milliseconds(1));  // ids are in the order of time
    newest = table_id_of(one.ask(rematch_of(id)));
  }
  const auto offers = AfterDuel::offers_at_sign_in(world, mira);
  REQUIRE(offers.size() == server::kRematchOffersTold);
  CHECK(offers[0].table_id() == newest);
}

}  // namespace
}  // namespace wyrmhall::test
