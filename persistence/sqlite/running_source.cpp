#include "persistence/running_source.h"

#include <stdlib.h>

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <utility>
#include <variant>

#include "persistence/admin_queries.h"
#include "persistence/sqlite_store.h"
#include "persistence/upkeep.h"

namespace wyrmhall::persistence {
namespace {

namespace fs = std::filesystem;

// A folder of its own that is removed again.
class Scratch {
 public:
  explicit Scratch(const std::string& under) : path_(under + "/wyrmhall-check-XXXXXX") {
    if (::mkdtemp(path_.data()) == nullptr) path_.clear();
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// A store in a copy, whose answers are waited for, one at a time.
class SqliteRunningSource final : public RunningSource {
 public:
  explicit SqliteRunningSource(const std::string& scratch) : scratch_(scratch) {}

  std::optional<std::string> open(const std::string& folder, const std::string& scratch) {
    if (scratch_.path().empty()) return scratch + " cannot be written.";
    if (auto problem = copy_sqlite(folder, scratch_.path())) return problem;
    auto opened =
        open_sqlite_store({.folder = scratch_.path(), .full_sync = false}, [this](std::vector<Answer> answers) {
          const std::scoped_lock lock(mutex_);
          answer_ = std::move(answers.front());
          came_.notify_one();
        });
    if (!opened) return opened.error();
    store_ = *std::move(opened);
    auto history = open_sqlite_admin_queries(scratch_.path());
    if (!history) return history.error();
    history_ = *std::move(history);
    return std::nullopt;
  }

  std::vector<MatchId> running() override { return history_->running(); }

  std::optional<StoredMatch> load(const MatchId& match) override {
    store_->submit({.ticket = 1, .request = LoadMatch{.match = match}});
    std::unique_lock lock(mutex_);
    came_.wait(lock, [this] { return answer_.has_value(); });
    auto found = std::get<AnswerOf<LoadMatch>>(std::move(std::exchange(answer_, std::nullopt)->value));
    if (!found) return std::nullopt;
    return std::move(*found);
  }

 private:
  Scratch scratch_;
  std::unique_ptr<AdminQueries> history_;
  std::mutex mutex_;
  std::condition_variable came_;
  std::optional<Answer> answer_;
  std::unique_ptr<Store> store_;  // last: it ends first
};

}  // namespace

std::expected<std::unique_ptr<RunningSource>, std::string> open_sqlite_running_source(const std::string& folder,
                                                                                      const std::string& scratch) {
  auto source = std::make_unique<SqliteRunningSource>(scratch);
  if (auto problem = source->open(folder, scratch)) return std::unexpected(*std::move(problem));
  return source;
}

}  // namespace wyrmhall::persistence
