#include "tests/cluster/ownership_sim.h"

#include <functional>
#include <string>

#include "tests/cluster/ownership_world.h"

namespace wyrmhall::sim {
namespace ownership {

World::World(std::uint64_t seed, const OwnershipSettings& settings, bool with_faults)
    : settings_(settings), rng_(seed), faulty_(with_faults), logs_(static_cast<std::size_t>(settings.matches)) {
  nodes_.resize(static_cast<std::size_t>(settings.nodes));
  clients_.resize(static_cast<std::size_t>(settings.matches));
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    nodes_[i].number = static_cast<int>(i);
    nodes_[i].rate = faulty_ ? static_cast<double>(rng_.between(90, 110)) / 100 : 1;
    agenda_.after(Duration(rng_.between(0, 500'000)), [this, i] { start(nodes_[i]); });
  }
  for (int match = 0; match < settings.matches; ++match) {
    shards_.push_back(static_cast<Shard>(rng_.below(persistence::kShards)));
    agenda_.after(kSecond, [this, match] { next_action(match); });
  }
  if (faulty_) agenda_.after(8 * kSecond, [this] { fault(); });
}

void World::stop_faults() {
  faulty_ = false;
  database_down_until_ = {};
  for (Node& node : nodes_) {
    if (!node.up) start(node);
  }
}

void World::drain(std::size_t number) {
  Node& node = nodes_[number];
  node.draining = true;
  node.ownership->drain();
  cluster_.drain(node.ownership->self());
}

Duration World::longest_wait() {
  Duration longest{};
  for (Client& client : clients_) {
    longest = std::max({longest, client.longest_wait, agenda_.now() - client.last_shown});
    client.longest_wait = {};
  }
  return longest;
}

void World::check_end() {
  for (std::size_t match = 0; match < logs_.size(); ++match) {
    std::set<std::uint64_t> applied;
    for (std::size_t index = 0; index < logs_[match].size(); ++index) {
      const std::vector<Entry>& entries = logs_[match][index];
      if (entries.size() != 1) violated("one move has an index", match, index);
      if (!applied.insert(entries.front().action).second) violated(kExactlyOnce, match, index);
    }
    const Client& client = clients_[match];
    if (agenda_.now() - client.last_shown > 10 * kSecond) violated("everything goes on", match, client.shown);
  }
  for (std::size_t shard = 0; shard < persistence::kShards; ++shard) {
    if (!cluster_.alive(cluster_.owner_of(static_cast<Shard>(shard)))) violated("every shard has an owner", shard, 0);
  }
}

void World::fault() {
  if (!faulty_) return;
  Node& node = nodes_[rng_.below(nodes_.size())];
  switch (rng_.below(6)) {
    case 0:
    case 1:
      kill(static_cast<std::size_t>(node.number));
      // At once, or after it was missed.
      agenda_.after(Duration(rng_.chance(0.5) ? 200'000 : rng_.between(3'000'000, 12'000'000)),
                    [this, &node, life = node.life] {
                      if (life == node.life && !node.up) start(node);
                    });
      break;
    case 2:
      node.frozen_until = agenda_.now() + Duration(rng_.between(300'000, 9'000'000));
      break;
    case 3:
      database_down_until_ = agenda_.now() + Duration(rng_.between(100'000, 6'000'000));
      break;
    default:
      break;  // a quiet time, for shards to find their places
  }
  agenda_.after(Duration(rng_.between(1'000'000, 6'000'000)), [this] { fault(); });
}

}  // namespace ownership

namespace {

constexpr Duration kSettled = 60 * kSecond;  // a new server gets a hundred shards a second

}  // namespace

OwnershipCounters run_ownership(std::uint64_t seed, const OwnershipSettings& settings) {
  ownership::World world(seed, settings, true);
  world.run_until(settings.faults);
  world.stop_faults();
  world.run_until(settings.faults + settings.calm);
  world.check_end();
  return world.counters();
}

OwnershipPauses measure_pauses(std::uint64_t seed) {
  OwnershipPauses pauses;
  const auto measured = [seed](const std::function<void(ownership::World&)>& what, Duration for_so_long) {
    ownership::World world(seed, {}, false);
    world.run_until(kSettled);
    world.longest_wait();
    what(world);
    world.run_until(kSettled + for_so_long);
    return world.longest_wait();
  };
  pauses.killed = measured([](ownership::World& world) { world.kill(0); }, 30 * kSecond);
  pauses.restarted = measured(
      [](ownership::World& world) {
        world.kill(0);
        world.restart(0);
      },
      30 * kSecond);
  pauses.drained = measured([](ownership::World& world) { world.drain(0); }, 60 * kSecond);
  pauses.frozen = measured(
      [&pauses](ownership::World& world) {
        world.freeze(0, 10 * kSecond);
        const std::uint64_t before = world.life(0);
        world.run_until(kSettled + 12 * kSecond);
        pauses.thawed_ended = world.life(0) != before;
      },
      40 * kSecond);
  return pauses;
}

}  // namespace wyrmhall::sim
