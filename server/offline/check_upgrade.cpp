#include "server/offline/check_upgrade.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "persistence/admin_queries.h"
#include "persistence/sqlite_store.h"
#include "persistence/upkeep.h"
#include "server/core/ids.h"
#include "server/core/version.h"
#include "server/offline/fingerprint.h"

namespace wyrmhall::server {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kSame = 0;
constexpr int kChanged = 1;
constexpr int kUsage = 2;

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

// A store whose answers are waited for, one at a time.
class Waiting {
 public:
  std::optional<std::string> open(const std::string& folder) {
    auto opened = persistence::open_sqlite_store({.folder = folder, .full_sync = false},
                                                 [this](std::vector<persistence::Answer> answers) {
                                                   const std::scoped_lock lock(mutex_);
                                                   answer_ = std::move(answers.front());
                                                   came_.notify_one();
                                                 });
    if (!opened) return opened.error();
    store_ = *std::move(opened);
    return std::nullopt;
  }

  persistence::Boxed<persistence::StoredMatch> load(const MatchId& match) {
    store_->submit({.ticket = 1, .request = persistence::LoadMatch{.match = match}});
    std::unique_lock lock(mutex_);
    came_.wait(lock, [this] { return answer_.has_value(); });
    return std::get<persistence::AnswerOf<persistence::LoadMatch>>(
        std::move(std::exchange(answer_, std::nullopt)->value));
  }

 private:
  std::mutex mutex_;
  std::condition_variable came_;
  std::optional<persistence::Answer> answer_;
  std::unique_ptr<persistence::Store> store_;  // last: it ends first
};

int fail(const std::string& why) {
  fmt::print(stderr, "{}\n", why);
  return kUsage;
}

// What another program wrote down, by match.
std::optional<Json> read_marks(const std::string& path) {
  std::ifstream file(path);
  Json marks = Json::parse(file, nullptr, false);
  if (!marks.is_object() || !marks.contains("matches") || !marks["matches"].is_object()) return std::nullopt;
  return marks;
}

struct Arguments {
  std::string data = "data";
  std::string scratch = fs::temp_directory_path();
  std::string write;
  std::string against;
};

int check(const Arguments& options) {
  Json before = {{"matches", Json::object()}};
  if (!options.against.empty()) {
    auto marks = read_marks(options.against);
    if (!marks) return fail(options.against + " is nothing that check-upgrade --write has written.");
    before = *std::move(marks);
  }
  // A copy is migrated and folded, so that the server may go on running and nothing of its own is changed.
  const Scratch scratch(options.scratch);
  if (scratch.path().empty()) return fail(options.scratch + " cannot be written.");
  if (const auto problem = persistence::copy_sqlite(options.data, scratch.path())) return fail(*problem);
  Waiting store;
  if (const auto problem = store.open(scratch.path())) return fail(*problem);
  auto history = persistence::open_sqlite_admin_queries(scratch.path());
  if (!history) return fail(history.error());

  Json after = {{"program", kServerName}, {"matches", Json::object()}};
  std::size_t changed = 0;
  std::size_t compared = 0;
  const std::vector<MatchId> running = (*history)->running();
  for (const MatchId& id : running) {
    const auto match = store.load(id);
    if (!match) return fail("The match " + uuid_text(id) + " cannot be read.");
    const auto known = before["matches"].find(uuid_text(id));
    const bool comparable = known != before["matches"].end() && known->is_object();
    const auto moves = comparable ? known->value("moves", std::size_t{0}) : 0;
    const auto mark = fingerprint(*match, moves);
    std::string problem;
    if (!mark) {
      problem = mark.error();
    } else if (comparable) {
      ++compared;
      if (!mark->then) {
        problem = "it has fewer moves than were written down";
      } else if (*mark->then != known->value("fingerprint", "")) {
        problem = "it folds differently, or is shown differently";
      }
    }
    if (!problem.empty()) {
      ++changed;
      fmt::print("{} ({}, rules version {}, {} moves): {}\n", uuid_text(id), match->row.game, match->row.rules_version,
                 match->moves.size(), problem);
    } else {
      after["matches"][uuid_text(id)] = {{"moves", match->moves.size()}, {"fingerprint", mark->text}};
    }
  }
  if (!options.write.empty()) {
    std::ofstream file(options.write);
    file << after.dump(1) << '\n';
    file.close();
    if (!file) return fail(options.write + " cannot be written.");
  }
  fmt::print("{}: {} running matches, {} compared, {} would change.\n", kServerName, running.size(), compared, changed);
  return changed == 0 ? kSame : kChanged;
}

void add_options(CLI::App& app, Arguments& options) {
  app.description(
      "wyrmhalld check-upgrade: folds the running matches of a server with this program, on a copy of its data");
  app.add_option("--data", options.data, "The server's data folder; the server may be running")
      ->type_name("FOLDER")
      ->envname("WYRMHALL_DATA")
      ->capture_default_str();
  app.add_option("--scratch", options.scratch, "A folder with room for a copy of the database")
      ->type_name("FOLDER")
      ->capture_default_str();
  app.add_option("--write", options.write, "With the old program: write down what each match folds to")
      ->type_name("FILE");
  app.add_option("--against", options.against, "With the new program: compare with what the old one wrote down")
      ->type_name("FILE");
}

}  // namespace

void show_check_upgrade_command_line(const std::function<void(const CLI::App&)>& to) {
  CLI::App app;
  Arguments options;
  add_options(app, options);
  to(app);
}

int check_upgrade(int argc, char** argv) {
  CLI::App app;
  Arguments options;
  add_options(app, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kUsage;
  }
  try {
    return check(options);
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}

}  // namespace wyrmhall::server
