#include "persistence/moving/target.h"

#include <utility>

#include "persistence/postgres/schema.h"

namespace wyrmhall::persistence::moving {
namespace {

// A group of rows that is kept at once.
constexpr std::size_t kGroupBytes = 4 << 20;
// How many rows are fetched at once to be compared.
constexpr const char* kRowsAtOnce = "5000";

// How far each table has come, by its name; and under `source` what is moved.
constexpr const char* kMakeNotes = "CREATE TABLE moving (name text COLLATE \"C\" PRIMARY KEY, number bigint NOT NULL)";
constexpr const char* kSource = "source";

void put(std::string& out, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = bytes; i-- > 0;) out += static_cast<char>(value >> (8 * i) & 0xff);
}

// A row as COPY takes it in its binary form.
void put_row(std::string& out, const Table& table, const Row& row) {
  constexpr std::uint64_t kNull = 0xffff'ffff;
  // The one column that is narrower.
  const bool is_moves = table.name == std::string_view(kMoves.name);
  put(out, row.size(), 2);
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (const auto* number = std::get_if<std::int64_t>(&row[i])) {
      const std::size_t size = is_moves && i == 1 ? 4 : 8;
      put(out, size, 4);
      put(out, static_cast<std::uint64_t>(*number), size);
    } else if (const auto* bytes = std::get_if<std::string>(&row[i])) {
      put(out, bytes->size(), 4);
      out += *bytes;
    } else {
      put(out, kNull, 4);
    }
  }
}

}  // namespace

Target::Target(const std::string& place) : database_(place, postgres::Database::Access::kReadWrite) {
  // Between two parts of a table that is compared, the other database is read.
  database_.execute("SET idle_in_transaction_session_timeout = 0");
}

std::optional<std::string> Target::begin(std::int64_t source) {
  const bool begun = postgres::is_there(database_, "moving");
  if (!begun && database_.number("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()") != 0) {
    return "There is something in the database already: name an empty one.";
  }
  if (!begun) {
    database_.execute(kMakeNotes);
    database_.execute("INSERT INTO moving (name, number) VALUES ('source', " + std::to_string(source) + ")");
  } else if (noted(kSource) != source) {
    return "A server has run on the folder since the move was begun: empty the database, and begin again.";
  }
  postgres::migrate(database_);
  return std::nullopt;
}

std::int64_t Target::noted(const std::string& table) {
  sql::Statement statement(database_, "SELECT number FROM moving WHERE name = ?");
  sql::Cursor row = statement.query(std::string_view(table));
  return row.next() ? row.integer(0) : 0;
}

void Target::add(const Table& table, const Row& row) {
  auto& [of, rows] = waiting_[table.name];
  of = &table;
  const std::size_t before = rows.size();
  put_row(rows, table, row);
  bytes_ += rows.size() - before;
}

void Target::note(const std::string& table, std::int64_t number) {
  notes_[table] = number;
}

void Target::keep_some() {
  if (bytes_ >= kGroupBytes) keep_all();
}

void Target::keep_all() {
  if (notes_.empty()) return;
  database_.execute("BEGIN");
  for (const auto& [name, rows] : waiting_) copy(*rows.first, rows.second);
  sql::Statement keep(database_,
                      "INSERT INTO moving (name, number) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET number = "
                      "excluded.number");
  for (const auto& [name, number] : notes_) keep.run(std::string_view(name), number);
  database_.commit();
  waiting_.clear();
  notes_.clear();
  bytes_ = 0;
}

void Target::copy(const Table& table, const std::string& rows) {
  PGconn* connection = database_.handle();
  const std::string words = std::string("COPY ") + table.name + " (" + table.columns + ") FROM STDIN BINARY";
  const postgres::Result begun(PQexec(connection, words.c_str()));
  if (PQresultStatus(begun.get()) != PGRES_COPY_IN) throw postgres::Error({}, PQerrorMessage(connection));
  std::string head("PGCOPY\n\377\r\n\0", 11);
  put(head, 0, 8);  // no flags, and nothing more in the head
  const std::string end("\377\377", 2);
  for (const std::string* part : std::initializer_list<const std::string*>{&head, &rows, &end}) {
    if (PQputCopyData(connection, part->data(), static_cast<int>(part->size())) != 1)
      throw postgres::Error({}, PQerrorMessage(connection));
  }
  if (PQputCopyEnd(connection, nullptr) != 1) throw postgres::Error({}, PQerrorMessage(connection));
  while (PGresult* result = PQgetResult(connection)) database_.checked(result);
}

void Target::finish(std::int64_t source) {
  database_.execute("BEGIN");
  const auto go_on_after = [this](const std::string& table, const std::string& column, const std::string& last) {
    database_.execute("SELECT setval(pg_get_serial_sequence('" + table + "', '" + column + "'), greatest(1, " + last +
                      "))");
  };
  for (const Table& table : kTables) {
    if (table.numbered == nullptr) continue;
    go_on_after(table.name, table.numbered,
                std::string("(SELECT coalesce(max(") + table.numbered + "), 1) FROM " + table.name + ")");
  }
  // Runs are numbered on from those that the folder had.
  go_on_after("node", "id", std::to_string(source));
  database_.execute(postgres::kFindDue);
  database_.execute("DROP TABLE moving");
  database_.commit();
  database_.execute("ANALYZE");
}

TargetRows::TargetRows(postgres::Database& database, const Table& table) : database_(database), table_(table) {
  database_.execute(std::string("DECLARE rows_of_") + table.name + " NO SCROLL CURSOR FOR SELECT " + table.columns +
                    " FROM " + table.name + " ORDER BY " + table.key);
}

std::optional<Row> TargetRows::next() {
  if (at_ == some_.size()) {
    some_.clear();
    at_ = 0;
    sql::Statement fetch(database_, std::string("FETCH ") + kRowsAtOnce + " FROM rows_of_" + table_.name);
    sql::Cursor cursor = fetch.query();
    while (cursor.next()) some_.push_back(row_at(cursor, table_.types));
    if (some_.empty()) return std::nullopt;
  }
  return std::move(some_[at_++]);
}

}  // namespace wyrmhall::persistence::moving
