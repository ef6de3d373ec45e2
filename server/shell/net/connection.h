// One client's WebSocket connection. This header hides Beast, which is slow to compile.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/core/environment.h"
#include "server/shell/net/asio.h"
#include "server/shell/net/pages.h"
#include "server/shell/net/readiness.h"

namespace wyrmhall::server {

// Whom a connection tells what happens on it. All calls come on the io_context's one thread.
class ConnectionEvents {
 public:
  ConnectionEvents() = default;
  ConnectionEvents(const ConnectionEvents&) = delete;
  ConnectionEvents& operator=(const ConnectionEvents&) = delete;
  virtual ~ConnectionEvents() = default;

  // What the PROXY protocol says of who it is; nothing if the proxy speaks for itself. False: it is dropped.
  [[nodiscard]] virtual bool told(std::uint64_t number, const std::optional<net::ip::address>& from) = 0;
  // A request on it that is no probe, by `header`(name) of its headers: whether it may be answered.
  [[nodiscard]] virtual bool asks(std::uint64_t number, const std::function<std::string(std::string_view name)>& header,
                                  bool upgrade) = 0;
  // The answer has gone, and another request may come.
  virtual void answered(std::uint64_t number) = 0;
  // It asks to be upgraded: whether it may become a session. Asked once. `page`: the origin of the web page that asks,
  // which may; empty for any other program.
  [[nodiscard]] virtual bool may_open(std::uint64_t number, std::string_view page) = 0;
  // The upgrade is done: from now on it is a session.
  virtual void opened(std::uint64_t number) = 0;
  // One whole binary message.
  virtual void message(std::uint64_t number, std::span<const std::uint8_t> bytes) = 0;
  // This many messages, of this many bytes in all, have been handed to the kernel.
  virtual void sent(std::uint64_t number, std::size_t messages, std::size_t bytes) = 0;
  // It is gone. The last call; nothing of the connection may be used after it.
  virtual void closed(std::uint64_t number) = 0;
  // Whether new players should be sent here: for probes.
  [[nodiscard]] virtual bool ready() const = 0;
  // For previews of links: the game of a match or table (Pages::find).
  [[nodiscard]] virtual std::string_view game_of(std::string_view id) const = 0;
};

// Whether a web page from `origin` may connect to a server that was addressed as `host`.
using OriginCheck = std::function<bool(std::string_view origin, std::string_view host)>;

class Connection {
 public:
  Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  virtual ~Connection() = default;

  // Reads the PROXY protocol if it is expected, then requests for pages, or the upgrade and then messages, until it
  // ends.
  virtual void start() = 0;
  // Sends after what was sent before, with the next flush(): all that one client is told at a time leaves in one piece.
  virtual void send(std::string_view message) = 0;
  virtual void flush() = 0;
  // Ends it with a WebSocket close code, after what was sent before. `reason` is cut at 123 bytes, since the protocol
  // has no room for more.
  virtual void close(std::uint16_t code, std::string reason) = 0;
  // Reads no further message until resume().
  virtual void pause() = 0;
  virtual void resume() = 0;
  // Once a second, looks at the time: pings a silent client, drops one that is gone, ends an upgrade that takes too
  // long.
  virtual void check(Timestamp now) = 0;
  // Ends it at once.
  virtual void drop() = 0;

  // Something is about to be sent on it: prefetches it, and, after that, what it points to (server/core/prefetch.h).
  virtual void prefetch_state() const = 0;
  virtual void prefetch_buffer() const = 0;
};

// `preamble`: the PROXY protocol comes first.
std::shared_ptr<Connection> make_connection(TcpSocket socket, bool preamble, std::uint64_t number, const Clock& clock,
                                            const OriginCheck& origin_allowed, const Pages& pages, Readiness& readiness,
                                            ConnectionEvents& events);

}  // namespace wyrmhall::server
