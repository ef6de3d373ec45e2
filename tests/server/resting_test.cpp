// What matches that rest cost in memory, and starts that are made up for.
#include <doctest/doctest.h>
#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>

#include "server/core/schedule.h"
#include "server/lobby/running_matches.h"
#include "tests/support/environment.h"

namespace {

std::atomic<std::size_t> allocated = 0;  // bytes, as the allocator rounds them

constexpr std::size_t kHeader = sizeof(std::size_t);  // that the allocator keeps with each piece

}  // namespace

// The test's own, which count. Not inlined: else GCC sees the pair of new and free at optimised callers and warns of
// it.
[[gnu::noinline]] void* operator new(std::size_t size) {
  void* piece = std::malloc(size);
  if (piece == nullptr) throw std::bad_alloc();
  allocated += malloc_usable_size(piece) + kHeader;
  return piece;
}
[[gnu::noinline]] void operator delete(void* piece) noexcept {
  if (piece == nullptr) return;
  allocated -= malloc_usable_size(piece) + kHeader;
  std::free(piece);
}
void operator delete(void* piece, std::size_t /*size*/) noexcept {
  operator delete(piece);
}

namespace wyrmhall::server {
namespace {

constexpr std::size_t kMany = 100'000;
constexpr std::size_t kMax = 16UL * 1024 * 1024;  // bytes

// As random as those that the server makes.
template <IdType T>
T id_of(std::size_t number) {
  const std::uint64_t mixed = number * 0x9e3779b97f4a7c15U;
  Uuid id{};
  for (std::size_t i = 0; i < id.size(); ++i) id[i] = static_cast<std::uint8_t>(mixed >> 8 * (i % sizeof mixed));
  return T(id);
}

Timestamp at(std::size_t micros) {
  return from_unix_micros(static_cast<std::int64_t>(micros));
}

TEST_CASE("a hundred thousand matches that rest take at most 16 MiB, and none once they are over") {
  const std::size_t before = allocated;
  {
    Schedule<MatchId> schedule;
    for (std::size_t i = 0; i < kMany; ++i) schedule.at(id_of<MatchId>(i), at(i * 7919 % kMany));
    MESSAGE("their clocks: ", (allocated - before) / 1024, " KiB");
    CHECK(allocated - before < kMax);
    CHECK(schedule.size() == kMany);
    std::size_t taken = 0;
    while (schedule.take_due(at(kMany))) ++taken;
    CHECK(taken == kMany);
  }
  CHECK(allocated < before + kMax / 100);  // doctest has what was said
}

TEST_CASE("where a hundred thousand matches were started from takes as much again") {
  test::ManualClock clock;
  test::SeededEntropy entropy(1);
  const Environment environment{.clock = clock, .entropy = entropy, .signing_key = test::signing_key()};
  RunningMatches running(environment);
  const std::size_t before = allocated;
  persistence::MatchRow row;
  row.seats.resize(2);
  row.seats[0].account = id_of<AccountId>(1);
  row.seats[1].account = id_of<AccountId>(2);
  std::vector<SharedAddress> from(2);
  for (std::size_t i = 0; i < kMany; ++i) {
    // Ten of each address.
    const std::string text = "192.0.2." + std::to_string(i / 10);
    for (SharedAddress& one : from)
      one = std::make_shared<const PeerAddress>(PeerAddress{.text = text, .groups = {text}});
    row.id = id_of<MatchId>(i);
    running.started(row, from, false);
  }
  MESSAGE("their addresses: ", (allocated - before) / 1024, " KiB");
  CHECK(allocated - before < kMax);
  CHECK(running.in_all() == static_cast<std::int64_t>(kMany));
  const std::vector<AccountId> accounts = {id_of<AccountId>(1), id_of<AccountId>(2)};
  for (std::size_t i = 0; i < kMany; ++i) running.ended(id_of<MatchId>(i), accounts);
  CHECK(running.in_all() == 0);
}

TEST_CASE("of those who have started matches nobody is remembered for whom it makes no difference any more") {
  constexpr Rate kOneAMinute = {.per_second = 1.0 / 60, .at_once = 15};
  constexpr Rate kOneASecond = {.per_second = 1, .at_once = 15};
  Rates<std::string> rates;
  Timestamp now{};
  for (int i = 0; i < 1000; ++i) rates.spend("one of " + std::to_string(i), 1, kOneAMinute, now);
  CHECK(rates.size() == 1000);
  now += 61s;
  for (int i = 0; i < 600; ++i) rates.spend("late", 1, kOneAMinute, now);
  CHECK(rates.size() <= 2);
  // Six hundred are 585 too many: one more in as many minutes, and one.
  CHECK(rates.wait("late", 1, kOneAMinute, now) >= 586min);
  CHECK(rates.wait("late", 1, kOneAMinute, now) <= 586min + 1ms);
  CHECK(rates.wait("late", 1, kOneASecond, now) <= 586s + 1ms);  // where the limit is raised meanwhile
  CHECK(rates.wait("nobody", 1, kOneAMinute, now) == 0s);
}

TEST_CASE("a time that moves on is looked at once too often, and not each time") {
  Schedule<MatchId> schedule;
  schedule.by(id_of<MatchId>(1), at(10));
  schedule.by(id_of<MatchId>(1), at(20));
  CHECK_FALSE(schedule.take_due(at(9)));
  CHECK(schedule.take_due(at(10)) == id_of<MatchId>(1));
  CHECK_FALSE(schedule.take_due(at(1000)));
  schedule.by(id_of<MatchId>(1), at(30));
  schedule.by(id_of<MatchId>(1), at(5));
  schedule.at(id_of<MatchId>(2), at(40));
  schedule.at(id_of<MatchId>(2), at(50));
  CHECK(schedule.take_due(at(1000)) == id_of<MatchId>(1));
  CHECK_FALSE(schedule.take_due(at(49)));
  CHECK(schedule.take_due(at(50)) == id_of<MatchId>(2));
  schedule.at(id_of<MatchId>(3), at(1));
  schedule.forget(id_of<MatchId>(3));
  CHECK(schedule.size() == 0);
}

}  // namespace
}  // namespace wyrmhall::server
