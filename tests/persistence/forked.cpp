#include "tests/persistence/forked.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <utility>

namespace wyrmhall::persistence::testing {

Forked::Forked(const std::function<void(int pipe)>& body) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
  child_ = ::fork();
  if (child_ < 0) throw std::runtime_error("no child");
  if (child_ == 0) {
    ::close(ends[0]);
    try {
      body(ends[1]);
    } catch (const std::exception& error) {
      say(ends[1], std::string("exception: ") + error.what());
    }
    ::_exit(0);
  }
  ::close(ends[1]);
  pipe_ = ends[0];
}

Forked::~Forked() {
  kill();
  ::close(pipe_);
}

std::string Forked::read(std::size_t size) {
  std::string text(size, '\0');
  std::size_t got = 0;
  while (got < size) {
    const ssize_t more = ::read(pipe_, text.data() + got, size - got);
    if (more <= 0) break;
    got += static_cast<std::size_t>(more);
  }
  text.resize(got);
  return text;
}

std::string Forked::read_all() {
  constexpr std::size_t kPiece = 4096;
  std::string text;
  for (;;) {
    const std::string piece = read(kPiece);
    text += piece;
    if (piece.size() < kPiece) return text;
  }
}

void Forked::kill() {
  const pid_t child = std::exchange(child_, -1);
  if (child < 0) return;
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
}

void say(int pipe, const std::string& text) {
  if (::write(pipe, text.data(), text.size()) != static_cast<ssize_t>(text.size())) std::abort();
}

}  // namespace wyrmhall::persistence::testing
