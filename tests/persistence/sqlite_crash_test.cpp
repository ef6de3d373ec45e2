// What was answered as kept survives: a killed process, and a disk that has no more space.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "tests/persistence/forked.h"
#include "tests/persistence/samples.h"
#include "tests/persistence/sqlite_testing.h"

namespace wyrmhall::persistence::testing {
namespace {

constexpr std::uint64_t kMatches = 50;

// The answer to move `index` of match `number` has the ticket number * kStride + index.
constexpr std::uint64_t kStride = 1'000'000;

// Appends to many matches, as fast as answers come, and says the ticket of each move that was kept.
void append_forever(const std::string& folder, std::int64_t journal_bytes, int pipe) {
  std::unique_ptr<Store> store;
  std::mutex mutex;
  std::vector<std::uint64_t> due;
  const auto deliver = [&](const std::vector<Answer>& answers) {
    std::string told;
    std::vector<std::uint64_t> kept;
    for (const Answer& answer : answers) {
      if (answer.ticket < kStride || answer.verdict != Verdict::kKept) continue;
      told.append(reinterpret_cast<const char*>(&answer.ticket), sizeof answer.ticket);
      kept.push_back(answer.ticket);
    }
    if (!told.empty()) say(pipe, told);
    const std::scoped_lock lock(mutex);
    due.insert(due.end(), kept.begin(), kept.end());
  };
  store = open_sqlite_store({.folder = folder, .full_sync = false, .journal_bytes = journal_bytes}, deliver).value();
  for (std::uint64_t number = 1; number <= kMatches; ++number) {
    store->submit({0, CreateMatch{match(number, {0, 0})}});
    store->submit({number * kStride, append(number, 0)});
  }
  for (;;) {
    std::vector<std::uint64_t> now;
    {
      const std::scoped_lock lock(mutex);
      now.swap(due);
    }
    for (const std::uint64_t ticket : now) {
      store->submit({ticket + 1, append(ticket / kStride, static_cast<std::uint32_t>(ticket % kStride) + 1)});
    }
    if (now.empty()) std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
}

TEST_CASE("every move that was answered as kept is there after a kill") {
  for (const std::int64_t journal_bytes : {std::int64_t{1 << 20}, std::int64_t{10'000}, kShortJournal}) {
    const ScratchFolder folder;
    Forked child([&](int pipe) { append_forever(folder.path(), journal_bytes, pipe); });
    std::string told = child.read(sizeof(std::uint64_t) * 2'000);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    child.kill();
    told += child.read_all();
    REQUIRE(told.size() >= sizeof(std::uint64_t) * 2'000);

    std::map<std::uint64_t, std::uint32_t> kept;  // how many moves of each match
    for (std::size_t at = 0; at + sizeof(std::uint64_t) <= told.size(); at += sizeof(std::uint64_t)) {
      std::uint64_t ticket = 0;
      std::memcpy(&ticket, told.data() + at, sizeof ticket);
      std::uint32_t& count = kept[ticket / kStride];
      count = std::max(count, static_cast<std::uint32_t>(ticket % kStride) + 1);
    }
    CHECK(kept.size() == kMatches);
    Asker asker = open(folder.path(), journal_bytes);
    for (const auto& [number, count] : kept) {
      const std::optional<StoredMatch> stored = asker.ask(LoadMatch{id(number)}).match;
      REQUIRE(stored);
      const auto found = static_cast<std::uint32_t>(stored->moves.size());
      CHECK(found >= count);
      CHECK(stored->moves == moves(number, found));
      CHECK(asker.ask(append(number, found)).verdict == Verdict::kKept);
    }
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
        trouble = answer.verdict == Verdict::kUnknown ? answer.trouble : "the verdict is another";
      }
    }
    return all;
  };
  // What is kept is what was answered, plus perhaps what was answered as unknown.
  const auto agrees = [&] {
    for (std::uint64_t number = 1; number <= kMatches; ++number) {
      const std::optional<StoredMatch> stored = asker.ask(LoadMatch{id(number)}).match;
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
    if (reopened.ask(LoadMatch{id(number)}).match->moves != moves(number, kept[number])) return "something is lost";
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
