// Tells when the standard input has something to read, without making anything else wait. A thread looks, since
// standard input can be a terminal, a pipe or a file, and to set it non-blocking would change it for the shell and for
// our own output as well.
#pragma once

#include <functional>
#include <thread>

#include "clients/connection/event_loop.h"

namespace wyrmhall::cli {

class InputWatch {
 public:
  // `ready` is called on the loop: once, and again after each look_again().
  InputWatch(clients::EventLoop& loop, std::function<void()> ready);
  InputWatch(const InputWatch&) = delete;
  InputWatch& operator=(const InputWatch&) = delete;
  ~InputWatch();

  // What there was has been read. On the loop.
  void look_again();

 private:
  void look();
  bool wait_for(int descriptor);

  clients::EventLoop& loop_;
  std::function<void()> ready_;
  int wake_[2] = {-1, -1};   // closed once this object is going away
  int again_[2] = {-1, -1};  // a byte for each look after the first
  std::thread thread_;
};

}  // namespace wyrmhall::cli
