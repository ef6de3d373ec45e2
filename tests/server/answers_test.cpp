// Each command is answered, once as it is played and as often as it is repeated after that.
#include <set>

#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

struct Duel : RunningDuel {
  // From now on a client's connection takes nothing, and as much waits for it as may.
  void stall(Client& client) {
    world.deaf = true;
    for (std::size_t i = 0; i < server::kOutMessages; ++i) {
      pb::ClientMessage list;
      list.mutable_list_tables();
      list.set_command_id(client.next_id());
      world.send(client.session(), list);
    }
  }
  // The client has read everything that waited.
  void read_all(Client& client) {
    world.deaf = false;
    world.core->sent(client.session(), server::kOutMessages, server::kOutBytes);
    world.settle();
  }
  pb::ClientMessage first_choice(Client& client) {
    Client::Match& match = client.matches.at(id);
    return client.act_message(match, match.choices().choices(0).action());
  }
};

bool is_bare_answer(const pb::ServerMessage& message, std::uint64_t version) {
  return message.has_update() && message.update().version() == version && !message.update().has_diff() &&
         !message.update().has_snapshot();
}

TEST_CASE_FIXTURE(Duel, "an action of a reader that is behind is answered once it has read and got its snapshot") {
  Client& mover = to_move();
  const pb::ClientMessage act = first_choice(mover);
  stall(mover);
  world.send(mover.session(), act);
  CHECK(mover.answer_to(act.command_id()).message_case() == pb::ServerMessage::MESSAGE_NOT_SET);
  CHECK(mover.matches.at(id).version() == 0);
  read_all(mover);
  CHECK(is_bare_answer(mover.answer_to(act.command_id()), 1));
  CHECK(mover.matches.at(id).version() == 1);
  CHECK(world.closed.empty());
}

TEST_CASE_FIXTURE(Duel,
                  "an action of a reader that is behind is answered when it closes the match before it has caught up") {
  Client& mover = to_move();
  const pb::ClientMessage act = first_choice(mover);
  pb::ClientMessage close;
  close.mutable_close_match()->set_channel(mover.matches.at(id).channel());
  close.set_command_id(mover.next_id());
  stall(mover);
  world.send(mover.session(), act);
  // There is room for some messages again, but not all has been read.
  world.core->sent(mover.session(), 8, 0);
  world.send(mover.session(), close);
  CHECK(is_bare_answer(mover.answer_to(act.command_id()), 1));
  CHECK(world.closed.empty());
}

TEST_CASE_FIXTURE(Duel,
                  "a reader that has read everything while a move is on its way to the disk is brought up after that") {
  Client& mover = to_move();
  Client& other = waiting();
  const pb::ClientMessage act = first_choice(mover);
  stall(other);
  world.send(mover.session(), act);  // dropped for the other
  pb::ClientMessage resign;
  resign.mutable_resign()->set_channel(mover.matches.at(id).channel());
  resign.set_command_id(mover.next_id());
  world.hold_answers = true;
  world.send(mover.session(), resign);
  read_all(other);
  other.read();
  CHECK(other.matches.at(id).version() == 0);
  world.pass(std::chrono::seconds(11));  // of a slow disk, which is not the reader's fault
  world.hold_answers = false;
  world.pass(std::chrono::seconds(1));
  world.pass(std::chrono::seconds(1));
  other.read();
  CHECK(other.matches.at(id).version() == 2);
  CHECK(world.closed.empty());
}

TEST_CASE_FIXTURE(OnePlayer, "more answers than may be owed to a reader that is behind end its connection") {
  pb::GameOptions options = duel_options();
  options.mutable_duel()->set_match_games(9);  // many moves
  const std::string id = start_match({&mira}, options, {pb::BOT_LEVEL_RANDOM});
  const std::uint64_t session = mira.session();
  Client second(world, "Mira", 2);
  second.arrive_as(mira);
  second.open(id);
  world.deaf = true;
  pb::ClientMessage list;
  list.mutable_list_tables();
  for (std::size_t i = 0; i < server::kOutMessages; ++i) {
    list.set_command_id(mira.next_id());
    world.send(session, list);
  }
  // What may be done is read on the second connection and done on the first, which shows nothing any more.
  const std::uint32_t channel = mira.matches.at(id).channel();
  int links = 0;
  for (int i = 0; i < 200 && !world.closed.contains(session); ++i) {
    world.core->sent(second.session(), server::kOutMessages, server::kOutBytes);
    world.settle();
    second.read();
    const Client::Match& match = second.matches.at(id);
    REQUIRE(!match.over());
    REQUIRE(!match.choices().choices().empty());
    pb::ClientMessage act = mira.act_message(match, match.choices().choices(0).action());
    act.mutable_act()->set_channel(channel);
    act.mutable_act()->set_link(mira.chain().at(++links));
    world.send(session, act);
  }
  CHECK(links == static_cast<int>(server::kAnswersOwed) + 1);
  CHECK(world.closed.at(session) == 1008);
}

TEST_CASE_FIXTURE(Duel, "a resignation that is repeated is answered as before, by another run of the server too") {
  pb::ClientMessage resign;
  resign.mutable_resign()->set_channel(mira.matches.at(id).channel());
  resign.set_command_id(mira.next_id());
  CHECK(mira.ask(resign).update().outcome().winners_size() == 1);
  CHECK(is_bare_answer(mira.ask(resign), 1));

  world.restart();
  mira.arrive();
  resign.mutable_resign()->set_channel(mira.open(id, 0).channel());
  CHECK(is_bare_answer(mira.ask(resign), 1));
  // Another resignation, and another seat's command of the same id, are none that was played.
  pb::ClientMessage another = resign;
  another.set_command_id(mira.next_id());
  CHECK(mira.ask(another).refusal().code() == pb::REFUSAL_CODE_MATCH_OVER);
  bruno.arrive();
  resign.mutable_resign()->set_channel(bruno.open(id, 0).channel());
  CHECK(bruno.ask(resign).refusal().code() == pb::REFUSAL_CODE_MATCH_OVER);
}

TEST_CASE_FIXTURE(OnePlayer, "a match in doubt is read again, and not asked for again while that is on its way") {
  std::set<MatchId> ids;
  for (int i = 0; i < 5; ++i) {
    const std::string id = start_match({&mira}, duel_options(), {pb::BOT_LEVEL_RANDOM});
    ids.insert(*id_from_bytes<MatchId>(id));
  }
  world.hold_answers = true;
  for (auto& [id, match] : mira.matches) {
    pb::ClientMessage act = mira.act_message(match, match.choices().choices(0).action());
    act.mutable_act()->clear_link();
    act.mutable_act()->set_chain_lost(true);  // the client keeps the chain of its last match only
    world.send(mira.session(), act);
  }
  world.fail_writes = true;
  world.hold_answers = false;
  world.settle();
  world.fail_writes = false;
  world.hold_answers = true;
  world.submitted.clear();
  for (int i = 0; i < 5; ++i) world.pass(std::chrono::seconds(1));
  std::multiset<MatchId> read;
  for (const auto& submission : world.submitted) {
    if (const auto* load = std::get_if<persistence::LoadMatch>(&submission.request)) read.insert(load->match);
  }
  CHECK(read.size() == ids.size());
  CHECK(std::set<MatchId>(read.begin(), read.end()) == ids);
}

}  // namespace
}  // namespace wyrmhall::test
