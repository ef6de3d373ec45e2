// The client's side of one WebSocket connection (RFC 6455), as small as the load generator can do with: no TLS, no
// extensions, one read and mostly one write system call a message, no allocation once its buffers have grown.
//
// Beast is not used here on purpose: the load shares its CPU with the server, and what it costs disturbs the
// measurement.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace wyrmhall::load {

using Bytes = std::span<const std::uint8_t>;

// One that talks over a connection. Calls come from Poller::wait only.
class Conversation {
 public:
  Conversation() = default;
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;
  virtual ~Conversation() = default;

  // The server has agreed to speak WebSocket.
  virtual void opened() = 0;
  // A whole binary message. The bytes are valid during the call only.
  virtual void received(Bytes message) = 0;
  // The connection is gone, and not because of close(). The last call.
  virtual void lost(std::string_view why) = 0;
};

class Poller;

class WebSocket {
 public:
  // Neither is owned; both must outlive the connection.
  WebSocket(Poller& poller, Conversation& conversation) : poller_(poller), conversation_(conversation) {}
  WebSocket(const WebSocket&) = delete;
  WebSocket& operator=(const WebSocket&) = delete;
  ~WebSocket() { close(); }

  // Begins to connect. `source` is the address to come from, or empty: on loopback every 127.x.y.z will do, so that
  // limits by address can be kept. Throws std::system_error when that fails at once.
  void connect(const std::string& host, std::uint16_t port, const std::string& source);
  // Sends one binary message, at most 65,535 bytes. What the kernel does not take at once goes out when it can.
  void send(Bytes message);
  // Leaves without a word, as a client does whose machine loses its power.
  void close();

  // For Poller: what the kernel says about the connection.
  void on_writable();
  void on_readable();
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  enum class Stage { closed, connecting, upgrading, open };

  void fail(std::string_view why);
  void upgrade();
  void flush();
  void send_frame(std::uint8_t opcode, Bytes payload);
  // Takes as much as is whole from `input`; returns how much that was.
  std::size_t take(Bytes input);
  std::size_t take_upgrade(Bytes input);
  std::size_t take_frame(Bytes input);
  void on_frame(std::uint8_t opcode, bool last, Bytes payload);

  Poller& poller_;
  Conversation& conversation_;
  int descriptor_ = -1;
  Stage stage_ = Stage::closed;
  bool wants_write_ = false;
  std::uint32_t mask_ = 0x9e3779b9;
  std::string host_;
  std::string out_;                            // what the kernel has not taken yet
  std::basic_string<std::uint8_t> in_;         // the beginning of a frame whose end has not come
  std::basic_string<std::uint8_t> fragments_;  // the beginning of a message that comes in several frames
};

}  // namespace wyrmhall::load
