#include "tests/persistence/appender.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

#include "tests/persistence/forked.h"
#include "tests/persistence/samples.h"
#include "tests/persistence/sqlite_testing.h"

namespace wyrmhall::persistence::testing {
namespace {

constexpr std::uint64_t kPlayedAtOnce = 50;  // at once
constexpr std::uint32_t kMovesOfEach = 60;   // in each
constexpr std::uint64_t kPlayer = 1;         // who sits in all of them

// The answer to move `index` of match `number` has the ticket number * kStride + index.
constexpr std::uint64_t kStride = 1'000'000;

// The move after the one with this ticket, in the next match of the same place where that one was the last.
void go_on(Store& store, std::uint64_t ticket) {
  std::uint64_t number = ticket / kStride;
  auto index = static_cast<std::uint32_t>(ticket % kStride) + 1;
  if (index == kMovesOfEach) {
    number += kPlayedAtOnce;
    index = 0;
    store.submit({0, CreateMatch{match(number, {kPlayer, 0})}});
  }
  const bool last = index + 1 == kMovesOfEach;
  store.submit({number * kStride + index, last ? append_last(number, index, kPlayer) : append(number, index)});
}

}  // namespace

void append_forever(const SqliteOptions& options, int pipe) {
  std::unique_ptr<Store> store;
  std::mutex mutex;
  std::vector<std::uint64_t> due;
  const auto deliver = [&](const std::vector<Answer>& answers) {
    std::string told;
    std::vector<std::uint64_t> kept;
    for (const Answer& answer : answers) {
      if (answer.ticket < kStride) continue;
      if (answer.verdict == Verdict::kConflict) {
        // A match of a run before, which is over: the next one of its place.
        kept.push_back(answer.ticket - answer.ticket % kStride + kMovesOfEach - 1);
      }
      if (answer.verdict != Verdict::kKept) continue;
      told.append(reinterpret_cast<const char*>(&answer.ticket), sizeof answer.ticket);
      kept.push_back(answer.ticket);
    }
    if (!told.empty()) say(pipe, told);
    const std::scoped_lock lock(mutex);
    due.insert(due.end(), kept.begin(), kept.end());
  };
  auto opened = open_sqlite_store(options, deliver);
  if (!opened) ::_exit(1);
  store = *std::move(opened);
  store->submit({0, CreateAccount{account(kPlayer)}});
  for (std::uint64_t number = 1; number <= kPlayedAtOnce; ++number) {
    store->submit({0, CreateMatch{match(number, {kPlayer, 0})}});
    store->submit({number * kStride, append(number, 0)});
  }
  for (;;) {
    std::vector<std::uint64_t> now;
    {
      const std::scoped_lock lock(mutex);
      now.swap(due);
    }
    for (const std::uint64_t ticket : now) go_on(*store, ticket);
    if (now.empty()) std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
}

void note_told(const std::string& said, Told& told) {
  for (std::size_t at = 0; at + sizeof(std::uint64_t) <= said.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t ticket = 0;
    std::memcpy(&ticket, said.data() + at, sizeof ticket);
    std::uint32_t& count = told[ticket / kStride];
    count = std::max(count, static_cast<std::uint32_t>(ticket % kStride) + 1);
  }
}

std::uint64_t lost(const ScratchFolder& folder, std::int64_t journal_bytes, const Told& told) {
  std::uint64_t missing = 0;
  Asker asker = open(folder.path(), journal_bytes);
  for (const auto& [number, count] : told) {
    const Boxed<StoredMatch> stored = asker.ask(LoadMatch{match_id(number)}).value;
    const auto found = static_cast<std::uint32_t>(stored ? stored->moves.size() : 0);
    if (found < count) {
      missing += count - found;
      continue;
    }
    CHECK(stored->moves == moves(number, found));
    CHECK(stored->end.has_value() == (found == kMovesOfEach));
    // A repeated last move is kept, the next one is taken: the match goes on from where it stands.
    const bool over = found == kMovesOfEach;
    const AppendMove next = over ? append_last(number, kMovesOfEach - 1, kPlayer) : append(number, found);
    CHECK(asker.ask(next).kept());
  }
  asker.close();
  CHECK(raw(folder, "SELECT count(*) FROM ledger") ==
        2 * raw(folder, "SELECT count(*) FROM matches WHERE ended_at IS NOT NULL"));
  return missing;
}

}  // namespace wyrmhall::persistence::testing
