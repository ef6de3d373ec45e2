#include "tests/sim/sync_store.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "persistence/sqlite_store.h"
#include "tests/memory_store/memory_store.h"

namespace wyrmhall::sim {
namespace {

using persistence::Answer;
using persistence::Submission;

constexpr std::int64_t kShortJournal = 16L * 1024;  // bytes

class MemorySyncStore final : public SyncStore {
 public:
  MemorySyncStore()
      : store_(persistence::open_memory_store(
            [this](std::vector<Answer> answers) { std::ranges::move(answers, std::back_inserter(answers_)); })) {}

  std::vector<Answer> carry_out(std::vector<Submission> group) override {
    for (Submission& submission : group) store_->submit(std::move(submission));
    return std::exchange(answers_, {});
  }

  persistence::Incarnation reopen() override { return ++incarnation_; }

 private:
  std::vector<Answer> answers_;
  std::unique_ptr<persistence::Store> store_;
  persistence::Incarnation incarnation_ = 0;
};

class SqliteSyncStore final : public SyncStore {
 public:
  SqliteSyncStore() {
    std::string pattern = (std::filesystem::temp_directory_path() / "wyrmhall-sim-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a folder for the store");
    folder_ = pattern;
  }
  SqliteSyncStore(const SqliteSyncStore&) = delete;
  SqliteSyncStore& operator=(const SqliteSyncStore&) = delete;
  ~SqliteSyncStore() override {
    store_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  std::vector<Answer> carry_out(std::vector<Submission> group) override {
    const std::size_t owed = group.size();
    for (Submission& submission : group) store_->submit(std::move(submission));
    std::unique_lock lock(mutex_);
    come_.wait(lock, [&] { return answers_.size() == owed; });
    std::vector<Answer> answers = std::exchange(answers_, {});
    // Two threads answer, in an order that is the operating system's; tickets are given in the order of asking.
    std::ranges::sort(answers, {}, &Answer::ticket);
    return answers;
  }

  persistence::Incarnation reopen() override {
    store_.reset();
    auto store = persistence::open_sqlite_store({.folder = folder_, .full_sync = false, .journal_bytes = kShortJournal},
                                                [this](std::vector<Answer> answers) {
                                                  const std::scoped_lock lock(mutex_);
                                                  std::ranges::move(answers, std::back_inserter(answers_));
                                                  come_.notify_one();
                                                });
    if (!store) throw std::runtime_error(store.error());
    store_ = *std::move(store);
    return store_->incarnation();
  }

 private:
  std::string folder_;
  std::mutex mutex_;
  std::condition_variable come_;
  std::vector<Answer> answers_;
  std::unique_ptr<persistence::Store> store_;  // last: its threads use the above
};

}  // namespace

std::unique_ptr<SyncStore> make_memory_sync_store() {
  return std::make_unique<MemorySyncStore>();
}

std::unique_ptr<SyncStore> make_sqlite_sync_store() {
  return std::make_unique<SqliteSyncStore>();
}

}  // namespace wyrmhall::sim
