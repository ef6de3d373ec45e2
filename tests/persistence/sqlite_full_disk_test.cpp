// A disk that has no more space: what was answered as kept survives it, and a store that cannot write does not open.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/persistence/forked.h"
#include "tests/persistence/samples.h"
#include "tests/persistence/sqlite_testing.h"

namespace wyrmhall::persistence::testing {
namespace {

constexpr std::uint64_t kMatchesWanted = 50;

void limit_files_to(rlim_t bytes) {
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = bytes;
  setrlimit(RLIMIT_FSIZE, &limit);
}

// Runs in a child, for the limit is the process's. Says what went wrong, or "fine".
std::string fill_the_disk(const ScratchFolder& folder, std::int64_t journal_bytes) {
  constexpr rlim_t kSpace = 400'000;
  ::signal(SIGXFSZ, SIG_IGN);
  Asker asker = open(folder.path(), journal_bytes);
  asker.ask(CreateAccount{account(1)});
  for (std::uint64_t number = 1; number <= kMatchesWanted; ++number) asker.ask(CreateMatch{match(number, {1, 0})});
  std::vector<std::uint32_t> kept(kMatchesWanted + 1, 0);

  // A round of moves, one in each match; whether all were kept.
  std::string trouble;
  const auto play = [&] {
    std::vector<std::uint64_t> tickets;
    for (std::uint64_t number = 1; number <= kMatchesWanted; ++number) {
      tickets.push_back(asker.submit(append(number, kept[number])));
    }
    bool all = true;
    for (std::uint64_t number = 1; number <= kMatchesWanted; ++number) {
      const Answer answer = asker.take(tickets[number - 1]);
      if (answer.kept()) {
        ++kept[number];
      } else {
        all = false;
        trouble = answer.verdict == Verdict::kUnknown ? answer.error : "the verdict is another";
      }
    }
    return all;
  };
  // What is kept is what was answered, plus perhaps what was answered as unknown.
  const auto agrees = [&] {
    for (std::uint64_t number = 1; number <= kMatchesWanted; ++number) {
      const Boxed<StoredMatch> stored = asker.ask(LoadMatch{match_id(number)}).value;
      if (!stored) return false;
      const auto found = static_cast<std::uint32_t>(stored->moves.size());
      if (found < kept[number] || found > kept[number] + 1 || stored->moves != moves(number, found)) return false;
      kept[number] = found;
    }
    return true;
  };

  std::int64_t accounts = 1;
  for (int time = 1; time <= 3; ++time) {
    limit_files_to(kSpace * static_cast<rlim_t>(time));
    int rounds = 0;
    while (play()) {
      if (++rounds > 20'000) return "the disk never got full";
    }
    if (trouble.empty() || !trouble.ends_with('.')) return "no sentence: " + trouble;
    if (!agrees()) return "something is lost while the disk is full";
    for (int again = 0; again < 3; ++again) {
      if (play()) return "kept on a full disk";
    }
    // Less may still fit than a round of moves; then it has to be there.
    const Verdict fits = asker.ask(CreateAccount{account(1 + static_cast<std::uint64_t>(time))}).verdict;
    if (fits != Verdict::kUnknown) ++accounts;
    if (!asker.ask(FindAccount{account(1).token_hash}).value.account) return "no reading from a full disk";
    limit_files_to(RLIM_INFINITY);
    if (!play()) return "not kept when there is space again: " + trouble;
    if (!agrees()) return "something is lost when there is space again";
  }
  asker.close();
  if (raw(folder, "SELECT count(*) FROM accounts") < accounts) return "an account is lost";
  Asker reopened = open(folder.path(), journal_bytes);
  for (std::uint64_t number = 1; number <= kMatchesWanted; ++number) {
    if (reopened.ask(LoadMatch{match_id(number)}).value->moves != moves(number, kept[number]))
      return "something is lost";
  }
  return "fine";
}

TEST_CASE("a full disk refuses, loses nothing, and is recovered from") {
  for (const std::int64_t journal_bytes : {std::int64_t{1 << 20}, std::int64_t{10'000}}) {
    const ScratchFolder folder;
    Forked child([&](int pipe) { say(pipe, fill_the_disk(folder, journal_bytes)); });
    CHECK(child.read_all() == "fine");
  }
}

TEST_CASE("a disk that is too small for a new database is told of") {
  const ScratchFolder folder;
  Forked child([&](int pipe) {
    ::signal(SIGXFSZ, SIG_IGN);
    limit_files_to(8'192);
    say(pipe, refusal(folder.path()));
  });
  const std::string sentence = child.read_all();
  CAPTURE(sentence);
  CHECK(sentence.find("disk") != std::string::npos);
  CHECK(refusal(folder.path()).empty());
}

// Gives this process a disk of its own at `folder`, of 2 MiB. Whether it may.
bool small_disk(const std::string& folder) {
  if (::unshare(CLONE_NEWNS) != 0 && ::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
  return ::mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=2m") == 0;
}

// Writes to `path` until the disk is full, and makes the file `spare` bytes shorter again.
void fill(const std::string& path, std::int64_t spare) {
  const int file = ::open(path.c_str(), O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0600);
  const std::string page(4'096, 'x');
  while (::write(file, page.data(), page.size()) > 0) {
  }
  const std::int64_t size = ::lseek(file, 0, SEEK_END);
  if (::ftruncate(file, std::max<std::int64_t>(size - spare, 0)) != 0) ::unlink(path.c_str());
  ::close(file);
}

// Opens a store that was closed well, with `spare` bytes left on the disk. Says what went wrong, or nothing.
std::string start_with(const ScratchFolder& folder, std::int64_t spare) {
  const std::string filler = folder.path() + "/filler";
  fill(filler, spare);
  auto answers = std::make_unique<Answers>();
  auto store = open_sqlite_store({.folder = folder.path(), .full_sync = false}, answers->deliver());
  ::unlink(filler.c_str());
  if (!store) {
    const bool says_so = store.error().find(" is full: ") != std::string::npos;
    return says_so ? std::string() : "another sentence: " + store.error();
  }
  Asker asker(std::move(answers), std::move(*store));
  const auto answer = asker.ask(CreateMatch{match(1 + static_cast<std::uint64_t>(spare), {1, 0})});
  asker.close();
  if (answer.kept()) return {};
  return "opened with " + std::to_string(spare) + " bytes left, and then kept nothing: " + answer.error;
}

TEST_CASE(
    "a store that opens on a full disk takes writes once there is room, and any other says why it does not open") {
  const ScratchFolder folder;
  Forked child([&folder](int pipe) {
    if (!small_disk(folder.path())) return say(pipe, "skipped");
    {
      Asker asker = open(folder.path());
      asker.ask(CreateAccount{account(1)});
      asker.close();
    }
    std::string trouble;
    for (std::int64_t pages = 0; pages <= 24 && trouble.empty(); ++pages) trouble = start_with(folder, pages * 4'096);
    say(pipe, trouble.empty() ? "fine" : trouble);
  });
  const std::string said = child.read_all();
  if (said == "skipped") {
    MESSAGE("skipped: this process may not mount a disk of its own");
    return;
  }
  CHECK(said == "fine");
}

}  // namespace
}  // namespace wyrmhall::persistence::testing
