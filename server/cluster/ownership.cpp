#include "server/cluster/ownership.h"

#include <algorithm>
#include <utility>

namespace wyrmhall::server::cluster {
namespace {

// The finaliser of SplitMix64: every bit of what goes in changes half of what comes out.
std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ bits >> 30U) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ bits >> 27U) * 0x94d049bb133111ebU;
  return bits ^ bits >> 31U;
}

std::uint64_t weight(Shard shard, Incarnation node) {
  return mixed(mixed(static_cast<std::uint64_t>(node) + 0x9e3779b97f4a7c15U) ^ shard);
}

}  // namespace

// Rendezvous hashing: when a server goes, its shards spread over the others, and no other shard moves.
Incarnation wanted_owner(Shard shard, const std::vector<Incarnation>& nodes) {
  Incarnation wanted = 0;
  std::uint64_t highest = 0;
  for (const Incarnation node : nodes) {
    const std::uint64_t own = weight(shard, node);
    if (wanted == 0 || std::pair(own, node) > std::pair(highest, wanted)) {
      wanted = node;
      highest = own;
    }
  }
  return wanted;
}

std::size_t Ownership::owned() const {
  return static_cast<std::size_t>(std::ranges::count(owners_, self_));
}

BusState Ownership::bus() const {
  if (has_bus_) return BusState::kConnected;
  return alone_ ? BusState::kAlone : BusState::kLost;
}

Ownership::Next Ownership::saw(const persistence::View& view, Duration now) {
  Next next;
  if (!view.alive) {
    next.end = true;
    return next;
  }
  if (view.owners) owners_ = *view.owners;
  look_at_bus(view, now);
  judge(view, now, next);
  share(view, next);
  if (!next.dead.empty() || !next.claim.empty()) next.pause = kLookAgainAfter;
  return next;
}

void Ownership::saw_nothing(Duration now) {
  no_judgement_before_ = now + kNoJudgementAfterOutage;
  // A beat that stood still while nobody could look says nothing; nor does what others said of the bus before.
  watched_.clear();
  without_bus_since_.reset();
}

void Ownership::gave(const std::vector<Shard>& shards) {
  for (const Shard shard : shards) giving_.erase(shard);
}

// Where nobody has the bus, nobody could run the shards any better.
void Ownership::look_at_bus(const persistence::View& view, Duration now) {
  const bool others_have_it = std::ranges::any_of(view.nodes, [this](const persistence::NodeRow& node) {
    return node.id != self_ && node.bus == BusState::kConnected;
  });
  if (has_bus_ || !others_have_it) {
    without_bus_since_.reset();
  } else if (!without_bus_since_) {
    without_bus_since_ = now;
  }
  alone_ = without_bus_since_ && now - *without_bus_since_ >= kAloneAfter;
}

// Whether a server is to have no shards. What this one knows of itself is newer than what it has said.
bool Ownership::leaves(const persistence::NodeRow& node) const {
  if (node.id == self_) return draining_ || alone_ || node.draining;
  return node.draining || node.bus == BusState::kAlone;
}

void Ownership::judge(const persistence::View& view, Duration now, Next& next) {
  std::unordered_map<Incarnation, Watched> watched;
  for (const persistence::NodeRow& node : view.nodes) {
    if (node.id == self_) continue;
    const auto known = watched_.find(node.id);
    Watched one = known == watched_.end() ? Watched{} : known->second;
    if (one.beat != node.beat) one = {.beat = node.beat, .since = now, .looks = 0};
    ++one.looks;
    if (now >= no_judgement_before_ && now - one.since >= kDeadAfter && one.looks > kDeadAfterLooks) {
      next.dead.push_back({.node = node.id, .beat = node.beat});
    }
    watched.emplace(node.id, one);
  }
  watched_ = std::move(watched);
}

void Ownership::share(const persistence::View& view, Next& next) {
  std::set<Incarnation> living;
  std::vector<Incarnation> staying;
  bool leaving = false;
  for (const persistence::NodeRow& node : view.nodes) {
    living.insert(node.id);
    if (!leaves(node)) staying.push_back(node.id);
    if (node.id == self_) leaving = leaves(node);
  }
  if (staying.empty()) return;  // who drains alone keeps what it has until it ends
  const std::size_t fair = leaving ? 0 : (persistence::kShards + staying.size() - 1) / staying.size();
  std::size_t have = owned() - giving_.size();
  std::size_t given = 0;
  for (std::size_t i = 0; i < persistence::kShards; ++i) {
    const auto shard = static_cast<Shard>(i);
    const Incarnation owner = owners_[i];
    const bool nobodys = !living.contains(owner);
    if (owner != self_ && !nobodys) continue;
    const Incarnation wanted = wanted_owner(shard, staying);
    if (nobodys && wanted == self_) next.claim.push_back(shard);
    if (owner != self_ || wanted == self_ || giving_.contains(shard)) continue;
    if (have <= fair || given == kHandedOverAtOnce) continue;
    next.give[wanted].push_back(shard);
    giving_.insert(shard);
    --have;
    ++given;
  }
}

}  // namespace wyrmhall::server::cluster
