// Several servers over one store, each a real core, with a bus between them that loses, repeats and reorders as a test
// wants. All in one thread and on one time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "tests/server/harness.h"

namespace wyrmhall::test {

class Nodes {
 public:
  explicit Nodes(std::size_t count, std::uint64_t seed = 1);

  // A server that is up, by its place among all that there ever were.
  World& operator[](std::size_t which) { return *nodes_.at(which).world; }
  [[nodiscard]] persistence::Incarnation incarnation(std::size_t which) const { return nodes_.at(which).incarnation; }
  [[nodiscard]] bool is_up(std::size_t which) const { return nodes_.at(which).world != nullptr; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

  // All that are up learn, one after the other, who owns which shard: a server by its place, or kNobody.
  static constexpr std::size_t kNobody = ~std::size_t{0};
  void place(const std::function<std::size_t(persistence::Shard)>& owner);
  void place_all_at(std::size_t owner) {
    place([owner](persistence::Shard /*shard*/) { return owner; });
  }
  // It is gone at once, with its clients' connections.
  void kill(std::size_t which);
  // Another run in its place.
  void start(std::size_t which);

  // Time passes for all, by tenths of a second.
  void pass(Duration time);
  // Hands on what is on the bus, until nothing is.
  void run();

  double lost = 0;      // how many of the frames on the bus are
  double repeated = 0;  // likewise
  bool reordered = false;
  std::uint64_t frames = 0;  // that came

 private:
  struct Node {
    persistence::Incarnation incarnation = 0;
    std::unique_ptr<World> world;
  };
  class SharedStore;

  World* find(persistence::Incarnation incarnation);
  [[nodiscard]] bool chance(double odds) { return odds > 0 && dice_.roll(1'000'000) <= odds * 1'000'000; }

  rules::FastDice dice_;
  std::unique_ptr<persistence::Store> store_;
  // Whose answers wait, by the store's ticket, and what it is theirs.
  std::map<std::uint64_t, std::pair<persistence::Store::Deliver*, std::uint64_t>> asked_;
  std::uint64_t next_ticket_ = 1;
  std::vector<Node> nodes_;
  persistence::Incarnation last_incarnation_ = 0;
  Duration passed_{};  // since the first of them was started
  std::deque<server::SendToNode> bus_;
  bool running_ = false;
};

}  // namespace wyrmhall::test
