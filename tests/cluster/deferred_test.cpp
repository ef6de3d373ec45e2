// Statements of a transaction in PostgreSQL that are sent and not waited for (persistence/postgres/database.h).
#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>

#include "tests/cluster/scratch_database.h"

namespace wyrmhall::persistence::testing {
namespace {

using postgres::Database;
using sql::Cursor;
using sql::Statement;

struct Numbers {
  Numbers() { database.execute("CREATE TABLE numbers (n bigint PRIMARY KEY)"); }

  void begin() {
    database.execute("BEGIN");
    database.defer();
  }
  std::int64_t count() {
    Cursor row = count_.query();
    return row.next() ? row.integer(0) : -1;
  }

  ScratchDatabase scratch;
  Database database{scratch.place(), Database::Access::kReadWrite};
  Statement insert{database, "INSERT INTO numbers (n) VALUES (?)"};
  Statement insert_new{database, "INSERT INTO numbers (n) VALUES (?) ON CONFLICT DO NOTHING"};

 private:
  Statement count_{database, "SELECT count(*) FROM numbers"};
};

// About whom the error is that this throws.
template <class Call>
std::optional<sql::Error::About> thrown(Call&& call) {
  try {
    call();
  } catch (const sql::Error& error) {
    return error.about();
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("what was not waited for is there for what is asked next, and kept by the commit") {
  Numbers numbers;
  constexpr int kMany = 350;  // more than are sent before anybody reads what came of them
  numbers.begin();
  for (int i = 0; i < kMany; ++i) numbers.insert.run(i);
  CHECK(numbers.database.changed() == 1);
  CHECK(numbers.count() == kMany);
  numbers.insert_new.run(1);
  CHECK(numbers.count() == kMany);  // a query has not changed anything
  CHECK(numbers.database.changed() == 0);
  numbers.insert.run(kMany);
  numbers.database.commit();
  CHECK(numbers.count() == kMany + 1);
  CHECK(numbers.scratch.raw("SELECT count(*) FROM numbers") == kMany + 1);
}

TEST_CASE("a statement that fails is reported by what waits next, and nothing of the transaction is kept") {
  Numbers numbers;
  const auto contradict = [&] {
    numbers.begin();
    for (const int number : {1, 2, 1, 3}) numbers.insert.run(number);
  };
  contradict();
  CHECK(thrown([&] { numbers.database.commit(); }) == sql::Error::About::kRequest);
  numbers.database.roll_back();
  contradict();
  CHECK(thrown([&] { numbers.count(); }) == sql::Error::About::kRequest);
  numbers.database.roll_back();
  contradict();
  CHECK(thrown([&] { (void)numbers.database.changed(); }) == sql::Error::About::kRequest);
  numbers.database.roll_back();
  contradict();
  // Prepared only now, and so after what has failed.
  Statement drop(numbers.database, "DELETE FROM numbers WHERE n = ?");
  CHECK(thrown([&] { drop.run(1); }) == sql::Error::About::kRequest);
  numbers.database.roll_back();
  contradict();
  numbers.database.roll_back();

  REQUIRE(numbers.database.connected());
  CHECK(numbers.count() == 0);
  numbers.begin();
  numbers.insert.run(1);
  drop.run(1);
  numbers.insert.run(7);
  numbers.database.commit();
  CHECK(numbers.scratch.raw("SELECT max(n) FROM numbers") == 7);
}

TEST_CASE("a connection that is lost under what was not waited for is noticed, and another one made") {
  Numbers numbers;
  numbers.begin();
  numbers.insert.run(1);
  CHECK(numbers.count() == 1);
  numbers.insert.run(2);
  numbers.scratch.raw(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction' AND "
      "datname = current_database()");
  CHECK(thrown([&] { numbers.database.commit(); }) == sql::Error::About::kDatabase);
  numbers.database.roll_back();
  CHECK_FALSE(numbers.database.connected());
  numbers.database.reconnect();
  CHECK(numbers.count() == 0);
  numbers.begin();
  numbers.insert.run(3);
  numbers.database.commit();
  CHECK(numbers.count() == 1);
}

}  // namespace wyrmhall::persistence::testing
