#include "server/session/exports.h"

namespace wyrmhall::server {

const MadeRecord* Exports::find(const MatchId& match) {
  const auto known = by_match_.find(match);
  if (known == by_match_.end()) return nullptr;
  remembered_.splice(remembered_.begin(), remembered_, known->second);
  return &known->second->second;
}

bool Exports::wait(const MatchId& match, const Waiter& waiter) {
  at_work_.insert(key_of(waiter));
  Waiting& waiting = waiting_[match];
  waiting.waiters.push_back(waiter);
  return waiting.waiters.size() == 1;
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
  if (!record || !waiting.good || by_match_.contains(match)) return std::move(waiting.waiters);
  remembered_.emplace_front(match, *record);
  by_match_[match] = remembered_.begin();
  bytes_ += bytes_of(*record);
  while (bytes_ > bytes_most_ && remembered_.size() > 1) {
    bytes_ -= bytes_of(remembered_.back().second);
    by_match_.erase(remembered_.back().first);
    remembered_.pop_back();
  }
  return std::move(waiting.waiters);
}

void Exports::forget() {
  remembered_.clear();
  by_match_.clear();
  bytes_ = 0;
  for (auto& [match, waiting] : waiting_) waiting.good = false;
}

}  // namespace wyrmhall::server
