// A connection's socket: Asio's until the connection is a WebSocket, and from then on read from when Readiness tells.
#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>

#include "server/shell/net/asio.h"
#include "server/shell/net/readiness.h"

namespace wyrmhall::server {

// All calls come on the socket's one thread. No handler is called from inside of the call that it was given to.
class WatchedSocket final : private Readiness::Watcher {
 public:
  using ErrorCode = boost::system::error_code;

  explicit WatchedSocket(TcpSocket socket);
  WatchedSocket(const WatchedSocket&) = delete;
  WatchedSocket& operator=(const WatchedSocket&) = delete;
  ~WatchedSocket() { close(); }

  [[nodiscard]] Executor get_executor() { return asio_.get_executor(); }
  // Until watch().
  [[nodiscard]] TcpSocket& asio() { return asio_; }

  // Takes the socket from Asio, which must have nothing under way with it. When the kernel refuses, it is as if the
  // connection had failed.
  void watch(Readiness& readiness);

  // Everything that waits ends with operation_aborted.
  void close();
  // The same, and the kernel throws away at once what the other side has not taken.
  void abort();
  // How many of the bytes that send() handed over the other side has taken.
  [[nodiscard]] std::uint64_t taken();
  [[nodiscard]] std::uint64_t handed_over() const { return handed_over_; }
  // The other side is told that nothing more comes.
  void shut_down_sending() const;

  // How many bytes the kernel took: none when it has no room for now. Nothing when the connection has failed.
  [[nodiscard]] std::optional<std::size_t> send(std::string_view bytes);

  // Only once watched, and one at a time.
  template <class Buffers, class Handler>
  void async_read_some(const Buffers& buffers, Handler&& handler) {
    read_ = std::make_unique<ReadInto<Buffers, std::decay_t<Handler>>>(buffers, std::forward<Handler>(handler));
    if (!may_read_) return;
    if (const auto received = receive()) post_read(*received);
  }

  // Calls handler(error) once there is room again, or the connection has failed.
  template <class Handler>
  void async_wait_to_send(Handler&& handler) {
    if (readiness_ == nullptr) return asio_.async_wait(TcpSocket::wait_write, std::forward<Handler>(handler));
    senders_.emplace_back(std::forward<Handler>(handler));
    if (number_ < 0) post_senders(net::error::operation_aborted);
  }

 private:
  struct Received {
    ErrorCode error;
    std::size_t bytes = 0;
  };
  static constexpr std::size_t kPieces = 4;  // of memory that one read fills

  // A read that waits.
  struct Read {
    Read() = default;
    Read(const Read&) = delete;
    Read& operator=(const Read&) = delete;
    virtual ~Read() = default;
    // Into what memory: how many pieces of it.
    [[nodiscard]] virtual std::size_t pieces(std::span<iovec, kPieces> into) const = 0;
    virtual void done(const Received& received) = 0;
  };
  template <class Buffers, class Handler>
  struct ReadInto final : Read {
    template <class Whose>
    ReadInto(const Buffers& into, Whose&& whose) : buffers(into), handler(std::forward<Whose>(whose)) {}
    [[nodiscard]] std::size_t pieces(std::span<iovec, kPieces> into) const override {
      std::size_t count = 0;
      const auto end = net::buffer_sequence_end(buffers);
      for (auto piece = net::buffer_sequence_begin(buffers); piece != end && count < kPieces; ++piece) {
        const net::mutable_buffer memory = *piece;
        if (memory.size() != 0) into[count++] = {.iov_base = memory.data(), .iov_len = memory.size()};
      }
      return count;
    }
    void done(const Received& received) override { handler(received.error, received.bytes); }
    Buffers buffers;
    Handler handler;
  };

  // What the waiting read gets, if there is something.
  std::optional<Received> receive();
  void post_read(const Received& received);
  void post_senders(ErrorCode error);

  // Readiness::Watcher
  void ready(bool readable, bool writable, bool gone) override;
  void prefetch_state() const override;
  void prefetch_parts() const override;
  void abandoned() override;

  TcpSocket asio_;
  int number_;  // the kernel's; -1 once it is closed
  Readiness* readiness_ = nullptr;
  std::uint64_t watched_as_ = 0;
  std::uint64_t handed_over_ = 0;
  std::uint64_t taken_ = 0;
  bool may_read_ = false;         // without it there is nothing to be read
  bool other_side_gone_ = false;  // it sends no more
  std::unique_ptr<Read> read_;
  std::vector<std::move_only_function<void(ErrorCode)>> senders_;
};

}  // namespace wyrmhall::server
