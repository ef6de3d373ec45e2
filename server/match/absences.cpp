#include "server/match/absences.h"

#include <algorithm>
#include <chrono>

#include "server/core/limits.h"

namespace wyrmhall::server {

void Absences::clients_may_connect(Timestamp now) {
  earliest_ = std::max(earliest_, now + kBackAfterRestart);
}

void Absences::came(const AccountId& account) {
  const auto known = gone_.find(account);
  if (known == gone_.end()) return;
  by_time_.erase({known->second, account});
  gone_.erase(known);
}

void Absences::went(const AccountId& account, Timestamp now) {
  came(account);
  gone_.emplace(account, now);
  by_time_.emplace(now, account);
  if (gone_.size() <= kAbsencesRemembered) return;
  const auto [time, oldest] = *by_time_.begin();
  unknown_since_ = std::max(unknown_since_, time);
  by_time_.erase(by_time_.begin());
  gone_.erase(oldest);
}

std::optional<Timestamp> Absences::since(const AccountId& account) const {
  const auto gone = gone_since(account);
  return gone ? std::optional(std::max(*gone, earliest_)) : std::nullopt;
}

std::optional<Timestamp> Absences::gone_since(const AccountId& account) const {
  if (sessions_.is_there(account)) return std::nullopt;
  const auto known = gone_.find(account);
  return known == gone_.end() ? unknown_since_ : known->second;
}

}  // namespace wyrmhall::server
