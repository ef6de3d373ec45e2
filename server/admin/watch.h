// Counts for the metrics who was let in to administration and who was not, and tells the log, as often as a log can
// bear.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>

#include "server/core/environment.h"

namespace wyrmhall::server::admin {

// Why a request was not let in.
enum class Barred : std::uint8_t { kNoToken = 0, kWrongToken = 1, kExpired = 2, kRole = 3 };
inline constexpr std::array<std::string_view, 4> kBarredTexts = {"no_token", "wrong_token", "expired", "role"};

// All calls may come from any thread.
class Watch {
 public:
  // `name`: the token's, if it is known.
  void barred(Barred why, const std::string& address, const std::string& name, Timestamp now);
  [[nodiscard]] std::uint64_t count(Barred why) const { return counts_.at(static_cast<std::size_t>(why)); }

  // Whether a reading of personal data is to be noted: the same reading by the same person is noted once in
  // kAdminReadingNotedEvery, so that a page that refreshes every few seconds does not fill the log.
  bool is_news(const std::string& name, std::string_view operation, const std::string& target, Timestamp now);

 private:
  std::array<std::atomic<std::uint64_t>, kBarredTexts.size()> counts_{};
  std::mutex mutex_;  // guards what follows
  Timestamp told_at_{};
  std::uint64_t untold_ = 0;
  std::map<std::tuple<std::string, std::string, std::string>, Timestamp> readings_;
};

}  // namespace wyrmhall::server::admin
