#include "persistence/sqlite/year_files.h"

#include <zlib.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <system_error>
#include <utility>

#include "persistence/sqlite/folder.h"

namespace wyrmhall::persistence::sqlite {
namespace {

namespace fs = std::filesystem;

constexpr const char* kYearSchema = R"sql(
CREATE TABLE IF NOT EXISTS blocks (
  no INTEGER PRIMARY KEY,
  size INTEGER NOT NULL,  -- of the text, in bytes, before it was compressed
  text BLOB NOT NULL      -- zlib's
) STRICT;
-- Where in its block's text a match begins: so many bytes of moves, then so many of what was signed.
CREATE TABLE IF NOT EXISTS matches (
  id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
  block INTEGER NOT NULL REFERENCES blocks (no),
  start INTEGER NOT NULL,
  moves INTEGER NOT NULL,
  signed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
)sql";

constexpr std::int64_t kMaxBlockBytes = std::int64_t{1} << 30;  // more is damage

constexpr std::string_view kPrefix = "matches-";
constexpr std::string_view kSuffix = ".db";

std::string compressed(const std::string& text) {
  auto size = compressBound(text.size());
  std::string out(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(text.data()), text.size(),
                Z_BEST_COMPRESSION) != Z_OK) {
    throw Error(SQLITE_NOMEM, "what was to be compressed cannot be");
  }
  out.resize(size);
  return out;
}

std::string expanded(std::string_view compressed, std::int64_t size) {
  if (size < 0 || size > kMaxBlockBytes) damaged("a block of matches has no possible size");
  std::string out(static_cast<std::size_t>(size), '\0');
  auto got = static_cast<uLongf>(out.size());
  const int code = uncompress(reinterpret_cast<Bytef*>(out.data()), &got,
                              reinterpret_cast<const Bytef*>(compressed.data()), compressed.size());
  if (code != Z_OK || got != out.size()) damaged("a block of matches is damaged");
  return out;
}

}  // namespace

int year_of(Timestamp ended_at) {
  return static_cast<int>(std::chrono::year_month_day(std::chrono::floor<std::chrono::days>(ended_at)).year());
}

YearFiles::Year::Year(const std::string& path)
    : database(path, Database::Access::kReadOnly),
      find(database, "SELECT block, start, moves, signed FROM matches WHERE id = ?"),
      block(database, "SELECT size, text FROM blocks WHERE no = ?") {}

std::string YearFiles::path(int year) const {
  return folder_ + "/" + std::string(kPrefix) + std::to_string(year) + std::string(kSuffix);
}

void YearFiles::add(int year, std::span<const MovedMatch> matches) {
  make_private_file(path(year));
  Database database(path(year), Database::Access::kReadWrite);
  database.execute("PRAGMA journal_mode = DELETE");
  database.execute("PRAGMA synchronous = EXTRA");  // the folder too is on disk
  database.execute("BEGIN IMMEDIATE");
  try {
    database.execute(kYearSchema);
    Statement known(database, "SELECT 1 FROM matches WHERE id = ?");
    std::string text;
    std::vector<const MovedMatch*> fresh;
    for (const MovedMatch& match : matches) {
      if (known.query(match.match).next()) continue;
      fresh.push_back(&match);
      text.append(match.moves).append(match.signed_before);
    }
    if (!fresh.empty()) {
      NumberedInsert insert_block(database, "INSERT INTO blocks (size, text) VALUES (?, ?)");
      const std::int64_t no = insert_block.run(static_cast<std::int64_t>(text.size()), Blob(compressed(text))).value();
      Statement insert(database, "INSERT INTO matches (id, block, start, moves, signed) VALUES (?, ?, ?, ?, ?)");
      std::int64_t start = 0;
      for (const MovedMatch* match : fresh) {
        const auto moves = static_cast<std::int64_t>(match->moves.size());
        const auto signed_before = static_cast<std::int64_t>(match->signed_before.size());
        insert.run(match->match, no, start, moves, signed_before);
        start += moves + signed_before;
      }
    }
    database.execute("COMMIT");
  } catch (...) {
    database.roll_back();
    throw;
  }
}

YearFiles::Year& YearFiles::open(int year) {
  std::unique_ptr<Year>& known = open_[year];
  if (known) return *known;
  if (!fs::exists(path(year))) {
    throw sql::NotHere(path(year) + " is not there: put it back from the backup; its matches cannot be read till then");
  }
  known = std::make_unique<Year>(path(year));
  return *known;
}

const std::string& YearFiles::block(int year, std::int64_t no) {
  if (!latest_ || latest_->year != year || latest_->no != no) {
    Cursor row = open(year).block.query(no);
    if (!row.next()) damaged(path(year) + " lacks a block of matches");
    latest_ = Block{.year = year, .no = no, .text = expanded(row.view(1), row.integer(0))};
  }
  return latest_->text;
}

MovedMatch YearFiles::find(int year, const MatchId& match) {
  std::int64_t no = 0;
  std::size_t start = 0;
  std::size_t moves = 0;
  std::size_t signed_before = 0;
  {
    Cursor row = open(year).find.query(match);
    if (!row.next()) {
      throw sql::NotHere(path(year) +
                         " does not have a match that was moved there: put back the one that belongs to the "
                         "database");
    }
    no = row.integer(0);
    start = row.as<std::size_t>(1);
    moves = row.as<std::size_t>(2);
    signed_before = row.as<std::size_t>(3);
  }
  const std::string& text = block(year, no);
  if (start > text.size() || moves > text.size() - start || signed_before > text.size() - start - moves) {
    damaged(path(year) + " is damaged");
  }
  return {
      .match = match, .moves = text.substr(start, moves), .signed_before = text.substr(start + moves, signed_before)};
}

std::vector<fs::path> YearFiles::all() const {
  std::vector<fs::path> found;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    const std::string name = entry.path().filename().string();
    const bool ours = name.starts_with(kPrefix) && name.ends_with(kSuffix) &&
                      name.find_first_not_of("0123456789", kPrefix.size()) == name.size() - kSuffix.size();
    if (ours) found.push_back(entry.path());
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace wyrmhall::persistence::sqlite
