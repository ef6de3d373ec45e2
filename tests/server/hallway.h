// Two who play, as many others as one likes, and limits that a test chooses.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "tests/server/playing.h"

namespace wyrmhall::test {

inline server::HallSettings with_limits(auto&& change) {
  server::Limits limits{.commands_per_second = 1e6, .command_burst = 1e6};
  change(limits);
  return {.limits = limits};
}

inline pb::ClientMessage open_match(const std::string& id) {
  pb::ClientMessage message;
  message.mutable_open_match()->set_match_id(id);
  return message;
}

// Two who play, and as many as one likes who watch.
struct Hallway {
  explicit Hallway(server::HallSettings settings = with_limits([](auto&) {})) : world(1, std::move(settings)) {
    mira.arrive();
    bruno.arrive();
  }
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
  std::size_t asked_of_the_store(auto&& fits) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(world.submitted, [&](const auto& one) { return fits(one.request); }));
  }

  World world;
  Client mira{world, "Mira", 1};
  Client bruno{world, "Bruno", 2};
  std::vector<std::unique_ptr<Client>> others;
};

inline void check_limit(const pb::ServerMessage& reply, const std::string& field) {
  REQUIRE_MESSAGE(reply.has_refusal(), reply.DebugString());
  CHECK(reply.refusal().code() == pb::REFUSAL_CODE_LIMIT_REACHED);
  CHECK(reply.refusal().field() == field);
  CHECK(reply.refusal().retry_after_ms() > 0);
}

}  // namespace wyrmhall::test
