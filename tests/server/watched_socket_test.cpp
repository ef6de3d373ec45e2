// A socket that is read from when the set tells: nothing that came is missed, nothing waits forever.
#include "server/shell/net/watched_socket.h"

#include <doctest/doctest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace wyrmhall::server {
namespace {

using ErrorCode = boost::system::error_code;

// A watched socket, and the other end of its wire.
struct Wire {
  explicit Wire(net::io_context& to) : io(to) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) std::abort();
    far_end = ends[0];
    // The socket need not know that the wire is no TCP.
    socket = std::make_unique<WatchedSocket>(TcpSocket(io, net::ip::tcp::v4(), ends[1]));
  }
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;
  ~Wire() { end(); }

  void say(std::string_view text) const {
    REQUIRE(::send(far_end, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size()));
  }
  void end() {
    if (far_end >= 0) ::close(std::exchange(far_end, -1));
  }
  void run() const {
    io.restart();
    io.poll();
  }
  // Reads once, into `room` bytes, and notes what came in `got` and `error`.
  void read(std::size_t room) {
    into.resize(room);
    waits = true;
    socket->async_read_some(net::buffer(into), [this](ErrorCode why, std::size_t bytes) {
      waits = false;
      error = why;
      got = into.substr(0, bytes);
    });
    CHECK(waits);  // no handler is called from inside of the call
  }

  net::io_context& io;
  int far_end = -1;
  std::unique_ptr<WatchedSocket> socket;
  std::string into;
  std::string got;
  ErrorCode error;
  bool waits = false;
};

TEST_CASE("what comes is read, before and after it is waited for, in one piece or in several") {
  net::io_context io(1);
  Readiness readiness(io);
  Wire wire(io);
  wire.say("before");
  wire.socket->watch(readiness);
  wire.read(100);
  wire.run();
  CHECK(wire.got == "before");

  wire.read(100);
  wire.run();
  CHECK(wire.waits);
  wire.say("after");
  wire.run();
  CHECK(wire.got == "after");

  // Nobody waits when it comes, and there is more than is asked for.
  wire.say("in several");
  wire.run();
  std::string all;
  for (const std::size_t room : {2U, 4U, 100U}) {
    wire.read(room);
    wire.run();
    CHECK_FALSE(wire.waits);
    all += wire.got;
  }
  CHECK(all == "in several");

  // Into memory in several pieces, of which one is empty.
  std::array<char, 3> first{};
  std::array<char, 9> second{};
  const std::array<net::mutable_buffer, 3> into = {net::buffer(first), net::mutable_buffer(), net::buffer(second)};
  std::size_t came = 0;
  wire.socket->async_read_some(into, [&](ErrorCode /*error*/, std::size_t bytes) { came = bytes; });
  wire.say("scattered");
  wire.run();
  CHECK(came == 9);
  CHECK(std::string(first.data(), 3) + std::string(second.data(), 6) == "scattered");
}

TEST_CASE("the other side's end is read after what it said, however the two came") {
  for (const bool at_once : {true, false}) {
    CAPTURE(at_once);
    net::io_context io(1);
    Readiness readiness(io);
    Wire wire(io);
    wire.socket->watch(readiness);
    wire.run();
    wire.say("the last");
    if (at_once) wire.end();
    wire.read(100);
    wire.run();
    CHECK(wire.got == "the last");
    if (!at_once) wire.end();
    for (int i = 0; i < 2; ++i) {
      wire.read(100);
      wire.run();
      CHECK_FALSE(wire.waits);
      CHECK(wire.error == net::error::eof);
    }
  }
}

TEST_CASE("whoever waits when it is closed is told, and whoever asks later too") {
  net::io_context io(1);
  Readiness readiness(io);
  Wire wire(io);
  wire.socket->watch(readiness);
  wire.read(100);
  while (wire.socket->send(std::string(10'000, 'x')) != std::size_t{0}) continue;
  ErrorCode sender;
  wire.socket->async_wait_to_send([&](ErrorCode error) { sender = error; });
  wire.socket->close();
  CHECK(wire.waits);
  wire.run();
  CHECK_FALSE(wire.waits);
  CHECK(wire.error == net::error::operation_aborted);
  CHECK(sender == net::error::operation_aborted);

  wire.read(100);
  sender = {};
  wire.socket->async_wait_to_send([&](ErrorCode error) { sender = error; });
  wire.run();
  CHECK_FALSE(wire.waits);
  CHECK(wire.error == net::error::operation_aborted);
  CHECK(sender == net::error::operation_aborted);
  CHECK_FALSE(wire.socket->send("x"));
  wire.socket->close();
}

TEST_CASE("whoever waits for room is told when there is some, and when there never will be") {
  for (const bool read : {true, false}) {
    CAPTURE(read);
    net::io_context io(1);
    Readiness readiness(io);
    Wire wire(io);
    wire.socket->watch(readiness);
    wire.run();
    while (wire.socket->send(std::string(10'000, 'x')) != std::size_t{0}) continue;
    int told = 0;
    wire.socket->async_wait_to_send([&](ErrorCode /*error*/) { ++told; });
    wire.run();
    CHECK(told == 0);
    if (read) {
      std::string drain(100'000, '\0');
      while (::recv(wire.far_end, drain.data(), drain.size(), MSG_DONTWAIT) > 0) continue;
    } else {
      wire.end();
    }
    wire.run();
    CHECK(told == 1);
    CHECK(wire.socket->send("x").has_value() == read);
  }
}

TEST_CASE("one that is told may end another that was to be told next") {
  net::io_context io(1);
  Readiness readiness(io);
  std::array<std::unique_ptr<Wire>, 3> wires;
  int told = 0;
  std::array<char, 8> into{};
  for (auto& wire : wires) {
    wire = std::make_unique<Wire>(io);
    wire->socket->watch(readiness);
  }
  wires[0]->run();
  for (auto& wire : wires) {
    wire->socket->async_read_some(net::buffer(into), [&](ErrorCode error, std::size_t /*bytes*/) {
      if (error) return;
      ++told;
      for (auto& other : wires) {
        if (other != wire) other->socket.reset();
      }
    });
  }
  for (auto& wire : wires) wire->say("x");
  wires[0]->run();
  CHECK(told == 1);
}

TEST_CASE("what waits is dropped with the set, and what it held on to") {
  net::io_context io(1);
  const auto held = std::make_shared<int>(0);
  Wire wire(io);
  {
    Readiness readiness(io);
    wire.socket->watch(readiness);
    std::array<char, 8> into{};
    wire.socket->async_read_some(net::buffer(into), [held](ErrorCode /*error*/, std::size_t /*bytes*/) {});
    wire.socket->async_wait_to_send([held](ErrorCode /*error*/) {});
    CHECK(held.use_count() == 3);
  }
  CHECK(held.use_count() == 1);
  wire.run();
}

TEST_CASE("all of more sockets than are told at once are told") {
  net::io_context io(1);
  Readiness readiness(io);
  std::vector<std::unique_ptr<Wire>> wires;
  for (int i = 0; i < 400; ++i) {
    wires.push_back(std::make_unique<Wire>(io));
    wires.back()->socket->watch(readiness);
    wires.back()->read(8);
  }
  for (const auto& wire : wires) wire->say("x");
  wires.front()->run();
  for (const auto& wire : wires) CHECK(wire->got == "x");
}

TEST_CASE("what is put off comes after what has come by then, a few at a time") {
  net::io_context io(1);
  Readiness readiness(io);
  Wire wire(io);
  wire.socket->watch(readiness);
  wire.run();
  wire.read(100);
  std::size_t done = 0;
  std::size_t before = 0;
  for (int i = 0; i < 200; ++i) {
    readiness.later([&, i] {
      // Somebody speaks after the first of them, and is heard long before the last.
      if (i == 0) wire.say("now");
      if (before == 0 && !wire.waits) before = done;
      ++done;
    });
  }
  CHECK(done == 0);  // nothing is called from inside of the call
  wire.run();
  CHECK(done == 200);
  CHECK(wire.got == "now");
  CHECK(before > 0);
  CHECK(before <= 64);
}

TEST_CASE("what puts itself off again is called in a later round") {
  net::io_context io(1);
  Readiness readiness(io);
  std::vector<std::uint64_t> rounds;
  std::function<void()> again = [&] {
    rounds.push_back(readiness.round());
    if (rounds.size() < 5) readiness.later(again);
  };
  readiness.later(again);
  io.poll();
  REQUIRE(rounds.size() == 5);
  CHECK(std::ranges::adjacent_find(rounds, std::greater_equal()) == rounds.end());
}

}  // namespace
}  // namespace wyrmhall::server
