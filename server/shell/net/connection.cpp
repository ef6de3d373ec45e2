#include "server/shell/net/connection.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <optional>
#include <utility>

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include "server/core/limits.h"
#include "server/core/prefetch.h"
#include "server/core/version.h"
#include "server/shell/net/gathering_socket.h"
#include "server/shell/net/proxy_protocol.h"

namespace wyrmhall::server {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using ErrorCode = boost::system::error_code;

constexpr std::string_view kTooMany = "Too many connections. Close some, or try again later.\n";

// What a text may do if a browser is made to show it: nothing.
constexpr std::string_view kTextPolicy = "default-src 'none'; frame-ancestors 'none'";
// What the pages do not need.
constexpr std::string_view kPermissions =
    "camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), payment=(), serial=(), usb=()";

// The answer to a request that is no upgrade, or one that is not welcome.
struct Turned {
  http::status status;
  std::string_view text;
};

class BeastConnection final : public Connection, public std::enable_shared_from_this<BeastConnection> {
 public:
  BeastConnection(TcpSocket socket, bool preamble, std::uint64_t number, const Clock& clock,
                  const OriginCheck& origin_allowed, const Pages& pages, Readiness& readiness, ConnectionEvents& events)
      : stream_(std::move(socket)),
        number_(number),
        clock_(clock),
        origin_allowed_(origin_allowed),
        pages_(pages),
        readiness_(readiness),
        events_(events),
        heard_(clock.now()),
        progress_at_(heard_),
        preamble_(preamble) {
    ErrorCode ignored;
    this->socket().set_option(net::ip::tcp::no_delay(true), ignored);
  }

  void start() override { preamble_ ? read_preamble() : read_request(); }

  void send(std::string_view message) override {
    if (!ended_ && stream_.is_open()) wire().put(message);
  }

  void flush() override {
    if (ended_) return;
    const bool all_gone = wire().flush();
    if (const auto gone = wire().take_gone(); gone.count != 0) events_.sent(number_, gone.count, gone.bytes);
    if (all_gone || waits_to_send_) return;
    waits_to_send_ = true;
    wire().async_wait_to_flush([self = shared_from_this()](ErrorCode error) {
      self->waits_to_send_ = false;
      if (!error) self->flush();  // otherwise the read ends as well, and tells
    });
  }

  void close(std::uint16_t code, std::string reason) override {
    if (ended_ || closing_) return;
    closing_ = true;
    close_by_ = clock_.now() + kCloseTime;
    wire().allow_reads(kReadsWhileClosing);
    reason.resize(std::min(reason.size(), websocket::reason_string::static_capacity));
    stream_.async_close(websocket::close_reason(static_cast<websocket::close_code>(code), reason),
                        [self = shared_from_this()](ErrorCode error) { error ? self->drop() : self->end(); });
  }

  void pause() override { paused_ = true; }

  void resume() override {
    paused_ = false;
    if (!reading_ && !closing_ && !ended_) read_next();
  }

  void check(Timestamp now) override {
    if (ended_) return;
    if (dropped_) return end_stuck();
    controls_ = 0;
    if (std::exchange(spoke_, false)) heard_ = now;
    if (upgrade_ != nullptr) {
      if (now - heard_ > kUpgradeTime) drop();
      return;
    }
    if (closing_ && now > close_by_) return drop();
    if (!closing_) wire().allow_reads(kReadsPerMessage);
    if (wire().makes_progress()) progress_at_ = now;
    // The client may still send something now and then: the kernel keeps what waits for it, and so do we.
    if (now - progress_at_ > kUnreadTime) return drop();
    if (now - heard_ > kGoneAfter) return drop();
    if (now - heard_ > kPingEvery && !closing_ && now - pinged_ > kPingEvery) {
      pinged_ = now;
      stream_.async_ping({}, [self = shared_from_this()](ErrorCode /*error*/) {});
    }
  }

  void drop() override {
    dropped_ = true;
    wire().abort();  // ends the pending read, which tells the rest
  }

  void prefetch_state() const override {
    prefetch_object(*this);
    prefetch_object(stream_.next_layer());
  }
  void prefetch_buffer() const override { stream_.next_layer().prefetch_buffer(); }

 private:
  GatheringSocket& wire() { return stream_.next_layer(); }
  TcpSocket& socket() { return wire().next_layer(); }

  // What is only needed until the connection is a WebSocket.
  struct Upgrade {
    http::request_parser<http::empty_body> parser;
    http::response<http::string_body> response;
    http::response<http::span_body<const char>> page;
  };

  // Byte by byte as it comes; check() looks at the time.
  void read_preamble() {
    if (upgrade_ == nullptr) upgrade_ = std::make_unique<Upgrade>();
    socket().async_read_some(buffer_.prepare(kProxyPreambleBytes),
                             [self = shared_from_this()](ErrorCode error, std::size_t bytes) {
                               self->buffer_.commit(bytes);
                               error ? self->end() : self->look_at_preamble();
                             });
  }

  void look_at_preamble() {
    const auto bytes = buffer_.data();
    const ProxyPreamble said = proxy_preamble({static_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    if (said.verdict == ProxyPreamble::Verdict::kMore) return read_preamble();
    if (said.verdict == ProxyPreamble::Verdict::kBad || !events_.told(number_, said.from)) {
      wire().abort();
      return end();
    }
    buffer_.consume(said.bytes);
    read_request();
  }

  // The lines of a header, joined by commas.
  [[nodiscard]] std::string header(std::string_view name) const {
    std::string joined;
    const auto [begin, end] = upgrade_->parser.get().equal_range({name.data(), name.size()});
    for (auto line = begin; line != end; ++line) {
      if (!joined.empty()) joined += ',';
      joined.append(line->value().data(), line->value().size());
    }
    return joined;
  }

  void read_request() {
    upgrade_ = std::make_unique<Upgrade>();
    upgrade_->parser.header_limit(kUpgradeHeaderBytes);
    http::async_read_header(socket(), buffer_, upgrade_->parser,
                            [self = shared_from_this()](ErrorCode error, std::size_t /*bytes*/) {
                              if (error) return self->end();
                              self->answer_upgrade();
                            });
  }

  // Answers a request for a page, if there are any pages: whether it was one.
  bool serve_page() {
    const auto& request = upgrade_->parser.get();
    const bool head = request.method() == http::verb::head;
    if (pages_.empty() || websocket::is_upgrade(request) || (request.method() != http::verb::get && !head))
      return false;
    const Page* page = pages_.find({request.target().data(), request.target().size()},
                                   [this](std::string_view id) { return events_.game_of(id); });
    if (page == nullptr) return false;
    const auto accepted = request[http::field::accept_encoding];
    const PageForm form = form_for(*page, {accepted.data(), accepted.size()});
    const bool known = request[http::field::if_none_match] == page->tag;
    auto& response = upgrade_->page;
    response = {known ? http::status::not_modified : http::status::ok, 11};
    response.set(http::field::server, kHttpServer);
    response.set(http::field::etag, page->tag);
    response.set(http::field::cache_control, cache_control(*page));
    response.set(http::field::vary, "Accept-Encoding");
    response.set("Content-Security-Policy", kContentPolicy);
    response.set("X-Content-Type-Options", "nosniff");
    response.set("Referrer-Policy", "same-origin");
    response.set("Cross-Origin-Opener-Policy", "same-origin");
    response.set("Cross-Origin-Resource-Policy", "same-origin");
    response.set("Permissions-Policy", kPermissions);
    if (!known) {
      response.set(http::field::content_type, page->type);
      if (!form.encoding.empty()) response.set(http::field::content_encoding, form.encoding);
      response.content_length(form.bytes.size());
      if (!head) response.body() = {form.bytes.data(), form.bytes.size()};
    }
    const bool again = request.keep_alive() && upgrade_->parser.is_done() && ++requests_ < kRequestsPerConnection;
    response.keep_alive(again);
    http::async_write(socket(), response, [self = shared_from_this(), again](ErrorCode error, std::size_t) {
      if (error || self->ended_) return self->end();
      if (!again) return self->finish_sending();
      self->events_.answered(self->number_);
      self->heard_ = self->clock_.now();
      self->read_request();
    });
    return true;
  }

  // Nothing more comes from here; the rest is the other side's.
  void finish_sending() {
    ErrorCode ignored;
    socket().shutdown(net::ip::tcp::socket::shutdown_send, ignored);
    end();
  }

  // For load balancers and supervisors, which have no token of administration: nothing if it is not one of these
  // addresses. They come before the pages, to which every address without a dot belongs.
  std::optional<Turned> probe() const {
    const auto& request = upgrade_->parser.get();
    if (request.target() == "/healthz") return Turned{http::status::ok, "ok\n"};
    if (request.target() != "/readyz") return std::nullopt;
    return events_.ready() ? Turned{http::status::ok, "ready\n"}
                           : Turned{http::status::service_unavailable, "not ready\n"};
  }

  std::optional<Turned> unwelcome() const {
    const auto& request = upgrade_->parser.get();
    if (!websocket::is_upgrade(request)) {
      if (request.method() != http::verb::get && request.method() != http::verb::head) {
        return Turned{http::status::method_not_allowed, "Only GET and HEAD are answered here.\n"};
      }
      if (request.target() == "/") {
        return Turned{http::status::ok, "This is a Wyrmhall server. Clients connect by WebSocket to /ws.\n"};
      }
      return Turned{http::status::not_found, "Nothing here. Clients connect by WebSocket to /ws.\n"};
    }
    if (request.target() != "/ws") return Turned{http::status::not_found, "Clients connect to /ws.\n"};
    const auto origin = request[http::field::origin];
    const auto host = request[http::field::host];
    if (!origin.empty() && !origin_allowed_({origin.data(), origin.size()}, {host.data(), host.size()})) {
      return Turned{http::status::forbidden, "Pages of this origin may not connect here.\n"};
    }
    if (!events_.may_open(number_, {origin.data(), origin.size()})) {
      return Turned{http::status::too_many_requests, kTooMany};
    }
    return std::nullopt;
  }

  void turn_away(const Turned& turned) {
    upgrade_->response = {turned.status, 11};
    upgrade_->response.set(http::field::server, kHttpServer);
    upgrade_->response.set(http::field::content_type, "text/plain; charset=utf-8");
    upgrade_->response.set("Content-Security-Policy", kTextPolicy);
    upgrade_->response.set("X-Content-Type-Options", "nosniff");
    upgrade_->response.set("Cross-Origin-Resource-Policy", "same-origin");
    upgrade_->response.set(http::field::cache_control, "no-store");
    if (turned.status == http::status::method_not_allowed) upgrade_->response.set(http::field::allow, "GET, HEAD");
    if (turned.status == http::status::too_many_requests) upgrade_->response.set(http::field::retry_after, "10");
    upgrade_->response.keep_alive(false);
    upgrade_->response.body() = turned.text;
    upgrade_->response.prepare_payload();
    if (upgrade_->parser.get().method() == http::verb::head) upgrade_->response.body().clear();
    http::async_write(
        socket(), upgrade_->response,
        [self = shared_from_this()](ErrorCode /*error*/, std::size_t /*bytes*/) { self->finish_sending(); });
  }

  void answer_upgrade() {
    if (const auto probed = probe()) return turn_away(*probed);
    const auto lines = [this](std::string_view name) { return header(name); };
    if (!events_.asks(number_, lines, websocket::is_upgrade(upgrade_->parser.get()))) {
      return turn_away({http::status::too_many_requests, kTooMany});
    }
    if (serve_page()) return;
    if (const auto turned = unwelcome()) return turn_away(*turned);
    stream_.set_option(websocket::stream_base::timeout{websocket::stream_base::none(), websocket::stream_base::none(),
                                                       false});  // check() looks at the time for all
    stream_.set_option(websocket::stream_base::decorator(
        [](websocket::response_type& response) { response.set(http::field::server, kHttpServer); }));
    stream_.read_message_max(kMessageBytes);
    stream_.control_callback([this](websocket::frame_type /*kind*/, beast::string_view /*payload*/) {
      spoke_ = true;
      if (++controls_ > kControlsPerSecond) drop();
    });
    stream_.async_accept(upgrade_->parser.get(), [self = shared_from_this()](ErrorCode error) {
      if (error) return self->end();
      self->upgrade_.reset();
      self->buffer_ = {};
      self->heard_ = self->clock_.now();
      self->wire().watch(self->readiness_);
      self->events_.opened(self->number_);
      self->read_next();
    });
  }

  void read_next() {
    reading_ = true;
    wire().allow_reads(kReadsPerMessage);
    read_some();
  }

  // As Beast's async_read(), without an operation more around each of its own.
  void read_some() {
    stream_.async_read_some(buffer_.prepare(stream_.read_size_hint(buffer_)),
                            [self = shared_from_this()](ErrorCode error, std::size_t bytes) {
                              self->buffer_.commit(bytes);
                              if (!error && !self->stream_.is_message_done()) return self->read_some();
                              self->has_read(error);
                            });
  }

  void has_read(ErrorCode error) {
    reading_ = false;
    if (error) {
      // A client that goes away is no error. One that breaks the protocol has been sent the close code by Beast.
      if (error != websocket::error::closed) spdlog::debug("connection {}: {}", number_, error.message());
      return end();
    }
    spoke_ = true;
    if (stream_.got_text()) {
      close(websocket::close_code::unknown_data, "messages are binary");
    } else if (!closing_) {
      events_.message(number_, {static_cast<const std::uint8_t*>(buffer_.data().data()), buffer_.size()});
    }
    buffer_.consume(buffer_.size());
    go_on_reading();
  }

  // A client that says more than a little at once is heard again after the others.
  void go_on_reading() {
    // Once we close, the close itself goes on reading, and waits only for the other side's close.
    if (ended_ || closing_ || paused_) return;
    if (std::exchange(heard_in_, readiness_.round()) != readiness_.round()) return read_next();
    reading_ = true;
    readiness_.later([self = shared_from_this()] {
      self->reading_ = false;
      if (!self->ended_ && !self->closing_ && !self->paused_) self->read_next();
    });
  }

  void end() {
    if (ended_) return;
    ended_ = true;
    wire().close();
    events_.closed(number_);
  }

  // When we close while the client breaks the protocol, Beast's close waits for the read to end, and its read for the
  // close, forever. A check after the drop nothing else is left of either, so the stream can go, and they with it.
  void end_stuck() {
    const auto self = shared_from_this();
    end();
    const auto gone = std::move(stream_);
  }

  websocket::stream<GatheringSocket, false> stream_;
  beast::flat_buffer buffer_;
  std::unique_ptr<Upgrade> upgrade_;
  std::uint64_t number_;
  const Clock& clock_;
  const OriginCheck& origin_allowed_;
  const Pages& pages_;
  Readiness& readiness_;
  ConnectionEvents& events_;
  std::uint64_t heard_in_ = 0;  // the round of its last message
  Timestamp heard_;             // when it was last known to be there; a second late at most
  bool spoke_ = false;          // since then, as the next check notes
  Timestamp progress_at_;       // when the other side was last known to take what is sent
  Timestamp pinged_{};
  Timestamp close_by_{};
  int requests_ = 0;  // pages that were served on it
  bool preamble_;
  bool waits_to_send_ = false;
  bool closing_ = false;
  bool dropped_ = false;
  bool reading_ = false;
  bool paused_ = false;
  int controls_ = 0;  // pings and pongs since the last check
  bool ended_ = false;
};

}  // namespace

std::shared_ptr<Connection> make_connection(TcpSocket socket, bool preamble, std::uint64_t number, const Clock& clock,
                                            const OriginCheck& origin_allowed, const Pages& pages, Readiness& readiness,
                                            ConnectionEvents& events) {
  return std::make_shared<BeastConnection>(std::move(socket), preamble, number, clock, origin_allowed, pages, readiness,
                                           events);
}

}  // namespace wyrmhall::server
