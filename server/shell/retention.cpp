#include "server/shell/retention.h"

#include <spdlog/spdlog.h>

#include <exception>
#include <optional>
#include <stdexcept>
#include <utility>

#include "persistence/history.h"
#include "server/limits.h"

namespace wyrmhall::server {

using std::chrono::microseconds;

Retention::Retention(admin::Running& running, std::string data, std::chrono::seconds keep)
    : running_(running), data_(std::move(data)), keep_(keep), thread_([this] { run(); }) {}

Retention::~Retention() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

bool Retention::wait(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  return !wake_.wait_for(lock, time, [this] { return stopping_; });
}

void Retention::run() {
  for (std::chrono::milliseconds pause = kRetentionFirst; wait(pause); pause = kRetentionEvery) {
    try {
      const std::uint64_t moved = move_out();
      if (moved != 0) spdlog::info("moved {} finished matches out of the database, to the files of their years", moved);
    } catch (const std::exception& error) {
      spdlog::error("finished matches stay in the database for now: {}", error.what());
    }
  }
}

std::uint64_t Retention::move_out() {
  auto history = persistence::open_sqlite_history(data_);
  if (!history) throw std::runtime_error(history.error());
  const Micros before = running_.now() - std::chrono::duration_cast<microseconds>(keep_).count();
  std::uint64_t moved = 0;
  std::optional<std::int64_t> after = 0;
  do {
    persistence::CopiedOut copied = (*history)->copy_out(before, *after, kMatchesMovedAtOnce);
    for (persistence::MovedOut& year : copied.years) {
      const std::size_t matches = year.matches.size();
      const persistence::Answer answer = running_.ask(std::move(year));
      if (answer.verdict != persistence::Verdict::kKept) throw std::runtime_error("the store refuses");
      moved += matches;
    }
    after = copied.go_on_after;
  } while (after && wait(kMovedOutPause));
  return moved;
}

}  // namespace wyrmhall::server
