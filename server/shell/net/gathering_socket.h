// The socket under a connection's WebSocket stream. What is written is gathered, so that everything that a client is
// told at a time leaves in one system call, without an operation of Asio's and without a second visit to each
// connection afterwards.
//
// Our messages are put here as whole frames; Beast, which reads, writes its own frames (pongs, closes) by
// async_write_some(). All leave in the order in which they came, and none inside another.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/websocket/teardown.hpp>

#include "server/core/limits.h"
#include "server/core/prefetch.h"
#include "server/shell/net/watched_socket.h"

namespace wyrmhall::server {

// All calls come on the socket's one thread.
class GatheringSocket {
 public:
  using executor_type = Executor;
  using next_layer_type = TcpSocket;
  using ErrorCode = boost::system::error_code;

  // Whole messages.
  struct Messages {
    std::size_t count = 0;
    std::size_t bytes = 0;
  };

  explicit GatheringSocket(TcpSocket socket) : socket_(std::move(socket)) {}

  [[nodiscard]] executor_type get_executor() { return socket_.get_executor(); }
  // Until watch(), as in WatchedSocket.
  [[nodiscard]] next_layer_type& next_layer() { return socket_.asio(); }
  void watch(Readiness& readiness) { socket_.watch(readiness); }
  void close() { socket_.close(); }
  void abort() { socket_.abort(); }
  // Whether the other side has taken all that was handed to the kernel, or more of it than when this was last asked.
  bool makes_progress() {
    const std::uint64_t taken = socket_.taken();
    return std::exchange(taken_, taken) != taken || taken == socket_.handed_over();
  }

  // A message of ours as one binary frame. It goes with the next flush().
  void put(std::string_view message) {
    Batch& batch = gathering();
    append_head(message.size(), batch.bytes);
    batch.bytes.append(message);
    ++batch.messages.count;
    batch.messages.bytes += message.size();
  }

  // The socket itself has been prefetched: prefetches where the next message will be put (server/core/prefetch.h).
  void prefetch_buffer() const {
    constexpr std::size_t kBytes = 256;  // as many as nearly all messages have
    prefetch_memory(out_.bytes.data() + out_.bytes.size(), kBytes);
  }

  // Hands over to the kernel what it takes. False if it takes no more for now: wait until it does, and flush again.
  // After a failure there is nothing left to send; the reader learns of it.
  bool flush() {
    while (!out_.bytes.empty()) {
      const auto sent = socket_.send(std::string_view(out_.bytes).substr(gone_of_out_));
      if (sent == std::size_t{0}) return false;
      if (!sent) {
        failed_ = true;
        out_ = {};
        next_ = {};
        return true;
      }
      gone_of_out_ += *sent;
      if (gone_of_out_ == out_.bytes.size()) take_next();
    }
    return true;
  }

  // Calls handler(error) once it can be flushed again.
  template <class Handler>
  void async_wait_to_flush(Handler&& handler) {
    socket_.async_wait_to_send(std::forward<Handler>(handler));
  }

  // It is read from at most `reads` times more; then, unless this is called again, it is as if the other side had gone.
  // Beast reads without end, be it for the rest of a message or for the answer to a close.
  void allow_reads(int reads) { reads_left_ = reads; }

  // The messages that have gone since the last call.
  [[nodiscard]] Messages take_gone() { return std::exchange(gone_, {}); }

  // --- What Beast asks of a stream ---

  template <class Buffers, class Handler>
  void async_read_some(const Buffers& buffers, Handler&& handler) {
    if (reads_left_ == 0) {
      const ErrorCode enough = net::error::connection_aborted;
      net::post(get_executor(), boost::beast::bind_handler(std::forward<Handler>(handler), enough, 0));
      return;
    }
    --reads_left_;
    socket_.async_read_some(buffers, std::forward<Handler>(handler));
  }

  // Done once it has gone: so somebody who pings and does not read cannot make us gather pongs.
  template <class Buffers, class Handler>
  void async_write_some(const Buffers& buffers, Handler&& handler) {
    std::string& bytes = gathering().bytes;
    const std::size_t before = bytes.size();
    const std::size_t size = net::buffer_size(buffers);
    bytes.resize(before + size);
    net::buffer_copy(net::buffer(bytes.data() + before, size), buffers);
    if (flush()) {
      net::post(get_executor(),
                boost::beast::bind_handler(std::forward<Handler>(handler), result(), failed_ ? 0 : size));
    } else {
      async_wait_to_flush(Writing<std::decay_t<Handler>>{*this, size, std::forward<Handler>(handler)});
    }
  }

  // Sends no more, and reads what the other side had sent until it closes: otherwise the kernel would throw away what
  // the other side has not read yet, our close among it. Beast's own close reads without end.
  template <class Handler>
  void async_tear_down(Handler&& handler) {
    socket_.shut_down_sending();
    allow_reads(kReadsWhileClosing);
    TearingDown<std::decay_t<Handler>>{*this, std::make_unique<Rest>(), std::forward<Handler>(handler)}.read();
  }

 private:
  // Goes to the kernel in one call.
  struct Batch {
    std::string bytes;
    Messages messages;
  };

  template <class Handler>
  struct Writing {
    GatheringSocket& socket;
    std::size_t size;
    Handler handler;

    // After an error the socket may be gone.
    void operator()(ErrorCode error) {
      if (!error && !socket.flush()) return socket.async_wait_to_flush(std::move(*this));
      if (!error) error = socket.result();
      std::move(handler)(error, error ? 0 : size);
    }
  };

  using Rest = std::array<char, 4096>;

  template <class Handler>
  struct TearingDown {
    GatheringSocket& socket;
    std::unique_ptr<Rest> rest;
    Handler handler;

    void read() {
      const auto into = net::buffer(*rest);
      socket.async_read_some(into, std::move(*this));
    }
    // After an error the socket may be gone.
    void operator()(ErrorCode error, std::size_t /*bytes*/) {
      if (!error) return read();
      if (error == net::error::eof) error = {};
      std::move(handler)(error);
    }
  };

  [[nodiscard]] ErrorCode result() const { return failed_ ? net::error::broken_pipe : ErrorCode(); }

  // What is on its way is left alone: its buffer ends where a frame ends.
  Batch& gathering() { return gone_of_out_ == 0 ? out_ : next_; }

  void take_next() {
    gone_.count += out_.messages.count;
    gone_.bytes += out_.messages.bytes;
    gone_of_out_ = 0;
    out_.bytes.clear();
    if (out_.bytes.capacity() > kKeptBytes) out_.bytes.shrink_to_fit();
    out_.messages = {};
    if (!next_.bytes.empty()) std::swap(out_, next_);  // otherwise the same memory is used again, which is warm
  }

  // RFC 6455, 5.2: one final, binary, unmasked frame.
  static void append_head(std::size_t size, std::string& bytes) {
    constexpr char kFinalBinary = static_cast<char>(0x82);
    std::array<char, 10> head{kFinalBinary};
    std::size_t end = 2;
    int length_bytes = 0;
    if (size < 126) {
      head[1] = static_cast<char>(size);
    } else if (size <= 0xFFFF) {
      head[1] = 126;
      length_bytes = 2;
    } else {
      head[1] = 127;
      length_bytes = 8;
    }
    while (length_bytes-- > 0) head[end++] = static_cast<char>(std::uint64_t{size} >> (8 * length_bytes));
    bytes.append(head.data(), end);
  }

  static constexpr std::size_t kKeptBytes = 1024;  // of a buffer, while nothing is in it

  WatchedSocket socket_;
  Batch out_;                    // is being sent
  Batch next_;                   // what came since a part of `out_` had gone
  std::size_t gone_of_out_ = 0;  // bytes
  Messages gone_;
  std::uint64_t taken_ = 0;  // bytes, when makes_progress() was asked last
  int reads_left_ = 0;
  bool failed_ = false;
};

template <class Handler>
void async_teardown(boost::beast::role_type /*role*/, GatheringSocket& socket, Handler&& handler) {
  socket.async_tear_down(std::forward<Handler>(handler));
}

}  // namespace wyrmhall::server
