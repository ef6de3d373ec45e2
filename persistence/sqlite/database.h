// SQLite as an engine of sql/database.h.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "persistence/sql/database.h"

namespace wyrmhall::persistence::sqlite {

using sql::Blob;
using sql::Cursor;
using sql::damaged;
using sql::NumberedInsert;
using sql::ReadTransaction;
using sql::Statement;

// What SQLite reported: its extended result code and its own words.
class Error : public sql::Error {
 public:
  Error(int code, const std::string& words) : sql::Error(about(code), words), code_(code) {}

  [[nodiscard]] int code() const { return code_; }
  // The code without its details, such as SQLITE_IOERR for SQLITE_IOERR_FSYNC.
  [[nodiscard]] int kind() const { return code_ & 0xff; }

 private:
  static About about(int code);

  int code_;
};

class Database : public sql::Database {
 public:
  enum class Access : std::uint8_t { kReadWrite, kReadOnly };

  Database(const std::string& path, Access access);
  ~Database() override;

  [[nodiscard]] std::unique_ptr<sql::Prepared> prepare(std::string_view sql) override;

  // Runs statements that take no parameters: pragmas and the schema.
  void execute(const char* sql);

  [[nodiscard]] bool read_only() const;
  [[nodiscard]] bool in_transaction() const;
  [[nodiscard]] std::int64_t changed() override;

  [[nodiscard]] std::string_view returning_number() const override { return {}; }
  [[nodiscard]] std::optional<std::int64_t> number_made(std::optional<std::int64_t> returned) const override;

  void begin_read() override { execute("BEGIN"); }
  void end_read() noexcept override;

  // Takes back what the transaction has done, if there is one: after some errors SQLite has done that by itself. Should
  // it fail the transaction stays open, and beginning the next one is refused.
  void roll_back() noexcept;

  [[nodiscard]] sqlite3* handle() const { return handle_; }

 private:
  sqlite3* handle_ = nullptr;
};

}  // namespace wyrmhall::persistence::sqlite
