// The way from the admin listener's threads to the core's thread and the store, and back.
#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/admin/running.h"
#include "server/shell/net/asio.h"
#include "server/shell/net/bans.h"
#include "server/shell/net/callers.h"

namespace wyrmhall::server {

// What the shell lends to administration. Functions are called on the core's thread only unless it says otherwise.
struct AdminAccess {
  net::io_context& io;  // the core's
  Core& core;
  persistence::Store& store;
  std::function<persistence::Histogram<>()> thinking_time;  // of bots; may be called from any thread
  const Clock& clock;
  const receipts::SigningKey& signing_key;
  std::function<void()> carry_out;  // what the core decided
  std::function<std::string(std::uint64_t session)> address_of;
  const Callers& callers;
  Bans& bans;
  std::function<std::size_t()> end_banned;  // ends the connections of those who are banned by now; how many
  // The servers of the store. The first two may be called from any thread.
  std::function<cluster::ClusterStatus()> servers;
  std::function<void(persistence::Incarnation)> drain_other;
  std::function<bool()> has_others;  // who could go on with everything
};

// A server that is drained ends this long after the request at the earliest, and this long after its last match: so
// that the asker gets the answer, and the players see what follows a match.
inline constexpr std::chrono::milliseconds kDrainGrace{500};

class AdminPort final : public admin::Running {
 public:
  explicit AdminPort(AdminAccess access) : access_(std::move(access)) {}

  // --- admin::Running ---
  void on_core(const std::function<void(Core&)>& task) override;
  persistence::Answer ask_store(const std::function<persistence::Request(Core&)>& make) override;
  std::vector<std::string> addresses_of(const std::vector<std::uint64_t>& sessions) override;
  void drain(std::chrono::seconds longest) override;
  admin::DrainState drain_state() override;
  cluster::ClusterStatus servers() override { return access_.servers(); }
  void drain_other(persistence::Incarnation node) override { access_.drain_other(node); }
  [[nodiscard]] std::expected<std::string, std::string> network(const std::string& text) const override;
  std::optional<std::string> mistake(const std::string& network, const std::string& asker) override;
  std::size_t ban(const persistence::Ban& ban) override;
  void lift_ban(const std::string& network) override;
  std::vector<persistence::Ban> bans() override;
  TurnedAway turned_away() override;
  [[nodiscard]] bool ready() const override { return ready_.load(std::memory_order_relaxed); }
  [[nodiscard]] persistence::StoreStats store_stats() const override { return access_.store.stats(); }
  [[nodiscard]] std::size_t store_pending() const override { return access_.store.pending(); }
  [[nodiscard]] persistence::Histogram<> thinking_time() const override { return access_.thinking_time(); }
  [[nodiscard]] Timestamp now() const override { return access_.clock.now(); }
  [[nodiscard]] const receipts::SigningKey& signing_key() const override { return access_.signing_key; }

  // --- For the shell, on the core's thread ---

  // Takes the answers to what administration asked out of a batch.
  void take_answers(std::vector<persistence::Answer>& answers);
  // To be called a few times a second.
  void look(bool ready) { ready_.store(ready, std::memory_order_relaxed); }
  // The core is about to end: nobody waits for it any more. From any thread.
  void close() { closed_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] std::optional<Timestamp> drain_by() const { return drain_by_; }

 private:
  // A task of which the asker and the core both hold a part: it is carried out, or was given up before.
  struct CoreTask;

  void wait_for(CoreTask& task, std::future<void>& done) const;

  AdminAccess access_;
  std::atomic<bool> ready_{true};
  std::atomic<bool> closed_{false};
  // The core's thread's own.
  std::unordered_map<std::uint64_t, std::shared_ptr<std::promise<persistence::Answer>>> asked_;
  std::uint64_t next_ticket_ = 0;
  std::optional<Timestamp> drain_by_;
};

}  // namespace wyrmhall::server
