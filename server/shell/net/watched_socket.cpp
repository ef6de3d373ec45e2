#include "server/shell/net/watched_socket.h"

#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "server/core/prefetch.h"

namespace wyrmhall::server {
namespace {

bool would_block() {
  return errno == EAGAIN || errno == EWOULDBLOCK;
}

}  // namespace

WatchedSocket::WatchedSocket(TcpSocket socket) : asio_(std::move(socket)), number_(asio_.native_handle()) {
  ErrorCode ignored;  // then the first call fails as well
  asio_.non_blocking(true, ignored);
}

void WatchedSocket::watch(Readiness& readiness) {
  ErrorCode error;
  number_ = asio_.release(error);
  readiness_ = &readiness;
  if (error) number_ = -1;
  if (number_ >= 0) watched_as_ = readiness.watch(number_, *this);
  if (watched_as_ == 0) close();
}

void WatchedSocket::close() {
  if (number_ < 0) return;
  const int number = std::exchange(number_, -1);
  if (readiness_ == nullptr) {
    ErrorCode ignored;
    asio_.close(ignored);
    return;
  }
  readiness_->forget(watched_as_);
  ::close(number);
  may_read_ = true;  // its end
  if (read_ != nullptr) post_read({net::error::operation_aborted});
  post_senders(net::error::operation_aborted);
}

void WatchedSocket::shut_down_sending() const {
  ::shutdown(number_, SHUT_WR);
}

void WatchedSocket::abort() {
  const linger at_once{.l_onoff = 1, .l_linger = 0};
  if (number_ >= 0) ::setsockopt(number_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  close();
}

// Asks the kernel only while it has not said that all is taken.
std::uint64_t WatchedSocket::taken() {
  int waiting = 0;
  if (taken_ == handed_over_ || number_ < 0 || ::ioctl(number_, SIOCOUTQ, &waiting) != 0) return taken_;
  taken_ = handed_over_ - std::min(handed_over_, static_cast<std::uint64_t>(waiting));
  return taken_;
}

std::optional<std::size_t> WatchedSocket::send(std::string_view bytes) {
  for (;;) {
    const ssize_t sent = ::send(number_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      handed_over_ += static_cast<std::uint64_t>(sent);
      return static_cast<std::size_t>(sent);
    }
    if (would_block()) return 0;
    if (errno != EINTR) return std::nullopt;
  }
}

std::optional<WatchedSocket::Received> WatchedSocket::receive() {
  if (number_ < 0) return Received{net::error::operation_aborted};
  std::array<iovec, kPieces> pieces;  // NOLINT(cppcoreguidelines-pro-type-member-init): as far as it is filled
  const std::size_t count = read_->pieces(pieces);
  std::size_t wanted = 0;
  for (std::size_t i = 0; i < count; ++i) wanted += pieces.at(i).iov_len;
  if (wanted == 0) return Received{};
  ssize_t bytes = 0;
  do {
    bytes = count == 1 ? ::recv(number_, pieces[0].iov_base, pieces[0].iov_len, 0)  // costs less
                       : ::readv(number_, pieces.data(), static_cast<int>(count));
  } while (bytes < 0 && errno == EINTR);
  if (bytes < 0 && would_block()) {
    may_read_ = false;
    return std::nullopt;
  }
  if (bytes < 0) return Received{ErrorCode(errno, boost::system::system_category())};
  if (bytes == 0) return Received{net::error::eof};
  // Less than was wanted means that this was all. What comes from now on will be told, except for the other side's end,
  // which may have been told already.
  if (static_cast<std::size_t>(bytes) < wanted && !other_side_gone_) may_read_ = false;
  return Received{{}, static_cast<std::size_t>(bytes)};
}

void WatchedSocket::post_read(const Received& received) {
  net::post(get_executor(), [read = std::move(read_), received] { read->done(received); });
}

void WatchedSocket::post_senders(ErrorCode error) {
  for (auto& sender : std::exchange(senders_, {})) {
    net::post(get_executor(), [last = std::move(sender), error]() mutable { last(error); });
  }
}

void WatchedSocket::ready(bool readable, bool writable, bool gone) {
  other_side_gone_ = other_side_gone_ || gone;
  may_read_ = may_read_ || readable || gone;
  if (writable || gone) post_senders({});
  if (read_ == nullptr || !may_read_) return;
  // What the handler holds on to may be all that keeps this object alive: nothing comes after it.
  if (const auto received = receive()) std::exchange(read_, nullptr)->done(*received);
}

void WatchedSocket::prefetch_state() const {
  prefetch_object(*this);
}

void WatchedSocket::prefetch_parts() const {
  constexpr std::size_t kBytes = 256;  // of Beast's, where the handler begins
  if (read_ != nullptr) prefetch_memory(read_.get(), kBytes);
}

void WatchedSocket::abandoned() {
  ::close(std::exchange(number_, -1));
  // What these hold on to may be all that keeps this object alive.
  const auto read = std::move(read_);
  const auto senders = std::move(senders_);
}

}  // namespace wyrmhall::server
