#include "tests/cluster/ownership_sim.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "server/cluster/ownership.h"
#include "tests/cluster/model_cluster.h"
#include "tests/sim/agenda.h"
#include "tests/sim/rng.h"
#include "tests/sim/violation.h"

namespace wyrmhall::sim {
namespace {

using persistence::Incarnation;
using persistence::Shard;
using persistence::View;
using persistence::testing::ModelCluster;
using server::cluster::Ownership;

constexpr Duration kSettled = 60 * kSecond;  // a new server gets a hundred shards a second
constexpr Duration kCallTimeOut = std::chrono::seconds(1);
constexpr Duration kClientPatience = std::chrono::seconds(2);  // then it sends the action again
constexpr Duration kRetry = std::chrono::milliseconds(200);
constexpr Duration kClientsBeat = std::chrono::milliseconds(120);

enum class Kept : std::uint8_t { kYes, kConflict, kNotOwner, kUnknown };

// A move of the log.
struct Entry {
  std::uint64_t action = 0;
  Incarnation by = 0;
};
using Log = std::vector<std::vector<Entry>>;  // by index; more than one only where there is no key

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
  World(std::uint64_t seed, const OwnershipSettings& settings, bool with_faults)
      : settings_(settings), rng_(seed), faulty_(with_faults), logs_(static_cast<std::size_t>(settings.matches)) {
    nodes_.resize(static_cast<std::size_t>(settings.nodes));
    clients_.resize(static_cast<std::size_t>(settings.matches));
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      nodes_[i].number = static_cast<int>(i);
      nodes_[i].rate = faulty_ ? static_cast<double>(rng_.between(90, 110)) / 100 : 1;
      agenda_.after(Duration(rng_.between(0, 500'000)), [this, i] { start(nodes_[i]); });
    }
    for (int match = 0; match < settings.matches; ++match) {
      shards_.push_back(static_cast<Shard>(rng_.below(persistence::kShards)));
      agenda_.after(kSecond, [this, match] { next_action(match); });
    }
    if (faulty_) agenda_.after(8 * kSecond, [this] { fault(); });
  }

  void run_until(Duration end) {
    while (agenda_.now() < end && agenda_.step()) {
    }
  }

  void stop_faults() {
    faulty_ = false;
    database_down_until_ = {};
    for (Node& node : nodes_) {
      if (!node.up) start(node);
    }
  }

  void kill(std::size_t number) {
    Node& node = nodes_[number];
    node.up = false;
    ++node.life;
  }
  void restart(std::size_t number) { start(nodes_[number]); }
  void freeze(std::size_t number, Duration how_long) { nodes_[number].frozen_until = agenda_.now() + how_long; }
  void drain(std::size_t number) {
    Node& node = nodes_[number];
    node.draining = true;
    node.ownership->drain();
    cluster_.drain(node.ownership->self());
  }
  // How often it has started and ended.
  [[nodiscard]] std::uint64_t life(std::size_t number) const { return nodes_[number].life; }

  // The longest that any match has waited since the last call.
  Duration longest_wait() {
    Duration longest{};
    for (Client& client : clients_) {
      longest = std::max({longest, client.longest_wait, agenda_.now() - client.last_shown});
      client.longest_wait = {};
    }
    return longest;
  }

  void check_end() {
    for (std::size_t match = 0; match < logs_.size(); ++match) {
      std::set<std::uint64_t> applied;
      for (std::size_t index = 0; index < logs_[match].size(); ++index) {
        const std::vector<Entry>& entries = logs_[match][index];
        if (entries.size() != 1) violated("one move has an index", match, index);
        if (!applied.insert(entries.front().action).second) violated(kExactlyOnce, match, index);
      }
      const Client& client = clients_[match];
      if (agenda_.now() - client.last_shown > 10 * kSecond) violated("everything goes on", match, client.shown);
    }
    for (std::size_t shard = 0; shard < persistence::kShards; ++shard) {
      if (!cluster_.alive(cluster_.owner_of(static_cast<Shard>(shard)))) violated("every shard has an owner", shard, 0);
    }
  }

  [[nodiscard]] const OwnershipCounters& counters() const { return counters_; }

 private:
  [[noreturn]] void violated(const char* promise, std::size_t match, std::size_t index) const {
    throw Violation(promise, "match " + std::to_string(match) + ", move " + std::to_string(index) + " after " +
                                 std::to_string(agenda_.now().count() / 1000) + " ms");
  }

  // --- Servers ---

  void start(Node& node) {
    node.up = true;
    ++node.life;
    node.frozen_until = {};
    node.began = agenda_.now();
    node.tails.clear();
    node.in_flight.clear();
    node.known_changes = -1;
    node.draining = false;
    if (agenda_.now() < database_down_until_) {
      node.up = false;
      agenda_.after(kSecond, [this, &node, life = node.life] {
        if (life == node.life) start(node);
      });
      return;
    }
    node.ownership.emplace(cluster_.join({.name = std::to_string(node.number), .address = {}, .version = {}}));
    beat(node);
  }

  [[nodiscard]] Duration local_time(const Node& node) const {
    const auto passed = static_cast<double>((agenda_.now() - node.began).count());
    return Duration(static_cast<std::int64_t>(passed * node.rate));
  }

  // Does something in a server, unless it has ended since; once it thaws, if it is frozen.
  void in_node(Node& node, std::uint64_t life, Duration delay, std::function<void()> deed) {
    agenda_.after(delay, [this, &node, life, deed = std::move(deed)]() mutable {
      if (!node.up || node.life != life) return;
      if (node.frozen_until > agenda_.now()) {
        in_node(node, life, node.frozen_until - agenda_.now(), std::move(deed));
      } else {
        deed();
      }
    });
  }

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

  void beat(Node& node) {
    if (!node.up) return;
    const Incarnation self = node.ownership->self();
    const std::uint64_t life = node.life;
    ask<View>(
        node, [this, &node, self] { return cluster_.beat(self, node.known_changes); },
        [this, &node, life](std::optional<View> view) {
          Duration next = server::cluster::kBeatEvery;
          if (view) {
            next = saw(node, *view);
          } else {
            // The next look must not take for seen what was lost on the way.
            node.known_changes = -1;
            node.ownership->saw_nothing(local_time(node));
          }
          if (!node.up) return;
          const auto pause = static_cast<double>(next.count()) / node.rate;
          in_node(node, life, Duration(static_cast<std::int64_t>(pause)), [this, &node] { beat(node); });
        });
  }

  // Comes back with how long it waits before it looks again.
  Duration saw(Node& node, const View& view) {
    const Incarnation self = node.ownership->self();
    const Ownership::Next next = node.ownership->saw(view, local_time(node));
    if (next.end) {
      end(node);
      return next.pause;
    }
    for (const Ownership::Next::Dead& dead : next.dead) {
      ++counters_.declared_dead;
      ask<bool>(
          node,
          [this, dead] {
            cluster_.declare_dead(dead.node, dead.beat);
            return true;
          },
          [](std::optional<bool>) {});
    }
    if (!next.claim.empty()) {
      counters_.claimed += next.claim.size();
      ask<bool>(
          node,
          [this, self, shards = next.claim] {
            cluster_.claim(self, shards);
            return true;
          },
          [](std::optional<bool>) {});
    }
    for (const auto& [to, shards] : next.give) hand_over(node, to, shards);
    return next.pause;
  }

  // Once nothing of these shards is in flight.
  void hand_over(Node& node, Incarnation to, const std::vector<Shard>& shards) {
    const bool writing = std::ranges::any_of(shards, [&node](Shard shard) { return node.in_flight[shard] > 0; });
    if (writing) {
      in_node(node, node.life, kMillisecond, [this, &node, to, shards] { hand_over(node, to, shards); });
      return;
    }
    const Incarnation self = node.ownership->self();
    counters_.handed_over += shards.size();
    ask<bool>(
        node,
        [this, self, to, shards] {
          cluster_.hand_over(self, shards, to);
          return true;
        },
        [this, &node, shards](std::optional<bool> /*done*/) {
          // Who has them now says the next look; till then nobody writes here.
          const std::uint64_t life = node.life;
          node.known_changes = -1;
          in_node(node, life, 2 * server::cluster::kBeatEvery, [&node, shards] { node.ownership->gave(shards); });
        });
  }

  // What a server does that was declared dead: another takes its place.
  void end(Node& node) {
    node.up = false;
    ++node.life;
    if (node.draining) return;
    agenda_.after(Duration(rng_.between(100'000, 2'000'000)), [this, &node, life = node.life] {
      if (life == node.life) start(node);
    });
  }

  // --- Matches ---

  void next_action(int match) {
    Client& client = clients_[static_cast<std::size_t>(match)];
    client.action = ++last_action_;
    client.tries = 0;
    send(match, client.action);
  }

  // By any server that is up, to the one that it takes for the owner.
  void send(int match, std::uint64_t action) {
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

  void again_soon(int match, std::uint64_t action) {
    agenda_.after(kRetry, [this, match, action, tries = clients_[static_cast<std::size_t>(match)].tries] {
      if (clients_[static_cast<std::size_t>(match)].tries == tries) send(match, action);
    });
  }

  void act(Node& node, int match, std::uint64_t action) {
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

  void fold(Node& node, int match, std::uint64_t action) {
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

  void append(Node& node, int match, std::uint64_t action) {
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

  // In the database.
  Kept write(Incarnation by, int match, std::size_t index, std::uint64_t action) {
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

  void appended(Node& node, int match, std::size_t index, std::uint64_t action, Kept kept) {
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

  // To a client, which never forgets.
  void show(int match, std::size_t index, std::uint64_t action) {
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

  // --- Faults ---

  void fault() {
    if (!faulty_) return;
    Node& node = nodes_[rng_.below(nodes_.size())];
    switch (rng_.below(6)) {
      case 0:
      case 1:
        kill(static_cast<std::size_t>(node.number));
        // At once, or after it was missed.
        agenda_.after(Duration(rng_.chance(0.5) ? 200'000 : rng_.between(3'000'000, 12'000'000)),
                      [this, &node, life = node.life] {
                        if (life == node.life && !node.up) start(node);
                      });
        break;
      case 2:
        node.frozen_until = agenda_.now() + Duration(rng_.between(300'000, 9'000'000));
        break;
      case 3:
        database_down_until_ = agenda_.now() + Duration(rng_.between(100'000, 6'000'000));
        break;
      default:
        break;  // a quiet time, for shards to find their places
    }
    agenda_.after(Duration(rng_.between(1'000'000, 6'000'000)), [this] { fault(); });
  }

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

}  // namespace

void OwnershipCounters::add(const OwnershipCounters& other) {
  shown += other.shown;
  fenced += other.fenced;
  refused_by_key += other.refused_by_key;
  unknown_kept += other.unknown_kept;
  unknown_not_kept += other.unknown_not_kept;
  declared_dead += other.declared_dead;
  claimed += other.claimed;
  handed_over += other.handed_over;
  repeated_elsewhere += other.repeated_elsewhere;
}

std::vector<std::string> OwnershipCounters::never() const {
  std::vector<std::string> names;
  const auto look = [&names](std::uint64_t count, const char* name) {
    if (count == 0) names.emplace_back(name);
  };
  look(shown, "shown");
  look(fenced, "fenced");
  look(refused_by_key, "refused by the key");
  look(unknown_kept, "unknown that was kept");
  look(unknown_not_kept, "unknown that was not kept");
  look(declared_dead, "declared dead");
  look(claimed, "claimed");
  look(handed_over, "handed over");
  look(repeated_elsewhere, "repeated to another owner");
  return names;
}

OwnershipCounters run_ownership(std::uint64_t seed, const OwnershipSettings& settings) {
  World world(seed, settings, true);
  world.run_until(settings.faults);
  world.stop_faults();
  world.run_until(settings.faults + settings.calm);
  world.check_end();
  return world.counters();
}

OwnershipPauses measure_pauses(std::uint64_t seed) {
  OwnershipPauses pauses;
  const auto measured = [seed](const std::function<void(World&)>& what, Duration for_so_long) {
    World world(seed, {}, false);
    world.run_until(kSettled);
    world.longest_wait();
    what(world);
    world.run_until(kSettled + for_so_long);
    return world.longest_wait();
  };
  pauses.killed = measured([](World& world) { world.kill(0); }, 30 * kSecond);
  pauses.restarted = measured(
      [](World& world) {
        world.kill(0);
        world.restart(0);
      },
      30 * kSecond);
  pauses.drained = measured([](World& world) { world.drain(0); }, 60 * kSecond);
  pauses.frozen = measured(
      [&pauses](World& world) {
        world.freeze(0, 10 * kSecond);
        const std::uint64_t before = world.life(0);
        world.run_until(kSettled + 12 * kSecond);
        pauses.thawed_ended = world.life(0) != before;
      },
      40 * kSecond);
  return pauses;
}

}  // namespace wyrmhall::sim
