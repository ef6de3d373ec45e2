#include "server/shell/server.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <csignal>
#include <expected>
#include <optional>
#include <span>
#include <utility>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/write.hpp>

#include "server/core.h"
#include "server/core/prefetch.h"
#include "server/core/version.h"
#include "server/offline/receipt_key.h"
#include "server/shell/access_log.h"
#include "server/shell/administration.h"
#include "server/shell/answers.h"
#include "server/shell/data_folder.h"
#include "server/shell/http/admin_port.h"
#include "server/shell/net/acceptor.h"
#include "server/shell/net/bans.h"
#include "server/shell/net/callers.h"
#include "server/shell/net/connections.h"
#include "server/shell/net/farewell.h"
#include "server/shell/net/inbox.h"
#include "server/shell/node.h"
#include "server/shell/operating_system.h"
#include "server/shell/reload.h"
#include "server/shell/service_manager.h"
#include "server/shell/worker_pools.h"

namespace wyrmhall::server {
namespace {

using ErrorCode = boost::system::error_code;

constexpr int kStoreLost = 75;  // an exit status, EX_TEMPFAIL
constexpr auto kTick = 100ms;   // how often the core is told the time

// Asio calls whatever is ready in the order in which it became so, and people who connect can fill that queue. So those
// who are in already are listened to again after this many calls.
constexpr int kCallsBetweenLooks = 8;

}  // namespace

class Server::Shell final : public ConnectionEvents {
 public:
  explicit Shell(const Config& config)
      : config_(config),
        data_(config_.store == "memory" ? DataFolder() : DataFolder(config_.data)),
        io_(1),
        readiness_(io_),
        timer_(io_),
        signals_(io_, SIGTERM, SIGINT),
        hangups_(io_, SIGHUP),
        bans_(clock_),
        access_log_(config_.log_addresses),
        callers_(config_.limits, clock_, proxies_of(config_)),
        acceptor_(io_, callers_, [this](AcceptedSocket guest) { welcome(std::move(guest)); }) {
    origin_allowed_ = [this](std::string_view origin, std::string_view host) {
      return allows_origin(config_, origin, host);
    };
  }

  int run(const std::function<void(const std::string&)>& listening) {
    const AccessWatch watch = [this](const AccessEvent& event) { access_log_.happened(event, clock_.now()); };
    callers_.watch(watch);
    callers_.keep_out([this](const net::ip::address& address) { return bans_.holds(address); });
    if (auto error = open_files()) return fail(*error);
    start_core(watch);
    const auto on_core = [this](std::move_only_function<void()> work) { this->on_core(std::move(work)); };
    if (auto error = node_.join(*core_, keys_->now.public_key(), on_core)) return fail(*error);
    signals_.async_wait([this](ErrorCode error, int /*signal*/) {
      if (!error) begin_end();
    });
    wait_for_hangup();
    tick_later();
    auto waiting = net::make_work_guard(io_);  // the store answers from its own thread
    while (!(core_->ready() && bans_.ready()) && !io_.stopped()) io_.run_one();
    if (io_.stopped()) return 0;  // it was told to end while it waited for the store

    const auto address = acceptor_.listen(config_.listen);
    if (!address) return fail(address.error());
    // Its threads wait for the core, which must run or have said that it will not.
    struct Closing {
      Shell* shell;
      ~Closing() { shell->administration_.close(*shell->port_); }
    };
    std::optional<Closing> closing(std::in_place, this);
    if (auto error = administration_.open(config_, store_place(config_, data_), *port_)) return fail(*error);
    acceptor_.open();
    spdlog::info("{} listens on {} (start {} with this database)", kServerName, *address, store_->incarnation());
    listening(*address);
    service_manager_.ready();
    waiting.reset();
    while (io_.run_one() != 0) look_between();
    access_log_.finish(clock_.now());
    closing.reset();
    workers_.reset();
    node_.stop();
    store_.reset();  // after everything that was submitted is on disk
    node_.leave();
    spdlog::info("stopped");
    return status_;
  }

  void stop() {
    net::post(io_, [this] { begin_end(); });
  }

  // --- ConnectionEvents ---

  bool may_open(std::uint64_t number, std::string_view page) override {
    Caller& caller = connections_.caller(number);
    caller.client.page = page;
    return callers_.upgrades(caller);
  }
  bool told(std::uint64_t number, const std::optional<net::ip::address>& from) override {
    return callers_.told(connections_.caller(number), from);
  }
  bool asks(std::uint64_t number, const std::function<std::string(std::string_view)>& header, bool upgrade) override {
    return callers_.asks(connections_.caller(number), header, upgrade);
  }
  void answered(std::uint64_t number) override { callers_.answered(connections_.caller(number)); }
  void opened(std::uint64_t number) override {
    core_->connected(number, connections_.caller(number).client);
    carry_out();
  }
  void message(std::uint64_t number, std::span<const std::uint8_t> bytes) override {
    inbox_.put(number, bytes);
    if (inbox_.size() == 1) net::post(io_, [this] { read_inbox(); });
  }
  void sent(std::uint64_t number, std::size_t messages, std::size_t bytes) override {
    core_->sent(number, messages, bytes);
    carry_out();
  }
  [[nodiscard]] bool ready() const override {
    return !ending_ && !port_->drain_by() && !core_->draining() && !core_->store_refuses() && !node_.cut_off();
  }
  [[nodiscard]] std::string_view game_of(std::string_view id) const override { return core_->game_of(id); }
  void closed(std::uint64_t number) override {
    read_inbox();
    inbox_.take_of(
        connections_.group_of(number), number,
        [this](std::uint64_t session, std::span<const std::uint8_t> bytes) { core_->received(session, bytes); });
    core_->disconnected(number);
    connections_.remove(number, [this](Caller& caller) { callers_.left(caller); });
    carry_out();
    end_if_done();
  }

 private:
  // The pages, the database and the keys. Comes back with what is wrong.
  std::optional<std::string> open_files() {
    if (!config_.web.empty()) {
      auto pages = Pages::read(config_.web, config_.public_url);
      if (!pages) return pages.error();
      pages_ = *std::move(pages);
    }
    auto store = persistence::open_store(store_place(config_, data_), [this](std::vector<persistence::Answer> answers) {
      // They are told on the one thread, never from inside of submit().
      if (answers_.put(std::move(answers))) net::post(io_, [this] { take_answers(); });
    });
    if (!store) return store.error();
    store_ = *std::move(store);
    if (auto error = node_.start(config_, store_->incarnation(), clock_)) return error;
    // With SQLite the folder is there once the store is, and nobody else's.
    if (auto error = data_.make()) return error;
    auto keys = receipt_keys(data_.path());
    if (!keys) return keys.error();
    keys_ = *std::move(keys);
    pages_.add("/.well-known/wyrmhall", "application/json", keys_->json());
    return std::nullopt;
  }

  void start_core(const AccessWatch& watch) {
    core_.emplace(Environment{.clock = clock_, .entropy = entropy_, .signing_key = keys_->now},
                  CoreSettings{.limits = config_.limits,
                               .incarnation = store_->incarnation(),
                               .server = std::string(kServerName),
                               .nuggets = config_.nuggets,
                               .older_keys = keys_->older,
                               .registration = config_.registration,
                               .on_access = watch});
    const auto found = [this](std::uint64_t ticket, JobResult result, Duration processor_time) {
      on_core([this, ticket, processor_time, result = std::move(result)]() mutable {
        core_->found(ticket, std::move(result), processor_time);
      });
    };
    workers_.emplace(config_.workers, found);
    core_->open();
    if (!config_.bus.empty()) bans_.share();
    bans_.load(*store_);
    carry_out();
    port_.emplace(AdminAccess{.io = io_,
                              .core = *core_,
                              .store = *store_,
                              .thinking_time = [this] { return workers_->thinking_time(); },
                              .clock = clock_,
                              .signing_key = keys_->now,
                              .carry_out = [this] { carry_out(); },
                              .address_of = [this](std::uint64_t number) { return connections_.address_of(number); },
                              .callers = callers_,
                              .bans = bans_,
                              .end_banned = [this] { return end_banned(); },
                              .servers = [this] { return node_.status(); },
                              .drain_other = [this](auto other) { node_.drain_other(other); },
                              .has_others = [this] { return node_.has_others(); }});
  }

  // Does something to the core, from any thread.
  void on_core(std::move_only_function<void()> work) {
    net::post(io_, [this, work = std::move(work)]() mutable {
      work();
      carry_out();
    });
  }

  static int fail(const std::string& why) {
    spdlog::critical("{}", why);
    return 1;
  }

  void take_answers() {
    for (std::vector<persistence::Answer>& group : answers_.take()) {
      if (port_) port_->take_answers(group);
      if (bans_.waits() && bans_.take_answers(group)) end_banned();
      // What follows from some of them is handed to their connections while it is still in the processor's cache.
      in_batches(std::span(group), [this](std::span<persistence::Answer> some) {
        core_->prefetch(some);
        for (persistence::Answer& answer : some) core_->answered(answer);
        carry_out_effects();
      });
      carry_out();
    }
    end_if_done();
  }

  // Called after each call of Asio's.
  void look_between() {
    if (answers_.some()) take_answers();
    if (readiness_.round() != round_) {
      round_ = readiness_.round();
      calls_ = 0;
    }
    if (++calls_ < kCallsBetweenLooks) return;
    readiness_.look();
    if (inbox_.size() != 0) read_inbox();
  }

  void welcome(AcceptedSocket guest) {
    const std::uint64_t number = next_number_++;
    auto connection = make_connection(std::move(guest.socket), guest.caller.preamble, number, clock_, origin_allowed_,
                                      pages_, readiness_, *this);
    connections_.add(number, connection, std::move(guest.caller));
    if (guest.probes_only) connections_.let_probe(number);
    connection->start();
  }

  void wait_for_hangup() {
    hangups_.async_wait([this](ErrorCode error, int /*signal*/) {
      if (error) return;
      configure_again();
      wait_for_hangup();
    });
  }

  void configure_again() {
    auto again = reload(config_);
    if (!again) return;
    if (config_.log_addresses != again->log_addresses) access_log_.set_addresses(again->log_addresses, clock_.now());
    config_ = *std::move(again);
    callers_.limits_changed();
    callers_.trust(proxies_of(config_));
    core_->set_limits(config_.limits);
    core_->set_registration(config_.registration);
    carry_out();
  }

  void tick_later() {
    timer_.expires_after(kTick);
    timer_.async_wait([this](ErrorCode error) {
      if (error) return;
      read_inbox();  // a player who has moved already does not run out of time
      core_->tick();
      carry_out();
      node_.tick();
      farewell_.tick(connections_);
      connections_.resume();
      check_connections();
      look_at_store();
      look_at_drain();
      end_if_done();
      tick_later();
    });
  }

  void look_at_store() {
    if (node_.told_to_end()) begin_end();
    // Whoever is connected to a server that has lost the others comes to one that has not.
    if (!ending_) farewell_.while_true(node_.cut_off(), connections_, "the server has lost the others; connect again");
    if (ending_ || !(core_->store_lost() || node_.lost())) return;
    spdlog::critical("another server has taken over the store, so this one ends: stop one of the two for good");
    status_ = kStoreLost;
    begin_end();
  }

  void look_at_drain() {
    port_->look(ready());
    const auto by = port_->drain_by();
    if (ending_ || !by) return;
    const Timestamp now = clock_.now();
    const std::size_t playing = core_->playing();
    if (playing != 0) idle_since_.reset();
    if (playing == 0 && !idle_since_) idle_since_ = now;
    if (playing != 0 ? now < *by : now - *idle_since_ < kDrainGrace) return;
    if (!node_.has_others()) spdlog::info("drained: {} matches are still being played, and are kept", playing);
    begin_end();
  }

  void check_connections() {
    if (clock_.now() - checked_ < 1s) return;
    const Timestamp now = clock_.correct();
    checked_ = now;
    service_manager_.alive(now);
    for (const auto& connection : connections_.all()) connection->check(now);
    bans_.tick(*store_);
    access_log_.tick(now);
  }

  std::size_t end_banned() {
    const auto banned = connections_.all_of([this](const Caller& caller) {
      const auto address = plain_address(caller.client.text);
      return address && caller.counted && bans_.holds(*address);
    });
    for (const auto& connection : banned) connection->close(1008, "your network is banned");
    return banned.size();
  }

  // What all connections that had something have said: first each is read, then all of it is looked at, since either
  // step fills the processor's cache with its code.
  void read_inbox() {
    const auto ahead = inbox_.take(
        [this](std::span<const std::uint64_t> sessions) { core_->prefetch(sessions); },
        [this](std::uint64_t number, std::span<const std::uint8_t> bytes) { core_->received(number, bytes); },
        [this](std::uint64_t number) { return connections_.group_of(number); });
    for (const std::uint64_t number : ahead) connections_.pause(number);
    if (inbox_.has_more() && !std::exchange(reads_on_, true)) {
      net::post(io_, [this] {
        reads_on_ = false;
        read_inbox();
      });
    }
    carry_out();
  }

  // Does what the core decided, and what follows from that, until the core has nothing more to say. What is sent leaves
  // at the end, so that the answers of a whole group go to the kernel one straight after the other.
  void carry_out() {
    if (carrying_out_) return;
    carrying_out_ = true;
    do {
      carry_out_effects();
      core_->talk();
      carry_out_effects();
      in_batches(std::span(talking_), [](std::span<Connection*> some) {
        for (const Connection* connection : some) connection->prefetch_state();
        for (Connection* connection : some) connection->flush();
      });
      talking_.clear();
    } while (!core_->effects().empty());
    carrying_out_ = false;
  }
  void carry_out_effects() {
    while (!core_->effects().empty()) {
      // The vectors are swapped, not made anew, so that their memory is kept.
      std::vector<Effect> batch = std::move(spare_);
      batch.swap(core_->effects());
      in_batches(std::span(batch), [this](std::span<Effect> some) {
        connections_.prefetch(some);
        for (Effect& effect : some) {
          std::visit([this](auto& e) { carry_out_one(e); }, effect);
        }
      });
      batch.clear();
      spare_ = std::move(batch);
    }
  }
  void carry_out_one(SendFrame& effect) {
    Connection* const connection = connections_.find(effect.session);
    if (connection == nullptr) return;
    connection->send(effect.frame);
    talking_.push_back(connection);
  }
  void carry_out_one(CloseSession& effect) {
    Connection* const ending = connections_.find(effect.session);
    if (ending == nullptr) return;
    effect.at_once ? ending->drop() : ending->close(effect.code, std::move(effect.reason));
  }
  void carry_out_one(const PauseReading& effect) { connections_.pause(effect.session); }
  void carry_out_one(const SendToNode& effect) { node_.send(effect); }
  void carry_out_one(persistence::Submission& effect) { store_->submit(std::move(effect)); }
  void carry_out_one(Work& effect) { workers_->submit(std::move(effect)); }

  // --- The end: tell everybody, wait for the disk, close, go ---

  void begin_end() {
    if (ending_) return;
    spdlog::info("stopping: notifying {} connection{}", connections_.size(), connections_.size() == 1 ? "" : "s");
    service_manager_.stopping();
    ending_ = true;
    // Where others go on with everything, nothing and nobody is refused: connections end once they have it.
    hands_over_ = status_ != kStoreLost && node_.drain();
    end_by_ = clock_.now() + (hands_over_ ? kHandOverTime : kShutdownTime);
    if (!hands_over_) {
      acceptor_.close();
      core_->drain();
    }
    carry_out();
    end_if_done();
  }

  void end_if_done() {
    if (!ending_) return;
    bool late = clock_.now() > end_by_;
    if (!closing_all_ && ((core_->settled() && node_.drained()) || late)) {
      closing_all_ = true;
      acceptor_.close();
      farewell_.begin(connections_, "the server is going down; your matches are kept");
      if (hands_over_) {
        end_by_ = clock_.now() + kFarewellTime + kShutdownTime;
        late = false;
      } else {
        farewell_.all_at_once(connections_);
      }
    }
    if (closing_all_ && (connections_.empty() || late)) io_.stop();
  }

  int status_ = 0;  // with which the process ends
  Config config_;
  DataFolder data_;
  net::io_context io_;
  Readiness readiness_;
  Timer timer_;
  net::basic_signal_set<Executor> signals_;
  net::basic_signal_set<Executor> hangups_;
  OriginCheck origin_allowed_;
  Pages pages_;
  std::optional<ReceiptKeys> keys_;
  SystemClock clock_;
  ServiceManager service_manager_;
  SystemEntropy entropy_;
  std::optional<Core> core_;
  Answers answers_;  // of the store, which puts some in until it has ended
  std::unique_ptr<persistence::Store> store_;
  Node node_;
  std::optional<WorkerPools> workers_;
  std::optional<AdminPort> port_;
  Administration administration_;
  Bans bans_;
  AccessLog access_log_;
  Callers callers_;
  Acceptor acceptor_;
  Connections connections_;
  Farewell farewell_;
  Inbox inbox_;
  bool reads_on_ = false;    // what is left in it, soon
  std::uint64_t round_ = 0;  // of readiness_, when it was last seen
  int calls_ = 0;            // of Asio's, in that round
  std::vector<Effect> spare_;
  std::vector<Connection*> talking_;  // have something to send; some more than once. None ends before it is flushed.
  std::uint64_t next_number_ = 1;
  Timestamp checked_{};
  std::optional<Timestamp> idle_since_;  // of a server that is drained: when nothing was played any more
  Timestamp end_by_{};
  bool carrying_out_ = false;
  bool ending_ = false;
  bool hands_over_ = false;  // to other servers, before it ends
  bool closing_all_ = false;
};

Server::Server(Config config) : config_(std::move(config)), shell_(std::make_unique<Shell>(config_)) {}
Server::~Server() = default;

int Server::run(const std::function<void(const std::string&)>& listening) {
  return shell_->run(listening);
}
void Server::stop() {
  shell_->stop();
}

}  // namespace wyrmhall::server
