// Matches through the whole core: from a table to the end, with everything that viewers are shown on the way.
#include <google/protobuf/util/message_differencer.h>

#include "record/verify.h"
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

using google::protobuf::util::MessageDifferencer;

TEST_CASE("two clients play a duel to its end, a third watches, and the record verifies") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    World world(seed);
    Client mira(world, "Mira", seed * 10 + 1);
    Client bruno(world, "Bruno", seed * 10 + 2);
    Client watcher(world, "Watcher", seed * 10 + 3);
    for (Client* client : {&mira, &bruno, &watcher}) client->arrive();
    pb::GameOptions options;
    options.mutable_duel()->set_match_games(seed % 2 == 0 ? 3 : 1);
    options.mutable_duel()->set_abilities(seed > 3);
    const std::string id = start_match({&mira, &bruno}, options);
    watcher.open(id);
    CHECK(watcher.matches.at(id).seat() == -1);
    play_out(world, {&mira, &bruno}, &watcher, id, true);
    CHECK(watcher.matches.at(id).choices().choices().empty());
    CHECK(watcher.matches.at(id).over());
    CHECK(MessageDifferencer::Equals(watcher.matches.at(id).view(), mira.matches.at(id).view()));
    const auto account = record::verify(export_record(watcher, id));
    CHECK_MESSAGE(account, account.error().where, ": ", account.error().what);
  }
}

TEST_CASE("every way to play goes through the server, bots in the other seats") {
  std::vector<pb::GameOptions> all(4);
  all[0].mutable_duel()->set_mode(pb::DUEL_MODE_SOLITAIRE);
  all[0].mutable_duel()->set_enemies(2);
  all[1].mutable_duel()->set_mode(pb::DUEL_MODE_ARENA);
  all[1].mutable_duel()->set_players(4);
  all[2].mutable_duel()->set_mode(pb::DUEL_MODE_BATTLE);
  all[2].mutable_duel()->set_lanes(2);
  all[3].mutable_duel()->set_mode(pb::DUEL_MODE_DUEL);
  const std::vector<int> bots = {0, 3, 3, 1};
  for (std::size_t i = 0; i < all.size(); ++i) {
    World world(i + 7);
    Client mira(world, "Mira", i + 1);
    mira.arrive();
    std::vector<pb::BotLevel> levels(static_cast<std::size_t>(bots[i]), pb::BOT_LEVEL_RANDOM);
    if (!levels.empty()) levels.back() = pb::BOT_LEVEL_GREEDY;
    const std::string id = start_match({&mira}, all[i], levels);
    play_out(world, {&mira}, nullptr, id, true);
    const auto account = record::verify(export_record(mira, id));
    CHECK_MESSAGE(account, account.error().where, ": ", account.error().what);
  }
}

TEST_CASE_FIXTURE(RunningDuel, "an action is applied exactly once, also when it is sent again") {
  Client& first = to_move();
  Client::Match& match = first.matches.at(id);
  const std::uint64_t before = match.version();
  const pb::ClientMessage act = first.act_message(match, match.choices().choices(0).action());
  CHECK(first.ask(act).update().version() == before + 1);
  const std::size_t submitted = world.submitted.size();
  CHECK(first.ask(act).update().version() == before + 1);  // answered as before
  CHECK(world.submitted.size() == submitted);              // and nothing was written
  CHECK(match.version() == before + 1);

  // The same after the connection and the server were gone.
  first.vanish();
  world.restart();
  first.arrive();
  first.open(id, before + 1);
  pb::ClientMessage again = act;
  again.mutable_act()->set_channel(first.matches.at(id).channel());
  CHECK(first.ask(again).update().version() == before + 1);
  CHECK(first.matches.at(id).version() == before + 1);

  // Another action against the old version is stale, whatever its id.
  pb::ClientMessage stale = again;
  stale.set_command_id(first.next_id());
  CHECK(first.ask(stale).refusal().code() == pb::REFUSAL_CODE_STALE);
}

TEST_CASE_FIXTURE(RunningDuel, "nothing is told before it is on disk, and everything waits for it in order") {
  Client& first = to_move();
  Client& other = &first == &mira ? bruno : mira;
  Client::Match& match = first.matches.at(id);
  world.hold_answers = true;
  const pb::ClientMessage act = first.act_message(match, match.choices().choices(0).action());
  CHECK(first.ask(act).message_case() == pb::ServerMessage::MESSAGE_NOT_SET);
  pb::ClientMessage look;
  look.mutable_open_match()->set_match_id(id);
  CHECK(other.ask(look).message_case() == pb::ServerMessage::MESSAGE_NOT_SET);
  other.read();
  CHECK(other.matches.at(id).version() == match.version());
  world.hold_answers = false;
  world.settle();
  first.read();
  other.read();
  CHECK(first.matches.at(id).version() == 1);
  CHECK(other.matches.at(id).version() == 1);
}

TEST_CASE_FIXTURE(RunningDuel,
                  "a move that the disk refused is told as such, and may be tried again with the same link") {
  Client& first = to_move();
  Client::Match& match = first.matches.at(id);
  const pb::ClientMessage act = first.act_message(match, match.choices().choices(0).action());

  // Kept, but the server does not know: it reads the match again and finds the move there.
  world.fail_writes = true;
  CHECK(first.ask(act).message_case() == pb::ServerMessage::MESSAGE_NOT_SET);
  CHECK(first.matches.at(id).version() == 0);
  world.fail_writes = false;
  world.pass(std::chrono::seconds(2));
  const pb::ServerMessage answer = first.answer_to(act.command_id());
  CHECK_MESSAGE(answer.has_update(), answer.DebugString());
  CHECK(first.matches.at(id).version() == 1);
  CHECK(!first.notices.empty());
}

TEST_CASE_FIXTURE(RunningDuel,
                  "whoever closes a match gets all the same an answer to each command that is on its way") {
  Client& first = to_move();
  Client::Match& match = first.matches.at(id);
  world.hold_answers = true;
  const pb::ClientMessage act = first.act_message(match, match.choices().choices(0).action());
  pb::ClientMessage odds;
  odds.mutable_ask_odds()->set_channel(match.channel());
  odds.set_command_id(first.next_id());
  pb::ClientMessage close;
  close.mutable_close_match()->set_channel(match.channel());
  close.set_command_id(first.next_id());
  world.send(first.session(), act);
  world.send(first.session(), odds);
  world.send(first.session(), close);
  CHECK(first.answer_to(odds.command_id()).refusal().code() == pb::REFUSAL_CODE_CHANNEL_UNKNOWN);
  world.hold_answers = false;
  world.settle();
  const pb::ServerMessage told = first.answer_to(act.command_id());
  REQUIRE_MESSAGE(told.has_update(), told.DebugString());
  CHECK(told.update().version() == 1);
  CHECK(first.open(id).version() == 1);
}

TEST_CASE_FIXTURE(RunningDuel, "a resignation that the disk kept, but said that it failed, is answered as kept") {
  pb::ClientMessage resign;
  resign.mutable_resign()->set_channel(mira.matches.at(id).channel());
  resign.set_command_id(mira.next_id());
  world.fail_writes = true;
  CHECK(mira.ask(resign).message_case() == pb::ServerMessage::MESSAGE_NOT_SET);
  world.fail_writes = false;
  world.pass(std::chrono::seconds(2));
  const pb::ServerMessage answer = mira.answer_to(resign.command_id());
  CHECK_MESSAGE(answer.has_update(), answer.DebugString());
  CHECK(mira.matches.at(id).over());
}

TEST_CASE_FIXTURE(RunningDuel,
                  "after a restart a match goes on where it was, and a returning client gets the gap or a snapshot") {
  Client::Match behind;
  Client::Match before = mira.matches.at(id);
  for (int i = 0; i < 2; ++i) {
    for (Client* player : {&mira, &bruno}) {
      if (!player->play_one(player->matches.at(id))) continue;
      mira.read();
      behind = std::exchange(before, mira.matches.at(id));
    }
  }
  bruno.read();
  mira.vanish();
  world.restart();
  mira.arrive();
  // From one version back: the gap, which tells what happened.
  mira.matches.at(id) = behind;
  pb::ClientMessage open;
  open.mutable_open_match()->set_match_id(id);
  open.mutable_open_match()->set_have_version(behind.version());
  const pb::ServerMessage reply = mira.ask(open);
  REQUIRE(reply.has_match_opened());
  CHECK(reply.match_opened().updates_size() == 1);
  CHECK(reply.match_opened().updates(0).has_diff());
  CHECK(!reply.match_opened().updates(0).events().empty());
  // From nothing: a snapshot.
  const pb::GameView fresh = mira.open(id).view();
  CHECK(MessageDifferencer::Equals(fresh, before.view()));
  bruno.vanish();
  bruno.arrive();
  bruno.open(id);
  play_out(world, {&mira, &bruno}, nullptr, id, false);
}

TEST_CASE("resigning ends a duel; in the ring a stand-in plays on; the records of both verify") {
  World world;
  Client mira(world, "Mira", 1);
  Client bruno(world, "Bruno", 2);
  Client third(world, "Third", 3);
  for (Client* client : {&mira, &bruno, &third}) client->arrive();
  const std::string duel = start_match({&mira, &bruno}, duel_options());
  pb::ClientMessage resign;
  resign.mutable_resign()->set_channel(mira.matches.at(duel).channel());
  const pb::ServerMessage reply = mira.ask(resign);
  REQUIRE(reply.has_update());
  CHECK(reply.update().outcome().reason() == pb::OUTCOME_REASON_RESIGNED);
  CHECK(reply.update().seat_out().seat() == 0);
  REQUIRE(reply.update().outcome().winners_size() == 1);
  CHECK(reply.update().outcome().winners(0) == 1);
  CHECK(mira.ask(resign).refusal().code() == pb::REFUSAL_CODE_MATCH_OVER);
  CHECK(record::verify(export_record(bruno, duel)));

  pb::GameOptions ring;
  ring.mutable_duel()->set_mode(pb::DUEL_MODE_ARENA);
  const std::string arena = start_match({&mira, &bruno, &third}, ring);
  resign.set_command_id(0);
  resign.mutable_resign()->set_channel(mira.matches.at(arena).channel());
  CHECK(mira.ask(resign).has_update());
  CHECK(!mira.matches.at(arena).over());
  play_out(world, {&bruno, &third}, nullptr, arena, false);
  CHECK(record::verify(export_record(bruno, arena)));
}

TEST_CASE_FIXTURE(
    TwoPlayers,
    "a clock that runs out is a move like any other, and the time while the server is down counts for nobody") {
  const std::string id = start_match({&mira, &bruno}, duel_options(), {}, 60);
  world.pass(std::chrono::seconds(50));
  world.clock.pass(std::chrono::hours(5));
  world.restart();  // down for five hours
  world.pass(std::chrono::seconds(50));
  mira.arrive();
  CHECK(!mira.open(id).over());
  world.pass(std::chrono::seconds(11));
  mira.read();
  REQUIRE(mira.matches.at(id).over());
  CHECK(mira.matches.at(id).outcome().reason() == pb::OUTCOME_REASON_TIME);
  CHECK(record::verify(export_record(mira, id)));
}

TEST_CASE_FIXTURE(RunningDuel, "a rematch seats the same players, sides exchanged") {
  pb::ClientMessage again;
  again.mutable_rematch()->set_match_id(id);
  CHECK(mira.ask(again).refusal().code() == pb::REFUSAL_CODE_MATCH_NOT_OVER);
  play_out(world, {&mira, &bruno}, nullptr, id, false);
  const pb::ServerMessage first = mira.ask(again);
  REQUIRE_MESSAGE(first.has_table_state(), first.DebugString());
  CHECK(first.table_state().seats(1).player().name() == "Mira");
  const pb::ServerMessage second = bruno.ask(again);
  REQUIRE_MESSAGE(second.has_table_state(), second.DebugString());
  CHECK(second.table_state().seats(0).player().name() == "Bruno");
  CHECK(second.table_state().table_id() == first.table_state().table_id());
  CHECK(second.table_state().rematch_of() == id);
}

TEST_CASE("who leaves a table is told so on every device") {
  World world;
  Client desk(world, "Mira", 1);
  Client phone(world, "Phone", 2);
  desk.arrive();
  phone.arrive_as(desk);
  const std::string id = desk.ask(open_table(duel_options())).table_state().table_id();
  phone.read();
  CHECK(phone.tables.at(id).phase() == pb::TABLE_PHASE_OPEN);
  pb::ClientMessage leave;
  leave.mutable_leave_table()->set_table_id(id);
  CHECK(desk.ask(leave).table_state().phase() == pb::TABLE_PHASE_CLOSED);
  phone.read();
  CHECK(phone.tables.at(id).phase() == pb::TABLE_PHASE_CLOSED);
}

TEST_CASE_FIXTURE(OnePlayer,
                  "a server whose disk fails while it starts reads its tables and clocks as soon as it can") {
  const std::string id = mira.ask(open_table(duel_options())).table_state().table_id();
  world.fail_writes = true;
  world.restart();
  CHECK(!world.core->ready());
  world.fail_writes = false;
  world.pass(std::chrono::seconds(2));
  CHECK(world.core->ready());
  mira.arrive();
  pb::ClientMessage leave;
  leave.mutable_leave_table()->set_table_id(id);
  CHECK(mira.ask(leave).has_table_state());
}

TEST_CASE_FIXTURE(RunningDuel, "odds of a choice add up to one, and the story is told from the start") {
  Client& first = to_move();
  Client::Match& match = first.matches.at(id);
  for (const auto& choice : match.choices().choices()) {
    pb::ClientMessage ask;
    ask.mutable_ask_odds()->set_channel(match.channel());
    ask.mutable_ask_odds()->set_version(match.version());
    *ask.mutable_ask_odds()->mutable_action() = choice.action();
    const pb::ServerMessage reply = first.ask(ask);
    REQUIRE_MESSAGE(reply.has_odds(), reply.DebugString());
    double sum = 0;
    for (const auto& line : reply.odds().lines()) sum += line.probability();
    CHECK(sum == doctest::Approx(1));
    CHECK(reply.odds().has_expected_value());
  }
  play_out(world, {&mira, &bruno}, nullptr, id, false);
  pb::ClientMessage story;
  story.mutable_ask_story()->set_channel(match.channel());
  const pb::ServerMessage told = first.ask(story);
  REQUIRE(told.has_story());
  CHECK(told.story().updates(0).has_snapshot());
  CHECK(static_cast<std::uint64_t>(told.story().updates_size()) == match.version() + 1);
  pb::GameView view = told.story().updates(0).snapshot();
  for (int i = 1; i < told.story().updates_size(); ++i) view.MergeFrom(told.story().updates(i).diff());
  CHECK(MessageDifferencer::Equals(view, match.view()));
}

}  // namespace
}  // namespace wyrmhall::test
