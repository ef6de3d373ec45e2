// Several servers over one store, each a real core. The bus between them loses, repeats and reorders as a test wants,
// and the store is slow, loses its answers or does not answer at all. All in one thread and on one time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
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

  // All that are up learn, one after the other, who owns which shard: a server by its place, or kNobody. Who is to have
  // one no more lets go of it first, unless it is not up.
  static constexpr std::size_t kNobody = ~std::size_t{0};
  void place(const std::function<std::size_t(persistence::Shard)>& owner);
  void place_all_at(std::size_t owner) {
    place([owner](persistence::Shard /*shard*/) { return owner; });
  }
  // By which rules all play, from the next time on that they learn who owns what.
  std::optional<persistence::RulesInUse> rules;
  // It is gone at once, with its clients' connections.
  void kill(std::size_t which);
  // Another run in its place.
  void start(std::size_t which);
  // It stands still, and the others take it for dead: the store keeps nothing of it from now on. What is sent to it
  // waits.
  void freeze(std::size_t which);
  // It goes on, knowing nothing of that.
  void thaw(std::size_t which);
  // For so long nothing comes from one to another; or until mend().
  void cut(std::size_t from, std::size_t to, Duration time);
  void mend() { cuts_.clear(); }

  // Time passes for all, by tenths of a second.
  void pass(Duration time);
  // Hands on what is on the bus, until nothing is.
  void run();

  double lost = 0;      // how many of the frames on the bus are
  double repeated = 0;  // likewise
  bool reordered = false;
  std::uint64_t frames = 0;   // that came
  std::uint64_t cut_off = 0;  // that did not, since there was no way
  double unanswered = 0;      // how many of the writes have no answer; half of them are carried out
  Duration slow{};            // the store answers within this time
  bool down = false;          // the store does nothing, and says so
  // The store refuses what was taken for dead, and a move that is not the next one. Without either, a server that was
  // taken for dead is told that its moves were kept, and nobody finds them.
  bool keep_frames = false;  // of servers that are started from now on
  bool fence = true;
  bool key = true;

  struct StoreCounts {
    std::uint64_t fenced = 0, unanswered_and_kept = 0, unanswered_and_lost = 0, conflicts = 0;
  };
  [[nodiscard]] const StoreCounts& store_counts() const { return counts_; }
  // The match as it is kept.
  persistence::StoredMatch kept(const MatchId& match);
  // What the ledgers of all players come to, of one kind.
  std::int64_t booked(const std::string& what);

 private:
  struct Node {
    persistence::Incarnation incarnation = 0;
    std::unique_ptr<World> world;
    bool frozen = false;
    std::vector<server::SendToNode> waiting;  // what came while it was
  };
  // Of the store, who gets it by which way.
  struct Asker {
    persistence::Incarnation node = 0;
    persistence::Store::Deliver* to = nullptr;
    friend bool operator==(const Asker&, const Asker&) = default;
  };
  struct LateAnswer {
    Duration at{};
    Asker to;
    persistence::Answer answer;
  };
  struct OnBus {
    persistence::Incarnation from = 0;
    server::SendToNode sent;
  };
  class SharedStore;

  Node* find(persistence::Incarnation incarnation);
  void let_go(const std::vector<persistence::Incarnation>& owners);
  void tell_owners(const Node& node, const std::vector<persistence::Incarnation>& owners);
  void hear(Node& node, const server::SendToNode& frame);
  [[nodiscard]] bool is_cut(const OnBus& frame) const;
  void ask_store(const Asker& by, persistence::Submission&& submission);
  void answer(const Asker& to, persistence::Answer answer);
  void deliver_what_is_due();
  [[nodiscard]] bool chance(double odds) { return odds > 0 && dice_.roll(1'000'000) <= odds * 1'000'000; }

  rules::FastDice dice_;
  std::unique_ptr<persistence::Store> store_;
  // Whose answers wait, by the store's ticket, and what it is theirs.
  struct Asked {
    Asker by;
    std::uint64_t ticket = 0;
    bool answer_is_lost = false;
  };
  std::map<std::uint64_t, Asked> asked_;
  std::deque<LateAnswer> late_;  // in the order in which they come
  std::set<persistence::Incarnation> dead_;
  StoreCounts counts_;
  std::optional<persistence::Answer> own_answer_;
  std::uint64_t next_ticket_ = 1;
  std::vector<Node> nodes_;
  persistence::Incarnation last_incarnation_ = 0;
  std::vector<persistence::Incarnation> owners_;  // of the shards, as all were told last
  Duration passed_{};                             // since the first of them was started
  std::deque<OnBus> bus_;
  std::map<std::pair<persistence::Incarnation, persistence::Incarnation>, Duration> cuts_;  // until when
  bool running_ = false;
};

}  // namespace wyrmhall::test
