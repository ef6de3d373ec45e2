#include "persistence/sqlite_store.h"

#include <exception>
#include <type_traits>
#include <utility>
#include <variant>

#include "persistence/sql/owed_answers.h"
#include "persistence/sqlite/database.h"
#include "persistence/sqlite/errors.h"
#include "persistence/sqlite/folder.h"
#include "persistence/sqlite/reader.h"
#include "persistence/sqlite/schema.h"
#include "persistence/sqlite/writer.h"

namespace wyrmhall::persistence {
namespace {

// How much of the database the writer may hold in memory, in KiB. What it needs again soon fits. After a commit that
// split a page SQLite looks through all of it: with eight times as much memory a turn takes an eighth longer.
constexpr const char* kWriterCache = "PRAGMA cache_size = -4096";

class SqliteStore : public Store {
 public:
  SqliteStore(sqlite::Folder folder, std::unique_ptr<sqlite::Database> database, Incarnation incarnation,
              std::int64_t journal_bytes, Deliver deliver)
      : folder_(std::move(folder)),
        incarnation_(incarnation),
        owed_(std::move(deliver)),
        reader_(folder_.database_path(), owed_, false),
        patient_reader_(folder_.database_path(), owed_, true),
        writer_(folder_.database_path(), std::move(database), incarnation, journal_bytes, owed_, reader_,
                patient_reader_) {}

  [[nodiscard]] Incarnation incarnation() const override { return incarnation_; }

  void submit(Submission&& submission) override {
    owed_.expect_one();
    const Request& request = submission.request;
    // Only the writer knows where matches stand.
    const bool for_writer = is_write(request) || std::holds_alternative<LoadMatch>(request) ||
                            std::holds_alternative<LoadDeadlines>(request);
    if (!for_writer) {
      reader_.put({submission.ticket, std::move(submission.request), {}});
    } else {
      writer_.put(std::move(submission));
    }
  }

  [[nodiscard]] std::size_t pending() const override { return owed_.owed(); }

  [[nodiscard]] StoreStats stats() const override { return writer_.stats(); }

 private:
  // In this order: the writer ends first and may still pass something to the reader, and the lock goes last.
  sqlite::Folder folder_;
  Incarnation incarnation_;
  sql::OwedAnswers owed_;
  sqlite::Reader reader_;
  sqlite::Reader patient_reader_;
  sqlite::Writer writer_;
};

void configure(sqlite::Database& database, bool full_sync) {
  database.execute("PRAGMA journal_mode = WAL");
  database.execute(full_sync ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
  database.execute(kWriterCache);
}

std::expected<std::unique_ptr<Store>, std::string> open(const SqliteOptions& options, sqlite::Folder folder,
                                                        Store::Deliver deliver) {
  const std::string& path = folder.database_path();
  auto database = std::make_unique<sqlite::Database>(path, sqlite::Database::Access::kReadWrite);
  if (database->read_only()) {
    return std::unexpected(path + " cannot be written: give the user that runs the server the right to write it.");
  }
  switch (sqlite::origin(*database)) {
    case sqlite::Origin::kNewer:
      return std::unexpected(path + " was written by a newer version of Wyrmhall: run that version, or a later one.");
    case sqlite::Origin::kForeign:
      return std::unexpected(path + " is another program's database: name another folder, or move the file away.");
    case sqlite::Origin::kEmpty:
    case sqlite::Origin::kOurs:
      break;
  }
  configure(*database, options.full_sync);
  sqlite::migrate(*database);
  const Incarnation incarnation = sqlite::draw_incarnation(*database);
  return std::make_unique<SqliteStore>(std::move(folder), std::move(database), incarnation, options.journal_bytes,
                                       std::move(deliver));
}

}  // namespace

std::expected<std::unique_ptr<Store>, std::string> open_sqlite_store(const SqliteOptions& options,
                                                                     Store::Deliver deliver) {
  std::expected<sqlite::Folder, std::string> folder = sqlite::Folder::open(options.folder);
  if (!folder) return std::unexpected(std::move(folder.error()));
  const std::string path = folder->database_path();
  try {
    return open(options, std::move(*folder), std::move(deliver));
  } catch (const sql::Error& error) {
    return std::unexpected(sqlite::sentence(error, path));
  } catch (const std::exception& error) {
    return std::unexpected("The store in " + options.folder + " cannot be opened (" + error.what() + ").");
  }
}

}  // namespace wyrmhall::persistence
