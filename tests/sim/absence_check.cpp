#include "tests/sim/absence_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "server/core/ids.h"
#include "tests/sim/violation.h"

namespace wyrmhall::sim {
namespace {

constexpr const char* kAbsent = "who was there is not absent";

}  // namespace

void AbsenceCheck::restarted(Timestamp now) {
  started_ = now;
  there_.clear();
  last_seen_.clear();
}

void AbsenceCheck::signed_in(std::uint64_t link, const AccountId& account) {
  there_[link] = account;
}

void AbsenceCheck::went(std::uint64_t link, Timestamp now) {
  const auto gone = there_.extract(link);
  if (!gone.empty()) last_seen_[gone.mapped()] = now;
}

void AbsenceCheck::asked(const persistence::Request& request, Timestamp now) const {
  const auto* append = std::get_if<persistence::AppendMove>(&request);
  if (append == nullptr || append->move.kind != persistence::MoveKind::kAbsent) return;
  const MatchLog* log = durable_.match(append->match);
  if (log == nullptr) throw Violation(kAbsent, "a claim in a match that is not on disk");
  const persistence::MatchRow& row = log->row();
  const auto& account = row.seats.at(append->move.seat).account;
  if (!account) throw Violation(kAbsent, "a bot was claimed against");
  if (row.absence_seconds == 0 || row.turn_seconds != 0) throw Violation(kAbsent, "nobody can be claimed against here");
  if (std::ranges::any_of(there_, [&](const auto& entry) { return entry.second == *account; })) {
    throw Violation(kAbsent, "somebody who has a connection was claimed against");
  }
  const auto seen = last_seen_.find(*account);
  const Timestamp since = std::max(seen == last_seen_.end() ? started_ : seen->second, row.started_at);
  if (now - since < std::chrono::seconds(row.absence_seconds)) {
    throw Violation(kAbsent, fmt::format("match {}: absent for {} ms of {} s", uuid_text(row.id),
                                         (now - since) / std::chrono::milliseconds(1), row.absence_seconds));
  }
}

}  // namespace wyrmhall::sim
