// A kept hero who rests in a village (V9) is in its match until that is over.
#include <string>

#include "record/verify.h"
#include "tests/server/stable.h"

namespace wyrmhall::test {
namespace {

// V9: the campaign goes on with a newcomer, who is nobody's, and the server dies meanwhile.
TEST_CASE_FIXTURE(TwoPlayers,
                  "a hero who rests in a village is still in the match, and goes back at its end as it went to rest") {
  const std::string id = make(mira, "Brienne", pb::HUNT_CLASS_WARRIOR);
  const std::string other = make(mira, "Edric", pb::HUNT_CLASS_CLERIC);
  pb::GameOptions options = hunt_for();
  options.mutable_hunt()->set_campaign(true);
  const std::string table = open(mira, options);
  REQUIRE(bring(mira, table, {{0, id}, {1, other}}).has_table_state());
  start({&mira}, table);
  const auto act = [&](const pb::GameAction& action) {
    auto& match = mira.matches.at(table);
    pb::ServerMessage reply = mira.ask(mira.act_message(match, action));
    if (reply.has_update()) ++match.links_used;
    mira.read();
    return reply;
  };
  const auto view = [&] { return mira.matches.at(table).view().hunt(); };
  // Whatever comes first, but flight where it can be called for.
  const auto flee_home = [&] {
    for (int i = 0; i < 50 && view().phase() != pb::HUNT_PHASE_VILLAGE; ++i) {
      const pb::Choices& choices = mira.matches.at(table).choices();
      pb::GameAction action = clients::action_at(choices, 0);
      for (const pb::Choice& choice : choices.choices()) {
        if (choice.action().hunt().flee()) action = choice.action();
      }
      REQUIRE(act(action).has_update());
    }
    REQUIRE(view().phase() == pb::HUNT_PHASE_VILLAGE);
  };
  flee_home();
  const std::uint32_t gold = view().progress().at(0).gold();
  pb::GameAction swap;
  swap.mutable_hunt()->mutable_swap()->set_newcomer(pb::HUNT_CLASS_WARRIOR);
  CHECK(act(swap).refusal().rule() == "V9");
  swap.mutable_hunt()->mutable_swap()->set_newcomer(static_cast<pb::HuntClass>(9));
  CHECK(code(act(swap)) == pb::REFUSAL_CODE_FIELD_INVALID);
  swap.mutable_hunt()->mutable_swap()->set_newcomer(pb::HUNT_CLASS_ROGUE);
  REQUIRE(act(swap).has_update());
  CHECK(view().heroes().at(0).rests());
  CHECK(view().heroes().at(0).alive());
  CHECK(view().sheets().at(2).class_() == pb::HUNT_CLASS_ROGUE);
  CHECK(view().progress().at(2).gold() == 2);
  pb::GameAction ready;
  ready.mutable_hunt()->mutable_ready();
  REQUIRE(act(ready).has_update());
  CHECK(view().order() == std::string("\x02\x01", 2));
  CHECK(hero_of(mira, id).match_id() == table);
  mira.vanish();
  world.restart();
  mira.arrive();
  mira.open(table);
  CHECK(view().heroes().at(0).rests());
  flee_home();
  REQUIRE(resign(mira, table).has_update());
  const pb::Hero back = hero_of(mira, id);
  CHECK(back.match_id().empty());
  CHECK(back.values().gold() == gold);
  CHECK(back.values().alive());
  CHECK(story_of(mira, id).hunts_size() == 1);
  CHECK(story_of(mira, other).hunts_size() == 2);
  CHECK(stable_of(mira).heroes_size() == 2);
  const std::string record = export_record(mira, table);
  CHECK(record.contains(R"("type":"swap","hero":0,"newcomer":"rogue")"));
  const auto account = record::verify(record);
  CHECK_MESSAGE(account, account.error().where, ": ", account.error().what);
}

}  // namespace
}  // namespace wyrmhall::test
