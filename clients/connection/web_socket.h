// One WebSocket connection to a server, with TLS where its address says so: binary frames, no compression. Beast stays
// behind it (web_socket.cpp), since it takes long to compile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "clients/connection/address.h"
#include "clients/connection/event_loop.h"

namespace wyrmhall::clients {

// A longer frame than this ends the connection.
inline constexpr std::size_t kMaxFrameBytes = std::size_t{1} << 20;

// Why there is no connection, or no longer.
struct Loss {
  enum class Why : std::uint8_t {
    kUnknownHost,   // the name means nothing to the resolver
    kNotReachable,  // nobody listens there, or no way leads there
    kTimedOut,      // no answer in time
    kNotTrusted,    // with TLS: it does not show that it is who it says, or what is trusted cannot be read
    kNotThisGame,   // something answers, but not with a WebSocket at this path
    kClosed,        // the server closed it, with `close_code` and perhaps a reason
    kBroken,        // it broke off
  };
  Why why = Why::kBroken;
  std::uint16_t close_code = 0;
  std::string detail;  // what the system or the server said
};

class WebSocket {
 public:
  // `opened` and `message` may come any number of times as their names say; `lost` comes at most once, and last.
  struct Events {
    std::function<void()> opened;
    std::function<void(std::string_view frame)> message;
    std::function<void(const Loss&)> lost;
  };

  // Starts to connect at once. All events come from the loop, none from within a call of this class.
  WebSocket(EventLoop& loop, const Address& address, Events events);
  WebSocket(const WebSocket&) = delete;
  WebSocket& operator=(const WebSocket&) = delete;
  // Cuts the connection. No event comes any more.
  ~WebSocket();

  // Frames are sent in order. After a loss they go nowhere.
  void send(std::string frame);

  // Says goodbye; `lost` follows.
  void close();

  // For web_socket.cpp.
  class Impl;

 private:
  std::shared_ptr<Impl> impl_;
};

}  // namespace wyrmhall::clients
