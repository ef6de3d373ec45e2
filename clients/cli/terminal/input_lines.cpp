#include "clients/cli/terminal/input_lines.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace wyrmhall::cli {
namespace {

constexpr std::size_t kMaxLine = 1000;

std::string trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const auto first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(kBlanks) - first + 1));
}

}  // namespace

InputLines::InputLines(clients::EventLoop& loop, std::function<void(std::string)> line, std::function<void()> end)
    : loop_(loop), line_(std::move(line)), end_(std::move(end)) {
  if (::pipe2(wake_, O_CLOEXEC) != 0) throw std::runtime_error("no pipe for reading the standard input");
  thread_ = std::thread([this] { read(); });
}

InputLines::~InputLines() {
  ::close(wake_[1]);
  thread_.join();
  ::close(wake_[0]);
}

// False once this object is going away.
bool InputLines::wait() {
  std::array<pollfd, 2> watched = {pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{wake_[0], POLLIN, 0}};
  while (::poll(watched.data(), watched.size(), -1) < 0 && errno == EINTR) {
  }
  return watched[1].revents == 0;
}

void InputLines::read() {
  std::string rest;
  std::array<char, 4096> piece{};
  while (wait()) {
    const ssize_t count = ::read(STDIN_FILENO, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    rest.append(piece.data(), static_cast<std::size_t>(count));
    for (auto end = rest.find('\n'); end != std::string::npos; end = rest.find('\n')) {
      loop_.post([this, line = trimmed(std::string_view(rest).substr(0, end))] { line_(line); });
      rest.erase(0, end + 1);
    }
    if (rest.size() > kMaxLine) rest.clear();
  }
  loop_.post([this] { end_(); });
}

}  // namespace wyrmhall::cli
