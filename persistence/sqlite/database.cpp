#include "persistence/sqlite/database.h"

#include <cerrno>
#include <cstring>
#include <mutex>

namespace wyrmhall::persistence::sqlite {
namespace {

// How long a connection waits for another's lock. The writer is alone, so this is for backups and curious shells.
constexpr int kBusyMilliseconds = 5'000;

// SQLite reports a failing disk even where the operating system says that the disk is full, since it does not check
// that when it makes its file of shared memory.
Error error_of(sqlite3* handle) {
  const int code = sqlite3_extended_errcode(handle);
  const bool full = (code & 0xff) == SQLITE_IOERR && sqlite3_system_errno(handle) == ENOSPC;
  return {full ? SQLITE_FULL : code, sqlite3_errmsg(handle)};
}

[[noreturn]] void fail(sqlite3* handle, int code) {
  if (handle == nullptr) throw Error(code, sqlite3_errstr(code));
  throw error_of(handle);
}

// SQLite counts its memory under one global lock unless told otherwise: nobody reads the count, and the reader and the
// writer would meet at that lock.
void configure_once() {
  static std::once_flag once;
  std::call_once(once, [] { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); });
}

// A statement that is kept, to be run many times.
class PreparedStatement final : public sql::Prepared {
 public:
  PreparedStatement(sqlite3* database, std::string_view sql) {
    const int code = sqlite3_prepare_v3(database, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                                        &handle_, nullptr);
    if (code != SQLITE_OK) fail(database, code);
  }
  ~PreparedStatement() override { sqlite3_finalize(handle_); }

  void bind(int index, std::int64_t value) override { check(sqlite3_bind_int64(handle_, index, value)); }

  void bind(int index, std::string_view text) override {
    // A null pointer would bind NULL, which is not the empty text.
    const char* data = text.data() != nullptr ? text.data() : "";
    check(sqlite3_bind_text64(handle_, index, data, text.size(), SQLITE_STATIC, SQLITE_UTF8));
  }

  void bind(int index, Blob bytes) override {
    const void* data = bytes.data != nullptr ? bytes.data : "";
    check(sqlite3_bind_blob64(handle_, index, data, bytes.size, SQLITE_STATIC));
  }

  void bind_null(int index) override { check(sqlite3_bind_null(handle_, index)); }

  void must_only_read() const override {
    if (sqlite3_stmt_readonly(handle_) == 0 && sqlite3_stmt_isexplain(handle_) == 0) {
      throw Error(SQLITE_MISUSE, "a statement that writes is run to its end");
    }
  }

  bool step() override {
    const int code = sqlite3_step(handle_);
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    fail(sqlite3_db_handle(handle_), code);
  }

  std::optional<std::int64_t> finish() override;
  void reset() noexcept override { sqlite3_reset(handle_); }

  [[nodiscard]] bool null(int column) const override { return sqlite3_column_type(handle_, column) == SQLITE_NULL; }
  [[nodiscard]] std::int64_t integer(int column) const override { return sqlite3_column_int64(handle_, column); }
  [[nodiscard]] std::string_view view(int column) const override {
    const void* data = sqlite3_column_blob(handle_, column);
    const int size = sqlite3_column_bytes(handle_, column);
    if (data == nullptr) return {};
    return {static_cast<const char*>(data), static_cast<std::size_t>(size)};
  }

 private:
  void check(int code) const {
    if (code != SQLITE_OK) fail(sqlite3_db_handle(handle_), code);
  }

  sqlite3_stmt* handle_ = nullptr;
};

std::optional<std::int64_t> PreparedStatement::finish() {
  std::optional<std::int64_t> first;
  int code = sqlite3_step(handle_);
  if (code == SQLITE_ROW && sqlite3_column_count(handle_) > 0) first = sqlite3_column_int64(handle_, 0);
  while (code == SQLITE_ROW) code = sqlite3_step(handle_);
  if (code == SQLITE_DONE) code = SQLITE_OK;
  // Before the reset, which may put other words in the place of these.
  sqlite3* const database = sqlite3_db_handle(handle_);
  std::optional<Error> error;
  if (code != SQLITE_OK) error = error_of(database);
  const int reset = sqlite3_reset(handle_);
  if (error) throw *error;
  if (reset != SQLITE_OK) fail(database, reset);
  return first;
}

}  // namespace

Database::Database(const std::string& path, Access access) {
  configure_once();
  const int flags = (access == Access::kReadWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_NOMUTEX;
  const int code = sqlite3_open_v2(path.c_str(), &handle_, flags, nullptr);
  if (code != SQLITE_OK) {
    const Error error(code, handle_ != nullptr ? sqlite3_errmsg(handle_) : sqlite3_errstr(code));
    sqlite3_close_v2(handle_);
    throw error;
  }
  sqlite3_extended_result_codes(handle_, 1);
  sqlite3_busy_timeout(handle_, kBusyMilliseconds);
}

Database::~Database() {
  sqlite3_close_v2(handle_);
}

void Database::execute(const char* sql) {
  const int code = sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(handle_, code);
}

bool Database::read_only() const {
  return sqlite3_db_readonly(handle_, "main") == 1;
}

bool Database::in_transaction() const {
  return sqlite3_get_autocommit(handle_) == 0;
}

std::int64_t Database::changed() {
  return sqlite3_changes64(handle_);
}

std::optional<std::int64_t> Database::number_made(std::optional<std::int64_t> /*returned*/) const {
  if (sqlite3_changes64(handle_) == 0) return std::nullopt;
  return sqlite3_last_insert_rowid(handle_);
}

void Database::roll_back() noexcept {
  if (in_transaction()) sqlite3_exec(handle_, "ROLLBACK", nullptr, nullptr, nullptr);
}

std::unique_ptr<sql::Prepared> Database::prepare(std::string_view sql) {
  return std::make_unique<PreparedStatement>(handle_, sql);
}

void Database::end_read() noexcept {
  // Ending a read cannot lose anything, and there is nobody to tell.
  if (in_transaction()) sqlite3_exec(handle_, "COMMIT", nullptr, nullptr, nullptr);
}

sql::Error::About Error::about(int code) {
  switch (code & 0xff) {
    case SQLITE_CONSTRAINT:
    case SQLITE_TOOBIG:
    case SQLITE_MISMATCH:
      return About::kRequest;
    case SQLITE_CORRUPT:
      return About::kDamage;
    default:
      return About::kDatabase;
  }
}

}  // namespace wyrmhall::persistence::sqlite
