#include "server/shell/server.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <csignal>
#include <expected>
#include <optional>
#include <thread>
#include <unordered_map>
#include <utility>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/write.hpp>

#include "persistence/memory_store.h"
#include "persistence/sqlite_store.h"
#include "server/hall.h"
#include "server/shell/connection.h"
#include "server/shell/operating_system.h"
#include "server/shell/workers.h"
#include "server/version.h"

namespace wyrmhall::server {
namespace {

using net::ip::tcp;
using ErrorCode = boost::system::error_code;

constexpr auto kTick = 100ms;  // how often the core is told the time

struct Address {
  std::string host;
  std::string port;
};

std::expected<Address, std::string> parse_address(const std::string& text) {
  const auto colon = text.rfind(':');
  if (colon == std::string::npos || colon + 1 == text.size()) {
    return std::unexpected(fmt::format("«{}» is no HOST:PORT; write for example 127.0.0.1:7420", text));
  }
  Address address{.host = text.substr(0, colon), .port = text.substr(colon + 1)};
  if (address.host.starts_with('[') && address.host.ends_with(']')) {
    address.host = address.host.substr(1, address.host.size() - 2);
  }
  return address;
}

std::string to_text(const tcp::endpoint& endpoint) {
  const auto address = endpoint.address().to_string();
  return endpoint.address().is_v6() ? fmt::format("[{}]:{}", address, endpoint.port())
                                    : fmt::format("{}:{}", address, endpoint.port());
}

unsigned worker_threads(unsigned wanted) {
  if (wanted != 0) return wanted;
  return std::max(1U, std::thread::hardware_concurrency() - 1U);
}

}  // namespace

class Server::Shell final : public ConnectionEvents {
 public:
  explicit Shell(const Config& config)
      : config_(config), io_(1), acceptor_(io_), timer_(io_), signals_(io_, SIGTERM, SIGINT) {
    origin_allowed_ = [this](std::string_view origin, std::string_view host) {
      const auto scheme = origin.find("://");
      if (scheme != std::string_view::npos && origin.substr(scheme + 3) == host) return true;
      return std::ranges::find(config_.origins, origin) != config_.origins.end();
    };
  }

  int run(const std::function<void(const std::string&)>& listening) {
    if (!config_.web.empty()) {
      auto pages = Pages::read(config_.web);
      if (!pages) return fail(pages.error());
      pages_ = *std::move(pages);
    }
    auto store = open_store();
    if (!store) return fail(store.error());
    store_ = *std::move(store);
    hall_.emplace(Environment{.clock = clock_, .entropy = entropy_},
                  HallSettings{.commands_per_second = config_.commands_per_second,
                               .command_burst = config_.command_burst,
                               .incarnation = store_->incarnation(),
                               .server = std::string(kServerName)});
    const auto found = [this](std::uint64_t ticket, Finding finding) {
      net::post(io_, [this, ticket, result = std::move(finding)]() mutable {
        hall_->found(ticket, std::move(result));
        carry_out();
      });
    };
    workers_.emplace(kWorkThreads, false, found);
    thinkers_.emplace(worker_threads(config_.workers), true, found);
    hall_->open();
    carry_out();
    signals_.async_wait([this](ErrorCode error, int /*signal*/) {
      if (!error) begin_end();
    });
    tick_later();
    auto waiting = net::make_work_guard(io_);  // the store answers from its own thread
    while (!hall_->ready() && !io_.stopped()) io_.run_one();
    if (io_.stopped()) return 0;  // it was told to end while it waited for the store

    const auto address = listen();
    if (!address) return fail(address.error());
    accept_next();
    spdlog::info("{} listens on {}, run {} of its store", kServerName, *address, store_->incarnation());
    listening(*address);
    waiting.reset();
    io_.run();
    thinkers_.reset();
    workers_.reset();
    store_.reset();  // after everything that was submitted is on disk
    spdlog::info("stopped");
    return 0;
  }

  void stop() {
    net::post(io_, [this] { begin_end(); });
  }

  // --- ConnectionEvents ---

  void opened(std::uint64_t number) override {
    hall_->connected(number);
    carry_out();
  }
  void message(std::uint64_t number, std::span<const std::uint8_t> bytes) override {
    hall_->received(number, bytes);
    carry_out();
  }
  void sent(std::uint64_t number, std::size_t bytes) override {
    hall_->sent(number, 1, bytes);
    carry_out();
  }
  void closed(std::uint64_t number) override {
    hall_->disconnected(number);
    if (const auto found = connections_.find(number); found != connections_.end()) {
      const auto at = by_address_.find(found->second->address());
      if (at != by_address_.end() && --at->second == 0) by_address_.erase(at);
      connections_.erase(found);
    }
    carry_out();
    end_if_done();
  }

 private:
  static int fail(const std::string& why) {
    spdlog::critical("{}", why);
    return 1;
  }

  std::expected<std::unique_ptr<persistence::Store>, std::string> open_store() {
    // Answers are told on the one thread, never from inside of submit().
    auto deliver = [this](std::vector<persistence::Answer> answers) {
      net::post(io_, [this, batch = std::move(answers)]() mutable {
        hall_->answered(std::move(batch));
        carry_out();
        end_if_done();
      });
    };
    if (config_.store == "memory") return persistence::open_memory_store(std::move(deliver));
    return persistence::open_sqlite_store({.folder = config_.data, .full_sync = config_.full_sync}, std::move(deliver));
  }

  std::expected<std::string, std::string> listen() {
    const auto address = parse_address(config_.listen);
    if (!address) return std::unexpected(address.error());
    ErrorCode error;
    tcp::resolver resolver(io_);
    const auto found = resolver.resolve(address->host, address->port, tcp::resolver::passive, error);
    if (error) return std::unexpected(fmt::format("cannot listen on {}: {}", config_.listen, error.message()));
    const tcp::endpoint endpoint = found.begin()->endpoint();
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(net::socket_base::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(net::socket_base::max_listen_connections, error);
    if (error) {
      return std::unexpected(
          fmt::format("cannot listen on {}: {}; is another server running there?", config_.listen, error.message()));
    }
    return to_text(acceptor_.local_endpoint());
  }

  void accept_next() {
    acceptor_.async_accept([this](ErrorCode error, TcpSocket socket) {
      if (ending_) return;
      if (!error) welcome(std::move(socket));
      if (error && error != net::error::connection_aborted) {
        // Out of descriptors, most likely: leave the queue to the kernel for a moment.
        spdlog::warn("cannot accept a connection: {}", error.message());
        pause_.emplace(io_, 100ms);
        pause_->async_wait([this](ErrorCode stopped) {
          if (!stopped) accept_next();
        });
        return;
      }
      accept_next();
    });
  }

  void welcome(TcpSocket socket) {
    const std::uint64_t number = next_number_++;
    auto connection = make_connection(std::move(socket), number, clock_, origin_allowed_, pages_, *this);
    int& of_address = by_address_[connection->address()];
    if (of_address >= config_.connections_per_address ||
        connections_.size() >= static_cast<std::size_t>(config_.connections_in_all)) {
      if (of_address == 0) by_address_.erase(connection->address());
      connection->refuse("Too many connections. Close some, or try again later.\n");
      return;
    }
    ++of_address;
    connections_.emplace(number, connection);
    connection->start();
  }

  void tick_later() {
    timer_.expires_after(kTick);
    timer_.async_wait([this](ErrorCode error) {
      if (error) return;
      hall_->tick();
      carry_out();
      resume_paused();
      check_connections();
      end_if_done();
      tick_later();
    });
  }

  // Once a second, all of them: a coarse clock for many costs less than a timer each.
  void resume_paused() {
    for (const std::uint64_t number : std::exchange(paused_, {})) {
      if (const auto found = connections_.find(number); found != connections_.end()) found->second->resume();
    }
  }

  void check_connections() {
    const Micros now = clock_.now();
    if (now - checked_ < 1'000'000) return;
    checked_ = now;
    std::vector<std::shared_ptr<Connection>> all;
    all.reserve(connections_.size());
    for (const auto& [number, connection] : connections_) all.push_back(connection);
    for (const auto& connection : all) connection->check(now);
  }

  // Does what the hall decided, and what follows of that, until it has nothing more to say.
  void carry_out() {
    while (!hall_->effects().empty()) {
      // The vectors are exchanged and not made anew, so that their memory is kept.
      std::vector<Effect> batch = std::move(spare_);
      batch.swap(hall_->effects());
      for (Effect& effect : batch) {
        std::visit([this](auto& e) { carry_out_one(e); }, effect);
      }
      batch.clear();
      spare_ = std::move(batch);
    }
  }
  void carry_out_one(SendFrame& effect) {
    if (const auto found = connections_.find(effect.session); found != connections_.end()) {
      found->second->send(std::move(effect.frame));
    }
  }
  void carry_out_one(CloseSession& effect) {
    if (const auto found = connections_.find(effect.session); found != connections_.end()) {
      found->second->close(effect.code, std::move(effect.reason));
    }
  }
  void carry_out_one(PauseReading& effect) {
    if (const auto found = connections_.find(effect.session); found != connections_.end()) {
      found->second->pause();
      paused_.push_back(effect.session);
    }
  }
  void carry_out_one(persistence::Submission& effect) { store_->submit(std::move(effect)); }
  void carry_out_one(Work& effect) { (effect.thought ? thinkers_ : workers_)->submit(std::move(effect)); }

  // --- The end: tell everybody, wait for the disk, close, go ---

  void begin_end() {
    if (ending_) return;
    spdlog::info("stopping: {} connections are told", connections_.size());
    ending_ = true;
    end_by_ = clock_.now() + std::chrono::duration_cast<std::chrono::microseconds>(kShutdownTime).count();
    ErrorCode ignored;
    acceptor_.close(ignored);
    hall_->drain();
    carry_out();
    end_if_done();
  }

  void end_if_done() {
    if (!ending_) return;
    const bool late = clock_.now() > end_by_;
    if (!closing_all_ && (hall_->settled() || late)) {
      closing_all_ = true;
      std::vector<std::shared_ptr<Connection>> all;
      all.reserve(connections_.size());
      for (const auto& [number, connection] : connections_) all.push_back(connection);
      for (const auto& connection : all) connection->close(1001, "the server is going down; your matches are kept");
    }
    if (closing_all_ && (connections_.empty() || late)) io_.stop();
  }

  const Config& config_;
  net::io_context io_;
  TcpAcceptor acceptor_;
  Timer timer_;
  std::optional<Timer> pause_;
  net::basic_signal_set<Executor> signals_;
  OriginCheck origin_allowed_;
  Pages pages_;
  SystemClock clock_;
  SystemEntropy entropy_;
  std::optional<Hall> hall_;
  std::unique_ptr<persistence::Store> store_;
  std::optional<Workers> workers_;   // odds and records
  std::optional<Workers> thinkers_;  // bots
  std::unordered_map<std::uint64_t, std::shared_ptr<Connection>> connections_;
  std::unordered_map<std::string, int> by_address_;
  std::vector<std::uint64_t> paused_;  // connections that are read again after the next tick
  std::vector<Effect> spare_;
  std::uint64_t next_number_ = 1;
  Micros checked_ = 0;
  Micros end_by_ = 0;
  bool ending_ = false;
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
