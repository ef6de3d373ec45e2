#include "tests/cluster/ownership_world.h"

namespace wyrmhall::sim::ownership {

void World::next_action(int match) {
  Client& client = clients_[static_cast<std::size_t>(match)];
  client.action = ++last_action_;
  client.tries = 0;
  send(match, client.action);
}

void World::send(int match, std::uint64_t action) {
  Client& client = clients_[static_cast<std::size_t>(match)];
  if (client.action != action) return;
  ++client.tries;
  agenda_.after(kClientPatience, [this, match, action, tries = client.tries] {
    if (clients_[static_cast<std::size_t>(match)].tries == tries) send(match, action);
  });
  Node& gateway = nodes_[rng_.below(nodes_.size())];
  if (faulty_ && rng_.chance(0.01)) return;  // lost on the way
  if (!gateway.up || gateway.frozen_until > agenda_.now()) {
    again_soon(match, action);  // by another one
    return;
  }
  if (settings_.asks_for_owner || !client.sent_to) {
    client.sent_to = gateway.ownership->owner_of(shards_[static_cast<std::size_t>(match)]);
  }
  const auto owner = std::ranges::find_if(
      nodes_, [&](const Node& node) { return node.up && node.ownership->self() == *client.sent_to; });
  if (owner == nodes_.end()) {
    again_soon(match, action);
    return;
  }
  in_node(*owner, owner->life, delay(), [this, owner, match, action] { act(*owner, match, action); });
}

void World::act(Node& node, int match, std::uint64_t action) {
  const Shard shard = shards_[static_cast<std::size_t>(match)];
  if (!node.ownership->owns(shard)) {
    node.tails.erase(match);
    again_soon(match, action);
    return;
  }
  const auto known = node.tails.find(match);
  if (known == node.tails.end()) {
    fold(node, match, action);
    return;
  }
  Tail& tail = known->second;
  if (tail.busy) return;  // the client comes again
  const auto applied = std::ranges::find(tail.actions, action);
  if (applied != tail.actions.end()) {
    show(match, static_cast<std::size_t>(applied - tail.actions.begin()), action);
    return;
  }
  append(node, match, action);
}

void World::fold(Node& node, int match, std::uint64_t action) {
  node.tails[match].busy = true;
  ask<std::vector<std::uint64_t>>(
      node,
      [this, match] {
        std::vector<std::uint64_t> actions;
        for (const std::vector<Entry>& entries : logs_[static_cast<std::size_t>(match)]) {
          actions.push_back(entries.front().action);
        }
        return actions;
      },
      [this, &node, match, action](std::optional<std::vector<std::uint64_t>> actions) {
        if (!actions) {
          node.tails.erase(match);
          return;
        }
        if (std::ranges::find(*actions, action) != actions->end()) ++counters_.repeated_elsewhere;
        node.tails[match] = {.actions = *std::move(actions), .busy = false};
        act(node, match, action);
      });
}

void World::append(Node& node, int match, std::uint64_t action) {
  Tail& tail = node.tails[match];
  const Shard shard = shards_[static_cast<std::size_t>(match)];
  const std::size_t index = tail.actions.size();
  const Incarnation self = node.ownership->self();
  tail.busy = true;
  ++node.in_flight[shard];
  ask<Kept>(
      node, [this, self, match, index, action] { return write(self, match, index, action); },
      [this, &node, match, shard, index, action](std::optional<Kept> kept) {
        --node.in_flight[shard];
        appended(node, match, index, action, kept.value_or(Kept::kUnknown));
      });
}

Kept World::write(Incarnation by, int match, std::size_t index, std::uint64_t action) {
  Log& log = logs_[static_cast<std::size_t>(match)];
  if (settings_.fence && !cluster_.alive(by)) {
    ++counters_.fenced;
    return Kept::kNotOwner;
  }
  if (index < log.size() && settings_.key) {
    if (log[index].front().action == action) return Kept::kYes;
    ++counters_.refused_by_key;
    return Kept::kConflict;
  }
  if (index > log.size()) return Kept::kConflict;
  if (!cluster_.alive(by)) violated("the dead keep nothing", static_cast<std::size_t>(match), index);
  if (index == log.size()) log.emplace_back();
  log[index].push_back({action, by});
  return Kept::kYes;
}

void World::appended(Node& node, int match, std::size_t index, std::uint64_t action, Kept kept) {
  if (kept == Kept::kYes) {
    Tail& tail = node.tails[match];
    tail.actions.push_back(action);
    tail.busy = false;
    show(match, index, action);
    return;
  }
  node.tails.erase(match);
  if (kept == Kept::kNotOwner) {
    end(node);
  } else if (kept == Kept::kUnknown) {
    const Log& log = logs_[static_cast<std::size_t>(match)];
    const bool there = index < log.size() && log[index].front().action == action;
    ++(there ? counters_.unknown_kept : counters_.unknown_not_kept);
  } else {
    again_soon(match, action);
  }
}

void World::show(int match, std::size_t index, std::uint64_t action) {
  const auto place = std::pair(match, index);
  const auto [known, is_new] = shown_.emplace(place, action);
  const Log& log = logs_[static_cast<std::size_t>(match)];
  const bool kept = index < log.size() && log[index].front().action == action;
  if (known->second != action || !kept) violated("what was shown stays", static_cast<std::size_t>(match), index);
  Client& client = clients_[static_cast<std::size_t>(match)];
  if (client.action != action) return;
  ++counters_.shown;
  ++client.shown;
  if (client.last_shown > Duration{}) {
    client.longest_wait = std::max(client.longest_wait, agenda_.now() - client.last_shown);
  }
  client.last_shown = agenda_.now();
  client.action = 0;
  agenda_.after(kClientsBeat, [this, match] { next_action(match); });
}

}  // namespace wyrmhall::sim::ownership
