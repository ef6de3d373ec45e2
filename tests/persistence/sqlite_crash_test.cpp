// What was answered as kept survives: a killed process, and a disk that has no more space.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tests/persistence/appender.h"
#include "tests/persistence/forked.h"
#include "tests/persistence/samples.h"
#include "tests/persistence/sqlite_testing.h"

namespace wyrmhall::persistence::testing {
namespace {

constexpr std::uint64_t kMatches = 50;

TEST_CASE("every move that was answered as kept is there after a kill") {
  for (const std::int64_t journal_bytes : {std::int64_t{1 << 20}, std::int64_t{10'000}, kShortJournal}) {
    const ScratchFolder folder;
    Forked child([&](int pipe) {
      append_forever({.folder = folder.path(), .full_sync = false, .journal_bytes = journal_bytes}, pipe);
    });
    std::string said = child.read(sizeof(std::uint64_t) * 4'000);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    child.kill();
    said += child.read_all();
    REQUIRE(said.size() >= sizeof(std::uint64_t) * 4'000);
    Told told;
    note_told(said, told);
    CHECK(lost(folder, journal_bytes, told) == 0);
  }
}

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
  for (std::uint64_t number = 1; number <= kMatches; ++number) asker.ask(CreateMatch{match(number, {1, 0})});
  std::vector<std::uint32_t> kept(kMatches + 1, 0);

  // A round of moves, one in each match; whether all were kept.
  std::string trouble;
  const auto play = [&] {
    std::vector<std::uint64_t> tickets;
    for (std::uint64_t number = 1; number <= kMatches; ++number) {
      tickets.push_back(asker.submit(append(number, kept[number])));
    }
    bool all = true;
    for (std::uint64_t number = 1; number <= kMatches; ++number) {
      const Answer answer = asker.take(tickets[number - 1]);
      if (answer.verdict == Verdict::kKept) {
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
    for (std::uint64_t number = 1; number <= kMatches; ++number) {
      const Boxed<StoredMatch> stored = asker.ask(LoadMatch{match_id(number)}).match;
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
    if (!asker.ask(FindAccount{account(1).token_hash}).account) return "no reading from a full disk";
    limit_files_to(RLIM_INFINITY);
    if (!play()) return "not kept when there is space again: " + trouble;
    if (!agrees()) return "something is lost when there is space again";
  }
  asker.close();
  if (raw(folder, "SELECT count(*) FROM accounts") < accounts) return "an account is lost";
  Asker reopened = open(folder.path(), journal_bytes);
  for (std::uint64_t number = 1; number <= kMatches; ++number) {
    if (reopened.ask(LoadMatch{match_id(number)}).match->moves != moves(number, kept[number]))
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

TEST_CASE("a disk that is full at the start is told of") {
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

}  // namespace
}  // namespace wyrmhall::persistence::testing
