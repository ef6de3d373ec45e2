// The threads for bots, real ones.
#include "server/shell/workers.h"

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <ctime>
#include <latch>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "server/games/duel/solutions.h"

namespace wyrmhall::server {
namespace {

using namespace std::chrono_literals;

Task nothing() {
  return []() -> JobResult { return std::optional<pb::GameAction>(); };
}

}  // namespace

TEST_CASE("a long thought holds up neither who hands work over nor the other pool; the threads think at once") {
  std::latch go_on(1);
  std::latch both_think(2);
  std::latch all_thought(3);
  std::latch answered(1);
  Workers thinkers(
      2, true, [&](std::uint64_t /*ticket*/, JobResult /*finding*/, Duration /*used*/) { all_thought.count_down(); });
  Workers workers(1, false, [&](std::uint64_t ticket, JobResult /*finding*/, Duration /*used*/) {
    CHECK(ticket == 9);
    answered.count_down();
  });
  const auto think = [&]() -> JobResult {
    both_think.count_down();
    go_on.wait();
    return std::optional<pb::GameAction>();
  };
  thinkers.submit({.ticket = 1, .kind = Work::Kind::kBotMove, .address = "a", .task = think});
  thinkers.submit({.ticket = 2, .kind = Work::Kind::kBotMove, .address = "b", .task = think});
  thinkers.submit({.ticket = 3, .kind = Work::Kind::kBotMove, .address = "c", .task = nothing()});
  both_think.wait();  // would never come if one waited for the other, or submit() for either
  workers.submit({.ticket = 9, .task = nothing()});
  answered.wait();
  CHECK(!all_thought.try_wait());
  go_on.count_down();
  all_thought.wait();
}

TEST_CASE("what has not been begun when the pool ends is dropped") {
  std::atomic<int> done = 0;
  std::latch begun(1);
  std::latch go_on(1);
  std::jthread later;
  {
    Workers thinkers(1, true, [&](std::uint64_t /*ticket*/, JobResult /*finding*/, Duration /*used*/) { ++done; });
    thinkers.submit({.ticket = 1, .kind = Work::Kind::kBotMove, .task = [&]() -> JobResult {
                       begun.count_down();
                       go_on.wait();
                       return std::optional<pb::GameAction>();
                     }});
    for (std::uint64_t ticket = 2; ticket < 100; ++ticket)
      thinkers.submit({.ticket = ticket, .kind = Work::Kind::kBotMove, .task = nothing()});
    begun.wait();
    later = std::jthread([&] {
      std::this_thread::sleep_for(50ms);
      go_on.count_down();
    });
  }
  CHECK(done == 1);
}

TEST_CASE("one address never keeps all threads busy: another is served at once") {
  std::latch go_on(1);
  std::latch two_think(2);
  std::latch answered(1);
  std::latch all(4);
  std::atomic<int> at_once = 0;
  std::atomic<bool> too_many = false;
  Workers thinkers(3, true, [&](std::uint64_t ticket, JobResult /*finding*/, Duration /*used*/) {
    if (ticket == 9) answered.count_down();
    all.count_down();
  });
  for (std::uint64_t ticket = 0; ticket < 3; ++ticket) {
    thinkers.submit(
        {.ticket = ticket, .kind = Work::Kind::kBotMove, .address = "a", .task = [&, ticket]() -> JobResult {
           if (++at_once > 2) too_many = true;
           if (ticket < 2) two_think.count_down();
           go_on.wait();
           --at_once;
           return std::optional<pb::GameAction>();
         }});
  }
  two_think.wait();
  thinkers.submit({.ticket = 9, .kind = Work::Kind::kBotMove, .address = "b", .task = nothing()});
  answered.wait();  // would not come if «a» had all three
  go_on.count_down();
  all.wait();
  CHECK_FALSE(too_many);
}

TEST_CASE("what a thought took is told in time of a processor, not of the clock") {
  static constexpr auto kBusy = 60ms;
  std::map<std::uint64_t, Duration> took;
  std::latch all(2);
  Workers thinkers(1, true, [&](std::uint64_t ticket, JobResult /*finding*/, Duration used) {
    took[ticket] = used;  // of one thread
    all.count_down();
  });
  thinkers.submit({.ticket = 1, .kind = Work::Kind::kBotMove, .task = []() -> JobResult {
                     timespec now{};
                     do {
                       (void)::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
                     } while (std::chrono::nanoseconds(now.tv_nsec) < kBusy);
                     return std::optional<pb::GameAction>();
                   }});
  thinkers.submit({.ticket = 2, .kind = Work::Kind::kBotMove, .task = []() -> JobResult {
                     std::this_thread::sleep_for(kBusy);
                     return std::optional<pb::GameAction>();
                   }});
  all.wait();
  CHECK(took[1] >= kBusy / 2);
  CHECK(took[2] < kBusy / 2);
}

TEST_CASE("addresses take turns, and the accounts of each") {
  std::vector<std::uint64_t> done;
  std::latch all(12);
  std::latch go_on(1);
  std::latch begun(1);
  Workers thinkers(1, true, [&](std::uint64_t ticket, JobResult /*finding*/, Duration /*used*/) {
    done.push_back(ticket);  // of one thread
    all.count_down();
  });
  const auto account = [](std::uint8_t number) {
    Uuid bytes{};
    bytes[0] = number;
    return AccountId(bytes);
  };
  const auto ask = [&](std::uint64_t ticket, const std::string& address, std::uint8_t number) {
    thinkers.submit({.ticket = ticket,
                     .kind = Work::Kind::kBotMove,
                     .address = address,
                     .account = account(number),
                     .task = nothing()});
  };
  thinkers.submit({.ticket = 0, .kind = Work::Kind::kBotMove, .address = "a", .task = [&]() -> JobResult {
                     begun.count_down();
                     go_on.wait();
                     return std::optional<pb::GameAction>();
                   }});
  begun.wait();
  for (std::uint64_t ticket = 10; ticket < 18; ++ticket) ask(ticket, "a", 1);
  ask(20, "a", 2);
  ask(30, "b", 3);
  ask(31, "b", 3);
  go_on.count_down();
  all.wait();
  // The accounts of "a" in turn, and "b" between them.
  CHECK(done == std::vector<std::uint64_t>{0, 30, 10, 31, 20, 11, 12, 13, 14, 15, 16, 17});
}

TEST_CASE("threads that need the same solution share one, whoever works it out") {
  using rules::duel::Figure;
  DuelSolutions solutions;
  const std::vector<rules::duel::Pair> pairs = {{Figure::none, Figure::none}, {Figure::ember, Figure::gale}};
  std::vector<std::array<const rules::duel::Solver*, 2>> found(3);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < found.size(); ++i) {
      threads.emplace_back([&, i] {
        for (const std::size_t which : {i % 2, 1 - (i % 2)}) {
          found[i][which] = solutions.solver(pairs[which]).get();
          CHECK(solutions.openings(pairs[which])->size() == solutions.solver(pairs[which])->layers());
        }
      });
    }
  }
  for (const auto& of_thread : found) CHECK(of_thread == found[0]);
  CHECK(found[0][0] != found[0][1]);
}

}  // namespace wyrmhall::server
