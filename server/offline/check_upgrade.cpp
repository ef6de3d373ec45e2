#include "server/offline/check_upgrade.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "persistence/running_source.h"
#include "persistence/store_place.h"
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
  std::string store = "sqlite";
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
  const auto source = options.store == "sqlite" ? persistence::open_sqlite_running_source(options.data, options.scratch)
                                                : persistence::open_postgres_running_source(options.store);
  if (!source) return fail(source.error());

  Json after = {{"program", kServerName}, {"matches", Json::object()}};
  std::size_t changed = 0;
  std::size_t compared = 0;
  const std::vector<MatchId> running = (*source)->running();
  for (const MatchId& id : running) {
    const auto match = (*source)->load(id);
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

std::string no_such_store(std::string& store) {
  if (store == "sqlite" || persistence::is_postgres(store)) return {};
  return "must be sqlite, or where a PostgreSQL database is: postgresql://USER@HOST:PORT/NAME";
}

void add_options(CLI::App& app, Arguments& options) {
  app.description(
      "wyrmhalld check-upgrade: folds the running matches of a server with this program, and changes nothing of it");
  app.add_option("--data", options.data, "The server's data folder; the server may be running")
      ->type_name("FOLDER")
      ->envname("WYRMHALL_DATA")
      ->capture_default_str();
  app.add_option("--store", options.store,
                 "Where its matches are stored: sqlite, in --data; or postgresql://USER@HOST:PORT/NAME, which may be a "
                 "standby")
      ->check(CLI::Validator(no_such_store, ""))
      ->type_name("STORE")
      ->envname("WYRMHALL_STORE")
      ->capture_default_str();
  app.add_option("--scratch", options.scratch, "A folder with room for a copy of the SQLite database")
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
