// What the fence of an append costs in PostgreSQL, and how many moves a second come through one connection.
//
//   tests/cluster/with_postgres.py build/release/bin/fence_bench
//
// Groups of moves are kept by turns with the fence and without it, in one run.
#include <time.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "persistence/postgres/database.h"
#include "persistence/postgres/joining.h"
#include "persistence/postgres/moves.h"
#include "persistence/postgres/schema.h"
#include "persistence/sql/heroes.h"
#include "persistence/sql/matches.h"
#include "tests/persistence/samples.h"

namespace wyrmhall::persistence::testing {
namespace {

constexpr std::array<std::uint64_t, 3> kGroups = {1, 10, 100};
constexpr int kRounds = 40;
constexpr double kRowsARound = 3'000;

struct Cost {
  double seconds = 0;
  double processor = 0;  // of this process
  double rows = 0;
};

double processor_time() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

class Bench {
 public:
  explicit Bench(const std::string& place)
      : database_(place, postgres::Database::Access::kReadWrite),
        incarnation_(made(database_)),
        heroes_(database_),
        matches_(database_, heroes_),
        moves_(database_, matches_) {
    for (std::uint64_t number = 1; number <= kGroups.back(); ++number) {
      HeroInTheWay way;
      matches_.create({.match = match(number, {0, 0})}, way);
    }
    next_.resize(kGroups.back() + 1);
    for (std::uint64_t number = 1; number <= kGroups.back(); ++number) {
      Conflict conflict{};
      moves_.append(request(number), conflict);
    }
    moves_.write();
  }

  // A move in each of the first `group` matches is a group.
  void round(std::uint64_t group, bool fenced, Cost& cost) {
    const auto begun = std::chrono::steady_clock::now();
    const double processor = processor_time();
    double rows = 0;
    for (; rows < kRowsARound; rows += static_cast<double>(group)) {
      for (std::uint64_t number = 1; number <= group; ++number) moves_.take(request(number));
      if (fenced) {
        if (!moves_.write_alone(incarnation_)) std::abort();
      } else {
        moves_.write();
      }
    }
    cost.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    cost.processor += processor_time() - processor;
    cost.rows += rows;
  }

 private:
  static Incarnation made(postgres::Database& database) {
    postgres::migrate(database);
    return postgres::join(database, {.name = "bench", .address = {}, .version = {}}).value();
  }

  AppendMove request(std::uint64_t number) {
    AppendMove append{.match = match_id(number), .index = next_[number]++, .move = {}, .deadline = {}, .end = {}};
    append.move.action = "sixteen bytes it";
    append.move.link = Link{1, 2, 3};
    return append;
  }

  postgres::Database database_;
  Incarnation incarnation_;
  sql::HeroWriter heroes_;
  sql::Matches matches_;
  postgres::Moves moves_;
  std::vector<std::uint32_t> next_;
};

int run(const char* place) {
  Bench bench(place);
  for (const std::uint64_t group : kGroups) {
    Cost fenced;
    Cost bare;
    for (int i = 0; i < kRounds; ++i) {
      bench.round(group, i % 2 == 0, i % 2 == 0 ? fenced : bare);
      bench.round(group, i % 2 != 0, i % 2 != 0 ? fenced : bare);
    }
    const double rate = fenced.rows / fenced.seconds;
    std::printf("groups of %3d: %8.0f moves/s fenced, %.3f of those without; %.2f us of this process a move\n",
                static_cast<int>(group), rate, rate / (bare.rows / bare.seconds), fenced.processor * 1e6 / fenced.rows);
  }
  return 0;
}

}  // namespace
}  // namespace wyrmhall::persistence::testing

int main() {
  const char* place = std::getenv("WYRMHALL_TEST_POSTGRES");
  if (place == nullptr) {
    std::puts("run this by tests/cluster/with_postgres.py");
    return 2;
  }
  return wyrmhall::persistence::testing::run(place);
}
