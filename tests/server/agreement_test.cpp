// FindTable for those to whom something does not matter: they join a player who waits, and one who comes joins them.
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

pb::ClientMessage quest(const pb::GameOptions& options, const std::vector<std::string>& any,
                        std::uint32_t seconds = 60) {
  pb::ClientMessage message;
  *message.mutable_find_table()->mutable_options() = options;
  message.mutable_find_table()->set_turn_seconds(seconds);
  for (const std::string& name : any) message.mutable_find_table()->add_any(name);
  return message;
}

}  // namespace

TEST_CASE_FIXTURE(TwoPlayers,
                  "who does not care for the mode or the clock joins whoever waits, and is joined by whoever comes") {
  pb::GameOptions able = duel_options();
  able.mutable_duel()->set_abilities(true);
  const std::string hers = table_id_of(mira.ask(quest(able, {}, 30)));
  SUBCASE("who comes does not care") {
    const pb::ServerMessage met = bruno.ask(quest(duel_options(), {"abilities", "clock"}));
    CHECK(table_id_of(met) == hers);
    CHECK(met.table_state().options().duel().abilities());
    CHECK(met.table_state().turn_seconds() == 30);
  }
  SUBCASE("who comes does not care for one of the two") {
    CHECK(table_id_of(bruno.ask(quest(duel_options(), {"abilities"}))) != hers);
  }
  SUBCASE("who waits does not care") {
    const std::string his = table_id_of(bruno.ask(quest(duel_options(), {"abilities"})));
    REQUIRE(his != hers);
    Client& third = guest("Third");
    const pb::ServerMessage met = third.ask(quest(able, {}));
    CHECK(table_id_of(met) == his);
    CHECK(met.table_state().options().duel().abilities());
    CHECK(met.table_state().turn_seconds() == 60);
    // It starts as any other does, with what was agreed on.
    REQUIRE(bruno.get_ready(met.table_state()).has_table_state());
    REQUIRE(third.get_ready(met.table_state()).has_table_state());
    bruno.read();
    REQUIRE(bruno.reveal(bruno.tables.at(his)).has_table_state());
    third.reveal(third.tables.at(his));
    bruno.read();
    CHECK(bruno.open(his).info().options().duel().abilities());
  }
  SUBCASE("another number of seats is another match") {
    pb::GameOptions two;
    two.mutable_duel();
    pb::GameOptions ring = two;
    ring.mutable_duel()->set_mode(pb::DUEL_MODE_ARENA);
    ring.mutable_duel()->set_players(4);
    const std::vector<std::string> any = {"mode", "players", "match_games", "abilities", "round_cap", "fair"};
    const std::string his = table_id_of(bruno.ask(quest(two, any)));
    Client& third = guest("Third");
    const std::string rings = table_id_of(third.ask(quest(ring, {})));
    CHECK(rings != his);
  }
  SUBCASE("what cannot be named is refused") {
    const pb::ServerMessage refused = bruno.ask(quest(duel_options(), {"colour"}));
    CHECK(code_of(refused) == pb::REFUSAL_CODE_FIELD_INVALID);
    CHECK(refused.refusal().field() == "any");
    CHECK(code_of(bruno.ask(quest(duel_options(), std::vector<std::string>(33, "clock")))) ==
          pb::REFUSAL_CODE_FIELD_INVALID);
  }
}

}  // namespace wyrmhall::test
