// Lines from standard input, without making anything else wait. A thread reads, since standard input can be a terminal,
// a pipe or a file, and setting it non-blocking would change it for the shell and for our own output as well. What
// comes is read only as fast as it is used: a pipe can say more than any memory holds.
#pragma once

#include <functional>
#include <string>
#include <thread>

#include "clients/connection/event_loop.h"

namespace wyrmhall::cli {

class InputLines {
 public:
  // All are called on the loop. Lines come without their end and without blanks around them; as long as there is no
  // `room` nothing more is read.
  InputLines(clients::EventLoop& loop, std::function<void(std::string)> line, std::function<void()> end,
             std::function<bool()> room);
  InputLines(const InputLines&) = delete;
  InputLines& operator=(const InputLines&) = delete;
  ~InputLines();

 private:
  void read();
  bool wait_for(int descriptor);
  void look_for_room();

  clients::EventLoop& loop_;
  std::function<void(std::string)> line_;
  std::function<void()> end_;
  std::function<bool()> room_;
  int wake_[2] = {-1, -1};  // closed once this object is going away
  int more_[2] = {-1, -1};  // a byte for each piece that may be read after the first
  std::thread thread_;
};

}  // namespace wyrmhall::cli
