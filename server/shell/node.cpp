#include "server/shell/node.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>

#include "common/hex.h"
#include "persistence/postgres_store.h"

namespace wyrmhall::server {

using persistence::Incarnation;
using persistence::Shard;

namespace {

Duration now() {
  return std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace

std::optional<std::string> Node::start(const Config& config, Incarnation self) {
  if (!config.in_postgres()) return std::nullopt;
  self_ = self;
  place_ = config.bus;
  auto membership = persistence::open_postgres_membership(config.store, self);
  if (!membership) return membership.error();
  membership_ = *std::move(membership);
  ownership_.emplace(self);
  return std::nullopt;
}

std::optional<std::string> Node::join(Core& core, const receipts::PublicKey& key, OnCore on_core) {
  if (membership_ == nullptr) return std::nullopt;
  core_ = &core;
  on_core_ = std::move(on_core);
  const std::string signs_by = hex_text(key);
  try {
    membership_->say_receipt_key(signs_by);
    const persistence::View view = membership_->beat();
    for (const persistence::NodeRow& node : view.nodes) {
      if (place_.empty() || node.info.receipt_key.empty() || node.info.receipt_key == signs_by) continue;
      return fmt::format("The server {} of this store signs with another key: copy its receipt.key into --data.",
                         node.info.name);
    }
    if (!place_.empty()) {
      auto bus = Bus::open({.place = place_,
                            .cluster = membership_->cluster(),
                            .self = self_,
                            .on_frame =
                                [this](std::span<const std::uint8_t> frame) {
                                  if (!inbox_.put(frame)) return;
                                  on_core_([this] {
                                    for (const BusInbox::Frame& one : inbox_.take()) core_->heard_from_node(one);
                                  });
                                },
                            .on_owners_changed = [this] { look_now(); }});
      if (!bus) return bus.error();
      bus_ = *std::move(bus);
      ownership_->saw(view, now());
      placed_ = placing(view);
      placed_others_ = placed_.others.size();
      core.place(placed_.others, placed_.owners);
    }
  } catch (const persistence::NoAnswer& error) {
    return std::string(error.what());
  }
  thread_ = std::thread([this] { run(); });
  return std::nullopt;
}

void Node::stop() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
  bus_.reset();
}

void Node::look_now() {
  {
    const std::scoped_lock lock(mutex_);
    look_now_ = true;
  }
  wake_.notify_all();
}

void Node::run() {
  std::unique_lock lock(mutex_);
  while (!stopping_ && !lost_) {
    look_now_ = false;
    lock.unlock();
    const Duration pause = look();
    lock.lock();
    // Who is told of many changes looks once.
    wake_.wait_for(lock, std::min<Duration>(pause, cluster::kLookAgainAfter), [this] { return stopping_; });
    wake_.wait_for(lock, pause, [this] { return stopping_ || look_now_ || !free_.empty(); });
  }
}

Duration Node::look() {
  cluster::Ownership::Next next;
  try {
    hand_over();
    const persistence::View view = membership_->beat();
    next = ownership_->saw(view, now());
    carry_out(next);
    if (bus_ == nullptr || next.end) return next.pause;
    Placing found = placing(view);
    drained_ = std::ranges::count(found.owners, self_) == 0 && ownership_->owned() == 0;
    if (found == placed_ && next.give.empty()) return next.pause;
    placed_ = found;
    // Nothing more is begun in what is to be given away; it goes once what was begun is on disk.
    on_core_([this, found = std::move(found), given = next.give] {
      placed_others_ = found.others.size();
      core_->place(found.others, found.owners);
      leaving_.insert(leaving_.end(), given.begin(), given.end());
      tick();
    });
    return next.pause;
  } catch (const persistence::NoAnswer& error) {
    spdlog::debug("no word from the other servers: {}", error.what());  // the store says it where people look
    // What was to be given away stays, and is asked for again.
    for (const auto& [to, shards] : next.give) ownership_->gave(shards);
    ownership_->saw_nothing(now());
    return cluster::kBeatEvery;
  }
}

Node::Placing Node::placing(const persistence::View& view) const {
  Placing found;
  for (const persistence::NodeRow& node : view.nodes) {
    if (node.id != self_) found.others.push_back(node.id);
  }
  found.owners.resize(persistence::kShards);
  for (std::size_t i = 0; i < found.owners.size(); ++i) {
    const auto shard = static_cast<Shard>(i);
    const Incarnation owner = ownership_->owner_of(shard);
    const bool is_there =
        owner == self_ ? ownership_->owns(shard) : std::ranges::find(found.others, owner) != found.others.end();
    found.owners[i] = is_there ? owner : 0;
  }
  return found;
}

void Node::carry_out(const cluster::Ownership::Next& next) {
  if (next.end) lost_ = true;
  for (const cluster::Ownership::Next::Dead& dead : next.dead) {
    spdlog::warn("server {} has not said for {} s that it lives: it is taken for dead", dead.node,
                 std::chrono::duration_cast<std::chrono::seconds>(cluster::kDeadAfter).count());
    membership_->declare_dead(dead.node, dead.beat);
  }
  membership_->claim(next.claim);
  if (bus_ == nullptr) {
    // There is nobody to give them to but a run that is about to take this one's place.
    for (const auto& [to, shards] : next.give) ownership_->gave(shards);
  } else if (!next.claim.empty() || !next.dead.empty()) {
    bus_->tell_owners_changed();
  }
}

// Whether the database takes them or does not answer, the next look says who has them.
void Node::hand_over() {
  std::vector<Given> free;
  bool drain = false;
  {
    const std::scoped_lock lock(mutex_);
    free = std::exchange(free_, {});
    drain = drain_;
  }
  for (const auto& [to, shards] : free) ownership_->gave(shards);
  if (drain && !said_drain_) {
    ownership_->drain();
    membership_->drain();
    said_drain_ = true;
  }
  for (const auto& [to, shards] : free) membership_->hand_over(shards, to);
  if (!free.empty()) bus_->tell_owners_changed();
}

void Node::tick() {
  std::vector<Given> free;
  std::erase_if(leaving_, [&](Given& given) {
    if (core_->runs_any_of(given.second)) return false;
    free.push_back(std::move(given));
    return true;
  });
  if (free.empty()) return;
  {
    const std::scoped_lock lock(mutex_);
    std::ranges::move(free, std::back_inserter(free_));
  }
  wake_.notify_all();
}

bool Node::drain() {
  if (bus_ == nullptr || placed_others_ == 0) return false;
  {
    const std::scoped_lock lock(mutex_);
    drain_ = true;
    look_now_ = true;
  }
  drains_ = true;
  wake_.notify_all();
  return true;
}

}  // namespace wyrmhall::server
