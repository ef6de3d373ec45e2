#include "server/shell/node.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>

#include "common/hex.h"
#include "persistence/postgres_store.h"
#include "persistence/thread_name.h"
#include "server/cluster/placement.h"

namespace wyrmhall::server {

using persistence::Incarnation;
using persistence::Shard;

namespace {

Duration now() {
  return std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace

std::optional<std::string> Node::start(const Config& config, Incarnation self, SystemClock& clock) {
  if (!config.in_postgres()) return std::nullopt;
  self_ = self;
  place_ = config.bus;
  auto membership = persistence::open_postgres_membership(config.store, self);
  if (!membership) return membership.error();
  membership_ = *std::move(membership);
  ownership_.emplace(self);
  clock_ = &clock;
  try {
    const persistence::View view = membership_->beat(ownership_->bus());
    ownership_->saw(view, now());  // what changes of it is told once
    if (view.alive) clock.follow(view.now);
  } catch (const persistence::NoAnswer& error) {
    return std::string(error.what());
  }
  return std::nullopt;
}

std::optional<std::string> Node::join(Core& core, const receipts::PublicKey& key, OnCore on_core) {
  if (membership_ == nullptr) return std::nullopt;
  core_ = &core;
  on_core_ = std::move(on_core);
  const std::string signs_by = hex_text(key);
  try {
    membership_->say_receipt_key(signs_by);
    const persistence::View view = membership_->beat(ownership_->bus());
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
                                  ++bus_received_;
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
      note(view, placed_);
      placed_others_ = placed_.others.size();
      core.place(placed_.others, placed_.owners, placed_.rules);
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
}

void Node::leave() {
  if (membership_ == nullptr || lost_) return;
  try {
    membership_->leave();
    if (bus_ != nullptr) bus_->tell_owners_changed();
  } catch (const persistence::NoAnswer& error) {
    spdlog::debug("the other servers find out by themselves that this one has ended: {}", error.what());
  }
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
  name_this_thread("membership");
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
    if (bus_ != nullptr) ownership_->bus_is(bus_->is_connected());
    const persistence::View view = membership_->beat(ownership_->bus());
    if (view.alive) clock_->follow(view.now);
    next = ownership_->saw(view, now());
    carry_out(next);
    raise_rules(view);
    if (bus_ == nullptr || next.end) return next.pause;
    Placing found = placing(view);
    note(view, found);
    drained_ = std::ranges::count(found.owners, self_) == 0 && ownership_->owned() == 0;
    const bool cut_off = drained_ && ownership_->bus() == persistence::BusState::kAlone;
    if (cut_off && !cut_off_) {
      spdlog::error("NATS answers the other servers and not this one: they go on with its matches");
    }
    cut_off_ = cut_off;
    if (found == placed_ && next.give.empty()) return next.pause;
    placed_ = found;
    // Nothing more is begun in what is to be given away; it goes once what was begun is on disk.
    on_core_([this, found = std::move(found), given = next.give] {
      placed_others_ = found.others.size();
      core_->place(found.others, found.owners, found.rules);
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
  found.rules = view.rules;
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

// Takes into use what everybody knows since a server has left.
void Node::raise_rules(const persistence::View& view) {
  std::vector<std::vector<persistence::GameRules>> known;
  known.reserve(view.nodes.size());
  for (const persistence::NodeRow& node : view.nodes) known.push_back(node.info.rules);
  const persistence::RulesInUse rules = persistence::raised(view.rules, known);
  if (!view.alive || rules == view.rules) return;
  for (const auto& [game, version] : rules) {
    if (!view.rules.contains(game) || view.rules.at(game) != version) {
      spdlog::info("all servers know version {} of the rules of {}: new matches are played by it", version, game);
    }
  }
  membership_->raise_rules();
}

// What administrators are shown of a look.
void Node::note(const persistence::View& view, const Placing& found) {
  cluster::ClusterStatus status;
  for (const persistence::NodeRow& row : view.nodes) {
    const auto shards = static_cast<std::size_t>(std::ranges::count(found.owners, row.id));
    const bool lobby = found.owners[cluster::Placement::lobby_shard()] == row.id;
    status.servers.push_back({.row = row, .shards = shards, .lobby = lobby, .self = row.id == self_});
    if (row.id == self_ && row.draining) told_to_end_ = true;
  }
  status.owners = found.owners;
  status.unowned = static_cast<std::size_t>(std::ranges::count(found.owners, 0));
  const std::scoped_lock lock(mutex_);
  status.totals = status_.totals;
  status_ = std::move(status);
  answered_at_ = now();
}

cluster::ClusterStatus Node::status() const {
  const std::scoped_lock lock(mutex_);
  cluster::ClusterStatus status = status_;
  if (bus_ == nullptr) return status;
  status.since_answer = now() - answered_at_;
  status.bus_connected = bus_->is_connected();
  status.totals.bus_sent = bus_sent_;
  status.totals.bus_received = bus_received_;
  return status;
}

void Node::drain_other(Incarnation node) {
  {
    const std::scoped_lock lock(mutex_);
    to_drain_.push_back(node);
    look_now_ = true;
  }
  wake_.notify_all();
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
  const std::scoped_lock lock(mutex_);
  status_.totals.declared_dead += next.dead.size();
  status_.totals.claimed += next.claim.size();
}

// Whether the database takes them or does not answer, the next look says who has them.
void Node::hand_over() {
  std::vector<Given> free;
  std::vector<Incarnation> to_drain;
  bool drain = false;
  {
    const std::scoped_lock lock(mutex_);
    free = std::exchange(free_, {});
    to_drain = to_drain_;
    drain = drain_;
  }
  for (const auto& [to, shards] : free) ownership_->gave(shards);
  if (drain && !said_drain_) {
    ownership_->drain();
    membership_->drain(self_);
    said_drain_ = true;
  }
  // These are said until they are heard.
  for (const Incarnation node : to_drain) {
    membership_->drain(node);
    const std::scoped_lock lock(mutex_);
    std::erase(to_drain_, node);
  }
  for (const auto& [to, shards] : free) {
    membership_->hand_over(shards, to);
    const std::scoped_lock lock(mutex_);
    status_.totals.handed_over += shards.size();
  }
  if (!free.empty() || !to_drain.empty()) bus_->tell_owners_changed();
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
  if (!has_others()) return false;
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
