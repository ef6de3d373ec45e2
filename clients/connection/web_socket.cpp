#include "clients/connection/web_socket.h"

#include <chrono>
#include <deque>
#include <utility>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "clients/connection/event_loop_impl.h"

namespace wyrmhall::clients {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;
using boost::system::error_code;
using tcp = asio::ip::tcp;
using Stream = websocket::stream<beast::basic_stream<tcp, asio::io_context::executor_type>>;
using Resolver = asio::ip::basic_resolver<tcp, asio::io_context::executor_type>;

constexpr std::chrono::seconds kConnectTime{10};
constexpr std::chrono::seconds kHandshakeTime{10};
// After half of this in silence we ping, after all of it the server is gone. Without pings of our own Beast would take
// the server's for silence: it starts the time anew with messages only.
constexpr std::chrono::seconds kSilence{40};

Loss::Why why_not_connected(const error_code& error) {
  if (error == beast::error::timeout || error == asio::error::timed_out) return Loss::Why::kTimedOut;
  return Loss::Why::kNotReachable;
}

}  // namespace

class WebSocket::Impl : public std::enable_shared_from_this<Impl> {
 public:
  Impl(asio::io_context& context, Address address, Events events)
      : address_(std::move(address)),
        events_(std::make_shared<Events>(std::move(events))),
        resolver_(context.get_executor()),
        stream_(context.get_executor()) {}

  void start() {
    auto self = shared_from_this();
    resolver_.async_resolve(address_.host, address_.port, [self](const error_code& error, const auto& results) {
      if (error) return self->fail(Loss::Why::kUnknownHost, error);
      self->connect(results);
    });
  }

  void send(std::string frame) {
    if (!open_ || closing_) return;
    queue_.push_back(std::move(frame));
    if (queue_.size() == 1) write();
  }

  void close() {
    if (closing_) return;
    closing_ = true;
    if (!open_) return abandon();
    stream_.async_close(websocket::close_code::normal, [self = shared_from_this()](const error_code&) {});
  }

  // No event after this, and nothing left to wait for.
  void abandon() {
    events_ = std::make_shared<Events>();
    resolver_.cancel();
    beast::get_lowest_layer(stream_).close();
  }

 private:
  void connect(const Resolver::results_type& results) {
    auto& lowest = beast::get_lowest_layer(stream_);
    lowest.expires_after(kConnectTime);
    lowest.async_connect(results, [self = shared_from_this()](const error_code& error, const tcp::endpoint&) {
      if (error) return self->fail(why_not_connected(error), error);
      self->upgrade();
    });
  }

  void upgrade() {
    auto& lowest = beast::get_lowest_layer(stream_);
    lowest.expires_never();
    error_code ignored;
    lowest.socket().set_option(tcp::no_delay(true), ignored);
    stream_.set_option(websocket::stream_base::timeout{kHandshakeTime, kSilence, true});
    stream_.read_message_max(kMaxFrameBytes);
    stream_.binary(true);
    const bool bracket = address_.host.find(':') != std::string::npos;
    const std::string host = (bracket ? "[" + address_.host + "]" : address_.host) + ":" + address_.port;
    stream_.async_handshake(host, address_.path, [self = shared_from_this()](const error_code& error) {
      if (error == beast::error::timeout) return self->fail(Loss::Why::kTimedOut, error);
      if (error) return self->fail(Loss::Why::kNotThisGame, error);
      self->open_ = true;
      if (const auto events = self->events_; events->opened) events->opened();
      self->read();
    });
  }

  void read() {
    stream_.async_read(buffer_, [self = shared_from_this()](const error_code& error, std::size_t) {
      if (error) return self->fail_reading(error);
      const auto data = self->buffer_.cdata();
      if (const auto events = self->events_; events->message) {
        events->message(std::string_view(static_cast<const char*>(data.data()), data.size()));
      }
      self->buffer_.consume(data.size());
      self->read();
    });
  }

  void write() {
    stream_.async_write(asio::buffer(queue_.front()),
                        [self = shared_from_this()](const error_code& error, std::size_t) {
                          // The reader finds out what happened, and says so.
                          if (error) return;
                          self->queue_.pop_front();
                          if (!self->queue_.empty()) self->write();
                        });
  }

  void fail_reading(const error_code& error) {
    if (error == websocket::error::closed) {
      const auto& reason = stream_.reason();
      return lose({Loss::Why::kClosed, reason.code, std::string(reason.reason.data(), reason.reason.size())});
    }
    if (error == beast::error::timeout) return fail(Loss::Why::kTimedOut, error);
    fail(Loss::Why::kBroken, error);
  }

  void fail(Loss::Why why, const error_code& error) { lose({why, 0, error.message()}); }

  void lose(const Loss& loss) {
    open_ = false;
    const auto events = std::exchange(events_, std::make_shared<Events>());
    if (events->lost) events->lost(loss);
  }

  Address address_;
  // Shared, since an event may well be what destroys this connection: who calls one keeps it for as long.
  std::shared_ptr<Events> events_;
  Resolver resolver_;
  Stream stream_;
  beast::flat_buffer buffer_;
  std::deque<std::string> queue_;
  bool open_ = false;
  bool closing_ = false;
};

WebSocket::WebSocket(EventLoop& loop, const Address& address, Events events)
    : impl_(std::make_shared<Impl>(loop.impl().context, address, std::move(events))) {
  impl_->start();
}

WebSocket::~WebSocket() {
  impl_->abandon();
}

void WebSocket::send(std::string frame) {
  impl_->send(std::move(frame));
}

void WebSocket::close() {
  impl_->close();
}

}  // namespace wyrmhall::clients
