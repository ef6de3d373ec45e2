#include "server/exports.h"

namespace wyrmhall::server {

const std::string* Exports::find(const Id& match) {
  const auto known = by_match_.find(match);
  if (known == by_match_.end()) return nullptr;
  remembered_.splice(remembered_.begin(), remembered_, known->second);
  return &known->second->second;
}

bool Exports::wait(const Id& match, const Asker& asker) {
  at_work_.insert(asker.session.number);
  Waiting& waiting = waiting_[match];
  waiting.askers.push_back(asker);
  return waiting.askers.size() == 1;
}

std::vector<Exports::Asker> Exports::made(const Id& match, const std::optional<std::string>& record) {
  const auto found = waiting_.find(match);
  if (found == waiting_.end()) return {};
  Waiting waiting = std::move(found->second);
  waiting_.erase(found);
  for (const Asker& asker : waiting.askers) at_work_.erase(asker.session.number);
  if (!record || !waiting.good || by_match_.contains(match)) return std::move(waiting.askers);
  remembered_.emplace_front(match, *record);
  by_match_[match] = remembered_.begin();
  bytes_ += record->size();
  while (bytes_ > bytes_most_ && remembered_.size() > 1) {
    bytes_ -= remembered_.back().second.size();
    by_match_.erase(remembered_.back().first);
    remembered_.pop_back();
  }
  return std::move(waiting.askers);
}

void Exports::forget() {
  remembered_.clear();
  by_match_.clear();
  bytes_ = 0;
  for (auto& [match, waiting] : waiting_) waiting.good = false;
}

}  // namespace wyrmhall::server
