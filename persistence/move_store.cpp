#include "persistence/move_store.h"

#include <exception>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <utility>

#include "persistence/moving/source.h"
#include "persistence/moving/target.h"
#include "persistence/postgres/errors.h"
#include "persistence/sqlite/errors.h"
#include "persistence/sqlite/folder.h"
#include "persistence/sqlite/schema.h"

namespace wyrmhall::persistence::moving {
namespace {

using Told = std::function<void(const MoveProgress&)>;

// After so many rows somebody is told.
constexpr std::int64_t kToldEvery = 100'000;

// Says how a step goes on with a table.
class Telling {
 public:
  Telling(const Told& told, MoveProgress::Step step, const Table& table, std::int64_t rows)
      : told_(told), progress_{.step = step, .table = table.name, .rows = rows} {}

  void row() {
    if (++progress_.rows % kToldEvery == 0) told_(progress_);
  }
  void done() {
    progress_.done = true;
    told_(progress_);
  }
  [[nodiscard]] std::int64_t rows() const { return progress_.rows; }

 private:
  const Told& told_;
  MoveProgress progress_;
};

void copy_table(Source& source, Target& target, const Table& table, const Told& told) {
  const std::int64_t before = target.noted(table.name);
  Telling telling(told, MoveProgress::Step::kCopied, table, before);
  source.rows(table, before, [&](const Row& row) {
    target.add(table, row);
    telling.row();
    target.note(table.name, telling.rows());
    target.keep_some();
  });
  target.keep_all();
  telling.done();
}

void copy_moves(Source& source, Target& target, const Told& told) {
  Telling telling(told, MoveProgress::Step::kCopied, kMoves, 0);
  source.matches(target.noted(kMoves.name), [&](const Source::OfMatch& match) {
    for (const Row& move : match.moves) {
      target.add(kMoves, move);
      telling.row();
    }
    if (match.receipt) target.add(kReceipts, *match.receipt);
    target.note(kMoves.name, match.match_no);
    target.keep_some();
  });
  target.keep_all();
  telling.done();
}

[[noreturn]] void differs(const Table& table, std::int64_t row) {
  throw std::runtime_error(std::string("Row ") + std::to_string(row) + " of the table " + table.name +
                           " is not in PostgreSQL as it is in the folder: empty the database, and begin again.");
}

// Rows of one table, each as its copy.
class Comparing {
 public:
  Comparing(Target& target, const Table& table, const Told& told)
      : table_(table), copies_(target.database(), table), telling_(told, MoveProgress::Step::kCompared, table, 0) {}

  void row(const Row& row) {
    const std::optional<Row> copy = copies_.next();
    telling_.row();
    if (!copy || *copy != row) differs(table_, telling_.rows());
  }
  void done() {
    if (copies_.next()) differs(table_, telling_.rows() + 1);
    telling_.done();
  }

 private:
  const Table& table_;
  TargetRows copies_;
  Telling telling_;
};

void compare(Source& source, Target& target, const Told& told) {
  target.database().begin_read();
  for (const Table& table : kTables) {
    Comparing comparing(target, table, told);
    source.rows(table, 0, [&](const Row& row) { comparing.row(row); });
    comparing.done();
  }
  Comparing moves(target, kMoves, told);
  Comparing receipts(target, kReceipts, told);
  source.matches(0, [&](const Source::OfMatch& match) {
    for (const Row& move : match.moves) moves.row(move);
    if (match.receipt) receipts.row(*match.receipt);
  });
  moves.done();
  receipts.done();
  target.database().end_read();
}

// Why the folder cannot be moved; nothing when it can.
std::optional<std::string> unfit(const std::string& path) {
  if (!std::filesystem::exists(path)) return "There is no " + path + ": name the folder of the server's with --data.";
  sqlite::Database database(path, sqlite::Database::Access::kReadOnly);
  if (sqlite::origin(database) != sqlite::Origin::kOurs ||
      database.number("PRAGMA user_version") != sqlite::kSchemaVersion) {
    return path + " is not a database of this version of Wyrmhall: start this version's server on it once.";
  }
  return std::nullopt;
}

void move_all(const std::string& folder, const std::string& postgres, const Told& told) {
  const std::expected<sqlite::Folder, std::string> held = sqlite::Folder::open(folder);
  if (!held) throw std::runtime_error(held.error());
  Source source(folder);
  Target target(postgres);
  if (const auto reason = target.begin(source.incarnation())) throw std::runtime_error(*reason);
  for (const Table& table : kTables) copy_table(source, target, table, told);
  copy_moves(source, target, told);
  compare(source, target, told);
  target.finish(source.incarnation());
}

}  // namespace
}  // namespace wyrmhall::persistence::moving

namespace wyrmhall::persistence {

std::expected<void, std::string> move_store(const std::string& folder, const std::string& postgres,
                                            const std::function<void(const MoveProgress&)>& told) {
  const std::string path = folder + "/wyrmhall.db";
  try {
    if (auto reason = moving::unfit(path)) return std::unexpected(*std::move(reason));
    moving::move_all(folder, postgres, told);
    return {};
  } catch (const postgres::Error& error) {
    return std::unexpected(postgres::sentence(error));
  } catch (const sql::Error& error) {
    return std::unexpected(sqlite::sentence(error, path));
  } catch (const std::exception& error) {
    return std::unexpected(error.what());
  }
}

}  // namespace wyrmhall::persistence
