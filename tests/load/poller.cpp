#include "tests/load/poller.h"

#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "tests/load/web_socket.h"

namespace wyrmhall::load {
namespace {

constexpr std::size_t kScratchBytes = std::size_t{64} * 1024;
// Connections handled in a round. Few enough that those who wait at its end do not see it as the server's latency.
constexpr std::size_t kRound = 64;

void control(int poller, int operation, WebSocket& socket, bool wants_write) {
  epoll_event event{};
  event.events = EPOLLIN | (wants_write ? static_cast<std::uint32_t>(EPOLLOUT) : 0);
  event.data.ptr = &socket;
  if (::epoll_ctl(poller, operation, socket.descriptor(), &event) != 0) {
    throw std::system_error(errno, std::generic_category(), "epoll_ctl");
  }
}

}  // namespace

Poller::Poller() : descriptor_(::epoll_create1(EPOLL_CLOEXEC)), scratch_(kScratchBytes) {
  if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "epoll_create1");
}

Poller::~Poller() {
  ::close(descriptor_);
}

void Poller::add(WebSocket& socket, bool wants_write) {
  control(descriptor_, EPOLL_CTL_ADD, socket, wants_write);
}

void Poller::change(WebSocket& socket, bool wants_write) {
  control(descriptor_, EPOLL_CTL_MOD, socket, wants_write);
}

void Poller::at(Clock::time_point when, std::function<void()> what) {
  alarms_.push({when, std::move(what)});
}

void Poller::wait(Clock::time_point until) {
  if (!alarms_.empty()) until = std::min(until, alarms_.top().when);
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
  std::array<epoll_event, kRound> events;
  const int count = ::epoll_wait(descriptor_, events.data(), static_cast<int>(events.size()),
                                 static_cast<int>(std::max<std::int64_t>(0, left.count())));
  if (count < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "epoll_wait");
  round_began_ = Clock::now();
  for (int i = 0; i < count; ++i) {
    const epoll_event& event = events[static_cast<std::size_t>(i)];
    WebSocket& socket = *static_cast<WebSocket*>(event.data.ptr);
    if ((event.events & EPOLLOUT) != 0) socket.on_writable();
    // An earlier event of this round may have closed it.
    if (socket.descriptor() >= 0 && (event.events & ~static_cast<std::uint32_t>(EPOLLOUT)) != 0) socket.on_readable();
  }
  while (!alarms_.empty() && alarms_.top().when <= Clock::now()) {
    const std::function<void()> what = alarms_.top().what;
    alarms_.pop();
    what();
  }
}

}  // namespace wyrmhall::load
