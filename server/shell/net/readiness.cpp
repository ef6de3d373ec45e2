#include "server/shell/net/readiness.h"

#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <span>
#include <utility>

#include <boost/asio/post.hpp>

#include "server/core/prefetch.h"

namespace wyrmhall::server {
namespace {

constexpr std::size_t kEvents = 256;      // that are asked for at once; the others come next
constexpr std::size_t kLaterAtOnce = 32;  // of what was put off, in one round: about as long as a turn takes

int make_set() {
  const int set = ::epoll_create1(EPOLL_CLOEXEC);
  if (set < 0) throw boost::system::system_error(errno, boost::system::system_category(), "epoll_create1");
  return set;
}

// The kernel's event is packed, so nothing may refer to what is in it.
std::uint64_t number_of(const epoll_event& event) {
  return event.data.u64;
}

}  // namespace

Readiness::Readiness(net::io_context& io) : set_(io, make_set()) {
  wait();
}

Readiness::~Readiness() {
  later_.clear();
  for (const auto& [number, watcher] : std::exchange(watchers_, {})) watcher->abandoned();
}

std::uint64_t Readiness::watch(int socket, Watcher& watcher) {
  const std::uint64_t number = next_number_++;
  epoll_event event{};
  event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
  event.data.u64 = number;
  if (::epoll_ctl(set_.native_handle(), EPOLL_CTL_ADD, socket, &event) != 0) return 0;
  watchers_.emplace(number, &watcher);
  return number;
}

void Readiness::forget(std::uint64_t number) {
  watchers_.erase(number);  // the kernel forgets a socket when it is closed
}

void Readiness::wait() {
  set_.async_wait(net::posix::descriptor_base::wait_read, [this](boost::system::error_code error) {
    if (error) return;  // this is gone
    look();
    wait();
  });
}

void Readiness::later(std::move_only_function<void()> work) {
  later_.push_back(std::move(work));
  look_again();
}

void Readiness::look_again() {
  if (std::exchange(looks_again_, true)) return;
  net::post(set_.get_executor(), [this] {
    looks_again_ = false;
    look();
    do_some_later();
    if (!later_.empty()) look_again();
  });
}

void Readiness::look() {
  ++round_;
  tell();
}

void Readiness::do_some_later() {
  for (std::size_t count = std::min(later_.size(), kLaterAtOnce); count > 0; --count) {
    auto work = std::move(later_.front());
    later_.pop_front();
    work();
  }
}

void Readiness::tell() {
  std::array<epoll_event, kEvents> events;  // NOLINT(cppcoreguidelines-pro-type-member-init): the kernel fills it
  const int count = ::epoll_wait(set_.native_handle(), events.data(), static_cast<int>(events.size()), 0);
  if (count <= 0) return;  // what is interrupted is told again
  in_batches(std::span(events).first(static_cast<std::size_t>(count)), [this](std::span<epoll_event> some) {
    Prefetched<Watcher> soon;
    for (const epoll_event& event : some) {
      if (const auto found = watchers_.find(number_of(event)); found != watchers_.end()) soon.add(*found->second);
    }
    for (const Watcher* watcher : soon) watcher->prefetch_state();
    for (const Watcher* watcher : soon) watcher->prefetch_parts();
    // Looked up again, since one watcher may have ended another.
    for (const epoll_event& event : some) {
      const auto found = watchers_.find(number_of(event));
      if (found == watchers_.end()) continue;
      found->second->ready((event.events & EPOLLIN) != 0, (event.events & EPOLLOUT) != 0,
                           (event.events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0);
    }
  });
}

}  // namespace wyrmhall::server
