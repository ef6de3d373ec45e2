// What one account may have on all its connections together.
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

TEST_CASE("an account watches so many matches on all its connections together, and plays as many as it likes") {
  TwoPlayers hall(with_limits([](auto& limits) { limits.watched_per_account = 3; }));
  std::vector<std::string> ids;
  for (int i = 0; i < 5; ++i) ids.push_back(start_match({&hall.mira, &hall.bruno}, duel_options()));
  Client& first = hall.guest("Watcher");
  Client& second = hall.device_of(first);
  first.open(ids[0]);
  first.open(ids[1]);
  second.open(ids[1]);  // the same counts once
  second.open(ids[2]);
  check_limit(first.ask(open_match(ids[3])), "watched");
  check_limit(second.ask(open_match(ids[3])), "watched");
  first.open(ids[2]);  // one of the three
  // A player of these matches is not bounded by it, on any device.
  Client& device = hall.device_of(hall.mira);
  for (const std::string& id : ids) device.open(id);
  // One that is over counts no more.
  pb::ClientMessage resign;
  resign.mutable_resign()->set_channel(hall.mira.matches.at(ids[0]).channel());
  CHECK(hall.mira.ask(resign).has_update());
  second.open(ids[3]);
  check_limit(second.ask(open_match(ids[4])), "watched");
  // The first goes, with nothing that the second does not watch too.
  first.vanish();
  check_limit(second.ask(open_match(ids[4])), "watched");
  pb::ClientMessage close;
  close.mutable_close_match()->set_channel(second.matches.at(ids[3]).channel());
  CHECK(second.ask(close).has_done());
  second.open(ids[4]);
}

TEST_CASE("an account is signed in so often, and who is in plays on") {
  TwoPlayers hall(with_limits([](auto& limits) { limits.sessions_per_account = 3; }));
  const std::string id = start_match({&hall.mira, &hall.bruno}, duel_options());
  Client& device = hall.device_of(hall.mira);
  hall.device_of(hall.mira);
  const auto come = [&] {
    const std::uint64_t session = hall.world.connect();
    pb::ClientMessage hello;
    hello.set_command_id(1);
    hello.mutable_hello()->set_protocol_version(1);
    hall.world.send(session, hello);
    pb::ClientMessage sign;
    sign.set_command_id(2);
    sign.mutable_sign_in()->set_token(hall.mira.token());
    hall.world.send(session, sign);
    return std::pair(session, hall.world.inbox.at(session).back());
  };
  const auto [refused, reply] = come();
  check_limit(reply, "own_connections");
  CHECK(hall.world.closed.empty());
  hall.guest("Another");
  for (Client* player : {&hall.mira, &hall.bruno}) player->play_one(player->matches.at(id));
  CHECK(hall.mira.matches.at(id).version() > 0);
  // It may ask again on the same connection once there is room.
  device.vanish();
  pb::ClientMessage again;
  again.set_command_id(3);
  again.mutable_sign_in()->set_token(hall.mira.token());
  hall.world.send(refused, again);
  CHECK(hall.world.inbox.at(refused).back().has_signed_in());
  check_limit(come().second, "own_connections");
}

TEST_CASE("what an account sends is bounded on all its connections together, and another's is not by it") {
  constexpr double kBurst = 20;
  TwoPlayers hall(with_limits([](auto& limits) {
    limits.commands_per_second = 1;
    limits.command_burst = kBurst;
  }));
  for (int i = 0; i < 6; ++i) hall.device_of(hall.mira);
  pb::ClientMessage list;
  list.mutable_list_tables();
  int taken = 0;
  pb::Refusal refused;
  for (auto& device : hall.others) {
    for (int i = 0; i < static_cast<int>(kBurst) - 5; ++i) {
      const pb::ServerMessage reply = device->ask(list);
      if (reply.has_refusal()) {
        refused = reply.refusal();
      } else {
        ++taken;
      }
    }
  }
  CHECK(taken <= static_cast<int>(kBurst * server::kAccountConnections));
  CHECK(taken >= static_cast<int>(kBurst * server::kAccountConnections) - 1);
  CHECK(refused.code() == pb::REFUSAL_CODE_TOO_FAST);
  CHECK(refused.retry_after_ms() > 0);
  CHECK(hall.bruno.ask(list).has_tables());
  hall.world.pass(std::chrono::seconds(5));
  CHECK(hall.others[0]->ask(list).has_tables());
  // While the server runs it is changed for all.
  server::Limits more = server::kDefaultLimits;
  more.commands_per_second = more.command_burst = 1e6;
  hall.world.core->set_limits(more);
  hall.world.pass(std::chrono::seconds(1));
  for (int i = 0; i < 100; ++i) CHECK(hall.mira.ask(list).has_tables());
}

}  // namespace
}  // namespace wyrmhall::test
