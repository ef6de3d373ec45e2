// Work of administrators that takes a while, one at a time on a thread of its own: backups and checks. The results of
// the latest are remembered. All calls may come from any thread.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "server/admin/rest/page.h"
#include "server/core/environment.h"

namespace wyrmhall::server::admin {

struct BackupFile {
  std::string name;  // in the folder of backups
  std::uint64_t bytes = 0;
};
struct Findings {
  std::vector<std::string> troubles;
};
using JobResult = std::variant<BackupFile, Findings>;

struct Job {
  enum class Kind : std::uint8_t { kBackup, kIntegrityCheck };
  enum class State : std::uint8_t { kRunning, kDone, kFailed };

  std::uint64_t number = 0;
  Kind kind{};
  State state = State::kRunning;
  Timestamp started_at{};
  std::optional<Timestamp> ended_at;
  std::optional<JobResult> result;  // with kDone
  std::string why;                  // with kFailed
};

template <>
inline constexpr auto kSchema<BackupFile> =
    object({}, field("name", &BackupFile::name, {.about = "In the folder \"backups\" of the data folder."}),
           field("bytes", &BackupFile::bytes));
template <>
inline constexpr ListName kListName<BackupFile> = {"BackupList", "backups", "Newest first."};
template <>
inline constexpr auto kSchema<Findings> =
    object({}, field("clean", [](const Findings& findings) { return findings.troubles.empty(); }),
           field("troubles", &Findings::troubles));

template <>
inline constexpr auto kSchema<Job::Kind> = words({}, 0, "backup", "integrity-check");
template <>
inline constexpr auto kSchema<Job::State> = words({}, 0, "running", "done", "failed");
template <>
inline constexpr auto kSchema<Job> =
    object({"Job"}, field("number", &Job::number, {.least = 1}), field("kind", &Job::kind), field("state", &Job::state),
           field("startedAt", &Job::started_at), field("endedAt", &Job::ended_at), field("result", &Job::result),
           field("why", &Job::why, {.about = "With failed.", .empty_none = true}));
template <>
inline constexpr ListName kListName<Job> = {"JobList", "jobs", "Newest first; the last twenty."};

class Jobs {
 public:
  // Gives back the result, or throws. Must ask the function now and then whether to go on.
  using Work = std::function<JobResult(const std::function<bool()>& go_on)>;

  // `now` may be called from any thread.
  explicit Jobs(std::function<Timestamp()> now);
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;
  // Gives up what is being worked on.
  ~Jobs();

  // Nothing while another one is being worked on.
  std::optional<Job> start(Job::Kind kind, Work work);
  std::optional<Job> find(std::uint64_t number);
  // Newest first.
  std::vector<Job> all();

 private:
  void run();

  std::function<Timestamp()> now_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable wake_;
  std::deque<Job> jobs_;
  Work next_;
  bool working_ = false;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace wyrmhall::server::admin
