#include "clients/cli/terminal/input_lines.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace wyrmhall::cli {
namespace {

constexpr std::size_t kMaxLine = 1000;     // bytes
constexpr std::size_t kPieceBytes = 4096;  // that are read at once
// Until room is looked for again.
constexpr std::chrono::milliseconds kNoRoom{20};

std::string trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const auto first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(kBlanks) - first + 1));
}

}  // namespace

InputLines::InputLines(clients::EventLoop& loop, std::function<void(std::string)> line, std::function<void()> end,
                       std::function<bool()> room)
    : loop_(loop), line_(std::move(line)), end_(std::move(end)), room_(std::move(room)) {
  if (::pipe2(wake_, O_CLOEXEC) != 0 || ::pipe2(more_, O_CLOEXEC) != 0) {
    throw std::runtime_error("no pipe for reading the standard input");
  }
  thread_ = std::thread([this] { read(); });
}

InputLines::~InputLines() {
  ::close(wake_[1]);
  thread_.join();
  for (const int descriptor : {wake_[0], more_[0], more_[1]}) ::close(descriptor);
}

// False once this object is going away.
bool InputLines::wait_for(int descriptor) {
  std::array<pollfd, 2> watched = {pollfd{descriptor, POLLIN, 0}, pollfd{wake_[0], POLLIN, 0}};
  while (::poll(watched.data(), watched.size(), -1) < 0 && errno == EINTR) {
  }
  return watched[1].revents == 0;
}

void InputLines::read() {
  std::string rest;
  std::array<char, kPieceBytes> piece{};
  while (wait_for(STDIN_FILENO)) {
    const ssize_t count = ::read(STDIN_FILENO, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    rest.append(piece.data(), static_cast<std::size_t>(count));
    for (auto end = rest.find('\n'); end != std::string::npos; end = rest.find('\n')) {
      loop_.post([this, line = trimmed(std::string_view(rest).substr(0, end))] { line_(line); });
      rest.erase(0, end + 1);
    }
    if (rest.size() > kMaxLine) rest.clear();
    loop_.post([this] { look_for_room(); });
    char byte = 0;
    if (!wait_for(more_[0]) || ::read(more_[0], &byte, 1) != 1) return;
  }
  loop_.post([this] { end_(); });
}

void InputLines::look_for_room() {
  if (!room_()) {
    loop_.after(kNoRoom, [this] { look_for_room(); });
  } else if (constexpr char kByte = 0; ::write(more_[1], &kByte, 1) != 1) {
    end_();
  }
}

}  // namespace wyrmhall::cli
