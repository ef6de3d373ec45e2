#include "clients/connection/web_socket.h"

#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <chrono>
#include <deque>
#include <memory>
#include <type_traits>
#include <utility>
#include <variant>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "clients/connection/event_loop_impl.h"

namespace wyrmhall::clients {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace ssl = boost::asio::ssl;
namespace websocket = boost::beast::websocket;
using boost::system::error_code;
using tcp = asio::ip::tcp;
using Tcp = beast::basic_stream<tcp, asio::io_context::executor_type>;
using Resolver = asio::ip::basic_resolver<tcp, asio::io_context::executor_type>;

constexpr std::chrono::seconds kConnectTime{10};
constexpr std::chrono::seconds kHandshakeTime{10};  // of TLS, and of the WebSocket
// After half of this in silence we ping, after all of it the server is gone. Without pings of our own Beast would take
// the server's for silence: it starts the time anew with messages only.
constexpr std::chrono::seconds kSilence{40};

// TLS 1.2 or newer, and a certificate that leads to one that is trusted.
error_code set_up(ssl::context& context, const std::string& ca) {
  error_code error;
  context.set_options(ssl::context::default_workarounds | ssl::context::no_sslv2 | ssl::context::no_sslv3 |
                          ssl::context::no_tlsv1 | ssl::context::no_tlsv1_1,
                      error);
  if (!error) context.set_verify_mode(ssl::verify_peer, error);
  if (!error && ca.empty()) context.set_default_verify_paths(error);
  if (!error && !ca.empty()) context.load_verify_file(ca, error);
  return error;
}

// Whom one trusts, or why that could not be read.
struct Trust {
  explicit Trust(const std::string& ca) : wrong(set_up(context, ca)) {}
  ssl::context context{ssl::context::tls_client};
  error_code wrong;
};

// The certificate must be for this host, which the server is told, since it may have several.
bool expect_host(SSL* connection, const std::string& host) {
  X509_VERIFY_PARAM* wanted = SSL_get0_param(connection);
  if (X509_VERIFY_PARAM_set1_ip_asc(wanted, host.c_str()) == 1) return true;
  X509_VERIFY_PARAM_set_hostflags(wanted, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  // SSL_set_tlsext_host_name, without the cast of its macro.
  return X509_VERIFY_PARAM_set1_host(wanted, host.c_str(), host.size()) == 1 &&
         SSL_ctrl(connection, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
                  const_cast<char*>(host.c_str())) == 1;
}

Loss::Why why_not_connected(const error_code& error) {
  if (error == beast::error::timeout || error == asio::error::timed_out) return Loss::Why::kTimedOut;
  return Loss::Why::kNotReachable;
}

}  // namespace

// What is the same with TLS and without.
class WebSocket::Impl {
 public:
  Impl() = default;
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  virtual ~Impl() = default;
  virtual void start() = 0;
  virtual void send(std::string frame) = 0;
  virtual void close() = 0;
  // No event after this, and nothing left to wait for.
  virtual void abandon() = 0;
};

namespace {

// `Layer` is what the WebSocket speaks over: a connection, or TLS over one.
template <class Layer>
class Connection final : public WebSocket::Impl, public std::enable_shared_from_this<Connection<Layer>> {
  static constexpr bool kTls = !std::is_same_v<Layer, Tcp>;

 public:
  Connection(asio::io_context& context, Address address, WebSocket::Events events)
    requires(!kTls)
      : address_(std::move(address)),
        events_(std::make_shared<WebSocket::Events>(std::move(events))),
        resolver_(context.get_executor()),
        stream_(context.get_executor()) {}

  Connection(asio::io_context& context, Address address, WebSocket::Events events)
    requires(kTls)
      : address_(std::move(address)),
        events_(std::make_shared<WebSocket::Events>(std::move(events))),
        resolver_(context.get_executor()),
        trust_(address_.ca),
        stream_(context.get_executor(), trust_.context) {}

  void start() override {
    auto self = this->shared_from_this();
    if constexpr (kTls) {
      if (trust_.wrong) {
        const std::string what = (address_.ca.empty() ? "the system's certificates" : address_.ca) + " cannot be read";
        return asio::post(resolver_.get_executor(), [self, what] { self->lose({Loss::Why::kNotTrusted, 0, what}); });
      }
    }
    resolver_.async_resolve(address_.host, address_.port, [self](const error_code& error, const auto& results) {
      if (error) return self->fail(Loss::Why::kUnknownHost, error);
      self->connect(results);
    });
  }

  void send(std::string frame) override {
    if (!open_ || closing_) return;
    queue_.push_back(std::move(frame));
    if (queue_.size() == 1) write();
  }

  void close() override {
    if (closing_) return;
    closing_ = true;
    if (!open_) return abandon();
    stream_.async_close(websocket::close_code::normal, [self = this->shared_from_this()](const error_code&) {});
  }

  void abandon() override {
    events_ = std::make_shared<WebSocket::Events>();
    resolver_.cancel();
    beast::get_lowest_layer(stream_).close();
  }

 private:
  void connect(const Resolver::results_type& results) {
    auto& lowest = beast::get_lowest_layer(stream_);
    lowest.expires_after(kConnectTime);
    lowest.async_connect(results, [self = this->shared_from_this()](const error_code& error, const tcp::endpoint&) {
      if (error) return self->fail(why_not_connected(error), error);
      if constexpr (kTls) {
        self->secure();
      } else {
        self->upgrade();
      }
    });
  }

  void secure()
    requires(kTls)
  {
    beast::get_lowest_layer(stream_).expires_after(kHandshakeTime);
    auto& tls = stream_.next_layer();
    if (!expect_host(tls.native_handle(), address_.host)) {
      return lose({Loss::Why::kNotTrusted, 0, "a certificate cannot be for a host of this name"});
    }
    tls.async_handshake(ssl::stream_base::client, [self = this->shared_from_this()](const error_code& error) {
      if (!error) return self->upgrade();
      if (error == beast::error::timeout) return self->fail(Loss::Why::kTimedOut, error);
      const long verdict = SSL_get_verify_result(self->stream_.next_layer().native_handle());
      if (verdict != X509_V_OK) {
        return self->lose({Loss::Why::kNotTrusted, 0, X509_verify_cert_error_string(verdict)});
      }
      self->fail(Loss::Why::kNotThisGame, error);
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
    stream_.async_handshake(host, address_.path, [self = this->shared_from_this()](const error_code& error) {
      if (error == beast::error::timeout) return self->fail(Loss::Why::kTimedOut, error);
      if (error) return self->fail(Loss::Why::kNotThisGame, error);
      self->open_ = true;
      if (const auto events = self->events_; events->opened) events->opened();
      self->read();
    });
  }

  void read() {
    stream_.async_read(buffer_, [self = this->shared_from_this()](const error_code& error, std::size_t) {
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
                        [self = this->shared_from_this()](const error_code& error, std::size_t) {
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
    const auto events = std::exchange(events_, std::make_shared<WebSocket::Events>());
    if (events->lost) events->lost(loss);
  }

  Address address_;
  // Shared, since an event may well be what destroys this connection: who calls one keeps it for as long.
  std::shared_ptr<WebSocket::Events> events_;
  Resolver resolver_;
  std::conditional_t<kTls, Trust, std::monostate> trust_;
  websocket::stream<Layer> stream_;
  beast::flat_buffer buffer_;
  std::deque<std::string> queue_;
  bool open_ = false;
  bool closing_ = false;
};

}  // namespace

WebSocket::WebSocket(EventLoop& loop, const Address& address, Events events) {
  asio::io_context& context = loop.impl().context;
  if (address.tls) {
    impl_ = std::make_shared<Connection<ssl::stream<Tcp>>>(context, address, std::move(events));
  } else {
    impl_ = std::make_shared<Connection<Tcp>>(context, address, std::move(events));
  }
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
