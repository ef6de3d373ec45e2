// wyrmhall-bare-server: the yardstick of the wire benchmark. A WebSocket server on Boost.Beast as somebody who knows
// Beast would write it for this one task, and nothing above it: hand-packed bytes, one message in, one message out to
// each of the pair. No sign-in, no dice protocol, no rules, no storage.
//
// Tuned fairly: one thread and so no strands; the executor's concrete type and not the type-erased one; no timers; no
// compression; TCP_NODELAY; messages written as one frame; no allocation on a turn's path but what the coroutine and
// Asio recycle. tests/load/bare_protocol.h says what the messages are.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "tests/load/bare_protocol.h"

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
namespace bare = wyrmhall::bare;
using asio::ip::tcp;
using boost::system::error_code;

using Executor = asio::io_context::executor_type;
// Errors come as values: that a client leaves is nothing to throw about.
using Awaitable = asio::as_tuple_t<asio::use_awaitable_t<Executor>>;
using Socket = asio::basic_stream_socket<tcp, Executor>;
using Acceptor = asio::basic_socket_acceptor<tcp, Executor>;
using Stream = websocket::stream<Socket, /*deflate=*/false>;
template <class T>
using Task = asio::awaitable<T, Executor>;

constexpr Awaitable kAwait{asio::use_awaitable_t<Executor>{}};
constexpr std::size_t kMaxMessageBytes = std::size_t{16} * 1024;

class Session;

// Two connections that play against each other, and where they stand.
struct Pair {
  std::array<std::shared_ptr<Session>, 2> sessions;
  std::uint32_t turn = 0;
  std::uint8_t to_act = 0;
  std::array<std::uint8_t, 2> health = {20, 20};
};

class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(Socket socket, std::unordered_map<std::uint32_t, Pair>& pairs) : ws_(std::move(socket)), pairs_(pairs) {}

  Task<void> run() {
    const auto self = shared_from_this();  // for as long as the coroutine runs
    ws_.next_layer().set_option(tcp::no_delay(true));
    ws_.read_message_max(kMaxMessageBytes);
    ws_.auto_fragment(false);
    ws_.binary(true);
    const auto [refused] = co_await ws_.async_accept(kAwait);
    while (!refused) {
      const auto [gone, size] = co_await ws_.async_read(buffer_, kAwait);
      if (gone || !on_message({static_cast<const std::uint8_t*>(buffer_.cdata().data()), size})) break;
      buffer_.consume(size);
    }
    leave();
  }

  // Sends now, or after what is being sent.
  void send(std::span<const std::uint8_t> message) {
    std::string& out = writing_ ? waiting_ : out_;
    out.assign(message.begin(), message.end());
    if (!writing_) write();
  }

 private:
  bool on_message(std::span<const std::uint8_t> message) {
    if (message.size() < bare::kJoinBytes) return false;
    if (pair_ == nullptr) return join(message);
    if (message[0] != bare::kAct || bare::number_of(message) != pair_->turn || seat_ != pair_->to_act) return false;
    // What a turn does here: enough that no two messages are the same.
    std::uint8_t& health = pair_->health[1 - seat_];
    health = health == 0 ? 20 : static_cast<std::uint8_t>(health - 1);
    ++pair_->turn;
    pair_->to_act = 1 - pair_->to_act;
    tell_both();
    return true;
  }

  bool join(std::span<const std::uint8_t> message) {
    seat_ = message[bare::kSeatAt];
    if (message[0] != bare::kJoin || seat_ > 1) return false;
    Pair& pair = pairs_[bare::number_of(message)];
    if (pair.sessions[seat_] != nullptr) return false;
    // The first of the two to come begins anew: another run may have left something behind.
    if (pair.sessions[1 - seat_] == nullptr) pair = Pair{};
    pair_ = &pair;
    pair.sessions[seat_] = shared_from_this();
    if (pair.sessions[1 - seat_] != nullptr) tell_both();
    return true;
  }

  void tell_both() {
    std::array<std::uint8_t, bare::kTurnWithChoicesBytes> message{bare::kTurn};
    bare::put_number(message, pair_->turn);
    message[bare::kSeatAt] = pair_->to_act;
    message[bare::kChangeAt] = seat_;
    message[bare::kChangeAt + 1] = pair_->health[0];
    message[bare::kChangeAt + 2] = pair_->health[1];
    for (std::uint8_t seat = 0; seat < 2; ++seat) {
      const std::size_t size = seat == pair_->to_act ? bare::kTurnWithChoicesBytes : bare::kTurnBytes;
      if (pair_->sessions[seat] != nullptr) pair_->sessions[seat]->send(std::span(message).first(size));
    }
  }

  void write() {
    writing_ = true;
    ws_.async_write(asio::buffer(out_), [self = shared_from_this()](error_code error, std::size_t) {
      self->writing_ = false;
      if (error || self->waiting_.empty()) return;
      std::swap(self->out_, self->waiting_);
      self->waiting_.clear();
      self->write();
    });
  }

  void leave() {
    if (pair_ != nullptr) pair_->sessions[seat_].reset();
  }

  Stream ws_;
  std::unordered_map<std::uint32_t, Pair>& pairs_;  // whose elements stay where they are
  beast::flat_buffer buffer_;
  Pair* pair_ = nullptr;
  std::uint8_t seat_ = 0;
  bool writing_ = false;
  // What is being written, and what comes after it: by the rules of the game at most one message.
  std::string out_, waiting_;
};

Task<void> serve(Acceptor& acceptor, std::unordered_map<std::uint32_t, Pair>& pairs) {
  for (;;) {
    auto [error, socket] = co_await acceptor.async_accept(kAwait);
    if (error) continue;
    auto session = std::make_shared<Session>(std::move(socket), pairs);
    asio::co_spawn(acceptor.get_executor(), session->run(), asio::detached);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto address = argc > 1 ? asio::ip::make_address_v4(argv[1]) : asio::ip::address_v4::loopback();
  asio::io_context io(1);
  std::unordered_map<std::uint32_t, Pair> pairs;
  Acceptor acceptor(io.get_executor(), {address, 0});
  asio::basic_signal_set<Executor> signals(io.get_executor(), SIGTERM, SIGINT);
  signals.async_wait([&io](error_code, int) { io.stop(); });
  asio::co_spawn(io.get_executor(), serve(acceptor, pairs), asio::detached);
  std::printf("listening on %s:%u\n", address.to_string().c_str(),
              static_cast<unsigned>(acceptor.local_endpoint().port()));
  std::fflush(stdout);
  io.run();
  return 0;
}
