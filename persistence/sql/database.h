// A thin layer over databases that speak SQL: prepared statements that clean up after themselves, and errors as
// exceptions. What is kept is written down once, against this header, in the words that all engines understand; an
// engine (sqlite/, postgres/) says how statements are prepared and carried out. Exceptions stay inside persistence/:
// each engine's writer, reader and open function turn them into answers.
//
// Parameters are `?`, one after the other, or all of them `?1`, `?2` and so on. Numbers are 64 bits wide, times are UTC
// microseconds, ids and hashes are bytes.
//
// A connection and its statements belong to one thread at a time.
#pragma once

#include <array>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "common/id.h"
#include "common/time.h"

namespace wyrmhall::persistence::sql {

// What is wrong, and what the database said to it in its own words.
class Error : public std::runtime_error {
 public:
  enum class About : std::uint8_t {
    kRequest,   // what was to be written: it contradicts what is there
    kDamage,    // what is there: it is not as this program writes it
    kDatabase,  // the database, its disk or the way to it
  };

  Error(About about, const std::string& words) : std::runtime_error(words), about_(about) {}

  [[nodiscard]] About about() const { return about_; }

 private:
  About about_;
};

[[noreturn]] inline void damaged(const std::string& words) {
  throw Error(Error::About::kDamage, words);
}

// Bytes to be bound. They must stay where they are until the statement has run.
struct Blob {
  const void* data = nullptr;
  std::size_t size = 0;

  Blob(std::string_view bytes) : data(bytes.data()), size(bytes.size()) {}  // NOLINT(google-explicit-constructor)
  template <std::size_t N>
  Blob(const std::array<std::uint8_t, N>& bytes)  // NOLINT(google-explicit-constructor)
      : data(bytes.data()), size(N) {}
};

// A statement as an engine has prepared it. Columns and what view() gives are of the row that step() has come to.
class Prepared {
 public:
  Prepared() = default;
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;
  virtual ~Prepared() = default;

  // What is bound must stay where it is until reset().
  virtual void bind(int index, std::int64_t value) = 0;
  virtual void bind(int index, std::string_view text) = 0;
  virtual void bind(int index, Blob bytes) = 0;
  virtual void bind_null(int index) = 0;

  // Throws when the statement writes.
  virtual void must_only_read() const = 0;
  // Whether there is a further row.
  virtual bool step() = 0;
  // Runs to the end and resets. The first column of the first row, where there is one.
  virtual std::optional<std::int64_t> finish() = 0;
  virtual void reset() noexcept = 0;

  [[nodiscard]] virtual bool null(int column) const = 0;
  [[nodiscard]] virtual std::int64_t integer(int column) const = 0;
  [[nodiscard]] virtual std::string_view view(int column) const = 0;
};

class Database {
 public:
  Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  virtual ~Database() = default;

  [[nodiscard]] virtual std::unique_ptr<Prepared> prepare(std::string_view sql) = 0;

  // How many rows the last INSERT, UPDATE or DELETE changed.
  [[nodiscard]] virtual std::int64_t changed() = 0;

  // For NumberedInsert: what follows the words of an INSERT, and what it came to by what it returned.
  [[nodiscard]] virtual std::string_view returning_number() const = 0;
  [[nodiscard]] virtual std::optional<std::int64_t> number_made(std::optional<std::int64_t> returned) const = 0;

  // Between them, reads see one state of the database.
  virtual void begin_read() = 0;
  virtual void end_read() noexcept = 0;

  // The first column of the first row.
  std::int64_t number(std::string_view sql);
};

class Cursor;

// A prepared statement, to be kept and run many times.
class Statement {
 public:
  Statement(Database& database, std::string_view sql) : prepared_(database.prepare(sql)) {}

  // Binds the parameters in their order and runs a statement that writes or begins, ends or takes back a transaction,
  // to its end. Outside a transaction it also commits, so a full disk is reported here. What is bound must outlive the
  // call. Answers the first column of the first row that a RETURNING gave, if there was one.
  template <class... Values>
  std::optional<std::int64_t> run(const Values&... values) {
    bind_all(values...);
    return prepared_->finish();
  }

  // Binds the parameters in their order; the cursor gives the rows. What is bound must outlive the cursor. Only for
  // statements that read, since a cursor that is destroyed cannot report that a commit failed. Throws for any other.
  template <class... Values>
  [[nodiscard]] Cursor query(const Values&... values);

 private:
  template <class... Values>
  void bind_all(const Values&... values) {
    int index = 0;
    (bind(++index, values), ...);
  }

  void bind(int index, std::int64_t value) { prepared_->bind(index, value); }
  void bind(int index, Timestamp time) { bind(index, unix_micros(time)); }
  void bind(int index, std::chrono::sys_days day) { bind(index, day.time_since_epoch().count()); }
  void bind(int index, std::string_view text) { prepared_->bind(index, text); }
  void bind(int index, Blob bytes) { prepared_->bind(index, bytes); }

  template <std::integral Number>
    requires(sizeof(Number) < sizeof(std::int64_t))
  void bind(int index, Number value) {
    bind(index, static_cast<std::int64_t>(value));
  }

  template <class Value>
  void bind(int index, const std::optional<Value>& value) {
    value ? bind(index, *value) : prepared_->bind_null(index);
  }

  template <std::size_t N>
  void bind(int index, const std::array<std::uint8_t, N>& bytes) {
    bind(index, Blob(bytes));
  }
  template <class Kind>
  void bind(int index, const Id<Kind>& id) {
    bind(index, id.bytes());
  }

  std::unique_ptr<Prepared> prepared_;
};

// An INSERT into a table that numbers its rows itself, in its column `no`. Each engine has a way of its own to tell the
// number; in SQLite a RETURNING costs several times what the INSERT does.
class NumberedInsert {
 public:
  NumberedInsert(Database& database, const std::string& sql)
      : database_(&database), statement_(database, std::string(sql).append(database.returning_number())) {}

  // As Statement::run(). The number of the row; nothing where ON CONFLICT DO NOTHING made none.
  template <class... Values>
  std::optional<std::int64_t> run(const Values&... values) {
    return database_->number_made(statement_.run(values...));
  }

 private:
  Database* database_;
  Statement statement_;
};

// The rows of a query, one after the other. Resets the statement when it goes.
class Cursor {
 public:
  explicit Cursor(Prepared& rows) : rows_(&rows) {}
  Cursor(const Cursor&) = delete;
  Cursor& operator=(const Cursor&) = delete;
  ~Cursor() { rows_->reset(); }

  // Whether there is a further row; the columns are then those of that row.
  [[nodiscard]] bool next() { return rows_->step(); }

  [[nodiscard]] bool null(int column) const { return rows_->null(column); }
  [[nodiscard]] std::int64_t integer(int column) const { return rows_->integer(column); }
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
  [[nodiscard]] std::string_view view(int column) const { return rows_->view(column); }
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

  Prepared* rows_;
};

template <class... Values>
Cursor Statement::query(const Values&... values) {
  prepared_->must_only_read();
  bind_all(values...);
  return Cursor(*prepared_);
}

// Reads that belong together see one state of the database. Ends with the scope.
class ReadTransaction {
 public:
  explicit ReadTransaction(Database& database) : database_(&database) { database.begin_read(); }
  ReadTransaction(const ReadTransaction&) = delete;
  ReadTransaction& operator=(const ReadTransaction&) = delete;
  ~ReadTransaction() { database_->end_read(); }

 private:
  Database* database_;
};

}  // namespace wyrmhall::persistence::sql
