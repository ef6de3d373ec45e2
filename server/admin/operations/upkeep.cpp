// Looking after the server: its log, its end, backups and checks of what it keeps, the log of changes.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "server/admin/operation.h"
#include "server/admin/operations/backups.h"
#include "server/admin/rest/page.h"

namespace wyrmhall::server::admin {

using persistence::AdminLogLine;

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kDrainSeconds = 600;  // unless the request says otherwise
constexpr const char* kBackupName = "wyrmhall-";
constexpr const char* kBackupEnding = ".db";

// As spdlog numbers them.
enum class LogLevel : std::uint8_t {
  kDebug = spdlog::level::debug,
  kInfo = spdlog::level::info,
  kWarn = spdlog::level::warn,
  kError = spdlog::level::err
};

struct LogSetting {
  LogLevel level = LogLevel::kInfo;
};

struct DrainBody {
  std::uint64_t seconds = kDrainSeconds;
};

struct Nothing {};

struct JobNumber {
  std::uint64_t value = 0;
};

struct AuditQuery {
  std::optional<std::int64_t> cursor;
  std::uint32_t limit = kAdminPage;
};

// Reads a member of the entry in a line of the log of changes.
constexpr auto entry(auto member) {
  return [member](const AdminLogLine& line) -> const auto& { return line.entry.*member; };
}

}  // namespace

template <>
inline constexpr auto kSchema<LogLevel> =
    words({}, static_cast<std::size_t>(LogLevel::kDebug), "debug", "info", "warn", "error");
template <>
inline constexpr auto kSchema<LogSetting> =
    object({"LogLevel"}, field("level", &LogSetting::level, {.required = true}));

template <>
inline constexpr auto kSchema<DrainBody> =
    object({}, field("seconds", &DrainBody::seconds,
                     {.about = "At most so many.", .least = 0, .most = std::chrono::seconds(kMaxDrainTime).count()}));

template <>
inline constexpr auto kSchema<Nothing> = object({});

template <>
inline constexpr auto kSchema<JobNumber> = TextForm{kReadNumber<JobNumber>, "is the number of a job", {}, "integer"};

template <>
inline constexpr auto kSchema<AuditQuery> =
    query(cursor_field(&AuditQuery::cursor, 1), limit_field(&AuditQuery::limit));

template <>
inline constexpr auto kSchema<AdminLogLine> = object(
    {}, field("number", &AdminLogLine::no, {.least = 1}), field("at", entry(&persistence::AdminLogEntry::at)),
    field("operation", entry(&persistence::AdminLogEntry::operation), {.about = "The operationId."}),
    field("target", entry(&persistence::AdminLogEntry::target)),
    field("who", entry(&persistence::AdminLogEntry::who),
          {.about = "The name of the token; empty in lines that are older than names."}),
    field("address", entry(&persistence::AdminLogEntry::address), {.about = "Where the request came from."}),
    field(
        "outcome", entry(&persistence::AdminLogEntry::outcome),
        {.about = "\"begun\" until it is known, \"done\", or the type of the problem that it ended in; empty in older "
                  "lines."}),
    field("detail", [](const AdminLogLine& line) { return Json::parse(line.entry.detail, nullptr, false); }));
template <>
inline constexpr ListName kListName<AdminLogLine> = {"AuditPage", "entries"};

namespace {

// --- The log ---

LogSetting log_level() {
  return {static_cast<LogLevel>(spdlog::get_level())};
}

LogSetting set_log_level(Context& context, Call& call, const LogSetting& body) {
  note(context, call, std::string(word_of(body.level)));
  spdlog::set_level(static_cast<spdlog::level::level_enum>(body.level));
  return log_level();
}

// --- The end ---

DrainState drain_state(Context& context) {
  return context.running.drain_state();
}

Accepted<DrainState> drain(Context& context, Call& call, const DrainBody& body) {
  try {
    note(context, call, "", {{"seconds", body.seconds}});
  } catch (const Problem& problem) {
    // It must be possible to stop a server whose disk refuses.
    spdlog::error("draining without an entry in the audit: {}", problem.detail);
  }
  context.running.drain(std::chrono::seconds(body.seconds));
  return {drain_state(context)};
}

// --- Backups and checks ---

Accepted<Job> begin(Context& context, Job::Kind kind, Jobs::Work work) {
  const auto job = context.jobs.start(kind, std::move(work));
  if (!job) throw Problem(409, "job-running", "A backup or a check is running already: one at a time.");
  return {*job, {{"Location", fmt::format("/admin/v1/jobs/{}", job->number)}}};
}

// The key that statements are signed with goes beside the copy, under its name.
void back_up_key(const fs::path& folder, const std::string& name) {
  const fs::path key = folder.parent_path() / "receipt.key";
  const fs::path copy = (folder / name).replace_extension(".key");
  fs::copy_file(key, copy, fs::copy_options::overwrite_existing);
  fs::permissions(copy, fs::perms::owner_read | fs::perms::owner_write);
}

Accepted<Job> back_up(Context& context, Call& call, const Nothing& /*body*/) {
  std::string stamp = time_text(context.running.now());
  std::erase_if(stamp, [](char c) { return c == '-' || c == ':' || c == '.'; });
  const std::string name = kBackupName + stamp + kBackupEnding;
  note(context, call, name);
  return begin(context, Job::Kind::kBackup,
               [&running = context.running, &histories = context.histories, folder = context.backups,
                name](const auto& go_on) -> JobResult {
                 fs::create_directories(folder);
                 fs::permissions(folder, fs::perms::owner_all);
                 const auto history = histories.lease();
                 const Timestamp at = running.now();  // it holds what was there when it began
                 const std::uint64_t bytes = history->back_up(fs::path(folder) / name, go_on);
                 back_up_key(folder, name);
                 note_backup(folder, at);
                 return BackupFile{name, bytes};
               });
}

List<BackupFile> list_backups(Context& context) {
  List<BackupFile> found;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(context.backups, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(kBackupName) && entry.path().extension() == kBackupEnding && entry.is_regular_file(error)) {
      found.lines.push_back({name, entry.file_size(error)});
    }
  }
  // The names hold the time: newest first.
  std::ranges::sort(found.lines, std::ranges::greater(), &BackupFile::name);
  if (found.lines.size() > kAdminBackups) found.lines.resize(kAdminBackups);
  return found;
}

Accepted<Job> check(Context& context, Call& call, const Nothing& /*body*/) {
  note(context, call, "");
  return begin(context, Job::Kind::kIntegrityCheck,
               [&context](const auto& go_on) -> JobResult { return Findings{history_to_show(context)->check(go_on)}; });
}

List<Job> list_jobs(Context& context) {
  return {context.jobs.all()};
}

Job show_job(Context& context, JobNumber number) {
  auto found = context.jobs.find(number.value);
  if (!found) throw Problem(404, "job-not-found", "There is no job with this number, or it is too old.");
  return *std::move(found);
}

// --- The log of changes ---

Page<AdminLogLine> list_audit(Context& context, const AuditQuery& query) {
  return page_of(history_to_show(context)->admin_log(query.cursor, query.limit + 1), query.limit, std::identity(),
                 [](const AdminLogLine& last) { return std::to_string(last.no); });
}

}  // namespace

std::span<const Operation> upkeep_operations() {
  static constexpr std::array kOperations = {
      operation<log_level>("getLogLevel", "GET", "/admin/v1/log-level", Role::kRead, "What is logged"),
      operation<set_log_level>("setLogLevel", "PUT", "/admin/v1/log-level", Role::kOperate,
                               "Log more or less until the server ends"),
      operation<drain_state>("getDrain", "GET", "/admin/v1/drain", Role::kRead, "Whether the server is about to end"),
      operation<drain>(
          "drain", "POST", "/admin/v1/drain", Role::kOperate,
          "Let the server end: no new matches, everybody is told, it ends once nobody plays or when the time is over",
          {.about = "Running matches are kept and go on after the next start. Called again it sets another deadline."}),
      operation<list_backups>("listBackups", "GET", "/admin/v1/backups", Role::kRead,
                              "The backups in the folder \"backups\" of the data folder, the newest"),
      operation<back_up>("startBackup", "POST", "/admin/v1/backups", Role::kOperate,
                         "Copy the database while the server runs", {.conflict = true, .location = true}),
      operation<check>("startIntegrityCheck", "POST", "/admin/v1/integrity-checks", Role::kOperate,
                       "Check the database while the server runs", {.conflict = true, .location = true}),
      operation<list_jobs>("listJobs", "GET", "/admin/v1/jobs", Role::kRead, "Backups and checks, newest first"),
      operation<show_job>("getJob", "GET", "/admin/v1/jobs/{number}", Role::kRead, "One backup or check"),
      operation<list_audit>(
          "listAudit", "GET", "/admin/v1/audit", Role::kRead,
          "The log of what administrators have changed, tried to change, and read of persons, newest first",
          {.about =
               "A line is written before the change is made. A call that cannot be noted is refused; only a drain is "
               "carried out even so.",
           .history = true}),
  };
  return kOperations;
}

}  // namespace wyrmhall::server::admin
