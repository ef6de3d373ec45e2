// Players who are challenged by name: who is told what, and what becomes of it.
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

using namespace std::chrono_literals;

pb::ClientMessage challenge(const std::vector<std::string>& names, const pb::GameOptions& options = duel_options()) {
  pb::ClientMessage message = open_table(options);
  message.mutable_open_table()->set_hidden(true);
  for (const std::string& name : names) message.mutable_open_table()->add_challenged(name);
  return message;
}
pb::ClientMessage get_up(const std::string& table) {
  pb::ClientMessage message;
  message.mutable_leave_table()->set_table_id(table);
  return message;
}
pb::ClientMessage decline(const std::string& table) {
  pb::ClientMessage message;
  message.mutable_decline_challenge()->set_table_id(table);
  return message;
}
pb::GameOptions hunt_of_three() {
  pb::GameOptions options;
  for (std::uint32_t seat = 0; seat < 3; ++seat) {
    pb::HuntHeroOption& hero = *options.mutable_hunt()->add_heroes();
    hero.set_class_(seat == 0 ? pb::HUNT_CLASS_WARRIOR : seat == 1 ? pb::HUNT_CLASS_CLERIC : pb::HUNT_CLASS_WIZARD);
    hero.set_seat(seat);
  }
  return options;
}

struct Challenged : TwoPlayers {
  using TwoPlayers::TwoPlayers;
  Challenged() { world.keep_frames = true; }

  // The last that a client was told of a challenge since this was asked before.
  std::optional<pb::ChallengeOffer> told(Client& who) {
    std::optional<pb::ChallengeOffer> last;
    for (const std::string& frame : std::exchange(world.frames[who.session()], {})) {
      pb::ServerMessage message;
      REQUIRE(message.ParseFromString(frame));
      if (message.has_challenge_offer()) last = message.challenge_offer();
    }
    who.read();
    return last;
  }
  // What a player who signs in is told.
  std::vector<pb::ChallengeOffer> challenges_at_sign_in(const Client& who) {
    const pb::SignedIn told = told_at_sign_in(world, who);
    return {told.challenges().begin(), told.challenges().end()};
  }
};

TEST_CASE_FIXTURE(Challenged, "who is challenged by name is told, sits down, and the two play") {
  told(bruno);
  const pb::ServerMessage opened = mira.ask(challenge({"bruno"}));  // a name counts however it is written
  const std::string table = table_id_of(opened);
  REQUIRE(opened.table_state().challenged_size() == 1);
  CHECK(opened.table_state().challenged(0).player().name() == "Bruno");
  CHECK(opened.table_state().challenged(0).player().account_id() == bruno.account());
  const auto offer = told(bruno);
  REQUIRE(offer);
  CHECK(offer->table_id() == table);
  CHECK(offer->table().seats(0).player().name() == "Mira");
  CHECK(offer->table().options().has_duel());
  CHECK(!told(mira));

  const pb::ServerMessage sat = bruno.ask(take_seat(table));
  REQUIRE(sat.has_table_state());
  const auto over = told(bruno);
  REQUIRE(over);
  CHECK(!over->has_table());
  mira.read();
  REQUIRE(mira.get_ready(mira.tables.at(table)).has_table_state());
  bruno.read();
  REQUIRE(bruno.get_ready(bruno.tables.at(table)).has_table_state());
  for (Client* player : {&mira, &bruno}) {
    player->read();
    player->reveal(player->tables.at(table));
  }
  for (Client* player : {&mira, &bruno}) {
    player->read();
    CHECK(player->matches.contains(table));
  }
}

TEST_CASE_FIXTURE(Challenged, "a challenge is declined, and the one who waits is told") {
  const std::string table = table_id_of(mira.ask(challenge({"Bruno"})));
  const pb::ServerMessage declined = bruno.ask(decline(table));
  REQUIRE(declined.has_table_state());
  CHECK(!told(bruno)->has_table());
  mira.read();
  CHECK(mira.tables.at(table).challenged(0).declined());
  CHECK(mira.tables.at(table).seats(0).has_player());  // who may seat a bot there, or send the link to somebody
  CHECK(challenges_at_sign_in(bruno).empty());
  CHECK(bruno.ask(decline(table)).has_table_state());    // repeated
  CHECK(bruno.ask(take_seat(table)).has_table_state());  // and changes their mind
}

TEST_CASE_FIXTURE(Challenged,
                  "a challenge is taken back, and outlives who sent it, both their connections and a restart") {
  std::string table = table_id_of(mira.ask(challenge({"Bruno"})));
  REQUIRE(told(bruno)->has_table());
  REQUIRE(mira.ask(get_up(table)).has_table_state());
  CHECK(!told(bruno)->has_table());
  CHECK(code_of(bruno.ask(decline(table))) == pb::REFUSAL_CODE_TABLE_UNKNOWN);

  bruno.vanish();
  table = table_id_of(mira.ask(challenge({"Bruno"})));
  mira.vanish();
  world.pass(20h);
  auto at_sign_in = challenges_at_sign_in(bruno);
  REQUIRE(at_sign_in.size() == 1);
  CHECK(at_sign_in[0].table_id() == table);
  CHECK(at_sign_in[0].table().seats(0).player().name() == "Mira");
  world.restart();
  REQUIRE(challenges_at_sign_in(bruno).size() == 1);
  world.pass(25h);
  CHECK(challenges_at_sign_in(bruno).empty());
}

TEST_CASE_FIXTURE(Challenged, "who is challenged has to be somebody else, once, and to have a seat") {
  const auto refused = [&](const pb::ClientMessage& message) {
    const pb::ServerMessage reply = mira.ask(message);
    CHECK(reply.refusal().field() == "challenged");
    world.pass(200s);  // so that it is not for being too fast
    mira.arrive();
    return code_of(reply);
  };
  CHECK(refused(challenge({"Nobody"})) == pb::REFUSAL_CODE_PLAYER_UNKNOWN);
  CHECK(refused(challenge({"!"})) == pb::REFUSAL_CODE_PLAYER_UNKNOWN);
  CHECK(refused(challenge({std::string(1000, 'x')})) == pb::REFUSAL_CODE_PLAYER_UNKNOWN);
  CHECK(refused(challenge({"Mira"})) == pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(refused(challenge({"Bruno", "BRUNO"}, hunt_of_three())) == pb::REFUSAL_CODE_FIELD_INVALID);
  guest("Third");
  CHECK(refused(challenge({"Bruno", "Third"})) == pb::REFUSAL_CODE_FIELD_INVALID);
  pb::ClientMessage against_a_bot = challenge({"Bruno"});
  against_a_bot.mutable_open_table()->add_bots(pb::BOT_LEVEL_RANDOM);
  CHECK(refused(against_a_bot) == pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(refused(challenge({"1a", "2b", "3c", "4d", "5e", "6f", "7g", "8h"})) == pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(world.core->counts().tables == 0);
}

TEST_CASE_FIXTURE(Challenged, "companions are called to a hunt together") {
  Client& third = guest("Third");
  const std::string table = table_id_of(mira.ask(challenge({"Bruno", "Third"}, hunt_of_three())));
  CHECK(told(bruno)->table().seats_size() == 3);
  REQUIRE(told(third)->has_table());
  REQUIRE(bruno.ask(take_seat(table)).has_table_state());
  // Who waits there now is told.
  CHECK(told(third)->table().seats(1).player().name() == "Bruno");
  CHECK(third.ask(take_seat(table)).has_table_state());
}

TEST_CASE_FIXTURE(Challenged, "where either has blocked the other nobody is challenged, connected or not") {
  REQUIRE(bruno.ask(block(mira)).has_blocked_players());
  bruno.vanish();
  CHECK(code_of(mira.ask(challenge({"Bruno"}))) == pb::REFUSAL_CODE_NOT_WELCOME);
  bruno.arrive();
  CHECK(code_of(mira.ask(challenge({"Bruno"}))) == pb::REFUSAL_CODE_NOT_WELCOME);
  CHECK(code_of(bruno.ask(challenge({"Mira"}))) == pb::REFUSAL_CODE_NOT_WELCOME);
  REQUIRE(bruno.ask(block(mira, false)).has_blocked_players());
  REQUIRE(mira.ask(challenge({"Bruno"})).has_table_state());
  REQUIRE(told(bruno)->has_table());
  REQUIRE(bruno.ask(block(mira)).has_blocked_players());  // and it is gone
  CHECK(!told(bruno)->has_table());
  CHECK(challenges_at_sign_in(bruno).empty());
}

TEST_CASE_FIXTURE(Challenged, "a program challenges programs, and is challenged by anybody") {
  Client& bot = another("Alice");
  Client& other = another("Bert");
  for (Client* program : {&bot, &other}) {
    program->is_program = true;
    program->arrive();
  }
  CHECK(code_of(bot.ask(challenge({"Mira"}))) == pb::REFUSAL_CODE_BOT_UNINVITED);
  CHECK(bot.ask(challenge({"Bot Bert"})).has_table_state());
  const std::string table = table_id_of(mira.ask(challenge({"Bot Alice"})));
  CHECK(bot.ask(take_seat(table)).has_table_state());
}

TEST_CASE_FIXTURE(Challenged, "under another name, and one who is deleted") {
  const std::string table = table_id_of(mira.ask(challenge({"Bruno"})));
  pb::ClientMessage rename;
  rename.mutable_rename()->set_name("Bernd");
  REQUIRE(bruno.ask(rename).has_renamed());
  mira.read();
  CHECK(mira.tables.at(table).challenged(0).player().name() == "Bernd");
  CHECK(bruno.ask(decline(table)).has_table_state());
  // Who looks for the name of before finds the same player.
  CHECK(mira.ask(challenge({"Bruno"})).table_state().challenged(0).player().name() == "Bernd");
}

TEST_CASE("a flood of challenges meets limits, of who sends them and of who gets them") {
  Challenged hall;
  const auto challenge_and_leave = [&](Client& who) {
    pb::ServerMessage reply = who.ask(challenge({"Bruno"}));
    if (reply.has_table_state()) who.ask(get_up(reply.table_state().table_id()));
    return reply;
  };
  for (int i = 0; i < 10; ++i) REQUIRE(challenge_and_leave(hall.mira).has_table_state());
  const pb::ServerMessage fast = challenge_and_leave(hall.mira);
  CHECK(code_of(fast) == pb::REFUSAL_CODE_TOO_FAST);
  CHECK(fast.refusal().retry_after_ms() > 10'000);
  CHECK(fast.refusal().retry_after_ms() <= 20'000);
  Client& second = hall.guest("Second");
  for (int i = 0; i < 10; ++i) REQUIRE(challenge_and_leave(second).has_table_state());
  // By now Bruno has had enough, whoever comes; others are challenged all the same.
  Client& third = hall.guest("Third");
  const pb::ServerMessage full = challenge_and_leave(third);
  CHECK(code_of(full) == pb::REFUSAL_CODE_LIMIT_REACHED);
  CHECK(full.refusal().field() == "challenged");
  CHECK(full.refusal().retry_after_ms() > 0);
  CHECK(third.ask(challenge({"Second"})).has_table_state());
}

TEST_CASE_FIXTURE(Challenged, "a player is challenged to so many tables at once") {
  for (std::size_t i = 0; i < server::kChallengesOpen; ++i) {
    Client& comer = guest("Comer " + std::to_string(i));
    REQUIRE(comer.ask(challenge({"Bruno"})).has_table_state());
  }
  world.pass(10s);
  CHECK(challenges_at_sign_in(bruno).size() == server::kChallengesOpen);
  world.pass(400s);  // by which as many may come again, if those before are gone
  mira.arrive();
  const pb::ServerMessage full = mira.ask(challenge({"Bruno"}));
  CHECK(code_of(full) == pb::REFUSAL_CODE_LIMIT_REACHED);
  CHECK(full.refusal().field() == "challenged");
  Client& first = *others.front();
  first.arrive();
  REQUIRE(first.ask(get_up(first.tables.begin()->first)).has_table_state());
  CHECK(mira.ask(challenge({"Bruno"})).has_table_state());
}

TEST_CASE_FIXTURE(Challenged, "a challenge is told once it is on disk, and to nobody if it is not") {
  told(bruno);
  world.hold_answers = true;
  pb::ClientMessage message = challenge({"Bruno"});
  message.set_command_id(77);
  world.send(mira.session(), message);
  CHECK(!told(bruno));
  world.hold_answers = false;
  world.settle();
  REQUIRE(told(bruno));
  Client& third = guest("Third");
  world.fail_writes = true;
  CHECK(code_of(third.ask(challenge({"Bruno"}))) == pb::REFUSAL_CODE_NO_STORE);
  CHECK(!told(bruno));
}

}  // namespace
}  // namespace wyrmhall::test
