// Looking after the server: its log, its end, backups and checks of what it keeps, the log of changes.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

#include "server/admin/backups.h"
#include "server/admin/context.h"
#include "server/ids.h"
#include "server/limits.h"

namespace wyrmhall::server::admin {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kDrainSeconds = 600;  // unless the request says otherwise
constexpr const char* kBackupName = "wyrmhall-";
constexpr const char* kBackupEnding = ".db";

// --- The log ---

std::string level_text() {
  const auto name = spdlog::level::to_string_view(spdlog::get_level());
  const std::string text(name.data(), name.size());
  return text == "warning" ? "warn" : text;
}

Response log_level(Context& /*context*/, Call& call) {
  call.query.finish();
  return json_response({{"level", level_text()}});
}

Response set_log_level(Context& context, Call& call) {
  call.query.finish();
  const Json body = body_object(call.request, {"level"});
  const Json level = body.value("level", Json(nullptr));
  static constexpr std::array kLevels = {"debug", "info", "warn", "error"};
  if (!level.is_string() || std::ranges::find(kLevels, level.get<std::string>()) == kLevels.end()) {
    throw Problem(400, "invalid-body", "The body has invalid members.",
                  {{"level", "is one of debug, info, warn, error"}});
  }
  note(context, call, "setLogLevel", level.get<std::string>());
  spdlog::set_level(spdlog::level::from_str(level.get<std::string>()));
  return json_response({{"level", level_text()}});
}

// --- The end ---

Response drain_json(Context& context, int status) {
  const DrainState state = context.running.drain_state();
  return json_response(
      {{"draining", state.draining}, {"deadline", time_json(state.deadline)}, {"playing", state.playing}}, status);
}

Response drain_state(Context& context, Call& call) {
  call.query.finish();
  return drain_json(context, 200);
}

Response drain(Context& context, Call& call) {
  call.query.finish();
  const Json body = body_object(call.request, {"seconds"});
  const Json seconds = body.value("seconds", Json(kDrainSeconds));
  const std::int64_t most = std::chrono::seconds(kDrainLongest).count();
  // A number that does not fit turns up as another kind of number.
  if (!seconds.is_number_unsigned() || seconds.get<std::uint64_t>() > static_cast<std::uint64_t>(most)) {
    throw Problem(400, "invalid-body", "The body has invalid members.",
                  {{"seconds", fmt::format("is a whole number from 0 to {}", most)}});
  }
  try {
    note(context, call, "drain", "", {{"seconds", seconds}});
  } catch (const Problem& problem) {
    // A server whose disk refuses must be one that can be stopped.
    spdlog::error("draining without an entry in the audit: {}", problem.detail);
  }
  context.running.drain(std::chrono::seconds(seconds.get<std::int64_t>()));
  return drain_json(context, 202);
}

// --- Backups and checks ---

Json job_json(const Job& job) {
  static constexpr std::array kStates = {"running", "done", "failed"};
  return {{"number", job.number},
          {"kind", job.kind},
          {"state", kStates.at(static_cast<std::size_t>(job.state))},
          {"startedAt", time_json(job.started_at)},
          {"endedAt", time_json(job.ended_at)},
          {"result", job.result},
          {"why", job.why.empty() ? Json(nullptr) : Json(job.why)}};
}

Response begin(Context& context, const std::string& kind, Jobs::Work work) {
  const auto job = context.jobs.start(kind, std::move(work));
  if (!job) throw Problem(409, "job-running", "A backup or a check is running already: one at a time.");
  Response response = json_response(job_json(*job), 202);
  response.headers.emplace_back("Location", fmt::format("/admin/v1/jobs/{}", job->number));
  return response;
}

// The key that statements are signed with goes beside the copy, under its name; a store in memory has none on disk.
void back_up_key(const fs::path& folder, const std::string& name) {
  const fs::path key = folder.parent_path() / "receipt.key";
  if (!fs::exists(key)) return;
  const fs::path copy = (folder / name).replace_extension(".key");
  fs::copy_file(key, copy, fs::copy_options::overwrite_existing);
  fs::permissions(copy, fs::perms::owner_read | fs::perms::owner_write);
}

Response back_up(Context& context, Call& call) {
  call.query.finish();
  body_object(call.request, {});
  context.histories.lease();  // a Problem where there is none
  std::string stamp = time_json(context.running.now()).get<std::string>();
  std::erase_if(stamp, [](char c) { return c == '-' || c == ':' || c == '.'; });
  const std::string name = kBackupName + stamp + kBackupEnding;
  note(context, call, "startBackup", name);
  return begin(context, "backup",
               [&running = context.running, &histories = context.histories, folder = context.backups,
                name](const auto& go_on) -> Json {
                 fs::create_directories(folder);
                 fs::permissions(folder, fs::perms::owner_all);
                 const auto history = histories.lease();
                 const Timestamp at = running.now();  // it holds what was there when it began
                 const std::uint64_t bytes = history->back_up(fs::path(folder) / name, go_on);
                 back_up_key(folder, name);
                 note_backup(folder, at);
                 return {{"name", name}, {"bytes", bytes}};
               });
}

Response backups(Context& context, Call& call) {
  call.query.finish();
  std::vector<Json> found;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(context.backups, error)) {
    if (!entry.path().filename().string().starts_with(kBackupName) || entry.path().extension() != kBackupEnding ||
        !entry.is_regular_file(error)) {
      continue;
    }
    found.push_back({{"name", entry.path().filename().string()}, {"bytes", entry.file_size(error)}});
  }
  // The names hold the time: newest first.
  std::ranges::sort(found, std::ranges::greater(), [](const Json& json) { return json["name"].get<std::string>(); });
  Json list = {{"backups", Json::array()}};
  for (Json& one : found) list["backups"].push_back(std::move(one));
  return json_response(list);
}

Response check(Context& context, Call& call) {
  call.query.finish();
  body_object(call.request, {});
  context.histories.lease();
  note(context, call, "startIntegrityCheck", "");
  return begin(context, "integrity-check", [&histories = context.histories](const auto& go_on) -> Json {
    const auto troubles = histories.lease()->check(go_on);
    return {{"clean", troubles.empty()}, {"troubles", troubles}};
  });
}

Response jobs(Context& context, Call& call) {
  call.query.finish();
  Json list = {{"jobs", Json::array()}};
  for (const Job& job : context.jobs.all()) list["jobs"].push_back(job_json(job));
  return json_response(list);
}

Response job(Context& context, Call& call) {
  call.query.finish();
  const std::string& text = call.values[0];
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) {
    throw Problem(400, "invalid-parameters", "Some parameters are invalid.", {{"number", "is the number of a job"}});
  }
  const auto found = context.jobs.find(number);
  if (!found) throw Problem(404, "job-not-found", "There is no job with this number, or it is too old.");
  return json_response(job_json(*found));
}

// --- The log of changes ---

Response audit(Context& context, Call& call) {
  const auto before = call.query.number("cursor", 1, INT64_MAX);
  const std::uint32_t limit = call.query.limit();
  call.query.finish();
  const auto history = context.histories.lease();
  auto lines = history->audit(before, limit + 1);
  Json page = {{"entries", Json::array()}, {"next", nullptr}};
  if (lines.size() > limit) {
    lines.pop_back();
    page["next"] = std::to_string(lines.back().no);
  }
  for (const persistence::AuditLine& line : lines) {
    page["entries"].push_back({{"number", line.no},
                               {"at", time_json(line.entry.at)},
                               {"operation", line.entry.operation},
                               {"target", line.entry.target},
                               {"who", line.entry.who},
                               {"address", line.entry.address},
                               {"outcome", line.entry.outcome},
                               {"detail", Json::parse(line.entry.detail, nullptr, false)}});
  }
  return json_response(page);
}

constexpr std::array kUpkeepOperations = {
    Operation{
        .id = "getLogLevel", .method = "GET", .path = "/admin/v1/log-level", .role = Role::kRead, .handle = log_level},
    Operation{.id = "setLogLevel",
              .method = "PUT",
              .path = "/admin/v1/log-level",
              .role = Role::kOperate,
              .handle = set_log_level},
    Operation{.id = "getDrain", .method = "GET", .path = "/admin/v1/drain", .role = Role::kRead, .handle = drain_state},
    Operation{.id = "drain", .method = "POST", .path = "/admin/v1/drain", .role = Role::kOperate, .handle = drain},
    Operation{
        .id = "listBackups", .method = "GET", .path = "/admin/v1/backups", .role = Role::kRead, .handle = backups},
    Operation{
        .id = "startBackup", .method = "POST", .path = "/admin/v1/backups", .role = Role::kOperate, .handle = back_up},
    Operation{.id = "startIntegrityCheck",
              .method = "POST",
              .path = "/admin/v1/integrity-checks",
              .role = Role::kOperate,
              .handle = check},
    Operation{.id = "listJobs", .method = "GET", .path = "/admin/v1/jobs", .role = Role::kRead, .handle = jobs},
    Operation{.id = "getJob", .method = "GET", .path = "/admin/v1/jobs/{number}", .role = Role::kRead, .handle = job},
    Operation{.id = "listAudit", .method = "GET", .path = "/admin/v1/audit", .role = Role::kRead, .handle = audit},
};

}  // namespace

void note(Context& context, Call& call, std::string_view operation, const std::string& target, const Json& detail) {
  spdlog::info("admin {} ({}): {} {}", call.request.address, call.who, operation, target);
  const auto answer =
      context.running.ask(persistence::WriteAudit{.entry = persistence::AuditEntry{.at = context.running.now(),
                                                                                   .operation = std::string(operation),
                                                                                   .target = target,
                                                                                   .address = call.request.address,
                                                                                   .detail = to_text(detail),
                                                                                   .who = std::string(call.who),
                                                                                   .outcome = "begun"}});
  if (answer.verdict == persistence::Verdict::kKept) {
    call.noted = answer.number;
    return;
  }
  throw Problem(503, "store-unavailable",
                "The store cannot write, so the change cannot be recorded in the audit and was not made.");
}

std::span<const Operation> upkeep_operations() {
  return kUpkeepOperations;
}

}  // namespace wyrmhall::server::admin
