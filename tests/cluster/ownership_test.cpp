#include "server/cluster/ownership.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "tests/cluster/membership_contract.h"
#include "tests/cluster/model_cluster.h"
#include "tests/cluster/ownership_sim.h"
#include "tests/sim/violation.h"
#include "tests/support/effort.h"

namespace wyrmhall::server::cluster {
namespace {

using persistence::kShards;
using persistence::NodeRow;
using persistence::View;

NodeRow row(Incarnation id, std::int64_t beat, bool draining = false, BusState bus = BusState::kConnected) {
  return {.id = id, .info = {}, .draining = draining, .bus = bus, .beat = beat};
}

View view(std::vector<NodeRow> nodes, std::optional<std::vector<Incarnation>> owners = std::nullopt) {
  return {.alive = true, .nodes = std::move(nodes), .owners = std::move(owners), .rules = {}};
}

std::vector<Incarnation> all_of(Incarnation owner) {
  return std::vector<Incarnation>(kShards, owner);
}

TEST_CASE("a match's shard is in its id") {
  Uuid id{};
  id[6] = 0x7a;
  id[7] = 0xbc;
  CHECK(persistence::shard_of(MatchId(id)) == 0xabc);
}

TEST_CASE("shards spread evenly, and few move when a server comes or goes") {
  const std::vector<Incarnation> three = {4, 9, 17};
  const std::vector<Incarnation> two = {4, 17};
  std::vector<int> count(18, 0);
  for (std::size_t i = 0; i < kShards; ++i) {
    const auto shard = static_cast<Shard>(i);
    const Incarnation owner = wanted_owner(shard, three);
    ++count[static_cast<std::size_t>(owner)];
    if (owner != 9) CHECK(wanted_owner(shard, two) == owner);
  }
  for (const Incarnation node : three) CHECK(std::abs(count[static_cast<std::size_t>(node)] - 1365) < 150);
  CHECK(wanted_owner(1, {}) == 0);
}

TEST_CASE("who is alone takes everything") {
  Ownership ownership(5);
  const Ownership::Next next = ownership.saw(view({row(5, 1)}, all_of(0)), kBeatEvery);
  CHECK(next.claim.size() == kShards);
  CHECK_FALSE(ownership.owns(0));
  ownership.saw(view({row(5, 2)}, all_of(5)), 2 * kBeatEvery);
  CHECK(ownership.owns(0));
  CHECK(ownership.owned() == kShards);
}

TEST_CASE("a beat that stands still is death, after five seconds and four looks") {
  Ownership ownership(5);
  for (int second = 0; second < 5; ++second) {
    CHECK(ownership.saw(view({row(5, second), row(6, 9)}, all_of(6)), second * kBeatEvery).dead.empty());
  }
  const auto dead = ownership.saw(view({row(5, 9), row(6, 9)}), 5 * kBeatEvery).dead;
  REQUIRE(dead.size() == 1);
  CHECK(dead.front().node == 6);
  CHECK(dead.front().beat == 9);
  SUBCASE("one that beats lives") {
    CHECK(ownership.saw(view({row(5, 10), row(6, 10)}), 6 * kBeatEvery).dead.empty());
  }
  SUBCASE("few looks say nothing, however long ago the first was") {
    Ownership slow(5);
    CHECK(slow.saw(view({row(5, 1), row(6, 9)}), Duration{}).dead.empty());
    CHECK(slow.saw(view({row(5, 2), row(6, 9)}), 60 * kBeatEvery).dead.empty());
  }
  SUBCASE("after the database was away nobody is judged for a while") {
    ownership.saw_nothing(6 * kBeatEvery);
    for (int second = 7; second < 21; ++second) {
      CHECK(ownership.saw(view({row(5, second), row(6, 9)}), second * kBeatEvery).dead.empty());
    }
    CHECK(ownership.saw(view({row(5, 21), row(6, 9)}), 21 * kBeatEvery).dead.size() == 1);
  }
}

TEST_CASE("a new server gets its share, a hundred shards with a look, and none while it is not wanted") {
  Ownership ownership(5);
  std::vector<Incarnation> owners = all_of(5);
  std::size_t given = 0;
  for (int look = 1; look < 60; ++look) {
    const auto next = ownership.saw(view({row(5, look), row(6, look)}, owners), look * kBeatEvery);
    for (const auto& [to, shards] : next.give) {
      CHECK(to == 6);
      CHECK(shards.size() <= kHandedOverAtOnce);
      for (const Shard shard : shards) {
        CHECK_FALSE(ownership.owns(shard));
        owners[shard] = to;
      }
      given += shards.size();
      ownership.gave(shards);
    }
  }
  CHECK(given > 1900);
  CHECK(given <= kShards / 2);
  ownership.drain();
  const auto next = ownership.saw(view({row(5, 60), row(6, 60)}), 60 * kBeatEvery);
  CHECK(next.give.at(6).size() == kHandedOverAtOnce);
  Ownership other(6);
  CHECK(other.saw(view({row(5, 1, true), row(6, 1)}, owners), kBeatEvery).give.empty());
}

TEST_CASE("a server that has lost the bus alone gives its shards to those who have it, and comes back") {
  Ownership ownership(5);
  const auto looks = [&ownership](int second, BusState other) {
    return ownership.saw(view({row(5, second, false, ownership.bus()), row(6, second, false, other)}, all_of(5)),
                         second * kBeatEvery);
  };
  ownership.saw(view({row(5, 0)}, all_of(5)), Duration{});
  ownership.bus_is(false);
  CHECK(ownership.bus() == BusState::kLost);
  SUBCASE("after ten seconds") {
    // The other has what it is to have, so that what follows is because of the bus.
    for (int second = 1; second <= 10; ++second) {
      if (!looks(second, BusState::kConnected).give.empty()) CHECK(ownership.bus() == BusState::kLost);
    }
    std::size_t given = 0;
    for (int second = 11; second < 60; ++second) {
      for (const auto& [to, shards] : looks(second, BusState::kConnected).give) {
        CHECK(to == 6);
        given += shards.size();
      }
    }
    CHECK(ownership.bus() == BusState::kAlone);
    CHECK_FALSE(ownership.owns(0));
    CHECK(given > kShards / 2);
    ownership.bus_is(true);
    const auto back = looks(60, BusState::kConnected);
    CHECK(ownership.bus() == BusState::kConnected);
    CHECK(back.give.empty());
  }
  SUBCASE("not while nobody has it") {
    for (int second = 1; second < 60; ++second) looks(second, BusState::kLost);
    CHECK(ownership.bus() == BusState::kLost);
    // NATS is back, and the other has found it sooner.
    looks(60, BusState::kConnected);
    looks(65, BusState::kConnected);
    CHECK(ownership.bus() == BusState::kLost);
    ownership.bus_is(true);
    looks(66, BusState::kConnected);
    looks(80, BusState::kConnected);
    CHECK(ownership.bus() == BusState::kConnected);
  }
  SUBCASE("another one that is alone is given nothing") {
    ownership.bus_is(true);
    CHECK(looks(1, BusState::kAlone).give.empty());
    CHECK(looks(2, BusState::kConnected).give.at(6).size() == kHandedOverAtOnce);
  }
}

TEST_CASE("who was told to drain by another gives everything away") {
  Ownership ownership(5);
  std::size_t given = 0;
  for (int second = 0; second < 50; ++second) {
    const auto next = ownership.saw(view({row(5, second, true), row(6, second)}, all_of(5)), second * kBeatEvery);
    for (const auto& [to, shards] : next.give) given += shards.size();
  }
  CHECK(given == kShards);
}

TEST_CASE("who was declared dead ends") {
  Ownership ownership(5);
  CHECK(ownership.saw({}, kBeatEvery).end);
}

TEST_CASE("the model of a cluster keeps the contract of its members") {
  persistence::testing::ModelCluster cluster;
  persistence::testing::check_membership([&cluster](const persistence::NodeInfo& node) {
    const Incarnation id = cluster.join(node);
    if (id == 0) return persistence::testing::JoinedNode{};
    return persistence::testing::JoinedNode{
        .id = id, .membership = std::make_unique<persistence::testing::ModelMembership>(cluster, id)};
  });
}

TEST_CASE("nothing that was shown is lost, whatever happens to servers and database") {
  sim::OwnershipCounters all;
  const auto runs = static_cast<std::uint64_t>(tests::cases(60));
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    CAPTURE(seed);
    all.add(sim::run_ownership(seed, {}));
  }
  if (runs >= 60) CHECK(all.never() == std::vector<std::string>{});
}

TEST_CASE("canaries: without what holds the promises they are broken, and that is found") {
  const auto caught = [](const sim::OwnershipSettings& settings) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      try {
        sim::run_ownership(seed, settings);
      } catch (const sim::Violation&) {
        return true;
      }
    }
    return false;
  };
  CHECK(caught({.fence = false}));
  CHECK(caught({.key = false}));
  CHECK(caught({.fence = false, .key = false}));
  CHECK(caught({.asks_for_owner = false}));
}

TEST_CASE("matches wait no longer than they have to") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const sim::OwnershipPauses pauses = sim::measure_pauses(seed);
    CHECK(pauses.killed <= std::chrono::seconds(8));
    CHECK(pauses.restarted <= std::chrono::seconds(3));
    CHECK(pauses.drained <= std::chrono::milliseconds(2'500));
    CHECK(pauses.frozen <= std::chrono::seconds(8));
    CHECK(pauses.thawed_ended);
  }
}

}  // namespace
}  // namespace wyrmhall::server::cluster
