#include "server/admin/watch.h"

#include <spdlog/spdlog.h>

#include <chrono>
#include <utility>

#include "server/core/limits.h"

namespace wyrmhall::server::admin {
namespace {

constexpr Duration kTellEvery = 1s;
constexpr Duration kReadingEvery = kAdminReadingNotedEvery;

}  // namespace

void Watch::barred(Barred why, const std::string& address, const std::string& name, Timestamp now) {
  counts_.at(static_cast<std::size_t>(why)).fetch_add(1, std::memory_order_relaxed);
  if (why == Barred::kNoToken) return;  // a browser's first knock, a scanner: counted, and nobody's guess
  const std::scoped_lock lock(mutex_);
  if (now >= told_at_ && now - told_at_ < kTellEvery) {
    ++untold_;
    return;
  }
  told_at_ = now;
  spdlog::warn("admin {}: {}{}{}; {} others since the last such line", address,
               kBarredTexts.at(static_cast<std::size_t>(why)), name.empty() ? "" : " of ", name,
               std::exchange(untold_, 0));
}

bool Watch::is_news(const std::string& name, std::string_view operation, const std::string& target, Timestamp now) {
  const std::scoped_lock lock(mutex_);
  if (readings_.size() >= kAdminReadingsRemembered) readings_.clear();
  const auto [known, is_new] = readings_.try_emplace({name, std::string(operation), target}, now);
  if (is_new) return true;
  if (now - known->second < kReadingEvery) return false;
  known->second = now;
  return true;
}

}  // namespace wyrmhall::server::admin
