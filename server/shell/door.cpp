#include "server/shell/door.h"

#include <spdlog/spdlog.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "server/limits.h"
#include "server/shell/address.h"
#include "server/shell/connection.h"

namespace wyrmhall::server {
namespace {

using ErrorCode = boost::system::error_code;

// Without a word, and without waiting for the other side's: there may be thousands a second.
void shut_out(int descriptor) {
  const linger at_once{.l_onoff = 1, .l_linger = 0};
  ::setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  ::close(descriptor);
}

}  // namespace

std::expected<std::string, std::string> Door::listen(const std::string& where) {
  auto address = listen_at(acceptor_, where);
  if (!address) return address;
  ErrorCode error;
  acceptor_.native_non_blocking(true, error);
  if (error) return std::unexpected("cannot wait for connections: " + error.message());
  return address;
}

void Door::close() {
  ErrorCode ignored;
  acceptor_.close(ignored);
  pause_.cancel();
}

void Door::wait() {
  acceptor_.async_wait(TcpAcceptor::wait_read, [this](ErrorCode error) {
    if (!error && acceptor_.is_open()) accept();
  });
}

void Door::wait(std::chrono::microseconds pause) {
  pause_.expires_after(pause);
  pause_.async_wait([this](ErrorCode error) {
    if (!error) wait();
  });
}

// By the system's own call: Asio's makes a socket of each and registers it for events, which is most of what it costs
// to turn one away. One at a time, so that whoever plays waits for no more than one of those who flood the door.
void Door::accept() {
  net::ip::tcp::endpoint from;
  auto size = static_cast<socklen_t>(from.capacity());
  const int descriptor = ::accept4(acceptor_.native_handle(), from.data(), &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (descriptor >= 0) {
    from.resize(size);
    if (!arrived(descriptor, from)) return wait(kRefuseAgainAfter);
  } else if (const int trouble = errno; trouble != EAGAIN && trouble != ECONNABORTED && trouble != EINTR) {
    // Out of descriptors, most likely: leave the queue to the kernel for a moment.
    spdlog::warn("cannot accept a connection: {}", std::generic_category().message(trouble));
    return wait(kAcceptAgainAfter);
  }
  wait();
}

bool Door::arrived(int descriptor, const net::ip::tcp::endpoint& from) {
  std::string address = from.address().to_string();
  std::string group = address_group(address);
  const Admission::Arrival arrival = admission_.came(group, clock_.now());
  if (arrival == Admission::Arrival::kTooFast) {
    shut_out(descriptor);
    return false;
  }
  TcpSocket socket(acceptor_.get_executor());
  ErrorCode error;
  socket.assign(from.protocol(), descriptor, error);
  if (error) {
    ::close(descriptor);
    if (arrival == Admission::Arrival::kWelcome) admission_.left(group, false);
  } else if (arrival == Admission::Arrival::kTooMany) {
    turn_away(std::move(socket));
  } else {
    welcome_({.socket = std::move(socket), .address = std::move(address), .group = std::move(group)});
  }
  return true;
}

}  // namespace wyrmhall::server
