#include "clients/cli/terminal/input_watch.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <utility>

namespace wyrmhall::cli {

InputWatch::InputWatch(clients::EventLoop& loop, std::function<void()> ready) : loop_(loop), ready_(std::move(ready)) {
  if (::pipe2(wake_, O_CLOEXEC) != 0 || ::pipe2(again_, O_CLOEXEC) != 0) {
    throw std::runtime_error("no pipe for reading the standard input");
  }
  thread_ = std::thread([this] { look(); });
}

InputWatch::~InputWatch() {
  ::close(wake_[1]);
  thread_.join();
  for (const int descriptor : {wake_[0], again_[0], again_[1]}) ::close(descriptor);
}

// A byte that does not arrive is one that was written before and not yet read.
void InputWatch::look_again() {
  constexpr char kByte = 0;
  static_cast<void>(::write(again_[1], &kByte, 1) == 1);
}

// False once this object is going away.
bool InputWatch::wait_for(int descriptor) {
  std::array<pollfd, 2> watched = {pollfd{descriptor, POLLIN, 0}, pollfd{wake_[0], POLLIN, 0}};
  while (::poll(watched.data(), watched.size(), -1) < 0 && errno == EINTR) {
  }
  return watched[1].revents == 0;
}

void InputWatch::look() {
  char byte = 0;
  while (wait_for(STDIN_FILENO)) {
    loop_.post([this] { ready_(); });
    if (!wait_for(again_[0]) || ::read(again_[0], &byte, 1) != 1) return;
  }
}

}  // namespace wyrmhall::cli
