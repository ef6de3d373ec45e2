#include "clients/cli/terminal/input_lines.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
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
    : loop_(loop), line_(std::move(line)), end_(std::move(end)), room_(std::move(room)), watch_(loop, [this] {
        read();
      }) {}

void InputLines::read() {
  std::array<char, kPieceBytes> piece{};
  const ssize_t count = ::read(STDIN_FILENO, piece.data(), piece.size());
  if (count < 0 && errno == EINTR) return watch_.look_again();
  if (count <= 0) return end_();
  rest_.append(piece.data(), static_cast<std::size_t>(count));
  for (auto end = rest_.find('\n'); end != std::string::npos; end = rest_.find('\n')) {
    const std::string line = trimmed(std::string_view(rest_).substr(0, end));
    rest_.erase(0, end + 1);
    line_(line);
  }
  if (rest_.size() > kMaxLine) rest_.clear();
  look_for_room();
}

void InputLines::look_for_room() {
  if (room_()) return watch_.look_again();
  loop_.after(kNoRoom, [this] { look_for_room(); });
}

}  // namespace wyrmhall::cli
