// What EventLoop is made of; only for the files of this folder.
#pragma once

#include <functional>
#include <map>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include "clients/connection/event_loop.h"

namespace wyrmhall::clients {

struct EventLoop::Impl {
  boost::asio::io_context context{1};
  std::map<TimerId, boost::asio::steady_timer> timers;
  boost::asio::signal_set signals{context};
  std::map<int, std::function<void()>> on_signal;
  bool waits_for_signal = false;

  void wait_for_signal() {
    signals.async_wait([this](const boost::system::error_code& error, int signal) {
      if (error) return;
      wait_for_signal();
      on_signal.at(signal)();
    });
  }
  TimerId next_timer = 1;
};

}  // namespace wyrmhall::clients
