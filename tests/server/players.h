// Players as fixtures: TEST_CASE_FIXTURE(TwoPlayers, "...") has a server in `world`, and `mira` and `bruno` signed in
// to it. As objects they take limits that a test chooses: TwoPlayers hall(with_limits(...)).
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "tests/server/playing.h"

namespace wyrmhall::test {

inline server::CoreSettings with_limits(auto&& change) {
  server::Limits limits{.commands_per_second = 1e6, .command_burst = 1e6};
  change(limits);
  return {.limits = limits};
}

inline pb::RefusalCode code_of(const pb::ServerMessage& message) {
  return message.has_refusal() ? message.refusal().code() : pb::REFUSAL_CODE_UNSPECIFIED;
}

inline std::string table_id_of(const pb::ServerMessage& message) {
  REQUIRE_MESSAGE(message.has_table_state(), message.DebugString());
  return message.table_state().table_id();
}

inline pb::ClientMessage find_table(const pb::GameOptions& options = duel_options()) {
  pb::ClientMessage message;
  *message.mutable_find_table()->mutable_options() = options;
  return message;
}
inline pb::ClientMessage take_seat(const std::string& table) {
  pb::ClientMessage message;
  message.mutable_take_seat()->set_table_id(table);
  return message;
}
inline pb::ClientMessage block(const Client& whom, bool blocks = true) {
  pb::ClientMessage message;
  (blocks ? message.mutable_block_player()->mutable_account_id()
          : message.mutable_unblock_player()->mutable_account_id())
      ->assign(whom.account());
  return message;
}
inline pb::ClientMessage ask_receipt(const std::string& id) {
  pb::ClientMessage message;
  message.mutable_ask_receipt()->set_match_id(id);
  return message;
}
inline pb::ClientMessage open_match(const std::string& id) {
  pb::ClientMessage message;
  message.mutable_open_match()->set_match_id(id);
  return message;
}

struct OnePlayer {
  explicit OnePlayer(server::CoreSettings settings = with_limits([](auto&) {})) : world(1, std::move(settings)) {
    mira.arrive();
  }
  std::size_t asked_of_the_store(auto&& fits) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(world.submitted, [&](const auto& one) { return fits(one.request); }));
  }

  World world;
  Client mira{world, "Mira", 1};
};

// What a player is told who signs in once more, and goes again.
inline pb::SignedIn told_at_sign_in(World& world, const Client& who) {
  const std::uint64_t session = world.connect();
  pb::ClientMessage message;
  message.set_command_id(1);
  message.mutable_hello()->set_protocol_version(1);
  message.mutable_hello()->set_client("test");
  world.send(session, message);
  message.set_command_id(2);
  message.mutable_sign_in()->set_token(who.token());
  world.send(session, message);
  const pb::SignedIn told = world.inbox[session].back().signed_in();
  world.core->disconnected(session);
  world.settle();
  return told;
}

struct TwoPlayers : OnePlayer {
  explicit TwoPlayers(server::CoreSettings settings = with_limits([](auto&) {})) : OnePlayer(std::move(settings)) {
    bruno.arrive();
  }
  // The one who has something to decide in a match of the two.
  Client& to_move(const std::string& match) {
    for (Client* player : {&mira, &bruno}) player->read();
    return mira.matches.at(match).my_turn() ? mira : bruno;
  }
  // As many others as a test likes.
  Client& another(const std::string& name) {
    return *others.emplace_back(std::make_unique<Client>(world, name, 10 + others.size()));
  }
  Client& guest(const std::string& name) {
    Client& client = another(name);
    client.arrive();
    return client;
  }
  Client& device_of(const Client& owner) {
    Client& client = another("Device");
    client.arrive_as(owner);
    return client;
  }

  Client bruno{world, "Bruno", 2};
  std::vector<std::unique_ptr<Client>> others;
};

// The two come back to a server that remembers no record of what they have played, and signs with this key from now on.
inline void start_again(TwoPlayers& hall, const receipts::SigningKey& key = signing_key()) {
  hall.world.restart(key);
  hall.mira.arrive();
  hall.bruno.arrive();
}

// How many matches were read.
inline std::size_t reads(const TwoPlayers& hall) {
  return hall.asked_of_the_store(
      [](const persistence::Request& request) { return std::holds_alternative<persistence::LoadMatch>(request); });
}

// The two, and somebody who watches.
struct Watched : TwoPlayers {
  Client& watcher = guest("Watcher");
};

// A duel of the two, which has begun.
struct RunningDuel : TwoPlayers {
  Client& to_move() { return TwoPlayers::to_move(id); }
  Client& waiting() { return &to_move() == &mira ? bruno : mira; }

  std::string id = start_match({&mira, &bruno}, duel_options());
};

inline void check_limit(const pb::ServerMessage& reply, const std::string& field) {
  REQUIRE_MESSAGE(reply.has_refusal(), reply.DebugString());
  CHECK(reply.refusal().code() == pb::REFUSAL_CODE_LIMIT_REACHED);
  CHECK(reply.refusal().field() == field);
  CHECK(reply.refusal().retry_after_ms() > 0);
}

}  // namespace wyrmhall::test
