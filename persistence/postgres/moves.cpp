#include "persistence/postgres/moves.h"

#include <charconv>
#include <chrono>
#include <initializer_list>

#include "persistence/postgres/types.h"
#include "persistence/sql/move_codec.h"

namespace wyrmhall::persistence::postgres {
namespace {

// How many matches are remembered at most: then all are forgotten, and asked for again as moves come.
constexpr std::size_t kMaxHeads = 200'000;

// The statements by their names, prepared once a connection.
constexpr const char* kInsertName = "moves";
constexpr const char* kInsertIfAliveName = "moves_if_alive";
constexpr const char* kInsertDueName = "moves_due";
constexpr const char* kInsertDueIfAliveName = "moves_due_if_alive";

// What `matches` says is due is written where a deadline is before it, or further behind it than this. So matches that
// are played at one sitting have it written once an hour at most, and those of days a move are not looked at in vain.
constexpr std::int64_t kDueBehind = std::chrono::microseconds(std::chrono::hours(1)).count();

constexpr const char* kInsert =
    "INSERT INTO moves (match, idx, body, deadline) "
    "SELECT m, i, b, d FROM unnest($1, $2, $3, $4) AS u (m, i, b, d)";

// The fence: the row of this run is locked until the moves are kept, so that it cannot be declared dead in between, and
// a run that was declared dead keeps nothing.
constexpr const char* kInsertIfAlive =
    "WITH me AS MATERIALIZED (SELECT 1 FROM node WHERE id = $5 AND alive FOR SHARE) "
    "INSERT INTO moves (match, idx, body, deadline) "
    "SELECT m, i, b, d FROM me, unnest($1, $2, $3, $4) AS u (m, i, b, d)";

// Of several of one match, the earliest: none of them may be later than the deadline that there is in the end.
constexpr const char* kInsertDue =
    "WITH due AS (UPDATE matches SET due = u.d FROM (SELECT m, min(d) AS d FROM unnest($5, $6) AS w (m, d) GROUP BY m) "
    "AS u "
    "WHERE no = u.m) "
    "INSERT INTO moves (match, idx, body, deadline) "
    "SELECT m, i, b, d FROM unnest($1, $2, $3, $4) AS u (m, i, b, d)";

constexpr const char* kInsertDueIfAlive =
    "WITH me AS MATERIALIZED (SELECT 1 FROM node WHERE id = $7 AND alive FOR SHARE), "
    "due AS (UPDATE matches SET due = u.d FROM me, "
    "(SELECT m, min(d) AS d FROM unnest($5, $6) AS w (m, d) GROUP BY m) AS u WHERE no = u.m) "
    "INSERT INTO moves (match, idx, body, deadline) "
    "SELECT m, i, b, d FROM me, unnest($1, $2, $3, $4) AS u (m, i, b, d)";

void put(std::string& out, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = bytes; i-- > 0;) out += static_cast<char>(value >> (8 * i) & 0xff);
}

// An array of one dimension, as PostgreSQL takes it: its elements each have their length before them.
std::string array(Oid of, std::size_t count, bool with_null, const std::string& elements) {
  constexpr std::size_t kWord = 4;
  std::string out;
  out.reserve(elements.size() + 5 * kWord);
  put(out, 1, kWord);  // dimensions
  put(out, with_null ? 1 : 0, kWord);
  put(out, of, kWord);
  put(out, count, kWord);
  put(out, 1, kWord);  // the index of the first
  return out += elements;
}

void put_number(std::string& out, std::int64_t value) {
  put(out, sizeof(value), 4);
  put(out, static_cast<std::uint64_t>(value), sizeof(value));
}

}  // namespace

void Moves::Rows::add(Head& head, const Move& move, const std::optional<Timestamp>& deadline) {
  put_number(matches_, head.match_no);
  put(indexes_, 4, 4);
  put(indexes_, head.next, 4);
  body_.clear();
  sql::encode(move, body_);
  put(bodies_, body_.size(), 4);
  bodies_ += body_;
  if (deadline) {
    const std::int64_t at = unix_micros(*deadline);
    put_number(deadlines_, at);
    if (!head.due || at < *head.due || at - *head.due > kDueBehind) {
      head.due = at;
      put_number(due_matches_, head.match_no);
      put_number(dues_, at);
      ++due_count_;
    }
  } else {
    put(deadlines_, 0xffff'ffff, 4);  // NULL
  }
  ++count_;
}

void Moves::Rows::clear() {
  count_ = 0;
  due_count_ = 0;
  due_matches_.clear();
  dues_.clear();
  matches_.clear();
  indexes_.clear();
  bodies_.clear();
  deadlines_.clear();
}

std::string Moves::Rows::matches() const {
  return array(kInt8, count_, false, matches_);
}

std::string Moves::Rows::indexes() const {
  return array(kInt4, count_, false, indexes_);
}

std::string Moves::Rows::bodies() const {
  return array(kBytea, count_, false, bodies_);
}

std::string Moves::Rows::deadlines() const {
  return array(kInt8, count_, true, deadlines_);
}

std::string Moves::Rows::due_matches() const {
  return array(kInt8, due_count_, false, due_matches_);
}

std::string Moves::Rows::dues() const {
  return array(kInt8, due_count_, false, dues_);
}

Moves::Moves(Database& database, sql::Matches& matches)
    : database_(database),
      matches_(matches),
      head_(database,
            "SELECT (SELECT coalesce(max(v.idx) + 1, 0) FROM moves AS v WHERE v.match = m.no), coalesce(m.due, "
            "m.deadline) "
            "FROM matches AS m WHERE m.no = ?"),
      body_(database, "SELECT body FROM moves WHERE match = ? AND idx = ?") {}

bool Moves::take(const AppendMove& request) {
  if (request.end || request.heroes) return false;
  const auto found = heads_.find(request.match);
  if (found == heads_.end() || found->second.next != request.index) return false;
  rows_.add(found->second, request.move, request.deadline);
  ++found->second.next;
  return true;
}

Verdict Moves::append(const AppendMove& request, Conflict& conflict) {
  if (take(request)) return Verdict::kKept;
  Head* head = head_of(request.match);
  if (head != nullptr && request.index > head->next) {
    // Another server has run the match since it was remembered here.
    write();
    heads_.erase(request.match);
    head = head_of(request.match);
  }
  if (head == nullptr) {
    const std::optional<sql::Matches::Found> found = matches_.find(request.match);
    return found && found->end ? repeated_end(request, *found) : Verdict::kConflict;
  }
  if (request.index != head->next) return repeated(request, *head);
  if (!matches_.give_back(request, head->match_no, conflict)) return Verdict::kConflict;
  rows_.add(*head, request.move, request.end ? std::nullopt : request.deadline);
  ++head->next;
  if (!request.end) return Verdict::kKept;
  matches_.end(request.match, head->match_no, head->next, std::nullopt, *request.end);
  heads_.erase(request.match);
  return Verdict::kKept;
}

// Where a running match stands; nothing where it is not there or over.
Moves::Head* Moves::head_of(const MatchId& match) {
  if (const auto known = heads_.find(match); known != heads_.end()) return &known->second;
  const std::optional<sql::Matches::Found> found = matches_.find(match);
  if (!found || found->end) return nullptr;
  // Of a match that is not remembered nothing was taken, so the database knows it all.
  if (heads_.size() >= kMaxHeads) {
    write();
    heads_.clear();
  }
  Head head{.match_no = found->match_no, .next = 0, .due = std::nullopt};
  if (Cursor row = head_.query(found->match_no); row.next()) {
    head.next = row.as<std::uint32_t>(0);
    head.due = row.maybe_integer(1);
  }
  return &heads_.emplace(match, head).first->second;
}

Verdict Moves::repeated(const AppendMove& request, const Head& head) {
  write();  // it may be one of those that were taken
  // A move that is there already, but now comes with an end, is not the same request.
  const bool same = !request.end && request.index < head.next && has_move(head.match_no, request.index, request.move);
  return same ? Verdict::kKept : Verdict::kConflict;
}

Verdict Moves::repeated_end(const AppendMove& request, const sql::Matches::Found& found) {
  write();
  const bool same = request.end && request.end->outcome == found.end->outcome &&
                    request.end->ended_at == found.end->ended_at && request.index + 1 == found.folded &&
                    has_move(found.match_no, request.index, request.move);
  return same ? Verdict::kKept : Verdict::kConflict;
}

bool Moves::has_move(std::int64_t match_no, std::uint32_t index, const Move& move) {
  Cursor row = body_.query(match_no, index);
  if (!row.next()) return false;
  std::string bytes;
  sql::encode(move, bytes);
  return row.view(0) == bytes;
}

void Moves::write() {
  if (!rows_.empty()) insert(std::nullopt);
}

bool Moves::write_alone(Incarnation incarnation) {
  return rows_.empty() || insert(incarnation) > 0;
}

void Moves::prepare() {
  if (prepared_in_ == database_.connection()) return;
  const auto one = [this](const char* name, const char* text, std::initializer_list<Oid> types) {
    database_.prepare(name, text, types);
  };
  one(kInsertName, kInsert, {kInt8Array, kInt4Array, kByteaArray, kInt8Array});
  one(kInsertIfAliveName, kInsertIfAlive, {kInt8Array, kInt4Array, kByteaArray, kInt8Array, kInt8});
  one(kInsertDueName, kInsertDue, {kInt8Array, kInt4Array, kByteaArray, kInt8Array, kInt8Array, kInt8Array});
  one(kInsertDueIfAliveName, kInsertDueIfAlive,
      {kInt8Array, kInt4Array, kByteaArray, kInt8Array, kInt8Array, kInt8Array, kInt8});
  prepared_in_ = database_.connection();
}

// With an incarnation, only if that is alive, and then it says how many rows were inserted.
std::int64_t Moves::insert(const std::optional<Incarnation>& incarnation) {
  prepare();
  std::vector<std::string> columns = {rows_.matches(), rows_.indexes(), rows_.bodies(), rows_.deadlines()};
  const char* name = incarnation ? kInsertIfAliveName : kInsertName;
  if (rows_.some_due()) {
    columns.push_back(rows_.due_matches());
    columns.push_back(rows_.dues());
    name = incarnation ? kInsertDueIfAliveName : kInsertDueName;
  }
  if (incarnation) put(columns.emplace_back(), static_cast<std::uint64_t>(*incarnation), sizeof(Incarnation));
  std::vector<const char*> values;
  std::vector<int> sizes;
  for (const std::string& column : columns) {
    values.push_back(column.data());
    sizes.push_back(static_cast<int>(column.size()));
  }
  rows_.clear();
  database_.run_prepared(name, {.values = values, .sizes = sizes}, incarnation.has_value());
  return incarnation ? database_.changed() : 0;
}

void Moves::forget_all() {
  heads_.clear();
  rows_.clear();
}

}  // namespace wyrmhall::persistence::postgres
