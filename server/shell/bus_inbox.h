// Frames of other servers, from the threads of the bus to that of the core. Any thread may put, one takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace wyrmhall::server {

// What waits when the core does not come to it; more is lost, which a link makes good.
inline constexpr std::size_t kBusInboxBytes = 64UL * 1024 * 1024;

class BusInbox {
 public:
  using Frame = std::vector<std::uint8_t>;

  // True where nothing waited: somebody has to be told that there is something.
  bool put(std::span<const std::uint8_t> frame) {
    const std::scoped_lock lock(mutex_);
    if (bytes_ + frame.size() > kBusInboxBytes) return false;
    bytes_ += frame.size();
    frames_.emplace_back(frame.begin(), frame.end());
    return frames_.size() == 1;
  }
  [[nodiscard]] std::vector<Frame> take() {
    const std::scoped_lock lock(mutex_);
    bytes_ = 0;
    return std::exchange(frames_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<Frame> frames_;
  std::size_t bytes_ = 0;
};

}  // namespace wyrmhall::server
