// The world of the ownership simulation (ownership_sim.h): servers, clients and the database that they share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "server/cluster/ownership.h"
#include "tests/cluster/model_cluster.h"
#include "tests/cluster/ownership_sim.h"
#include "tests/sim/agenda.h"
#include "tests/sim/rng.h"
#include "tests/sim/violation.h"

namespace wyrmhall::sim::ownership {

using persistence::Incarnation;
using persistence::Shard;
using persistence::View;
using persistence::testing::ModelCluster;
using server::cluster::Ownership;

inline constexpr Duration kCallTimeOut = std::chrono::seconds(1);
inline constexpr Duration kClientPatience = std::chrono::seconds(2);  // then it sends the action again
inline constexpr Duration kRetry = std::chrono::milliseconds(200);
inline constexpr Duration kClientsBeat = std::chrono::milliseconds(120);

enum class Kept : std::uint8_t { kYes, kConflict, kNotOwner, kUnknown };

// A move of the log.
struct Entry {
  std::uint64_t action = 0;
  Incarnation by = 0;
};
using Log = std::vector<std::vector<Entry>>;  // by index; more than one only where there is no key

// The answer to a beat.
struct Seen {
  View view;
  std::int64_t changes = 0;  // of owners that it tells of
};

// What a server knows of a match that it runs.
struct Tail {
  std::vector<std::uint64_t> actions;
  bool busy = false;  // something is on its way to the database
};

struct Node {
  int number = 0;
  std::uint64_t life = 0;  // counts its starts; what was asked in an earlier one is answered to nobody
  bool up = false;
  Duration frozen_until{};
  Duration began{};
  double rate = 1;  // of its clock
  std::optional<Ownership> ownership;
  std::int64_t known_changes = -1;
  std::map<int, Tail> tails;  // by match
  std::map<Shard, int> in_flight;
  bool draining = false;
};

struct Client {
  std::uint64_t action = 0;  // what it wants to be shown
  std::uint64_t tries = 0;
  std::optional<Incarnation> sent_to;  // the last owner that it was sent to
  std::uint64_t shown = 0;
  Duration last_shown{};
  Duration longest_wait{};
};

class World {
 public:
  World(std::uint64_t seed, const OwnershipSettings& settings, bool with_faults);

  void run_until(Duration end) {
    while (agenda_.now() < end && agenda_.step()) {
    }
  }

  void stop_faults();

  void kill(std::size_t number) {
    Node& node = nodes_[number];
    node.up = false;
    ++node.life;
  }
  void restart(std::size_t number) { start(nodes_[number]); }
  void freeze(std::size_t number, Duration how_long) { nodes_[number].frozen_until = agenda_.now() + how_long; }
  void drain(std::size_t number);
  // How often it has started and ended.
  [[nodiscard]] std::uint64_t life(std::size_t number) const { return nodes_[number].life; }

  // The longest that any match has waited since the last call.
  Duration longest_wait();

  void check_end();

  [[nodiscard]] const OwnershipCounters& counters() const { return counters_; }

 private:
  [[noreturn]] void violated(const char* promise, std::size_t match, std::size_t index) const {
    throw Violation(promise, "match " + std::to_string(match) + ", move " + std::to_string(index) + " after " +
                                 std::to_string(agenda_.now().count() / 1000) + " ms");
  }

  // --- Servers ---

  void start(Node& node);

  [[nodiscard]] Duration local_time(const Node& node) const {
    const auto passed = static_cast<double>((agenda_.now() - node.began).count());
    return Duration(static_cast<std::int64_t>(passed * node.rate));
  }

  // Does something in a server, unless it has ended since; once it thaws, if it is frozen.
  void in_node(Node& node, std::uint64_t life, Duration delay, std::function<void()> deed);

  // Asks the database. `work` is done there, or never; `reply` is given what it came to, or nothing.
  template <class Result>
  void ask(Node& node, std::function<Result()> work, std::function<void(std::optional<Result>)> reply) {
    struct Call {
      bool answered = false;
    };
    const auto call = std::make_shared<Call>();
    const std::uint64_t life = node.life;
    const auto told = [call, reply = std::move(reply)](std::optional<Result> result) {
      if (std::exchange(call->answered, true)) return;
      reply(std::move(result));
    };
    in_node(node, life, kCallTimeOut, [told] { told(std::nullopt); });
    const bool lost_before = faulty_ && rng_.chance(0.005);
    const bool lost_after = faulty_ && rng_.chance(0.005);
    if (lost_before) return;
    agenda_.after(delay(), [this, &node, life, work = std::move(work), told, lost_after]() mutable {
      if (agenda_.now() < database_down_until_) return;
      Result result = work();
      if (lost_after) return;
      in_node(node, life, delay(), [told, result = std::move(result)]() mutable { told(std::move(result)); });
    });
  }

  // Now and then longer than anybody waits.
  Duration delay() {
    if (faulty_ && rng_.chance(0.01)) return Duration(rng_.between(50'000, 3'000'000));
    return Duration(rng_.between(100, 1'500));
  }

  void beat(Node& node);

  // Comes back with how long it waits before it looks again.
  Duration saw(Node& node, const View& view);

  // Once nothing of these shards is in flight.
  void hand_over(Node& node, Incarnation to, const std::vector<Shard>& shards);

  // What a server does that was declared dead: another takes its place.
  void end(Node& node);

  // --- Matches ---

  void next_action(int match);

  // By any server that is up, to the one that it takes for the owner.
  void send(int match, std::uint64_t action);

  void again_soon(int match, std::uint64_t action) {
    agenda_.after(kRetry, [this, match, action, tries = clients_[static_cast<std::size_t>(match)].tries] {
      if (clients_[static_cast<std::size_t>(match)].tries == tries) send(match, action);
    });
  }

  void act(Node& node, int match, std::uint64_t action);

  void fold(Node& node, int match, std::uint64_t action);

  void append(Node& node, int match, std::uint64_t action);

  // In the database.
  Kept write(Incarnation by, int match, std::size_t index, std::uint64_t action);

  void appended(Node& node, int match, std::size_t index, std::uint64_t action, Kept kept);

  // To a client, which never forgets.
  void show(int match, std::size_t index, std::uint64_t action);

  // --- Faults ---

  void fault();

  OwnershipSettings settings_;
  Rng rng_;
  Agenda agenda_;
  bool faulty_;
  ModelCluster cluster_;
  std::vector<Log> logs_;
  std::vector<Node> nodes_;
  std::vector<Client> clients_;
  std::vector<Shard> shards_;  // by match
  std::map<std::pair<int, std::size_t>, std::uint64_t> shown_;
  std::uint64_t last_action_ = 0;
  Duration database_down_until_{};
  OwnershipCounters counters_;
};

}  // namespace wyrmhall::sim::ownership
