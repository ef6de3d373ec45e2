// The wire: connections that delay, break in the middle of a frame, die unnoticed, and readers that stop reading.
//
// In each direction frames stay in order. What the server sends waits in a queue of the connection until the reader
// takes it; only then does it count as sent, as with a socket's full buffer.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "tests/sim/agenda.h"
#include "tests/sim/counters.h"
#include "tests/sim/rng.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::sim {

namespace pb = wyrmhall::v1;

// A frame of the server's, parsed once.
struct Frame {
  std::shared_ptr<const pb::ServerMessage> message;
  std::size_t bytes = 0;
};

// Whom the wire tells what happens at its two ends, by the number of the connection.
class NetworkEvents {
 public:
  NetworkEvents() = default;
  NetworkEvents(const NetworkEvents&) = delete;
  NetworkEvents& operator=(const NetworkEvents&) = delete;
  virtual ~NetworkEvents() = default;
  // --- At the server ---
  // False when nobody listens there.
  virtual bool came(std::uint64_t link, int client) = 0;
  virtual void heard(std::uint64_t link, const std::string& bytes) = 0;
  virtual void was_sent(std::uint64_t link, std::size_t bytes) = 0;
  virtual void went(std::uint64_t link) = 0;
  // --- At the client ---
  virtual void arrived(int client, std::uint64_t link, const Frame& frame) = 0;
  virtual void lost(int client, std::uint64_t link, std::uint16_t close_code) = 0;  // 0: without a close
};

struct Weather {
  Duration latency_least = std::chrono::microseconds(200);
  Duration latency_most = 2 * kMillisecond;
  double spike = 0;  // how often a frame takes a second or two longer
};

class Network {
 public:
  Network(Agenda& agenda, Rng rng, NetworkEvents& events, Counters& counters)
      : agenda_(agenda), rng_(rng), events_(events), counters_(counters) {}

  Weather weather;

  // --- What clients do ---
  std::uint64_t connect(int client);
  void say(std::uint64_t link, std::string bytes);
  // The client closes: its side is gone at once, the server hears of it.
  void hang_up(std::uint64_t link);

  // --- What the server does ---
  void send(std::uint64_t link, Frame frame);
  void close(std::uint64_t link, std::uint16_t code);
  // The server's process is gone.
  void server_died();

  // --- Faults ---
  // The connection breaks: what is under way is lost, and each side notices when it does.
  void cut(std::uint64_t link, Duration client_notices_after, Duration server_notices_after);
  // The reader reads nothing until then.
  void stall(std::uint64_t link, Duration how_long);

  // What waits to be sent on a connection.
  [[nodiscard]] std::size_t waiting_messages(std::uint64_t link) const;
  [[nodiscard]] std::size_t waiting_bytes(std::uint64_t link) const;
  // Connections that the server knows of.
  [[nodiscard]] std::size_t at_server() const { return at_server_; }

 private:
  struct Link {
    int client = 0;
    bool server_side = false;  // the server knows of it
    bool client_side = true;
    bool broken = false;
    bool pumping = false;
    bool closing = false;
    std::uint16_t close_code = 0;
    Duration stalled_until{};
    Duration up_clear_at{};
    Duration down_clear_at{};
    int under_way = 0;  // frames between the two ends
    std::deque<Frame> queue;
    std::size_t queued_bytes = 0;
  };

  Link* find(std::uint64_t number);
  Duration latency();
  void pump(std::uint64_t number);
  void send_next(std::uint64_t number);
  void server_lets_go(std::uint64_t number);
  void client_lets_go(std::uint64_t number, std::uint16_t code);
  void forget_if_gone(std::uint64_t number);

  Agenda& agenda_;
  Rng rng_;
  NetworkEvents& events_;
  Counters& counters_;
  std::map<std::uint64_t, Link> links_;
  std::uint64_t next_ = 1;
  std::size_t at_server_ = 0;
};

}  // namespace wyrmhall::sim
