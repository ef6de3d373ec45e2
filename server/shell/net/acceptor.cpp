#include "server/shell/net/acceptor.h"

#include <spdlog/spdlog.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "server/core/limits.h"
#include "server/shell/net/address.h"

namespace wyrmhall::server {
namespace {

using ErrorCode = boost::system::error_code;

// Without a word, and without waiting for the other side's close: there may be thousands a second.
void shut_out(int descriptor) {
  const linger at_once{.l_onoff = 1, .l_linger = 0};
  ::setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  ::close(descriptor);
}

}  // namespace

std::expected<std::string, std::string> Acceptor::listen(const std::string& where) {
  auto address = listen_at(acceptor_, where);
  if (!address) return address;
  ErrorCode error;
  acceptor_.native_non_blocking(true, error);
  if (error) return std::unexpected("cannot wait for connections: " + error.message());
  return address;
}

void Acceptor::close() {
  ErrorCode ignored;
  acceptor_.close(ignored);
  pause_.cancel();
}

void Acceptor::wait() {
  acceptor_.async_wait(TcpAcceptor::wait_read, [this](ErrorCode error) {
    if (!error && acceptor_.is_open()) accept();
  });
}

void Acceptor::wait(std::chrono::microseconds pause) {
  pause_.expires_after(pause);
  pause_.async_wait([this](ErrorCode error) {
    if (!error) wait();
  });
}

// A few at a time, so that players wait for no more than those few of a flood; and without a pause, so that those who
// come behind a flood wait only until it is thrown out, which takes some microseconds for each connection.
void Acceptor::accept() {
  refused_ = false;
  for (int i = 0; i < kAcceptsAtOnce && acceptor_.is_open(); ++i) {
    if (!accept_one()) break;
  }
  if (!acceptor_.is_open()) return;
  if (refused_) return wait(kAcceptAgainAfter);
  wait();
}

// Uses the system's own call: Asio's makes a socket for each connection and registers it for events, which is most of
// what it costs to turn one away.
bool Acceptor::accept_one() {
  net::ip::tcp::endpoint from;
  auto size = static_cast<socklen_t>(from.capacity());
  const int descriptor = ::accept4(acceptor_.native_handle(), from.data(), &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (descriptor >= 0) {
    from.resize(size);
    arrived(descriptor, from);
    return true;
  }
  const int error = errno;
  if (error == ECONNABORTED || error == EINTR) return true;
  if (error == EAGAIN) return false;
  // No more descriptors, most likely: leave the queue to the kernel for a moment.
  if (complaint_.now()) spdlog::warn("cannot accept a connection: {}", std::generic_category().message(error));
  refused_ = true;
  return false;
}

void Acceptor::arrived(int descriptor, const net::ip::tcp::endpoint& from) {
  Caller caller;
  const Callers::Entry entry = callers_.came(from.address(), caller);
  if (entry == Callers::Entry::kOut) return shut_out(descriptor);
  TcpSocket socket(acceptor_.get_executor());
  ErrorCode error;
  socket.assign(from.protocol(), descriptor, error);
  if (error) {
    ::close(descriptor);
    return callers_.left(caller);
  }
  welcome_(
      {.socket = std::move(socket), .caller = std::move(caller), .probes_only = entry == Callers::Entry::kProbesOnly});
}

}  // namespace wyrmhall::server
