// This run among the servers of a PostgreSQL store: says every second that it lives, and takes part in who runs which
// matches. Without a bus it is the only one on its database: what counts then is that it learns at once that another
// has taken its place.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "persistence/membership.h"
#include "receipts/signature.h"
#include "server/cluster/cluster_status.h"
#include "server/cluster/ownership.h"
#include "server/core.h"
#include "server/shell/bus.h"
#include "server/shell/bus_inbox.h"
#include "server/shell/config.h"
#include "server/shell/operating_system.h"

namespace wyrmhall::server {

class Node {
 public:
  Node() = default;
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  ~Node() { stop(); }

  // Where the store is in PostgreSQL. From now on `clock` follows the database's. On failure, a sentence.
  std::optional<std::string> start(const Config& config, persistence::Incarnation self, SystemClock& clock);
  // Begins: from now on the core learns from it who owns what, and what other servers say, and `on_core` does something
  // to it on its thread. Both outlive it. `key`: by which the server signs. On failure, a sentence.
  using OnCore = std::function<void(std::move_only_function<void()>)>;
  std::optional<std::string> join(Core& core, const receipts::PublicKey& key, OnCore on_core);

  // Comes back once the database has answered what it was asked.
  void stop();
  // After stop(), once the store has kept the last of what it was asked to: others take what is still this run's.
  void leave();

  // Whether the run was declared dead: it keeps nothing more. From any thread.
  [[nodiscard]] bool lost() const { return lost_; }
  // Whether somebody has asked for its end, at whichever server. From any thread.
  [[nodiscard]] bool told_to_end() const { return told_to_end_; }
  // Whether it alone has lost the bus, and has given away what it ran: whoever is connected here cannot play. From any
  // thread.
  [[nodiscard]] bool cut_off() const { return cut_off_; }
  // From any thread.
  [[nodiscard]] cluster::ClusterStatus status() const;
  // Asks a server, which may be this one, to give away what it has and to end. From any thread.
  void drain_other(persistence::Incarnation node);

  // --- On the core's thread ---

  void send(const SendToNode& effect) {
    if (bus_ == nullptr) return;
    ++bus_sent_;
    bus_->send(effect.to, effect.frame);
  }
  // A tenth of a second has passed.
  void tick();
  // Whether there are servers that could go on with what this one has.
  [[nodiscard]] bool has_others() const { return bus_ != nullptr && placed_others_ != 0; }
  // All that this run has goes to others. False where there are none.
  bool drain();
  // Whether it has nothing left that it could give away.
  [[nodiscard]] bool drained() const { return !drains_ || drained_; }

 private:
  using Given = std::pair<persistence::Incarnation, std::vector<persistence::Shard>>;
  struct Placing {
    std::vector<persistence::Incarnation> others;
    std::vector<persistence::Incarnation> owners;
    persistence::RulesInUse rules;
    friend bool operator==(const Placing&, const Placing&) = default;
  };

  void run();
  // Comes back with how long to wait before the next look.
  Duration look();
  void carry_out(const cluster::Ownership::Next& next);
  void hand_over();
  [[nodiscard]] Placing placing(const persistence::View& view) const;
  void raise_rules(const persistence::View& view);
  void look_now();
  void note(const persistence::View& view, const Placing& found);

  persistence::Incarnation self_ = 0;
  std::string place_;  // of the bus; empty: there is none
  std::unique_ptr<persistence::Membership> membership_;
  std::optional<cluster::Ownership> ownership_;
  SystemClock* clock_ = nullptr;
  Core* core_ = nullptr;
  OnCore on_core_;
  BusInbox inbox_;
  bool said_drain_ = false;  // to the database
  Placing placed_;           // what the core was told last
  // On the core's thread: how many other servers there are, and shards whose matches are still to leave memory.
  std::size_t placed_others_ = 0;
  std::vector<Given> leaving_;
  bool drains_ = false;
  std::atomic<bool> lost_{false};
  std::atomic<bool> drained_{false};
  std::atomic<bool> told_to_end_{false};
  std::atomic<bool> cut_off_{false};
  std::atomic<std::uint64_t> bus_sent_{0};
  std::atomic<std::uint64_t> bus_received_{0};
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;  // these are guarded by mutex_
  bool look_now_ = false;
  bool drain_ = false;
  std::vector<persistence::Incarnation> to_drain_;
  cluster::ClusterStatus status_;
  Duration answered_at_{};
  std::vector<Given> free_;  // shards that can be handed over: nothing of them is in memory
  std::thread thread_;
  std::unique_ptr<Bus> bus_;  // last, since its threads use the above
};

}  // namespace wyrmhall::server
