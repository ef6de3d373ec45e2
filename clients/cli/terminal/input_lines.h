// Lines from standard input, without making anything else wait. A thread reads, since standard input can be a terminal,
// a pipe or a file, and setting it non-blocking would change it for the shell and for our own output as well.
#pragma once

#include <functional>
#include <string>
#include <thread>

#include "clients/connection/event_loop.h"

namespace wyrmhall::cli {

class InputLines {
 public:
  // Both are called on the loop. Lines come without their end and without blanks around them.
  InputLines(clients::EventLoop& loop, std::function<void(std::string)> line, std::function<void()> end);
  InputLines(const InputLines&) = delete;
  InputLines& operator=(const InputLines&) = delete;
  ~InputLines();

 private:
  void read();
  bool wait();

  clients::EventLoop& loop_;
  std::function<void(std::string)> line_;
  std::function<void()> end_;
  int wake_[2] = {-1, -1};
  std::thread thread_;
};

}  // namespace wyrmhall::cli
