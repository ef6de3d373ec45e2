#include "persistence/sqlite/journal.h"

#include <algorithm>
#include <array>

#include "persistence/sql/bytes.h"
#include "persistence/sql/move_codec.h"

namespace wyrmhall::persistence::sqlite {
namespace {

// A row of up to this many bytes stays within one page of the database.
constexpr std::size_t kRowBytes = 4'000;

// How much a commit drops from the start of a journal that is too long: twice what it appended, so that the journal
// gets shorter, and at least this much.
constexpr std::int64_t kMinTrim = 16 << 10;

// An entry of the journal:
//   varint   the match's number
//   varint   the move's index, doubled; odd when there is a deadline
//   varint   the deadline, if there is one
//   varint   the move's length, then the move
constexpr std::size_t kMaxEntryHead = 4 * sql::kMaxVarint;

}  // namespace

Journal::Journal(Database& database, Archive& archive, std::int64_t bytes_allowed)
    : bytes_allowed_(bytes_allowed),
      archive_(archive),
      insert_(database, "INSERT INTO journal (no, moves) VALUES (?, ?)"),
      folded_(database, "UPDATE matches SET folded = ?, deadline = ?, archived = ? WHERE no = ?"),
      boundary_(database, "SELECT min(no) FROM journal WHERE no >= ?"),
      drop_(database, "DELETE FROM journal WHERE no < ?"),
      scan_(database, "SELECT no, moves FROM journal ORDER BY no"),
      match_(database, "SELECT id, folded, ended_at FROM matches WHERE no = ?") {}

Head* Journal::find(const MatchId& match) {
  const auto found = heads_.find(match);
  return found == heads_.end() ? nullptr : &found->second;
}

void Journal::append(Head& head, const Move& move, const std::optional<Timestamp>& deadline) {
  const std::size_t before = head.moves.size();
  sql::encode(move, head.moves);
  const std::size_t size = head.moves.size() - before;

  std::array<char, kMaxEntryHead> entry;  // NOLINT(cppcoreguidelines-pro-type-member-init): read as far as written
  char* end = sql::put_varint(entry.data(), static_cast<std::uint64_t>(head.match_no));
  end = sql::put_varint(end, std::uint64_t{head.next} << 1 | (deadline ? 1U : 0U));
  if (deadline) end = sql::put_varint(end, *deadline);
  end = sql::put_varint(end, size);
  row_.append(entry.data(), end);
  row_.append(head.moves, before, size);

  ++head.next;
  head.deadline = deadline;
  if (row_.size() + size > kRowBytes) flush();
}

Head& Journal::begin(const MatchId& match, std::int64_t match_no, std::uint32_t folded) {
  Head& head = heads_[match];
  head = {match_no, folded, folded, next_, std::nullopt, {}};
  oldest_.push_back({next_, match});
  return head;
}

void Journal::write() {
  flush();
  trim(next_ - written_);
  written_ = next_;
}

void Journal::flush() {
  if (row_.empty()) return;
  insert_.run(next_, Blob(row_));
  next_ += static_cast<std::int64_t>(row_.size());
  row_.clear();
}

void Journal::trim(std::int64_t appended) {
  const std::int64_t too_long = next_ - first_ - bytes_allowed_;
  if (too_long <= 0) return;
  std::int64_t cut = next_;
  {
    Cursor row = boundary_.query(first_ + std::min(too_long, std::max(kMinTrim, 2 * appended)));
    if (row.next() && !row.null(0)) cut = row.integer(0);
  }
  while (!oldest_.empty() && oldest_.front().since < cut) {
    const Oldest oldest = oldest_.front();
    oldest_.pop_front();
    const Head* head = find(oldest.match);
    if (head == nullptr || head->since != oldest.since) continue;  // over, or folded and begun again
    const std::int64_t archived = archive_.add(head->match_no, head->folded, head->moves);
    folded_.run(head->next, head->deadline, archived, head->match_no);
    heads_.erase(oldest.match);
  }
  drop_.run(cut);
  first_ = cut;
}

void Journal::recover() {
  heads_.clear();
  oldest_.clear();
  recovering_.clear();
  row_.clear();
  std::optional<std::int64_t> first;
  next_ = 0;
  Cursor row = scan_.query();
  while (row.next()) {
    const std::int64_t no = row.integer(0);
    const std::string_view entries = row.view(1);
    if (!first) first = no;
    next_ = no + static_cast<std::int64_t>(entries.size());
    recover_row(no, entries);
  }
  first_ = first.value_or(0);
  written_ = next_;
  recovering_.clear();
}

void Journal::recover_row(std::int64_t no, std::string_view entries) {
  sql::ByteReader in(entries);
  while (!in.at_end()) {
    const auto match_no = static_cast<std::int64_t>(in.varint());
    const std::uint64_t index_and_flag = in.varint();
    std::optional<Timestamp> deadline;
    if ((index_and_flag & 1) != 0) deadline = in.time();
    const std::string_view move = in.take(in.varint());
    if (!in.good()) damaged("a row of the journal is cut");

    const Match& match = recover_match(match_no);
    const std::uint64_t index = index_and_flag >> 1;
    if (!match.running || index < match.folded) continue;  // in the archive already
    const auto [found, begins] = heads_.try_emplace(match.id);
    Head& head = found->second;
    if (begins) {
      head = {match_no, match.folded, match.folded, no, std::nullopt, {}};
      oldest_.push_back({no, match.id});
    }
    if (index != head.next) damaged("a move of a match is missing");
    head.moves.append(move);
    head.deadline = deadline;
    ++head.next;
  }
}

const Journal::Match& Journal::recover_match(std::int64_t match_no) {
  const auto [found, is_new] = recovering_.try_emplace(match_no);
  if (is_new) {
    Cursor row = match_.query(match_no);
    if (!row.next()) damaged("a match that has moves is not there");
    found->second = {row.id<MatchId>(0), row.as<std::uint32_t>(1), row.null(2)};
  }
  return found->second;
}

}  // namespace wyrmhall::persistence::sqlite
