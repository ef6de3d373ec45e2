// Which of the servers of a store run which matches, as far as this one knows. It may be wrong: what it knows may be
// old. Then a server is asked that says no, or a write is refused by the store, and nothing worse.
//
// A server that shares its store with no other runs all of them.
#pragma once

#include <vector>

#include "common/id.h"
#include "persistence/membership.h"
#include "server/core/environment.h"

namespace wyrmhall::server::cluster {

using persistence::Incarnation;
using persistence::Shard;

class Placement {
 public:
  // Alone.
  explicit Placement(Incarnation self) : self_(self) {}

  // From now on `others` are there too, and these own the shards; 0: nobody, for now.
  void set(std::vector<Incarnation> others, std::vector<Incarnation> owners);

  [[nodiscard]] Incarnation self() const { return self_; }
  [[nodiscard]] bool alone() const { return owners_.empty(); }
  [[nodiscard]] const std::vector<Incarnation>& others() const { return others_; }
  [[nodiscard]] bool knows(Incarnation node) const;

  // Who runs a match; 0 for nobody.
  [[nodiscard]] Incarnation owner_of(const MatchId& match) const { return owner_of(persistence::shard_of(match)); }
  [[nodiscard]] bool owns(const MatchId& match) const { return owner_of(match) == self_; }
  [[nodiscard]] Incarnation owner_of(Shard shard) const { return alone() ? self_ : owners_[shard]; }
  // The lobby, of which there is only one, has a shard as a match has.
  [[nodiscard]] static Shard lobby_shard();
  [[nodiscard]] Incarnation lobby() const { return alone() ? self_ : owner_of(lobby_shard()); }
  [[nodiscard]] bool has_lobby() const { return alone() || lobby() == self_; }

  // A fresh id of a match that `node` is to run. Where it has few shards, another may get it.
  [[nodiscard]] Uuid id_at(Incarnation node, Entropy& entropy, Timestamp now) const;

 private:
  Incarnation self_;
  std::vector<Incarnation> others_;
  std::vector<Incarnation> owners_;  // by shard; empty: alone
};

}  // namespace wyrmhall::server::cluster
