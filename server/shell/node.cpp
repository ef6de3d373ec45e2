#include "server/shell/node.h"

#include <spdlog/spdlog.h>

#include <chrono>

#include "persistence/postgres_store.h"

namespace wyrmhall::server {
namespace {

Duration now() {
  return std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace

std::optional<std::string> Node::start(const std::string& place, persistence::Incarnation self) {
  auto membership = persistence::open_postgres_membership(place, self);
  if (!membership) return membership.error();
  membership_ = *std::move(membership);
  ownership_.emplace(self);
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

void Node::run() {
  std::unique_lock lock(mutex_);
  while (!stopping_ && !lost_) {
    lock.unlock();
    const Duration pause = look();
    lock.lock();
    wake_.wait_for(lock, pause, [this] { return stopping_; });
  }
}

Duration Node::look() {
  try {
    const cluster::Ownership::Next next = ownership_->saw(membership_->beat(), now());
    carry_out(next);
    return next.pause;
  } catch (const persistence::NoAnswer& error) {
    spdlog::debug("no word from the other servers: {}", error.what());  // the store says it where people look
    ownership_->saw_nothing(now());
    return cluster::kBeatEvery;
  }
}

void Node::carry_out(const cluster::Ownership::Next& next) {
  if (next.end) lost_ = true;
  // Whether the database takes them or does not answer, the next look says who has them.
  for (const auto& [to, shards] : next.give) ownership_->gave(shards);
  for (const cluster::Ownership::Next::Dead& dead : next.dead) {
    spdlog::warn("server {} has not said for {} s that it lives: it is taken for dead", dead.node,
                 std::chrono::duration_cast<std::chrono::seconds>(cluster::kDeadAfter).count());
    membership_->declare_dead(dead.node, dead.beat);
  }
  membership_->claim(next.claim);
  for (const auto& [to, shards] : next.give) membership_->hand_over(shards, to);
}

}  // namespace wyrmhall::server
