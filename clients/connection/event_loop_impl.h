// What EventLoop is made of; only for the files of this folder.
#pragma once

#include <map>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "clients/connection/event_loop.h"

namespace wyrmhall::clients {

struct EventLoop::Impl {
  boost::asio::io_context context{1};
  std::map<TimerId, boost::asio::steady_timer> timers;
  TimerId next_timer = 1;
};

}  // namespace wyrmhall::clients
