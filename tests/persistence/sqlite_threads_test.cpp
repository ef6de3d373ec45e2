// The store's threads against each other: run this under ThreadSanitizer.
#include <doctest/doctest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "tests/persistence/samples.h"
#include "tests/persistence/sqlite_testing.h"

namespace wyrmhall::persistence::testing {
namespace {

TEST_CASE("a match that is loaded while it is played has all that was kept before") {
  for (const std::int64_t journal_bytes : {std::int64_t{1 << 20}, std::int64_t{2'000}, kShortJournal}) {
    const ScratchFolder folder;
    Asker asker = open(folder.path(), journal_bytes);
    asker.ask(CreateAccount{account(1)});
    constexpr std::uint64_t kMatches = 8;
    constexpr std::uint32_t kRounds = 150;
    for (std::uint64_t number = 1; number <= kMatches; ++number) asker.ask(CreateMatch{match(number, {1, 0})});

    struct Load {
      std::uint64_t ticket;
      std::uint64_t match;
      std::uint32_t at_least;
    };
    std::vector<Load> loads;
    std::vector<std::uint64_t> lists;
    std::vector<std::uint64_t> before;
    for (std::uint32_t index = 0; index < kRounds; ++index) {
      std::vector<std::uint64_t> appended;
      const bool last = index + 1 == kRounds;
      for (std::uint64_t number = 1; number <= kMatches; ++number) {
        appended.push_back(asker.submit(last ? append_last(number, index, 1) : append(number, index)));
      }
      // Those of the round before are known to be kept; those of this one are on their way.
      for (const std::uint64_t ticket : before) CHECK(asker.take(ticket).kept());
      for (std::uint64_t number = 1; number <= kMatches; ++number) {
        loads.push_back({asker.submit(LoadMatch{match_id(number)}), number, index});
      }
      lists.push_back(
          asker.submit(ListMatches{.account = account_id(1), .only_running = false, .before = {}, .limit = 50}));
      before = appended;
    }
    for (const Load& load : loads) {
      const Boxed<StoredMatch> stored = AnswerTo<LoadMatch>(asker.take(load.ticket)).value;
      REQUIRE(stored);
      const auto found = static_cast<std::uint32_t>(stored->moves.size());
      CHECK(found >= load.at_least);
      CHECK(stored->moves == moves(load.match, found));
      CHECK(stored->end.has_value() == (found == kRounds));
    }
    for (const std::uint64_t ticket : lists)
      CHECK(AnswerTo<ListMatches>(asker.take(ticket)).value.lines.size() == kMatches);
    for (const std::uint64_t ticket : before) CHECK(asker.take(ticket).kept());
  }
}

TEST_CASE("a store that is destroyed answers all first") {
  const ScratchFolder folder;
  Asker asker = open(folder.path());
  asker.submit(CreateMatch{match(1, {0})});
  std::vector<std::uint64_t> tickets;
  for (std::uint32_t index = 0; index < 500; ++index) {
    tickets.push_back(asker.submit(append(1, index)));
    tickets.push_back(asker.submit(LoadMatch{match_id(1)}));
    tickets.push_back(asker.submit(LoadTables{}));
  }
  asker.close();
  for (const std::uint64_t ticket : tickets) {
    REQUIRE(asker.answers().has(ticket));
    CHECK(asker.take(ticket).kept());
  }
}

TEST_CASE("what is pending and how groups went can be asked from anywhere") {
  const ScratchFolder folder;
  Asker asker = open(folder.path());
  std::atomic<bool> done{false};
  std::thread watcher([&] {
    while (!done) {
      CHECK(asker.store().pending() <= 400);
      CHECK(asker.store().stats().writes <= 400);
    }
  });
  std::vector<std::uint64_t> tickets;
  tickets.reserve(400);
  for (std::uint64_t number = 0; number < 400; ++number)
    tickets.push_back(asker.submit(SaveTable{{table_id(number), "t"}}));
  for (const std::uint64_t ticket : tickets) CHECK(asker.take(ticket).kept());
  done = true;
  watcher.join();
  CHECK(asker.store().pending() == 0);
}

}  // namespace
}  // namespace wyrmhall::persistence::testing
