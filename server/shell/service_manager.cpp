#include "server/shell/service_manager.h"

#include <spdlog/spdlog.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace wyrmhall::server {
namespace {

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): before the first thread
  return value == nullptr ? "" : value;
}

std::int64_t number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? value : 0;
}

}  // namespace

std::optional<ServiceManager::Address> ServiceManager::address() {
  const std::string_view path = variable("NOTIFY_SOCKET");
  Address address;
  // "/…" is a file, "@…" an abstract socket, whose name begins with a zero byte. Other kinds are for virtual machines.
  if (path.size() < 2 || (path[0] != '/' && path[0] != '@') || path.size() >= sizeof address.name.sun_path) {
    return std::nullopt;
  }
  address.name.sun_family = AF_UNIX;
  std::ranges::copy(path, std::begin(address.name.sun_path));
  if (path[0] == '@') address.name.sun_path[0] = '\0';
  address.size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
  return address;
}

ServiceManager::ServiceManager() : to_(address()) {
  if (!to_) return;
  socket_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (socket_ < 0) spdlog::warn("the service manager cannot be told anything: {}", std::strerror(errno));
  const std::string_view whose = variable("WATCHDOG_PID");
  if (whose.empty() || number(whose) == ::getpid()) every_ = Duration(number(variable("WATCHDOG_USEC"))) / 2;
}

ServiceManager::~ServiceManager() {
  if (socket_ >= 0) ::close(socket_);
}

void ServiceManager::alive(Timestamp now) {
  if (every_ <= Duration() || now - told_ < every_) return;
  told_ = now;
  tell("WATCHDOG=1");
}

// A manager that takes nothing just now is not waited for: the next message comes soon enough.
void ServiceManager::tell(std::string_view what) const {
  if (socket_ < 0) return;
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): how sockets take addresses
  const auto* const name = reinterpret_cast<const sockaddr*>(&to_->name);
  if (::sendto(socket_, what.data(), what.size(), MSG_NOSIGNAL, name, to_->size) < 0) {
    spdlog::warn("the service manager was not told {}: {}", what, std::strerror(errno));
  }
}

}  // namespace wyrmhall::server
