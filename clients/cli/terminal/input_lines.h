// Lines from standard input. What comes is read only as fast as it is used: a pipe can say more than any memory holds.
#pragma once

#include <functional>
#include <string>

#include "clients/cli/terminal/input_watch.h"
#include "clients/connection/event_loop.h"

namespace wyrmhall::cli {

class InputLines {
 public:
  // All are called on the loop. Lines come without their end and without blanks around them; nothing more is read while
  // there is no `room`.
  InputLines(clients::EventLoop& loop, std::function<void(std::string)> line, std::function<void()> end,
             std::function<bool()> room);

 private:
  void read();
  void look_for_room();

  clients::EventLoop& loop_;
  std::function<void(std::string)> line_;
  std::function<void()> end_;
  std::function<bool()> room_;
  std::string rest_;  // of a line whose end has not come yet
  InputWatch watch_;
};

}  // namespace wyrmhall::cli
