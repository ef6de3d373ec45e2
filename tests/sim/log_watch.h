// Hears what the server writes to its log.
#pragma once

#include <spdlog/spdlog.h>

#include <functional>
#include <memory>
#include <string_view>

namespace wyrmhall::sim {

// While it lives, every line goes to the listener and nowhere else. One at a time.
class LogWatch {
 public:
  using Listener = std::function<void(std::string_view line, bool is_error)>;
  explicit LogWatch(Listener listener);
  LogWatch(const LogWatch&) = delete;
  LogWatch& operator=(const LogWatch&) = delete;
  ~LogWatch();

 private:
  std::shared_ptr<spdlog::logger> before_;
};

}  // namespace wyrmhall::sim
