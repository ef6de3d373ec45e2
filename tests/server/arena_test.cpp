// Dragons Arena through the whole core: what is decided in secret stays so until all have decided.
#include "record/verify.h"
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

TEST_CASE("a match that the dice decide before anybody can is over, in the store as well") {
  int over_at_start = 0;
  for (std::uint64_t seed = 1; seed <= 1000 && over_at_start < 2; ++seed) {
    World world(seed);
    Client mira(world, "Mira", 1);
    mira.arrive();
    pb::GameOptions options;
    options.mutable_arena()->set_solo(true);
    options.mutable_arena()->set_max_duels(1);
    const std::string id = start_match({&mira}, options);
    if (mira.matches.at(id).version() != 0 || !mira.matches.at(id).over()) continue;
    ++over_at_start;
    mira.vanish();
    world.restart();
    mira.arrive();
    CHECK(mira.open(id).over());
    pb::ClientMessage running;
    running.mutable_list_matches()->set_running(true);
    CHECK(mira.ask(running).matches().matches().empty());
    CHECK(record::verify(export_record(mira, id)));
    pb::ClientMessage again;
    again.mutable_rematch()->set_match_id(id);
    CHECK(mira.ask(again).has_table_state());
  }
  CHECK(over_at_start > 0);
}

using google::protobuf::util::MessageDifferencer;

pb::GameOptions arena_options(pb::ArenaPlacement placement) {
  pb::GameOptions options;
  options.mutable_arena()->set_placement(placement);
  return options;
}

pb::GameAction allocation(const std::string& powers) {
  pb::GameAction action;
  for (const char power : powers) action.mutable_arena()->mutable_allocate()->push_back(static_cast<char>(power - '0'));
  return action;
}

// Two players and somebody who watches, at the start of a match of secret allocations.
struct ArenaRoom : Watched {
  explicit ArenaRoom(pb::ArenaPlacement placement) {
    id = start_match({&mira, &bruno}, arena_options(placement));
    watcher.open(id);
  }
  // Commits powers, written as digits.
  pb::ServerMessage commit(Client& client, const std::string& powers) {
    Client::Match& match = client.matches.at(id);
    const pb::ServerMessage reply = client.ask(client.act_message(match, allocation(powers)));
    if (reply.has_update()) ++match.links_used;
    return reply;
  }
  void everybody_reads() {
    for (Client* client : {&mira, &bruno, &watcher}) client->read();
  }
  const pb::ArenaView& seen_by(Client& client) { return client.matches.at(id).view().arena(); }

  std::string id;
};

}  // namespace

TEST_CASE("an allocation is known to its own seat alone until both are in") {
  ArenaRoom room(pb::ARENA_PLACEMENT_BIG);
  CHECK(clients::count_actions(room.mira.matches.at(room.id).choices()) == 73);
  CHECK(clients::count_actions(room.bruno.matches.at(room.id).choices()) == 73);
  CHECK(room.mira.matches.at(room.id).waiting_on() == 3);
  REQUIRE(room.commit(room.mira, "11234566").has_update());
  room.everybody_reads();
  CHECK(room.seen_by(room.mira).pools().at(0).powers() == std::string("\1\1\2\3\4\5\6\6", 8));
  for (Client* other : {&room.bruno, &room.watcher}) {
    const pb::ArenaPool& pool = room.seen_by(*other).pools().at(0);
    CHECK(pool.hidden());
    CHECK(!pool.has_powers());
    // The story, a fresh look and a look after a restart keep it too.
    pb::ClientMessage story;
    story.mutable_ask_story()->set_channel(other->matches.at(room.id).channel());
    const pb::ServerMessage told = other->ask(story);
    REQUIRE(told.has_story());
    CHECK(told.story().updates(1).diff().arena().pools().at(0).hidden());
    CHECK(told.story().updates(1).events(0).arena().committed().ByteSizeLong() == 0);  // species 0, and no more
    check_against_fresh_look(room.world, *other, room.id);
  }
  CHECK(!clients::offers_anything(room.mira.matches.at(room.id).choices()));
  CHECK(room.mira.matches.at(room.id).waiting_on() == 2);
  CHECK(room.commit(room.mira, "11234566").refusal().code() == pb::REFUSAL_CODE_NOT_YOUR_TURN);

  room.mira.vanish();
  room.bruno.vanish();
  room.world.restart();
  room.mira.arrive();
  room.bruno.arrive();
  room.mira.open(room.id);
  room.bruno.open(room.id);
  CHECK(room.seen_by(room.bruno).pools().at(0).hidden());
  CHECK(room.seen_by(room.mira).pools().at(0).powers().size() == 8);

  REQUIRE(room.commit(room.bruno, "12234466").has_update());
  room.mira.read();
  CHECK(room.seen_by(room.mira).pools().at(1).powers() == std::string("\1\2\2\3\4\4\6\6", 8));
  CHECK(room.seen_by(room.bruno).pools().at(0).powers() == std::string("\1\1\2\3\4\5\6\6", 8));
}

TEST_CASE("whatever is allocated in secret, others are sent the same bytes") {
  std::vector<std::vector<std::string>> heard;
  for (const char* powers : {"11111111", "23456666"}) {
    ArenaRoom room(pb::ARENA_PLACEMENT_FREE);
    room.everybody_reads();
    room.commit(room.mira, powers);
    std::vector<std::string>& said = heard.emplace_back();
    for (Client* other : {&room.bruno, &room.watcher}) {
      for (pb::ServerMessage& message : room.world.inbox[other->session()]) {
        // The channel is drawn anew in each world; maps are put in order.
        message.mutable_update()->set_channel(0);
        said.push_back(message.DebugString());
      }
    }
  }
  CHECK(heard[0].size() == 2);
  CHECK(heard[0] == heard[1]);
}

TEST_CASE("both may decide against the same version, and the second one is not stale") {
  ArenaRoom room(pb::ARENA_PLACEMENT_BIG);
  const pb::ClientMessage late = room.bruno.act_message(room.bruno.matches.at(room.id), allocation("12234466"));
  REQUIRE(room.commit(room.mira, "11234566").has_update());
  const pb::ServerMessage reply = room.bruno.ask(late);
  REQUIRE_MESSAGE(reply.has_update(), reply.DebugString());
  CHECK(room.bruno.matches.at(room.id).version() == 2);
}

TEST_CASE("there is no record of a match that is not over, and after a resignation an allocation stays hidden") {
  ArenaRoom room(pb::ARENA_PLACEMENT_FREE);
  REQUIRE(room.commit(room.mira, "11234566").has_update());
  pb::ClientMessage ask;
  ask.mutable_export_()->set_match_id(room.id);
  for (Client* client : {&room.mira, &room.bruno, &room.watcher}) {
    CHECK(client->ask(ask).refusal().code() == pb::REFUSAL_CODE_MATCH_NOT_OVER);
  }
  pb::ClientMessage resign;
  resign.mutable_resign()->set_channel(room.bruno.matches.at(room.id).channel());
  REQUIRE(room.bruno.ask(resign).has_update());
  room.everybody_reads();
  CHECK(room.seen_by(room.bruno).pools().at(0).hidden());
  CHECK(record::verify(export_record(room.watcher, room.id)));
}

TEST_CASE("odds of a secret choice say no more than its seat knows") {
  ArenaRoom room(pb::ARENA_PLACEMENT_BIG);
  REQUIRE(room.commit(room.mira, "11234566").has_update());
  room.bruno.read();
  const Client::Match& match = room.bruno.matches.at(room.id);
  pb::ClientMessage ask;
  ask.mutable_ask_odds()->set_channel(match.channel());
  ask.mutable_ask_odds()->set_version(match.version());
  *ask.mutable_ask_odds()->mutable_action() = allocation("11234566");  // the real second commitment would draw lots
  const pb::ServerMessage reply = room.bruno.ask(ask);
  REQUIRE_MESSAGE(reply.has_odds(), reply.DebugString());
  REQUIRE(reply.odds().lines_size() == 1);
  CHECK(reply.odds().lines(0).diff().arena().pools().size() == 1);
  CHECK(!reply.odds().lines(0).diff().arena().has_phase());
}

TEST_CASE("two clients play every placement to its end, a third watches, and the record verifies") {
  for (int i = 0; i < 12; ++i) {
    World world(static_cast<std::uint64_t>(i) + 1);
    Client mira(world, "Mira", static_cast<std::uint64_t>(i) * 10 + 1);
    Client bruno(world, "Bruno", static_cast<std::uint64_t>(i) * 10 + 2);
    Client watcher(world, "Watcher", static_cast<std::uint64_t>(i) * 10 + 3);
    for (Client* client : {&mira, &bruno, &watcher}) client->arrive();
    pb::GameOptions options = arena_options(static_cast<pb::ArenaPlacement>(1 + (i % 5)));
    options.mutable_arena()->set_master(i % 2 == 1);
    options.mutable_arena()->set_nuggets(i == 7 ? 3 : 1);
    options.mutable_arena()->set_fire_seat(i % 3 == 1 ? 1 : 0);
    std::vector<Client*> players = {&mira, &bruno};
    std::vector<pb::BotLevel> bots;
    if (i >= 10) {
      options = arena_options(pb::ARENA_PLACEMENT_UNSPECIFIED);
      options.mutable_arena()->set_solo(true);
      players.pop_back();
    } else if (i >= 5) {
      players.pop_back();
      bots.push_back(i % 2 == 0 ? pb::BOT_LEVEL_RANDOM : pb::BOT_LEVEL_GREEDY);
    }
    const std::string id = start_match(players, options, bots);
    watcher.open(id);
    play_out(world, players, &watcher, id, true);
    CHECK(MessageDifferencer::Equals(watcher.matches.at(id).view(), mira.matches.at(id).view()));
    const auto account = record::verify(export_record(watcher, id));
    CHECK_MESSAGE(account, account.error().where, ": ", account.error().what);
  }
}

}  // namespace wyrmhall::test
