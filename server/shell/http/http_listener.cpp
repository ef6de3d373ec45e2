#include "server/shell/http/http_listener.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <optional>
#include <thread>
#include <unordered_map>
#include <utility>

#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include "persistence/thread_name.h"
#include "server/core/limits.h"
#include "server/core/version.h"
#include "server/shell/net/address.h"
#include "server/shell/net/seldom.h"

namespace wyrmhall::server {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
using ErrorCode = boost::system::error_code;
using Stream = beast::basic_stream<net::ip::tcp, Executor>;

constexpr std::size_t kAdminConnectionsPerAddress = 16;  // past it, its oldest that asks nothing gives way
constexpr auto kAdminFirstTime = 5s;                     // from accept to the end of the first request

std::string text_of(beast::string_view view) {
  return {view.data(), view.size()};
}

// One connection: reads a request, has it worked on by the pool, writes the response, and so on. Everything but the
// work happens on the listener's thread.
class Exchange : public std::enable_shared_from_this<Exchange> {
 public:
  Exchange(TcpSocket socket, net::io_context& io, net::thread_pool& pool, const admin::Serve& serve)
      : stream_(std::move(socket)), io_(io), pool_(pool), serve_(serve) {
    ErrorCode error;
    const auto peer = stream_.socket().remote_endpoint(error);
    if (!error) address_ = peer.address().to_string();
  }

  void read() {
    gives_way_ = true;
    parser_.emplace();
    parser_->header_limit(kAdminHeaderBytes);
    parser_->body_limit(kAdminBodyBytes);
    stream_.expires_after(std::exchange(first_, false) ? kAdminFirstTime : kAdminIdleTime);
    http::async_read(stream_, buffer_, *parser_,
                     [self = shared_from_this()](ErrorCode error, std::size_t /*bytes*/) { self->has_read(error); });
  }

  [[nodiscard]] const std::string& address() const { return address_; }
  // Whether it waits for a request or the rest of one, or for an answer that is held back: nobody's work is lost if it
  // is ended.
  [[nodiscard]] bool gives_way() const { return gives_way_; }

  void end() {
    gives_way_ = false;
    hold_.cancel();
    ErrorCode ignored;
    stream_.socket().shutdown(net::ip::tcp::socket::shutdown_both, ignored);
    stream_.close();
  }

 private:
  void has_read(ErrorCode error) {
    gives_way_ = false;
    if (error == http::error::body_limit) return refuse(413, "The request's body is too large.");
    if (error == http::error::header_limit) return refuse(431, "The request's header is too large.");
    if (error == http::error::end_of_stream || error == beast::error::timeout) return end();
    if (error.category() == make_error_code(http::error::bad_method).category()) {
      return refuse(400, "This is not an HTTP request.");
    }
    if (error) return end();
    auto message = parser_->release();
    keep_alive_ = message.keep_alive();
    version_ = message.version();
    admin::Request request{.method = text_of(message.method_string()),
                           .target = text_of(message.target()),
                           .authorization = text_of(message[http::field::authorization]),
                           .accept = text_of(message[http::field::accept]),
                           .content_type = text_of(message[http::field::content_type]),
                           .if_none_match = text_of(message[http::field::if_none_match]),
                           .host = text_of(message[http::field::host]),
                           .body = std::move(message.body()),
                           .address = address_};
    stream_.expires_never();  // the work has bounds of its own
    net::post(pool_, [self = shared_from_this(), request = std::move(request)] {
      net::post(self->io_, [self, response = self->serve_(request), head = request.method == "HEAD"]() mutable {
        self->write_later(std::move(response), head);
      });
    });
  }

  // Some answers are held back for a while, which takes no thread.
  void write_later(admin::Response from, bool head) {
    if (from.hold.count() == 0) return write(std::move(from), head);
    gives_way_ = true;
    hold_.expires_after(from.hold);
    hold_.async_wait([self = shared_from_this(), response = std::move(from), head](ErrorCode error) mutable {
      self->gives_way_ = false;
      if (!error) self->write(std::move(response), head);
    });
  }

  void refuse(int status, std::string_view detail) {
    keep_alive_ = false;
    write({.status = status,
           .content_type = "application/problem+json",
           .body = R"({"type":"about:blank","title":")" +
                   text_of(http::obsolete_reason(static_cast<http::status>(status))) + R"(","status":)" +
                   std::to_string(status) + R"(,"detail":")" + std::string(detail) + "\"}",
           .headers = {}},
          false);
  }

  void write(admin::Response from, bool head) {
    response_ = {static_cast<http::status>(from.status), version_};
    response_.set(http::field::server, kServerName);
    if (!from.content_type.empty()) response_.set(http::field::content_type, from.content_type);
    for (const auto& [name, value] : from.headers) response_.set(name, value);
    response_.keep_alive(keep_alive_);
    response_.body() = std::move(from.body);
    response_.prepare_payload();
    if (head) response_.body().clear();
    stream_.expires_after(kAdminIdleTime);
    http::async_write(stream_, response_, [self = shared_from_this()](ErrorCode error, std::size_t /*bytes*/) {
      if (error || !self->keep_alive_) return self->end();
      self->read();
    });
  }

  Stream stream_;
  net::io_context& io_;
  Timer hold_{io_};
  net::thread_pool& pool_;
  const admin::Serve& serve_;
  beast::flat_buffer buffer_{kAdminHeaderBytes + kAdminBodyBytes};
  std::optional<http::request_parser<http::string_body>> parser_;
  http::response<http::string_body> response_;
  std::string address_;
  unsigned version_ = 11;
  bool keep_alive_ = true;
  bool first_ = true;  // no request has come yet
  bool gives_way_ = false;
};

class BeastListener final : public HttpListener {
 public:
  explicit BeastListener(admin::Serve serve) : serve_(std::move(serve)), io_(1), acceptor_(io_), pool_(kAdminThreads) {}

  ~BeastListener() override {
    net::post(io_, [this] {
      closing_ = true;
      ErrorCode ignored;
      acceptor_.close(ignored);
      for (const auto& weak : exchanges_) {
        if (const auto exchange = weak.lock()) exchange->end();
      }
    });
    pool_.join();
    io_.stop();
    if (thread_.joinable()) thread_.join();
  }

  std::optional<std::string> start(const std::string& where) {
    const auto address = listen_at(acceptor_, where);
    if (!address) return address.error();
    address_ = *address;
    accept();
    thread_ = std::thread([this] {
      name_this_thread("admin");
      io_.run();
    });
    return std::nullopt;
  }

  [[nodiscard]] const std::string& address() const override { return address_; }

 private:
  void accept() {
    acceptor_.async_accept([this](ErrorCode error, TcpSocket socket) {
      if (closing_ || error == net::error::operation_aborted) return;
      if (error) {
        if (complaint_.now()) spdlog::warn("cannot accept an admin connection: {}", error.message());
        pause_.expires_after(100ms);
        pause_.async_wait([this](ErrorCode stopped) {
          if (!stopped) accept();
        });
        return;
      }
      std::erase_if(exchanges_, [](const auto& weak) { return weak.expired(); });
      // A connection too many is closed without a word: otherwise somebody without a token could make the server speak.
      const auto exchange = std::make_shared<Exchange>(std::move(socket), io_, pool_, serve_);
      if (make_room(exchange->address())) {
        exchanges_.push_back(exchange);
        exchange->read();
      }
      accept();
    });
  }

  // Somebody who connects and asks nothing shuts nobody out: the oldest connection that asks nothing gives way, of the
  // same address if that has too many, otherwise of any. False: all are at work.
  bool make_room(const std::string& address) {
    const auto has_address = [&](const auto& weak) {
      const auto exchange = weak.lock();
      return exchange != nullptr && exchange->address() == address;
    };
    const auto of_address = static_cast<std::size_t>(std::ranges::count_if(exchanges_, has_address));
    const bool too_many = of_address >= kAdminConnectionsPerAddress;
    if (!too_many && exchanges_.size() < kAdminConnections) return true;
    const auto idle = std::ranges::find_if(exchanges_, [&](const auto& weak) {
      const auto exchange = weak.lock();
      return exchange != nullptr && exchange->gives_way() && (!too_many || exchange->address() == address);
    });
    if (idle == exchanges_.end()) return false;
    const auto gone = idle->lock();
    exchanges_.erase(idle);
    gone->end();
    return true;
  }

  admin::Serve serve_;
  net::io_context io_;
  TcpAcceptor acceptor_;
  Timer pause_{io_};
  Seldom complaint_;
  net::thread_pool pool_;
  std::vector<std::weak_ptr<Exchange>> exchanges_;
  std::string address_;
  std::thread thread_;
  bool closing_ = false;
};

}  // namespace

std::expected<std::unique_ptr<HttpListener>, std::string> HttpListener::open(const std::string& address,
                                                                             admin::Serve serve) {
  auto listener = std::make_unique<BeastListener>(std::move(serve));
  if (auto error = listener->start(address)) return std::unexpected(*std::move(error));
  return listener;
}

}  // namespace wyrmhall::server
