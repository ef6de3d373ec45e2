// What is wrong when a store cannot be opened is said in one sentence that helps.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "persistence/sqlite/errors.h"
#include "persistence/sqlite/schema.h"
#include "tests/persistence/forked.h"
#include "tests/persistence/samples.h"
#include "tests/persistence/sqlite_testing.h"

namespace wyrmhall::persistence::testing {
namespace {

// The user that a test becomes to be refused what root never is.
constexpr uid_t kNobody = 65'534;

void check_sentence(const std::string& sentence, const std::string& part) {
  CAPTURE(sentence);
  CHECK(sentence.find(part) != std::string::npos);
  CHECK(sentence.find(": ") != std::string::npos);  // what would help
  CHECK(sentence.ends_with('.'));
  CHECK(sentence.find('\n') == std::string::npos);
}

// What a process that is not root is told.
std::string refusal_as_nobody(const std::string& folder) {
  Forked child([&folder](int pipe) {
    if (::getuid() == 0 && (::setgid(kNobody) != 0 || ::setuid(kNobody) != 0)) {
      say(pipe, "skipped");
      return;
    }
    say(pipe, refusal(folder));
  });
  return child.read_all();
}

void check_refused_to_nobody(const std::string& folder) {
  const std::string sentence = refusal_as_nobody(folder);
  if (sentence == "skipped") {
    MESSAGE("skipped: this process may not become another user");
    return;
  }
  check_sentence(sentence, "cannot be written");
}

TEST_CASE("a folder that is a file, or lies in one") {
  const ScratchFolder folder;
  const std::string file = folder.path() + "/file";
  std::ofstream(file) << "text";
  check_sentence(refusal(file), "is no folder");
  check_sentence(refusal(file + "/data"), "is no folder");
  check_sentence(refusal(""), "No folder was named");
}

TEST_CASE("a folder that may not be made or written") {
  const ScratchFolder folder;
  ::chmod(folder.path().c_str(), 0755);
  check_refused_to_nobody(folder.path() + "/data");
  const std::string data = folder.path() + "/data";
  ::mkdir(data.c_str(), 0755);
  if (::getuid() != 0) ::chmod(data.c_str(), 0555);
  check_refused_to_nobody(data);
}

TEST_CASE("a database that may only be read") {
  const ScratchFolder folder;
  open(folder.path()).close();
  ::chmod(folder.path().c_str(), 0777);
  ::chmod((folder.path() + "/lock").c_str(), 0666);
  ::chmod(folder.database().c_str(), 0444);
  check_refused_to_nobody(folder.path());
}

TEST_CASE("a file that is no database") {
  const ScratchFolder folder;
  std::ofstream(folder.database()) << std::string(10'000, 'x');
  check_sentence(refusal(folder.path()), "is no database");
}

TEST_CASE("a database of another program, which is left as it was") {
  const ScratchFolder folder;
  std::ofstream(folder.database()).flush();
  raw(folder, "CREATE TABLE recipes (id INTEGER PRIMARY KEY)");
  check_sentence(refusal(folder.path()), "another program's database");
  CHECK(raw(folder, "SELECT count(*) FROM sqlite_schema") == 1);
}

TEST_CASE("a database of a newer version, which is left as it was") {
  const ScratchFolder folder;
  open(folder.path()).close();
  const std::int64_t incarnation = raw(folder, "SELECT incarnation FROM server");
  raw(folder, "PRAGMA user_version = " + std::to_string(sqlite::kSchemaVersion + 1));
  check_sentence(refusal(folder.path()), "newer version");
  CHECK(raw(folder, "SELECT incarnation FROM server") == incarnation);
}

TEST_CASE("a damaged database") {
  const ScratchFolder folder;
  {
    Asker asker = open(folder.path());
    asker.ask(CreateMatch{match(1, {0})});
    for (std::uint32_t index = 0; index < 100; ++index) asker.ask(append(1, index));
  }
  SUBCASE("its first page") {
    std::fstream file(folder.database(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(100);
    file << std::string(3'000, '\x55');
  }
  SUBCASE("its journal") {
    const std::int64_t page = raw(folder, "SELECT rootpage FROM sqlite_schema WHERE name = 'journal'");
    std::fstream file(folder.database(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp((page - 1) * 4'096);
    file << std::string(4'096, '\x55');
  }
  SUBCASE("a move") {
    raw(folder, "UPDATE journal SET moves = x'ffff'");
  }
  check_sentence(refusal(folder.path()), "is damaged");
}

TEST_CASE("a folder that another server has open") {
  const ScratchFolder folder;
  Asker asker = open(folder.path());
  check_sentence(refusal(folder.path()), "Another server");
  asker.close();
  CHECK(refusal(folder.path()).empty());
}

TEST_CASE("every kind of trouble has its sentence") {
  const auto sentence = [](int code) { return sqlite::sentence(sqlite::Error(code, "detail"), "/data/wyrmhall.db"); };
  check_sentence(sentence(SQLITE_FULL), "is full");
  check_sentence(sentence(SQLITE_IOERR_FSYNC), "fails");
  check_sentence(sentence(SQLITE_READONLY_DIRECTORY), "cannot be written");
  check_sentence(sentence(SQLITE_CANTOPEN), "cannot be opened");
  check_sentence(sentence(SQLITE_CORRUPT), "is damaged");
  check_sentence(sentence(SQLITE_NOTADB), "is no database");
  check_sentence(sentence(SQLITE_BUSY), "another program");
  check_sentence(sentence(SQLITE_NOMEM), "no memory");
  check_sentence(sentence(SQLITE_MISUSE), "cannot work on it: ");
}

}  // namespace
}  // namespace wyrmhall::persistence::testing
