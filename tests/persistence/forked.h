// Runs a part of a test in a process of its own, which may be killed, or given less rights and less space.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace wyrmhall::persistence::testing {

class Forked {
 public:
  // `body` runs in the child, which then ends; what it passes to say() can be read here. Not to be called while this
  // process has other threads.
  explicit Forked(const std::function<void(int pipe)>& body);
  Forked(const Forked&) = delete;
  Forked& operator=(const Forked&) = delete;
  ~Forked();

  // Reads up to `size` bytes of what the child says; less when it has ended.
  std::string read(std::size_t size);
  // Reads until the child has ended.
  std::string read_all();

  void kill();

 private:
  pid_t child_ = -1;
  int pipe_ = -1;
};

// In the child.
void say(int pipe, const std::string& text);

}  // namespace wyrmhall::persistence::testing
