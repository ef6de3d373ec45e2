#include "persistence/postgres/database.h"

#include <array>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "persistence/postgres/types.h"

namespace wyrmhall::persistence::postgres {
namespace {

// How long it may take to get a connection; and for how long what was sent may stay unconfirmed by the other machine
// before the connection is given up. What PostgreSQL itself needs to answer is not bounded: a commit may wait for its
// standby for as long as that takes.
constexpr const char* kConnectSeconds = "5";
constexpr const char* kUnconfirmedMilliseconds = "5000";

// What every connection is told. What is asked for takes milliseconds at the most, and to compile it (jit) hundreds,
// where PostgreSQL takes it for more than it is: of the clocks that end soon it expects a third of all. A transaction
// in which this program stands still would keep others waiting for what it has locked: PostgreSQL ends it, and the
// connection, after two seconds.
constexpr const char* kSettings =
    "SET client_min_messages = warning; SET jit = off; SET idle_in_transaction_session_timeout = 2000; "
    "SET default_transaction_isolation = 'read committed'; SET statement_timeout = 0; SET lock_timeout = 0";

// How many statements are sent before their results are read: what they come to must fit into what the kernel holds of
// a connection, since nobody reads while these are sent.
constexpr int kMaxDeferred = 100;

std::uint64_t big_endian(const char* bytes, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value = value << 8U | static_cast<unsigned char>(bytes[i]);
  return value;
}

// sum() of integers is of this type: digits to the base of 10,000, the highest first.
std::int64_t whole_numeric(const char* bytes) {
  constexpr unsigned kNegative = 0x4000;
  const auto digits = static_cast<int>(big_endian(bytes, 2));
  const auto weight = static_cast<std::int16_t>(big_endian(bytes + 2, 2));
  const bool negative = big_endian(bytes + 4, 2) == kNegative;
  std::int64_t value = 0;
  for (int i = 0; i <= weight; ++i) {
    const auto digit =
        i < digits ? static_cast<std::int64_t>(big_endian(bytes + 8 + 2 * static_cast<std::ptrdiff_t>(i), 2)) : 0;
    value = value * 10'000 + digit;
  }
  return negative ? -value : value;
}

// `?` and `?1` as PostgreSQL writes them, `$1`.
std::string in_its_words(std::string_view sql) {
  std::string words;
  int next = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < sql.size(); ++i) {
    if (sql[i] == '\'') quoted = !quoted;
    if (sql[i] != '?' || quoted) {
      words += sql[i];
      continue;
    }
    words += '$';
    const bool numbered = i + 1 < sql.size() && std::isdigit(static_cast<unsigned char>(sql[i + 1])) != 0;
    if (!numbered) words += std::to_string(++next);
  }
  return words;
}

bool reads(std::string_view sql) {
  return sql.starts_with("SELECT") || sql.starts_with("EXPLAIN") || sql.starts_with("FETCH");
}

std::string sql_state(const PGresult* result) {
  const char* state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  return state == nullptr ? std::string() : std::string(state);
}

// One line of what libpq says, which ends in a line feed and may have several.
std::string one_line(std::string words) {
  while (!words.empty() && words.back() == '\n') words.pop_back();
  for (char& character : words) {
    if (character == '\n' || character == '\t') character = ' ';
  }
  return words;
}

}  // namespace

// A statement by its name, prepared once a connection.
class PreparedStatement final : public sql::Prepared {
 public:
  PreparedStatement(Database& database, std::string_view sql)
      : database_(database),
        words_(in_its_words(sql)),
        reads_(reads(sql)),
        gives_(reads_ || sql.find(" RETURNING ") != std::string_view::npos) {}

  void bind(int index, std::int64_t value) override {
    Parameter& parameter = at(index, kInt8);
    auto bits = static_cast<std::uint64_t>(value);
    for (std::size_t i = parameter.number.size(); i-- > 0; bits >>= 8U) {
      parameter.number.at(i) = static_cast<char>(bits & 0xff);
    }
    parameter.size = static_cast<int>(parameter.number.size());
    parameter.bytes = nullptr;
  }

  void bind(int index, std::string_view text) override { bind_bytes(index, kText, text.data(), text.size()); }

  void bind(int index, Blob bytes) override {
    bind_bytes(index, kBytea, static_cast<const char*>(bytes.data), bytes.size);
  }

  void bind_null(int index) override { at(index, kUnknownType); }

  void must_only_read() const override {
    if (!reads_) throw Error("25006", "a statement that writes is run to its end");
  }

  bool step() override {
    if (!rows_) {
      rows_ = carry_out();
      row_ = -1;
    }
    return ++row_ < PQntuples(rows_.get());
  }

  std::optional<std::int64_t> finish() override {
    const Result rows = carry_out();
    if (rows == nullptr || PQntuples(rows.get()) == 0 || PQnfields(rows.get()) == 0) return std::nullopt;
    return number_in(rows.get(), 0, 0);
  }

  void reset() noexcept override { rows_.reset(); }

  [[nodiscard]] bool null(int column) const override { return PQgetisnull(rows_.get(), row_, column) != 0; }
  [[nodiscard]] std::int64_t integer(int column) const override { return number_in(rows_.get(), row_, column); }
  [[nodiscard]] std::string_view view(int column) const override {
    return {PQgetvalue(rows_.get(), row_, column), static_cast<std::size_t>(PQgetlength(rows_.get(), row_, column))};
  }

 private:
  struct Parameter {
    Oid type = kUnknownType;
    std::array<char, sizeof(std::int64_t)> number{};
    const char* bytes = nullptr;  // nothing for a number
    int size = 0;
  };

  Parameter& at(int index, Oid type) {
    const auto place = static_cast<std::size_t>(index - 1);
    if (place >= parameters_.size()) parameters_.resize(place + 1);
    parameters_[place].type = type;
    return parameters_[place];
  }

  void bind_bytes(int index, Oid type, const char* data, std::size_t size) {
    Parameter& parameter = at(index, type);
    parameter.bytes = data != nullptr ? data : "";
    parameter.size = static_cast<int>(size);
  }

  Result carry_out() {
    if (prepared_in_ != database_.connection_ || name_.empty()) prepare();
    values_.clear();
    sizes_.clear();
    for (const Parameter& parameter : parameters_) {
      const char* bytes = parameter.bytes != nullptr ? parameter.bytes : parameter.number.data();
      values_.push_back(parameter.type == kUnknownType ? nullptr : bytes);
      sizes_.push_back(parameter.size);
    }
    return database_.run_prepared(name_.c_str(), {.values = values_, .sizes = sizes_}, gives_);
  }

  // With the types of what is bound: that of a parameter which is NULL now is found out by PostgreSQL, and is the same.
  void prepare() {
    std::vector<Oid> types;
    types.reserve(parameters_.size());
    for (const Parameter& parameter : parameters_) types.push_back(parameter.type);
    const std::string name = "s" + std::to_string(++database_.statements_);
    database_.prepare(name.c_str(), words_.c_str(), types);
    name_ = name;
    prepared_in_ = database_.connection_;
  }

  static std::int64_t number_in(const PGresult* rows, int row, int column) {
    if (PQgetisnull(rows, row, column) != 0) return 0;
    const char* bytes = PQgetvalue(rows, row, column);
    switch (PQftype(rows, column)) {
      case kBool:
        return *bytes != 0 ? 1 : 0;
      case kInt2:
        return static_cast<std::int16_t>(big_endian(bytes, 2));
      case kInt4:
        return static_cast<std::int32_t>(big_endian(bytes, 4));
      case kInt8:
        return static_cast<std::int64_t>(big_endian(bytes, 8));
      case kNumeric:
        return whole_numeric(bytes);
      default:
        damaged("a column that should have a number has something else");
    }
  }

  Database& database_;
  const std::string words_;
  const bool reads_;
  const bool gives_;
  std::string name_;
  std::uint64_t prepared_in_ = 0;
  std::vector<Parameter> parameters_;
  std::vector<const char*> values_;
  std::vector<int> sizes_;
  Result rows_;
  int row_ = -1;
};

Error::About Error::about(std::string_view state) {
  // 22: a value that cannot be; 23: one that contradicts others.
  if (state.starts_with("22") || state.starts_with("23")) return About::kRequest;
  // XX001 and XX002: a damaged page or index.
  if (state == "XX001" || state == "XX002") return About::kDamage;
  return About::kDatabase;
}

Database::Database(const std::string& place, Access access) : access_(access) {
  // What is in `place` counts more than what stands before it.
  const std::array<const char*, 7> keywords = {"connect_timeout",
                                               "tcp_user_timeout",
                                               "keepalives_idle",
                                               "application_name",
                                               "client_encoding",
                                               "dbname",
                                               nullptr};
  const std::array<const char*, 7> values = {
      kConnectSeconds, kUnconfirmedMilliseconds, "5", "wyrmhalld", "UTF8", place.c_str(), nullptr};
  handle_ = PQconnectdbParams(keywords.data(), values.data(), 1);
  if (handle_ == nullptr) throw Error({}, "there is no memory for a connection");
  try {
    begin_connection();
  } catch (const Error&) {
    PQfinish(handle_);
    throw;
  }
}

Database::~Database() {
  PQfinish(handle_);
}

void Database::begin_connection() {
  if (PQstatus(handle_) != CONNECTION_OK) throw Error({}, one_line(PQerrorMessage(handle_)));
  ++connection_;
  PQsetNoticeReceiver(
      handle_,
      [](void* self, const PGresult* notice) {
        static_cast<Database*>(self)->warning_ = one_line(PQresultErrorMessage(notice));
      },
      this);
  execute(kSettings);
  if (access_ == Access::kReadOnly) execute("SET default_transaction_read_only = on");
  warning_.clear();
}

void Database::reconnect() {
  PQreset(handle_);
  unusable_ = false;
  deferring_ = false;
  deferred_ = 0;
  begin_connection();
}

Result Database::checked(PGresult* result) {
  Result owned(result);
  if (!owned) throw Error({}, one_line(PQerrorMessage(handle_)));
  switch (PQresultStatus(owned.get())) {
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK:
      return owned;
    default:
      throw Error(sql_state(owned.get()), one_line(PQresultErrorMessage(owned.get())));
  }
}

std::unique_ptr<sql::Prepared> Database::prepare(std::string_view sql) {
  return std::make_unique<PreparedStatement>(*this, sql);
}

void Database::prepare(const char* name, const char* words, std::span<const Oid> types) {
  const auto count = static_cast<int>(types.size());
  if (!deferring_) {
    checked(PQprepare(handle_, name, words, count, types.data()));
    return;
  }
  sent(PQsendPrepare(handle_, name, words, count, types.data()));
  collect();  // it is there from now on, or this throws
}

Result Database::run_prepared(const char* name, const Parameters& parameters, bool waits) {
  const auto count = static_cast<int>(parameters.values.size());
  const std::vector<int> formats(parameters.values.size(), kBinary);
  const char* const* values = parameters.values.data();
  const int* sizes = parameters.sizes.data();
  if (!deferring_) {
    Result result = checked(PQexecPrepared(handle_, name, count, values, sizes, formats.data(), kBinary));
    note_changed(result);
    return result;
  }
  sent(PQsendQueryPrepared(handle_, name, count, values, sizes, formats.data(), kBinary));
  return waits || deferred_ >= kMaxDeferred ? collect() : nullptr;
}

// What a query gives counts as nothing changed, and takes nothing from what was changed before it.
void Database::note_changed(const Result& result) {
  const std::string_view command = PQcmdStatus(result.get());
  if (!command.starts_with("INSERT") && !command.starts_with("UPDATE") && !command.starts_with("DELETE")) return;
  const std::string_view changed = PQcmdTuples(result.get());
  changed_ = 0;
  std::from_chars(changed.data(), changed.data() + changed.size(), changed_);
}

std::int64_t Database::changed() {
  if (deferred_ > 0) collect();
  return changed_;
}

void Database::defer() {
  if (PQenterPipelineMode(handle_) == 0) throw Error({}, one_line(PQerrorMessage(handle_)));
  deferring_ = true;
}

void Database::sent(int done) {
  if (done == 0) throw Error({}, one_line(PQerrorMessage(handle_)));
  ++deferred_;
}

Result Database::collect() {
  std::expected<Result, Error> taken = take_deferred();
  if (!taken) throw Error(taken.error());
  return *std::move(taken);
}

std::expected<Result, Error> Database::take_deferred() {
  const auto lost = [this] { return std::unexpected(Error({}, one_line(PQerrorMessage(handle_)))); };
  const int count = std::exchange(deferred_, 0);
  unusable_ = true;  // until the last answer has come
  if (PQpipelineSync(handle_) == 0) return lost();
  Result last;
  std::optional<Error> failed;
  for (int i = 0; i < count; ++i) {
    while (PGresult* next = PQgetResult(handle_)) {
      Result result(next);
      if (PQresultStatus(next) == PGRES_PIPELINE_ABORTED) continue;  // one before it has failed
      try {
        last = checked(result.release());
        note_changed(last);
      } catch (const Error& error) {
        if (!failed) failed = error;
      }
      if (PQstatus(handle_) != CONNECTION_OK) return lost();
    }
  }
  const Result end(PQgetResult(handle_));
  if (PQresultStatus(end.get()) != PGRES_PIPELINE_SYNC) return lost();
  unusable_ = false;
  if (failed) return std::unexpected(*failed);
  return last;
}

bool Database::end_deferring() {
  if (std::exchange(deferring_, false) && PQexitPipelineMode(handle_) == 0) unusable_ = true;
  return !unusable_;
}

std::int64_t Database::execute(const std::string& sql) {
  const Result result = checked(PQexec(handle_, sql.c_str()));
  if (PQresultStatus(result.get()) == PGRES_TUPLES_OK) return PQntuples(result.get());
  const std::string_view changed = PQcmdTuples(result.get());
  std::int64_t rows = 0;
  std::from_chars(changed.data(), changed.data() + changed.size(), rows);
  return rows;
}

void Database::begin_read() {
  if (together_ && PQtransactionStatus(handle_) == PQTRANS_INTRANS) return;
  execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
}

void Database::end_read() noexcept {
  if (together_) return;
  // Ending a read cannot lose anything, and there is nobody to tell.
  PQclear(PQexec(handle_, "COMMIT"));
}

void Database::end_together() noexcept {
  together_ = false;
  if (PQtransactionStatus(handle_) != PQTRANS_IDLE) end_read();
}

void Database::roll_back() noexcept {
  if (deferred_ > 0) std::ignore = take_deferred();  // nobody wants to know any more
  if (!end_deferring()) return;
  if (PQtransactionStatus(handle_) != PQTRANS_IDLE) PQclear(PQexec(handle_, "ROLLBACK"));
}

void Database::commit() {
  warning_.clear();
  Result result;
  if (deferring_) {
    sent(PQsendQueryParams(handle_, "COMMIT", 0, nullptr, nullptr, nullptr, nullptr, kBinary));
    result = collect();
    if (!end_deferring()) throw Error({}, one_line(PQerrorMessage(handle_)));
  } else {
    result = checked(PQexec(handle_, "COMMIT"));
  }
  // PostgreSQL answers so where the transaction had failed before.
  if (std::strcmp(PQcmdStatus(result.get()), "COMMIT") != 0) throw Error({}, "the transaction was rolled back");
  if (const std::string warning = take_warning(); !warning.empty()) throw Error({}, warning);
}

}  // namespace wyrmhall::persistence::postgres
