// Matches that one server runs and others' connections play.
#include "tests/cluster/nodes.h"

#include "common/hex.h"
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

using namespace std::chrono_literals;

constexpr int kPatience = 300;  // tenths of a second for an answer over the worst of buses

// Two players of one server, whose match another one runs.
struct Apart {
  explicit Apart(std::size_t servers, std::uint64_t seed = 1)
      : nodes(servers, seed), mira(nodes[0], "Mira", seed + 1), bruno(nodes[0], "Bruno", seed + 2), dice(seed + 3) {}

  void start(std::size_t owner) {
    pb::GameOptions options = duel_options();
    options.mutable_duel()->set_match_games(5);  // so that it lasts
    nodes.place_all_at(owner);
    mira.arrive();
    bruno.arrive();
    id = start_match({&mira, &bruno}, options);
  }

  // Asks once, and waits for the answer, however late.
  pb::ServerMessage ask_patiently(Client& client, const pb::ClientMessage& message) {
    nodes[0].send(client.session(), message);
    for (int i = 0; i < kPatience; ++i) {
      const pb::ServerMessage reply = client.answer_to(message.command_id());
      if (reply.message_case() != pb::ServerMessage::MESSAGE_NOT_SET) return reply;
      nodes.pass(100ms);
    }
    FAIL("no answer");
    return {};
  }

  std::uint64_t pick(const Client::Match& match) {
    const auto count = static_cast<int>(clients::count_actions(match.choices()));
    return static_cast<std::uint64_t>(dice.roll(std::max(2, count)) - 1) % static_cast<std::uint64_t>(count);
  }

  // Whose turn it is.
  Client& next() {
    mira.read();
    bruno.read();
    return clients::offers_anything(mira.matches.at(id).choices()) ? mira : bruno;
  }

  // In one go, over a store that takes its time: comes back with the action's id.
  std::uint64_t act_and_close(Client& mover) {
    nodes.slow = 200ms;
    Client::Match& match = mover.matches.at(id);
    const pb::ClientMessage act = mover.act_message(match, clients::action_at(match.choices(), 0));
    nodes[0].send(mover.session(), act);
    pb::ClientMessage close;
    close.set_command_id(act.command_id() + 1000);
    close.mutable_close_match()->set_channel(match.channel());
    nodes[0].send(mover.session(), close);
    return act.command_id();
  }

  // True when it was somebody's turn.
  bool play_one() {
    for (Client* client : {&mira, &bruno}) {
      client->read();
      Client::Match& match = client->matches.at(id);
      if (match.over() || !clients::offers_anything(match.choices())) continue;
      const pb::ServerMessage reply =
          ask_patiently(*client, client->act_message(match, clients::action_at(match.choices(), pick(match))));
      REQUIRE_MESSAGE(reply.has_update(), reply.DebugString());
      ++match.links_used;
      return true;
    }
    return false;
  }

  void play_out() {
    for (int quiet = 0; quiet < kPatience; ++quiet) {
      while (play_one()) quiet = 0;
      if (mira.matches.at(id).over() && bruno.matches.at(id).over()) break;
      nodes.pass(100ms);  // the other's move is on its way
    }
    REQUIRE(mira.matches.at(id).over());
    REQUIRE(bruno.matches.at(id).over());
    CHECK(export_record(mira, id) == export_record(bruno, id));
  }

  Nodes nodes;
  Client mira;
  Client bruno;
  rules::FastDice dice;
  std::string id;
};

std::size_t matches_at(World& world) {
  return world.core->counts().matches;
}

}  // namespace

// An opening that comes to its owner twice, while that still reads the match, is answered once and not refused.
TEST_CASE("whoever comes to a match while it changes servers is let in") {
  Apart apart(3);
  apart.start(1);
  apart.bruno.vanish();
  apart.bruno.arrive();
  // The owner has given it away, and this server does not know.
  const std::vector<persistence::Incarnation> others = {apart.nodes.incarnation(0), apart.nodes.incarnation(2)};
  apart.nodes[1].core->place(others,
                             std::vector<persistence::Incarnation>(persistence::kShards, apart.nodes.incarnation(2)));
  apart.nodes[1].settle();
  apart.nodes[1].hold_reads = true;
  pb::ClientMessage open = open_match(apart.id);
  open.set_command_id(apart.bruno.next_id());
  apart.nodes[0].send(apart.bruno.session(), open);
  apart.nodes.place_all_at(1);
  apart.nodes.pass(500ms);
  REQUIRE_FALSE(apart.nodes[1].held_reads.empty());
  apart.nodes[1].hold_reads = false;
  while (!apart.nodes[1].held_reads.empty()) apart.nodes[1].answer_read(0);
  apart.nodes.pass(500ms);
  const pb::ServerMessage reply = apart.bruno.answer_to(open.command_id());
  CHECK_MESSAGE(reply.has_match_opened(), reply.DebugString());
}

TEST_CASE("a match is run by the server that owns its shard, for connections of another") {
  Apart apart(2);
  apart.start(1);
  CHECK(matches_at(apart.nodes[0]) == 0);
  CHECK(matches_at(apart.nodes[1]) == 1);
  Client watcher(apart.nodes[1], "Wanda", 9);
  watcher.arrive();
  watcher.open(apart.id);
  apart.play_out();
  watcher.read();
  CHECK(watcher.matches.at(apart.id).over());
  CHECK(watcher.matches.at(apart.id).version() == apart.mira.matches.at(apart.id).version());
}

TEST_CASE("a match that is handed over goes on, and nobody has to connect again") {
  Apart apart(3);
  apart.start(1);
  for (const std::size_t owner : {2UL, 0UL, 1UL, 0UL, 2UL, 1UL}) {
    REQUIRE(apart.play_one());
    apart.nodes.place_all_at(owner);
    CHECK(matches_at(apart.nodes[owner]) == 1);
    for (std::size_t other = 0; other < apart.nodes.size(); ++other) {
      if (other != owner) CHECK(matches_at(apart.nodes[other]) == 0);
    }
  }
  CHECK(apart.nodes[0].closed.empty());
  apart.play_out();
}

TEST_CASE("the match of a server that dies goes on at another, with what was asked of the dead one") {
  Apart apart(3);
  apart.start(1);
  for (int i = 0; i < 3; ++i) REQUIRE(apart.play_one());
  apart.nodes[1].hold_answers = true;  // it will not say that the move was kept
  Client& client = apart.next();
  Client::Match& match = client.matches.at(apart.id);
  const pb::ClientMessage act = client.act_message(match, clients::action_at(match.choices(), 0));
  apart.nodes[0].send(client.session(), act);
  CHECK_FALSE(client.answer_to(act.command_id()).has_update());
  apart.nodes.kill(1);
  apart.nodes.place_all_at(2);
  const pb::ServerMessage reply = client.answer_to(act.command_id());
  REQUIRE_MESSAGE(reply.has_update(), reply.DebugString());
  ++match.links_used;
  CHECK(matches_at(apart.nodes[2]) == 1);
  apart.play_out();
}

TEST_CASE("an action waits while nobody runs the match, and is refused in the end") {
  Apart apart(2);
  apart.start(1);
  REQUIRE(apart.play_one());
  apart.nodes.place_all_at(Nodes::kNobody);
  Client& client = apart.next();
  Client::Match& match = client.matches.at(apart.id);
  const pb::ClientMessage act = client.act_message(match, clients::action_at(match.choices(), 0));
  const auto waits = [&](const pb::ClientMessage& message, Duration time) {
    apart.nodes[0].send(client.session(), message);
    apart.nodes.pass(time);
    return client.answer_to(message.command_id());
  };
  CHECK(waits(act, 5s).message_case() == pb::ServerMessage::MESSAGE_NOT_SET);
  apart.nodes.pass(6s);
  const pb::ServerMessage refused = client.answer_to(act.command_id());
  CHECK(code_of(refused) == pb::REFUSAL_CODE_BUSY);
  CHECK(refused.refusal().retry_after_ms() > 0);
  // It is sent again, as clients do, and done once somebody runs the match.
  CHECK(waits(act, 1s).message_case() == pb::ServerMessage::MESSAGE_NOT_SET);
  apart.nodes.place_all_at(0);
  CHECK(client.answer_to(act.command_id()).has_update());
  ++match.links_used;
  apart.play_out();
}

TEST_CASE("a reader who was behind is shown the match as it stands") {
  Apart apart(2);
  apart.start(1);
  apart.nodes[0].stalled.insert(apart.bruno.session());
  for (int i = 0; i < 200 && apart.play_one(); ++i) {
  }
  apart.nodes[0].stalled.clear();
  apart.nodes[0].core->sent(apart.bruno.session(), 64, 0);
  apart.nodes[0].settle();
  apart.nodes.pass(1s);
  apart.play_out();
}

TEST_CASE("what is asked of a match that is none is answered, whoever would run it") {
  Apart apart(2);
  apart.start(1);
  pb::ClientMessage open = open_match(std::string(16, '\x70'));
  open.set_command_id(500);
  apart.nodes[1].hold_answers = true;
  apart.nodes[0].send(apart.mira.session(), open);
  pb::ClientMessage resign;
  resign.set_command_id(501);
  resign.mutable_resign()->set_channel(apart.mira.matches.at(apart.id).channel() + 1);
  apart.nodes[0].send(apart.mira.session(), resign);
  apart.nodes[1].hold_answers = false;
  apart.nodes[1].settle();
  std::map<std::uint64_t, pb::RefusalCode> refused;
  for (const pb::ServerMessage& message : apart.nodes[0].inbox[apart.mira.session()]) {
    if (message.has_refusal()) refused[message.answer_to()] = message.refusal().code();
  }
  CHECK(refused[500] == pb::REFUSAL_CODE_MATCH_UNKNOWN);
  CHECK(refused.contains(501));
}

TEST_CASE("whoever closes a match elsewhere, or goes, is no viewer of it any more") {
  Apart apart(2);
  apart.start(1);
  CHECK(apart.nodes[1].core->playing() == 1);
  pb::ClientMessage close;
  close.mutable_close_match()->set_channel(apart.mira.matches.at(apart.id).channel());
  CHECK(apart.mira.ask(close).has_done());
  CHECK(apart.nodes[1].core->playing() == 1);
  apart.bruno.vanish();
  CHECK(apart.nodes[1].core->playing() == 0);
}

TEST_CASE("what is asked of a match elsewhere is done, though its channel is closed right afterwards") {
  Apart apart(2);
  apart.start(1);
  Client& mover = apart.next();
  const std::uint64_t act = apart.act_and_close(mover);
  apart.nodes.pass(1s);
  CHECK(mover.answer_to(act).has_update());
}

// The match's server knows nobody of those who are connected elsewhere, unless it has the lobby.
TEST_CASE("a chain is closed at a match's server that has not the lobby") {
  Apart apart(3);
  apart.start(1);
  apart.nodes.place([](persistence::Shard shard) -> std::size_t {
    return shard == server::cluster::Placement::lobby_shard() ? 2 : 1;
  });
  apart.play_out();
  // Both servers have made the record before, and learn of what is closed elsewhere.
  for (Client* client : {&apart.mira, &apart.bruno}) export_record(*client, apart.id, true);
  for (Client* client : {&apart.mira, &apart.bruno}) {
    pb::ClientMessage message;
    message.set_command_id(client->next_id());
    message.mutable_close_chain()->set_match_id(apart.id);
    message.mutable_close_chain()->set_link(client->chain().at(client->matches.at(apart.id).links_used + 1));
    const pb::ServerMessage reply = apart.ask_patiently(*client, message);
    CHECK_MESSAGE(reply.has_done(), reply.DebugString());
    const std::string link = hex_text(message.close_chain().link());
    for (Client* asks : {&apart.mira, &apart.bruno}) {
      CHECK(export_record(*asks, apart.id, true).find(link) != std::string::npos);
    }
  }
}

TEST_CASE("what was asked on a channel that is closed is refused where the match's server dies") {
  Apart apart(3);
  apart.start(1);
  Client& mover = apart.next();
  const std::uint64_t act = apart.act_and_close(mover);
  apart.nodes.kill(1);
  apart.nodes.place_all_at(2);
  CHECK(mover.answer_to(act).refusal().code() == pb::REFUSAL_CODE_CHANNEL_UNKNOWN);
}

TEST_CASE("over a bus that loses, repeats and reorders, with owners that change, nothing is lost or done twice") {
  std::uint64_t frames = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    Apart apart(3, seed);
    rules::FastDice& dice = apart.dice;
    apart.start(1);
    apart.nodes.lost = 0.2;
    apart.nodes.repeated = 0.2;
    apart.nodes.reordered = true;
    const auto any = [&] { return static_cast<std::size_t>(dice.roll(4)) - 1; };  // the fourth is nobody
    for (int i = 0; i < 30 && apart.play_one(); ++i) {
      if (dice.roll(4) == 1) {
        const std::size_t owner = any();
        apart.nodes.place_all_at(owner == 3 ? Nodes::kNobody : owner);
        if (owner == 3) apart.nodes.place_all_at(any() % 3);
      }
      if (dice.roll(3) == 1) apart.nodes.pass(100ms);
    }
    apart.play_out();
    frames += apart.nodes.frames;
  }
  CHECK(frames > 2000);
}

}  // namespace wyrmhall::test
