#include "clients/connection/event_loop.h"

#include <utility>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

#include "clients/connection/event_loop_impl.h"

namespace wyrmhall::clients {

EventLoop::EventLoop() : impl_(std::make_unique<Impl>()) {}
EventLoop::~EventLoop() = default;

void EventLoop::run() {
  const auto guard = boost::asio::make_work_guard(impl_->context);
  impl_->context.run();
}

void EventLoop::stop() {
  impl_->context.stop();
}

void EventLoop::post(std::function<void()> task) {
  boost::asio::post(impl_->context, std::move(task));
}

EventLoop::TimerId EventLoop::after(std::chrono::milliseconds delay, std::function<void()> task) {
  const TimerId id = impl_->next_timer++;
  auto& timer = impl_->timers.try_emplace(id, impl_->context, delay).first->second;
  timer.async_wait([this, id, task = std::move(task)](const boost::system::error_code& error) {
    // A timer that is no longer listed was cancelled after it had fired.
    if (error || impl_->timers.erase(id) == 0) return;
    task();
  });
  return id;
}

void EventLoop::cancel(TimerId timer) {
  impl_->timers.erase(timer);
}

void EventLoop::on_signal(const std::vector<int>& signals, const std::function<void()>& task) {
  for (const int signal : signals) {
    impl_->signals.add(signal);
    impl_->on_signal[signal] = task;
  }
  if (!std::exchange(impl_->waits_for_signal, true)) impl_->wait_for_signal();
}

}  // namespace wyrmhall::clients
