// PostgreSQL as an engine of sql/database.h.
#pragma once

#include <libpq-fe.h>

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "persistence/sql/database.h"

namespace wyrmhall::persistence::postgres {

using sql::Blob;
using sql::Cursor;
using sql::damaged;
using sql::ReadTransaction;
using sql::Statement;

// What PostgreSQL reported, with its five characters for it (SQLSTATE), or what is wrong with the way to it, without.
class Error : public sql::Error {
 public:
  Error(std::string state, const std::string& words) : sql::Error(about(state), words), state_(std::move(state)) {}

  [[nodiscard]] const std::string& state() const { return state_; }
  // Others were in the way: nothing was changed, and the whole transaction can be tried again.
  [[nodiscard]] bool try_again() const { return state_ == "40001" || state_ == "40P01"; }

 private:
  static About about(std::string_view state);

  std::string state_;
};

struct ResultDeleter {
  void operator()(PGresult* result) const { PQclear(result); }
};
using Result = std::unique_ptr<PGresult, ResultDeleter>;

// A connection. Once it is lost each call throws, until reconnect() has made another; statements outlive that.
class Database : public sql::Database {
 public:
  enum class Access : std::uint8_t { kReadWrite, kReadOnly };

  // `place`: a postgresql:// URI, or keywords and values, as libpq takes them. Throws Error.
  Database(const std::string& place, Access access);
  ~Database() override;

  [[nodiscard]] std::unique_ptr<sql::Prepared> prepare(std::string_view sql) override;

  // Runs statements that take no parameters, one after the other. How many rows the last one gave or changed.
  std::int64_t execute(const std::string& sql);

  [[nodiscard]] std::int64_t changed() override;

  [[nodiscard]] std::string_view returning_number() const override { return " RETURNING no"; }
  [[nodiscard]] std::optional<std::int64_t> number_made(std::optional<std::int64_t> returned) const override {
    return returned;
  }

  void begin_read() override;
  void end_read() noexcept override;
  // From here to end_together(), what is read is read in one transaction, which the first begin_read() begins. It ends
  // early, and the next begin_read() begins another, where the connection is lost or roll_back() is called.
  void read_together() { together_ = true; }
  void end_together() noexcept;

  // From here to the end of the transaction, what writes and gives nothing back is sent and not waited for, until
  // something has to be known: then one round trip is for all of it (libpq's pipeline mode). If one of them fails, the
  // call that waits throws, which may be that of a later one, or commit().
  void defer();

  // Takes back what the transaction has done, if there is one. A failure loses the connection, and the transaction
  // with it.
  void roll_back() noexcept;
  // Throws unless the transaction is known to be kept. It may be kept nevertheless.
  void commit();

  // Whether there is a connection, as far as anybody has noticed.
  [[nodiscard]] bool connected() const { return !unusable_ && PQstatus(handle_) == CONNECTION_OK; }
  // Throws Error, and can be tried again.
  void reconnect();
  // Which connection this is, from 1.
  [[nodiscard]] std::uint64_t connection() const { return connection_; }

  // What was reported as a warning since the last call, empty for none. A commit that did not wait for the standby says
  // no more than that.
  std::string take_warning() { return std::exchange(warning_, {}); }

  [[nodiscard]] PGconn* handle() const { return handle_; }
  // Takes the result of a call of libpq's. Throws Error where it is none, or a failure.
  Result checked(PGresult* result);

  // Prepares a statement for this connection.
  void prepare(const char* name, const char* words, std::span<const Oid> types);
  // Runs one, with parameters as bytes; null stands for NULL. `waits`: what it gives or changes is to be known; without
  // that, while statements are deferred, the result is null.
  struct Parameters {
    std::span<const char* const> values;
    std::span<const int> sizes;
  };
  Result run_prepared(const char* name, const Parameters& parameters, bool waits);

 private:
  void begin_connection();
  // What was sent and not waited for: the result of the last of it, or what the first that failed did so with.
  std::expected<Result, Error> take_deferred();
  // The same, as an exception.
  Result collect();
  void sent(int done);
  // False where the connection cannot be used any more.
  bool end_deferring();
  void note_changed(const Result& result);

  PGconn* handle_ = nullptr;
  Access access_;
  std::uint64_t connection_ = 0;
  std::uint64_t statements_ = 0;  // that were ever prepared, for their names
  std::int64_t changed_ = 0;
  bool together_ = false;
  bool deferring_ = false;
  int deferred_ = 0;       // statements that were not waited for
  bool unusable_ = false;  // what it was sent and what it has answered do not go together any more
  std::string warning_;

  friend class PreparedStatement;
};

}  // namespace wyrmhall::persistence::postgres
