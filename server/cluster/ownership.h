// What a server makes of what it sees of the others: who is dead, which shards it takes, and which it gives away. Pure:
// it is told what its Membership saw and says what is to be asked of it next.
//
// No clock is compared with another machine's. A server is taken for dead whose beat has not changed for some time of
// ours, over several looks that succeeded; that it is, the database decides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "common/time.h"
#include "persistence/membership.h"

namespace wyrmhall::server::cluster {

using persistence::BusState;
using persistence::Incarnation;
using persistence::Shard;

// How often a server says that it lives, and looks around.
inline constexpr Duration kBeatEvery = std::chrono::seconds(1);
// A server whose beat stands still for so long, and over so many looks, is dead.
inline constexpr Duration kDeadAfter = std::chrono::seconds(5);
inline constexpr int kDeadAfterLooks = 4;
// After the database did not answer nobody is judged for so long: others may get their connections back later.
inline constexpr Duration kNoJudgementAfterOutage = std::chrono::seconds(15);
// Who has declared somebody dead or has claimed shards looks again so soon, to see what came of it.
inline constexpr Duration kLookAgainAfter = std::chrono::milliseconds(20);
// A server that has been without the bus for so long, while others had it, gives its shards to those.
inline constexpr Duration kAloneAfter = std::chrono::seconds(10);
// How many shards are given away with a look.
inline constexpr std::size_t kHandedOverAtOnce = 100;

// Who of these is to have a shard: all who know the same servers come to the same one. 0 where there are none.
Incarnation wanted_owner(Shard shard, const std::vector<Incarnation>& nodes);

class Ownership {
 public:
  explicit Ownership(Incarnation self) : self_(self), owners_(persistence::kShards, 0) {}

  // What is to be asked of the Membership next.
  struct Next {
    bool end = false;  // this run was declared dead: it can only end
    struct Dead {
      Incarnation node = 0;
      std::int64_t beat = 0;  // that was seen last
    };
    std::vector<Dead> dead;
    std::vector<Shard> claim;
    // Of these nothing may be written any more; once what is in flight was answered they are handed over.
    std::map<Incarnation, std::vector<Shard>> give;
    // How long to wait before the next look.
    Duration pause = kBeatEvery;
  };

  // The Membership has answered. `now`: the own clock, which never goes back, since any moment.
  Next saw(const persistence::View& view, Duration now);
  // It has not.
  void saw_nothing(Duration now);

  // Shards that were to be given away are, or cannot be: the next look says who has them.
  void gave(const std::vector<Shard>& shards);

  // This run wants to end: all shards go to others.
  void drain() { draining_ = true; }

  // Whether this run has the bus. Without it nobody elsewhere can play on what it runs. It is taken to have it until
  // something else is said.
  void bus_is(bool connected) { has_bus_ = connected; }
  // What this run says of it to others.
  [[nodiscard]] BusState bus() const;

  [[nodiscard]] Incarnation self() const { return self_; }
  // Whether matches of the shard may be written to, as far as this run knows.
  [[nodiscard]] bool owns(Shard shard) const { return owners_[shard] == self_ && !giving_.contains(shard); }
  // Who runs the matches of a shard, as far as this run knows; 0 for nobody.
  [[nodiscard]] Incarnation owner_of(Shard shard) const { return owners_[shard]; }
  // How many shards this run has.
  [[nodiscard]] std::size_t owned() const;

 private:
  struct Watched {
    std::int64_t beat = -1;
    Duration since{};  // when it was first seen at this beat
    int looks = 0;     // since then
  };

  void look_at_bus(const persistence::View& view, Duration now);
  void judge(const persistence::View& view, Duration now, Next& next);
  [[nodiscard]] bool leaves(const persistence::NodeRow& node) const;
  void share(const persistence::View& view, Next& next);

  Incarnation self_;
  std::vector<Incarnation> owners_;  // by shard
  std::unordered_map<Incarnation, Watched> watched_;
  std::set<Shard> giving_;
  Duration no_judgement_before_{};
  bool draining_ = false;
  bool has_bus_ = true;
  bool alone_ = false;
  std::optional<Duration> without_bus_since_;  // while others have it
};

}  // namespace wyrmhall::server::cluster
