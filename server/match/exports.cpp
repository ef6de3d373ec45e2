#include "server/match/exports.h"

#include <algorithm>
#include <string_view>

#include "record/closing.h"
#include "server/games/stored.h"

namespace wyrmhall::server {
namespace {

// The text without the part that closing links replace.
std::string_view kept_of(const MadeRecord& record, bool with_closing_links) {
  const std::size_t replaced = with_closing_links && !record.closing_text.empty() ? record::kTextEnd.size() : 0;
  return std::string_view(record.text).substr(0, record.text.size() - replaced);
}

}  // namespace

std::uint64_t total_of(const MadeRecord& record, bool with_closing_links) {
  return kept_of(record, with_closing_links).size() + (with_closing_links ? record.closing_text.size() : 0);
}

std::string part_of(const MadeRecord& record, const RecordRange& range, std::size_t most) {
  const std::string_view kept = kept_of(record, range.with_closing_links);
  const std::size_t from = std::min<std::size_t>(range.offset, kept.size());
  std::string part(kept.substr(from, most));
  if (range.with_closing_links) {
    const std::string_view rest = std::string_view(record.closing_text).substr(range.offset - from);
    part += rest.substr(0, most - part.size());
  }
  return part;
}

const MadeRecord* Exports::find(const MatchId& match, bool record) {
  const MadeRecord* const known = remembered_.find(match);
  return known == nullptr || (record && known->text.empty()) ? nullptr : known;
}

void Exports::wait(const MatchId& match, const Waiter& waiter) {
  at_work_.insert(key_of(waiter));
  waiting_[match].waiters.push_back(waiter);
}

std::span<const Exports::Waiter> Exports::waiting(const MatchId& match) const {
  const auto found = waiting_.find(match);
  if (found == waiting_.end()) return {};
  return found->second.waiters;
}

std::vector<Exports::Waiter> Exports::made(const MatchId& match, const std::optional<MadeRecord>& record) {
  const auto found = waiting_.find(match);
  if (found == waiting_.end()) return {};
  Waiting waiting = std::move(found->second);
  waiting_.erase(found);
  for (const Waiter& waiter : waiting.waiters) at_work_.erase(key_of(waiter));
  if (record && waiting.good) remember(match, *record);
  return std::move(waiting.waiters);
}

void Exports::remember(const MatchId& match, MadeRecord record) {
  const std::size_t bytes = record.text.size() + record.closing_text.size() + record.receipt.size();
  remembered_.put(match, std::move(record), bytes);
}

void Exports::close(const MatchId& match, std::span<const persistence::SeatLink> links) {
  const auto waiting = waiting_.find(match);
  const MadeRecord* const known = find(match, true);
  if (waiting == waiting_.end() && known == nullptr) return;
  // Links are only ever added, and who tells of them may be late.
  const std::string text = record::closing_text(record_links(links));
  if (waiting != waiting_.end() && text.size() > waiting->second.closing_text.size()) {
    waiting->second.closing_text = text;
  }
  if (known == nullptr || text.size() <= known->closing_text.size()) return;
  MadeRecord record = *known;
  record.closing_text = text;
  remember(match, std::move(record));
}

void Exports::bring_up(const MatchId& match, MadeRecord& record) {
  const auto waiting = waiting_.find(match);
  if (waiting == waiting_.end() || record.text.empty()) return;
  // Links are only ever added, and what was read may have more of them than have been told by now.
  std::string& meanwhile = waiting->second.closing_text;
  if (meanwhile.size() > record.closing_text.size()) record.closing_text = std::move(meanwhile);
}

void Exports::forget() {
  remembered_.forget();
  for (auto& [match, waiting] : waiting_) waiting.good = false;
}

}  // namespace wyrmhall::server
