// A thin layer over SQLite: connections and prepared statements that clean up after themselves, and errors as
// exceptions. Exceptions stay inside persistence/sqlite: the writer, the reader and open_sqlite_store() turn them into
// answers.
//
// A connection and its statements belong to one thread at a time.
#pragma once

#include <sqlite3.h>

#include <array>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "common/id.h"
#include "common/time.h"

namespace wyrmhall::persistence::sqlite {

// What SQLite reported: its extended result code and its own words.
class Error : public std::runtime_error {
 public:
  Error(int code, const std::string& words) : std::runtime_error(words), code_(code) {}

  [[nodiscard]] int code() const { return code_; }
  // The code without its details, such as SQLITE_IOERR for SQLITE_IOERR_FSYNC.
  [[nodiscard]] int kind() const { return code_ & 0xff; }

 private:
  int code_;
};

// Bytes to be bound. They must stay where they are until the statement has run.
struct Blob {
  const void* data = nullptr;
  std::size_t size = 0;

  Blob(std::string_view bytes) : data(bytes.data()), size(bytes.size()) {}  // NOLINT(google-explicit-constructor)
  template <std::size_t N>
  Blob(const std::array<std::uint8_t, N>& bytes)  // NOLINT(google-explicit-constructor)
      : data(bytes.data()), size(N) {}
};

class Database {
 public:
  enum class Access : std::uint8_t { kReadWrite, kReadOnly };

  Database(const std::string& path, Access access);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database();

  // Runs statements that take no parameters: pragmas and the schema.
  void execute(const char* sql);

  // The first column of the first row, for pragmas.
  std::int64_t number(const char* sql);

  [[nodiscard]] bool read_only() const;
  [[nodiscard]] bool in_transaction() const;

  // The number of the row that the last INSERT into a table with numbers made.
  [[nodiscard]] std::int64_t last_row() const;
  // How many rows the last INSERT, UPDATE or DELETE changed.
  [[nodiscard]] std::int64_t changed() const;

  // Takes back what the transaction has done, if there is one: after some errors SQLite has done that by itself. Should
  // it fail the transaction stays open, and beginning the next one is refused.
  void roll_back() noexcept;

  [[nodiscard]] sqlite3* handle() const { return handle_; }

 private:
  sqlite3* handle_ = nullptr;
};

class Cursor;

// A prepared statement, to be kept and run many times.
class Statement {
 public:
  Statement(Database& database, std::string_view sql);
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement();

  // Binds the parameters in their order and runs a statement that writes or begins, ends or takes back a transaction,
  // to its end. Outside a transaction it also commits, so a full disk is reported here. What is bound must outlive the
  // call. Answers the first column of the first row that a RETURNING gave, if there was one.
  template <class... Values>
  std::optional<std::int64_t> run(const Values&... values) {
    bind_all(values...);
    return finish();
  }

  // Binds the parameters in their order; the cursor gives the rows. What is bound must outlive the cursor. Only for
  // statements that read, since a cursor that is destroyed cannot report that a commit failed. Throws for any other.
  template <class... Values>
  [[nodiscard]] Cursor query(const Values&... values);

 private:
  friend class Cursor;

  template <class... Values>
  void bind_all(const Values&... values) {
    int index = 0;
    (bind(++index, values), ...);
  }

  void bind(int index, std::int64_t value);
  void bind(int index, Timestamp time) { bind(index, unix_micros(time)); }
  void bind(int index, std::chrono::sys_days day) { bind(index, day.time_since_epoch().count()); }
  void bind(int index, std::string_view text);
  void bind(int index, Blob bytes);
  void bind_null(int index);

  template <std::integral Number>
    requires(sizeof(Number) < sizeof(std::int64_t))
  void bind(int index, Number value) {
    bind(index, static_cast<std::int64_t>(value));
  }

  template <class Value>
  void bind(int index, const std::optional<Value>& value) {
    value ? bind(index, *value) : bind_null(index);
  }

  template <std::size_t N>
  void bind(int index, const std::array<std::uint8_t, N>& bytes) {
    bind(index, Blob(bytes));
  }
  template <class Kind>
  void bind(int index, const Id<Kind>& id) {
    bind(index, id.bytes());
  }

  void must_only_read() const;
  bool step();
  std::optional<std::int64_t> finish();

  sqlite3_stmt* handle_ = nullptr;
};

// The rows of a query, one after the other. Resets the statement when it goes.
class Cursor {
 public:
  explicit Cursor(Statement& statement) : statement_(&statement) {}
  Cursor(const Cursor&) = delete;
  Cursor& operator=(const Cursor&) = delete;
  ~Cursor() { sqlite3_reset(statement_->handle_); }

  // Whether there is a further row; the columns are then those of that row.
  [[nodiscard]] bool next() { return statement_->step(); }

  [[nodiscard]] bool null(int column) const;
  [[nodiscard]] std::int64_t integer(int column) const;
  // An integer column that was written from a narrower type.
  template <std::integral Number>
  [[nodiscard]] Number as(int column) const {
    return static_cast<Number>(integer(column));
  }
  [[nodiscard]] std::optional<std::int64_t> maybe_integer(int column) const;
  [[nodiscard]] Timestamp time(int column) const { return from_unix_micros(integer(column)); }
  [[nodiscard]] std::optional<Timestamp> maybe_time(int column) const;
  [[nodiscard]] std::chrono::sys_days day(int column) const;
  // Text or bytes; they are gone with the next row.
  [[nodiscard]] std::string_view view(int column) const;
  [[nodiscard]] std::string bytes(int column) const { return std::string(view(column)); }

  // Bytes of a fixed length, such as a hash. Throws if the length is another.
  template <std::size_t N>
  [[nodiscard]] std::array<std::uint8_t, N> array(int column) const {
    std::array<std::uint8_t, N> out{};
    copy(column, out);
    return out;
  }
  template <IdType T>
  [[nodiscard]] T id(int column) const {
    return T(array<sizeof(T)>(column));
  }
  template <IdType T>
  [[nodiscard]] std::optional<T> maybe_id(int column) const {
    if (null(column)) return std::nullopt;
    return id<T>(column);
  }

 private:
  void copy(int column, std::span<std::uint8_t> into) const;

  Statement* statement_;
};

template <class... Values>
Cursor Statement::query(const Values&... values) {
  must_only_read();
  bind_all(values...);
  return Cursor(*this);
}

// Reads that belong together see one state of the database. Ends with the scope.
class ReadTransaction {
 public:
  explicit ReadTransaction(Database& database) : database_(&database) { database.execute("BEGIN"); }
  ReadTransaction(const ReadTransaction&) = delete;
  ReadTransaction& operator=(const ReadTransaction&) = delete;
  ~ReadTransaction();

 private:
  Database* database_;
};

}  // namespace wyrmhall::persistence::sqlite
