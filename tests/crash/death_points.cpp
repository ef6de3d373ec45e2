#include "tests/crash/death_points.h"

#include <signal.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>

namespace wyrmhall::crash {
namespace {

enum class When : std::uint8_t { kBegins, kEnds };

struct Point {
  std::string_view name;
  When when;
  std::string_view statement;  // how the statement begins
};

constexpr std::array kPoints = {
    // The first start: the schema is half there.
    Point{"in-migration", When::kEnds, "CREATE TABLE matches"},
    // Any start: the run has its number, and nothing else.
    Point{"in-start-up", When::kEnds, "UPDATE server SET incarnation = incarnation + 1"},
    // Any start: while the journal is read.
    Point{"in-recovery", When::kBegins, "SELECT id, folded, ended_at FROM matches"},
    // A group has been carried out and is not on disk.
    Point{"before-commit", When::kBegins, "COMMIT"},
    // It is on disk, and nobody has been told.
    Point{"between-commit-and-send", When::kEnds, "COMMIT"},
    // A table's match is half made.
    Point{"in-match-start", When::kEnds, "INSERT INTO seats"},
    // A match is marked as over, and its ledger is not booked.
    Point{"in-match-end", When::kEnds, "UPDATE matches SET folded = ?, deadline = NULL"},
    // The ledger is booked, and the transaction is not over.
    Point{"after-ledger", When::kEnds, "INSERT INTO ledger"},
};

const Point* chosen = nullptr;
std::atomic<std::uint64_t> passes_left{0};

int note(unsigned what, void* /*context*/, void* statement, void* text) {
  const When now = what == SQLITE_TRACE_STMT ? When::kBegins : When::kEnds;
  if (now != chosen->when) return 0;
  const char* sql =
      what == SQLITE_TRACE_STMT ? static_cast<const char*>(text) : sqlite3_sql(static_cast<sqlite3_stmt*>(statement));
  if (sql == nullptr) return 0;
  std::string_view words(sql);
  // The schema is run as one text, with comments between its statements.
  while (words.starts_with("--") || words.starts_with("\n")) {
    words.remove_prefix(std::min(words.find('\n'), words.size() - 1) + 1);
  }
  if (words.starts_with(chosen->statement) && passes_left.fetch_sub(1) == 1) ::kill(::getpid(), SIGKILL);
  return 0;
}

int watch(sqlite3* connection, const char** /*error*/, const sqlite3_api_routines* /*api*/) {
  if (sqlite3_db_readonly(connection, "main") == 1) return SQLITE_OK;  // the reader's
  return sqlite3_trace_v2(connection, chosen->when == When::kBegins ? SQLITE_TRACE_STMT : SQLITE_TRACE_PROFILE, note,
                          nullptr);
}

}  // namespace

bool die_at(std::string_view point, std::uint64_t times) {
  const auto* found = std::ranges::find(kPoints, point, &Point::name);
  if (found == kPoints.end()) return false;
  chosen = found;
  passes_left = times;
  // SQLite calls it with what `watch` takes; the type that it is declared with is for all extensions.
  return sqlite3_auto_extension(reinterpret_cast<void (*)()>(watch)) == SQLITE_OK;
}

}  // namespace wyrmhall::crash
