// Somebody waits for a rematch: what the person is told, and where nobody has come yet, for whom one waits oneself.
#include "clients/cli/commands/table_words.h"
#include "play_client.h"

namespace wyrmhall::cli::tests {
namespace {

TEST_CASE("whoever waits for a rematch is named, with the way to their table where it is of another match") {
  Client client(false);
  client.start();
  v1::ServerMessage message;
  v1::RematchOffer& offer = *message.mutable_rematch_offer();
  offer.set_table_id(std::string(16, 't'));
  offer.add_players()->set_name("Copper Lynx");
  SUBCASE("the match that is played here") {
    offer.set_match_id(kMatch);
    client.platform.say(message);
    CHECK(client.seen().find("Copper Lynx wants to play again.") != std::string::npos);
    CHECK(client.seen().find("wyrmhall join") == std::string::npos);
  }
  SUBCASE("another one") {
    offer.set_match_id(std::string(16, 'o'));
    client.platform.say(message);
    CHECK(client.seen().find("Copper Lynx wants to play again. To join: `wyrmhall join 74747474-7474-7474-7474-"
                             "747474747474`") != std::string::npos);
  }
  SUBCASE("nobody any more") {
    offer.set_match_id(kMatch);
    offer.clear_players();
    client.platform.say(message);
    CHECK(client.seen().find("play again") == std::string::npos);
  }
}

TEST_CASE("at the table of a rematch it is said who is awaited, until they come") {
  Client client(false);
  v1::ServerMessage state = client.table(v1::TABLE_PHASE_OPEN, false);
  v1::Table& table = *state.mutable_table_state();
  table.add_rematch_players()->set_account_id(kAccount);
  v1::Player& other = *table.add_rematch_players();
  other.set_account_id(std::string(16, 'b'));
  other.set_name("Sly Toad");
  CHECK(awaited_names(table) == std::vector<std::string>{"Sly Toad"});
  CHECK(at_table_text(table, 0).find("Waiting for Sly Toad: `wyrmhall join ") != std::string::npos);
  *table.mutable_seats(1)->mutable_player() = other;
  CHECK(awaited_names(table).empty());
}

}  // namespace
}  // namespace wyrmhall::cli::tests
