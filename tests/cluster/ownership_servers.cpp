#include "tests/cluster/ownership_world.h"

namespace wyrmhall::sim::ownership {

void World::start(Node& node) {
  node.up = true;
  ++node.life;
  node.frozen_until = {};
  node.began = agenda_.now();
  node.tails.clear();
  node.in_flight.clear();
  node.known_changes = -1;
  node.draining = false;
  if (agenda_.now() < database_down_until_) {
    node.up = false;
    agenda_.after(kSecond, [this, &node, life = node.life] {
      if (life == node.life) start(node);
    });
    return;
  }
  node.ownership.emplace(cluster_.join({.name = std::to_string(node.number), .address = {}, .version = {}}));
  beat(node);
}

void World::in_node(Node& node, std::uint64_t life, Duration delay, std::function<void()> deed) {
  agenda_.after(delay, [this, &node, life, deed = std::move(deed)]() mutable {
    if (!node.up || node.life != life) return;
    if (node.frozen_until > agenda_.now()) {
      in_node(node, life, node.frozen_until - agenda_.now(), std::move(deed));
    } else {
      deed();
    }
  });
}

void World::beat(Node& node) {
  if (!node.up) return;
  const Incarnation self = node.ownership->self();
  const std::uint64_t life = node.life;
  ask<Seen>(
      node,
      [this, self, known = node.known_changes] {
        Seen seen{.view = {}, .changes = known};
        seen.view = cluster_.beat(self, persistence::BusState::kConnected, seen.changes);
        return seen;
      },
      [this, &node, life](std::optional<Seen> seen) {
        Duration next = server::cluster::kBeatEvery;
        if (seen) {
          node.known_changes = seen->changes;
          next = saw(node, seen->view);
        } else {
          node.ownership->saw_nothing(local_time(node));
        }
        if (!node.up) return;
        const auto pause = static_cast<double>(next.count()) / node.rate;
        in_node(node, life, Duration(static_cast<std::int64_t>(pause)), [this, &node] { beat(node); });
      });
}

Duration World::saw(Node& node, const View& view) {
  const Incarnation self = node.ownership->self();
  const Ownership::Next next = node.ownership->saw(view, local_time(node));
  if (next.end) {
    end(node);
    return next.pause;
  }
  for (const Ownership::Next::Dead& dead : next.dead) {
    ++counters_.declared_dead;
    ask<bool>(
        node,
        [this, dead] {
          cluster_.declare_dead(dead.node, dead.beat);
          return true;
        },
        [](std::optional<bool>) {});
  }
  if (!next.claim.empty()) {
    counters_.claimed += next.claim.size();
    ask<bool>(
        node,
        [this, self, shards = next.claim] {
          cluster_.claim(self, shards);
          return true;
        },
        [](std::optional<bool>) {});
  }
  for (const auto& [to, shards] : next.give) hand_over(node, to, shards);
  return next.pause;
}

void World::hand_over(Node& node, Incarnation to, const std::vector<Shard>& shards) {
  const bool writing = std::ranges::any_of(shards, [&node](Shard shard) { return node.in_flight[shard] > 0; });
  if (writing) {
    in_node(node, node.life, kMillisecond, [this, &node, to, shards] { hand_over(node, to, shards); });
    return;
  }
  const Incarnation self = node.ownership->self();
  counters_.handed_over += shards.size();
  ask<bool>(
      node,
      [this, self, to, shards] {
        cluster_.hand_over(self, shards, to);
        return true;
      },
      [this, &node, shards](std::optional<bool> /*done*/) {
        // Who has them now says the next look; till then nobody writes here.
        in_node(node, node.life, 2 * server::cluster::kBeatEvery, [&node, shards] { node.ownership->gave(shards); });
      });
}

void World::end(Node& node) {
  node.up = false;
  ++node.life;
  if (node.draining) return;
  agenda_.after(Duration(rng_.between(100'000, 2'000'000)), [this, &node, life = node.life] {
    if (life == node.life) start(node);
  });
}

}  // namespace wyrmhall::sim::ownership
