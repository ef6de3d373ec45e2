// The servers of a store as persistence/membership.h describes them, in memory: what a database does with each call, at
// the moment at which it carries it out.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "persistence/membership.h"

namespace wyrmhall::persistence::testing {

class ModelCluster {
 public:
  // 0 where the node does not know the rules that are played.
  Incarnation join(const NodeInfo& node);
  // `known`: the changes of owners that the node has seen; moved on when it is told of more.
  View beat(Incarnation node, BusState bus, std::int64_t& known);
  void declare_dead(Incarnation node, std::int64_t beat);
  void claim(Incarnation node, std::span<const Shard> shards);
  void hand_over(Incarnation node, std::span<const Shard> shards, Incarnation to);
  void say_receipt_key(Incarnation node, const std::string& key) { nodes_.at(node).info.receipt_key = key; }
  void drain(Incarnation node) { nodes_.at(node).draining = true; }
  void leave(Incarnation node) { nodes_.at(node).alive = false; }
  void raise_rules();

  [[nodiscard]] bool alive(Incarnation node) const { return nodes_.contains(node) && nodes_.at(node).alive; }
  [[nodiscard]] Incarnation owner_of(Shard shard) const { return owners_.at(shard); }
  // How often the owner of a shard has changed.
  [[nodiscard]] std::int64_t changes_of(Shard shard) const { return shard_changes_.at(shard); }

 private:
  struct Node {
    NodeInfo info;
    bool alive = true;
    bool draining = false;
    BusState bus = BusState::kLost;
    std::int64_t beat = 0;
  };
  void give(Shard shard, Incarnation to);

  std::map<Incarnation, Node> nodes_;
  RulesInUse rules_;
  std::vector<Incarnation> owners_ = std::vector<Incarnation>(kShards, 0);
  std::vector<std::int64_t> shard_changes_ = std::vector<std::int64_t>(kShards, 0);
  std::int64_t changes_ = 0;
};

// A node of it.
class ModelMembership final : public Membership {
 public:
  ModelMembership(ModelCluster& cluster, Incarnation self) : cluster_(cluster), self_(self) {}

  View beat(BusState bus) override { return cluster_.beat(self_, bus, known_); }
  void declare_dead(Incarnation node, std::int64_t beat) override { cluster_.declare_dead(node, beat); }
  void claim(std::span<const Shard> shards) override { cluster_.claim(self_, shards); }
  void hand_over(std::span<const Shard> shards, Incarnation to) override { cluster_.hand_over(self_, shards, to); }
  void drain(Incarnation node) override { cluster_.drain(node); }
  void leave() override { cluster_.leave(self_); }
  void raise_rules() override { cluster_.raise_rules(); }
  void say_receipt_key(const std::string& key) override { cluster_.say_receipt_key(self_, key); }
  std::string cluster() override { return "model"; }

 private:
  ModelCluster& cluster_;
  Incarnation self_;
  std::int64_t known_ = -1;
};

}  // namespace wyrmhall::persistence::testing
