#include "persistence/sqlite/upkeep.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace wyrmhall::persistence::sqlite {
namespace {

namespace fs = std::filesystem;

// How many pages are copied before `go_on` is asked again: 4 MiB.
constexpr int kPagesAtOnce = 1024;
// How many of SQLite's instructions are carried out before it is asked.
constexpr int kStepsAtOnce = 1'000'000;
// More than this many problems are not listed.
constexpr int kTroubles = 100;

[[noreturn]] void fail(const std::string& what) {
  throw Error(SQLITE_CANTOPEN, what + ": " + std::strerror(errno));
}

// A file that goes away unless it is kept.
class PartFile {
 public:
  explicit PartFile(const std::string& file) : file_(file), part_(file + ".part") {
    ::unlink(part_.c_str());
    const int made = ::open(part_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (made < 0) fail(part_);
    ::close(made);
  }
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;
  ~PartFile() {
    if (!kept_) ::unlink(part_.c_str());
  }

  [[nodiscard]] const std::string& path() const { return part_; }

  // On disk, under its name. Never takes the place of another file.
  void keep() {
    sync(part_, O_WRONLY);
    if (::link(part_.c_str(), file_.c_str()) != 0) fail(file_);
    ::unlink(part_.c_str());
    kept();
  }

  // The same in place of what was there.
  void replace() {
    sync(part_, O_WRONLY);
    if (::rename(part_.c_str(), file_.c_str()) != 0) fail(file_);
    kept();
  }

 private:
  void kept() {
    kept_ = true;
    sync(fs::path(file_).parent_path(), O_RDONLY | O_DIRECTORY);
  }

  static void sync(const std::string& path, int flags) {
    const int file = ::open(path.c_str(), flags | O_CLOEXEC);
    if (file < 0) fail(path);
    const int failed = ::fsync(file);
    ::close(file);
    if (failed != 0) fail(path);
  }

  std::string file_;
  std::string part_;
  bool kept_ = false;
};

[[noreturn]] void given_up() {
  throw Error(SQLITE_INTERRUPT, "given up");
}

void copy_pages(Database& database, const std::string& to, const std::function<bool()>& go_on) {
  Database copy(to, Database::Access::kReadWrite);
  // All pages are read within one transaction: what is written meanwhile neither gets into the copy nor makes it begin
  // anew.
  const ReadTransaction together(database);
  database.number("SELECT count(*) FROM sqlite_schema");
  sqlite3_backup* backup = sqlite3_backup_init(copy.handle(), "main", database.handle(), "main");
  if (backup == nullptr) throw Error(sqlite3_errcode(copy.handle()), sqlite3_errmsg(copy.handle()));
  int code = SQLITE_OK;
  bool stopped = false;
  while (code == SQLITE_OK && !stopped) {
    code = sqlite3_backup_step(backup, kPagesAtOnce);
    stopped = code == SQLITE_OK && !go_on();
  }
  const int finished = sqlite3_backup_finish(backup);
  if (stopped) given_up();
  if (code != SQLITE_DONE || finished != SQLITE_OK) throw Error(code, sqlite3_errmsg(copy.handle()));
  // One file and nothing beside it.
  copy.execute("PRAGMA journal_mode = DELETE");
}

}  // namespace

std::uint64_t back_up(Database& database, const std::string& file, const std::function<bool()>& go_on) {
  PartFile part(file);
  copy_pages(database, part.path(), go_on);
  part.keep();
  return std::filesystem::file_size(file);
}

void back_up_year(const fs::path& from, const fs::path& to, const std::function<bool()>& go_on) {
  if (fs::exists(to) && fs::last_write_time(to) > fs::last_write_time(from)) return;
  PartFile part(to);
  Database database(from, Database::Access::kReadOnly);
  copy_pages(database, part.path(), go_on);
  part.replace();
}

std::vector<std::string> check(Database& database, const std::function<bool()>& go_on) {
  sqlite3_progress_handler(
      database.handle(), kStepsAtOnce,
      [](void* asked) { return (*static_cast<const std::function<bool()>*>(asked))() ? 0 : 1; },
      const_cast<std::function<bool()>*>(&go_on));
  struct Quiet {
    sqlite3* handle;
    ~Quiet() { sqlite3_progress_handler(handle, 0, nullptr, nullptr); }
  } const quiet{database.handle()};
  std::vector<std::string> problems;
  {
    Statement integrity(database, "PRAGMA integrity_check(" + std::to_string(kTroubles) + ")");
    Cursor row = integrity.query();
    while (row.next()) problems.push_back(row.bytes(0));
    if (problems.size() == 1 && problems.front() == "ok") problems.clear();
  }
  Statement keys(database, "PRAGMA foreign_key_check");
  Cursor row = keys.query();
  for (int i = 0; i < kTroubles && row.next(); ++i) {
    problems.push_back("a row of " + row.bytes(0) + " names one of " + row.bytes(2) + " that is not there");
  }
  return problems;
}

}  // namespace wyrmhall::persistence::sqlite
