// Hostile bytes against a connection as the shell has it: first the HTTP upgrade, then WebSocket frames. What comes of
// them is whole messages within the limit, and an end that is told exactly once.
//
// The input up to and with the first empty line is sent before the server has answered, the rest after it. An input
// that does not begin with «GET» is sent after a proper upgrade, as frames alone.
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "server/core/limits.h"
#include "server/core/version.h"
#include "server/shell/net/connection.h"

namespace wyrmhall::fuzz {
namespace {

namespace net = server::net;

constexpr std::string_view kUpgrade =
    "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";

void must(bool holds) {
  if (!holds) std::abort();
}

class StillClock final : public server::Clock {
 public:
  [[nodiscard]] Timestamp now() const override { return now_; }
  void pass(Duration time) { now_ += time; }

 private:
  Timestamp now_ = server::kAtOnce;
};

// In place of the core: answers each message, and closes on one that begins with a 'c'.
class Core final : public server::ConnectionEvents {
 public:
  bool told(std::uint64_t /*number*/, const std::optional<net::ip::address>& /*from*/) override { return true; }
  bool asks(std::uint64_t /*number*/, const std::function<std::string(std::string_view name)>& header,
            bool /*upgrade*/) override {
    return header("X-Forwarded-For").size() <= server::kUpgradeHeaderBytes;
  }
  void answered(std::uint64_t /*number*/) override { must(!opened_ && !closed_); }
  bool may_open(std::uint64_t /*number*/, std::string_view /*page*/) override { return true; }
  void opened(std::uint64_t /*number*/) override {
    must(!opened_ && !closed_);
    opened_ = true;
  }
  void message(std::uint64_t /*number*/, std::span<const std::uint8_t> bytes) override {
    must(opened_ && !closed_ && bytes.size() <= server::kMessageBytes);
    if (!bytes.empty() && bytes[0] == 'c') {
      connection->close(1008, std::string(bytes.begin() + 1, bytes.end()));
    } else {
      connection->send({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
      connection->flush();
    }
  }
  void sent(std::uint64_t /*number*/, std::size_t /*messages*/, std::size_t /*bytes*/) override { must(opened_); }
  void closed(std::uint64_t /*number*/) override {
    must(!closed_);
    closed_ = true;
  }
  [[nodiscard]] bool ready() const override { return true; }
  [[nodiscard]] std::string_view game_of(std::string_view /*id*/) const override { return {}; }
  [[nodiscard]] bool is_closed() const { return closed_; }

  std::shared_ptr<server::Connection> connection;

 private:
  bool opened_ = false;
  bool closed_ = false;
};

// The client's end of the wire. What the server writes is read and dropped.
class Wire {
 public:
  explicit Wire(int end) : end_(end) {}
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;
  ~Wire() { ::close(end_); }

  void send(net::io_context& io, std::string_view bytes) {
    constexpr std::size_t kPiece = 4096;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(kPiece, bytes.size()))) {
      if (::send(end_, bytes.data(), std::min(kPiece, bytes.size()), MSG_NOSIGNAL | MSG_DONTWAIT) < 0) break;
      run(io);
    }
  }
  void end(net::io_context& io) {
    ::shutdown(end_, SHUT_WR);
    run(io);
  }

 private:
  void run(net::io_context& io) {
    char dropped[4096];
    do {
      io.restart();
      io.poll();
    } while (::recv(end_, dropped, sizeof dropped, MSG_DONTWAIT) > 0);
  }

  int end_;
};

void run(std::string_view bytes) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) std::abort();
  Wire wire(ends[0]);
  net::io_context io(1);
  server::Readiness readiness(io);
  StillClock clock;
  Core core;
  const server::OriginCheck origin = [](std::string_view from, std::string_view host) { return from == host; };
  const server::Pages pages;
  // The server's socket need not know that the wire is no TCP.
  core.connection = server::make_connection(server::TcpSocket(io, net::ip::tcp::v4(), ends[1]), false, 1, clock, origin,
                                            pages, readiness, core);
  core.connection->start();
  std::string_view first = kUpgrade;
  if (bytes.starts_with("GET")) {
    const auto end = bytes.find("\r\n\r\n");
    first = end == std::string_view::npos ? bytes : bytes.substr(0, end + 4);
    bytes.remove_prefix(first.size());
  }
  wire.send(io, first);
  wire.send(io, bytes);
  clock.pass(std::chrono::seconds(20));
  core.connection->check(clock.now());  // a ping
  wire.end(io);
  clock.pass(std::chrono::minutes(1));
  for (int i = 0; i < 2; ++i) {
    core.connection->check(clock.now());  // gone
    wire.end(io);
  }
  must(core.is_closed());
  core.connection.reset();
  io.restart();
  io.poll();
}

}  // namespace
}  // namespace wyrmhall::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  wyrmhall::fuzz::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
