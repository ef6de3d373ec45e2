#include "tests/cluster/model_cluster.h"

#include <algorithm>
#include <utility>

namespace wyrmhall::persistence::testing {

Incarnation ModelCluster::join(const NodeInfo& node) {
  for (auto& [id, other] : nodes_) {
    if (other.info.name == node.name) other.alive = false;
  }
  if (std::ranges::none_of(nodes_, [](const auto& one) { return one.second.alive; })) rules_.clear();
  const auto known = [&node](const auto& in_use) { return knows(node.rules, in_use.first, in_use.second); };
  if (!node.rules.empty() && !std::ranges::all_of(rules_, known)) return 0;
  const Incarnation drawn = nodes_.empty() ? 1 : nodes_.rbegin()->first + 1;
  nodes_.emplace(drawn, Node{.info = node});
  raise_rules();
  return drawn;
}

void ModelCluster::raise_rules() {
  std::vector<std::vector<GameRules>> living;
  for (const auto& [id, one] : nodes_) {
    if (one.alive) living.push_back(one.info.rules);
  }
  rules_ = raised(std::move(rules_), living);
}

View ModelCluster::beat(Incarnation node, BusState bus, std::int64_t& known) {
  View view;
  view.alive = alive(node);
  if (!view.alive) return view;
  view.rules = rules_;
  ++nodes_.at(node).beat;
  nodes_.at(node).bus = bus;
  for (const auto& [id, one] : nodes_) {
    if (!one.alive) continue;
    view.nodes.push_back({.id = id, .info = one.info, .draining = one.draining, .bus = one.bus, .beat = one.beat});
  }
  if (known != changes_) view.owners = owners_;
  known = changes_;
  return view;
}

void ModelCluster::declare_dead(Incarnation node, std::int64_t beat) {
  const auto found = nodes_.find(node);
  if (found != nodes_.end() && found->second.beat == beat) found->second.alive = false;
}

void ModelCluster::claim(Incarnation node, std::span<const Shard> shards) {
  if (!alive(node)) return;
  for (const Shard shard : shards) {
    if (!alive(owners_.at(shard))) give(shard, node);
  }
}

void ModelCluster::hand_over(Incarnation node, std::span<const Shard> shards, Incarnation to) {
  if (!alive(to)) return;
  for (const Shard shard : shards) {
    if (owners_.at(shard) == node) give(shard, to);
  }
}

void ModelCluster::give(Shard shard, Incarnation to) {
  owners_.at(shard) = to;
  ++shard_changes_.at(shard);
  ++changes_;
}

}  // namespace wyrmhall::persistence::testing
