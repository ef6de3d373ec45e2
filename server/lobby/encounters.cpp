#include "server/lobby/encounters.h"

#include <algorithm>

namespace wyrmhall::server {

void Encounters::note(const AccountId& comer, const std::vector<AccountId>& waiting, const std::string& game,
                      Duration waited) {
  for (const AccountId& one : waiting) {
    remember(comer, one);
    remember(one, comer);
  }
  std::deque<Duration>& waits = waits_[game];
  waits.push_back(std::max(waited, Duration{}));
  if (waits.size() > kWaitsRemembered) waits.pop_front();
}

void Encounters::remember(const AccountId& account, const AccountId& met) {
  last_[account] = met;
  order_.push_back(account);
  if (order_.size() <= kEncountersRemembered) return;
  last_.erase(order_.front());
  order_.pop_front();
}

bool Encounters::just_met(const AccountId& one, const AccountId& other) const {
  const auto met = [this](const AccountId& who, const AccountId& whom) {
    const auto found = last_.find(who);
    return found != last_.end() && found->second == whom;
  };
  return met(one, other) || met(other, one);
}

std::optional<Duration> Encounters::usual_wait(const std::string& game) const {
  const auto found = waits_.find(game);
  if (found == waits_.end()) return std::nullopt;
  std::vector<Duration> waits(found->second.begin(), found->second.end());
  const auto middle = waits.begin() + static_cast<std::ptrdiff_t>(waits.size() / 2);
  std::ranges::nth_element(waits, middle);
  return *middle;
}

}  // namespace wyrmhall::server
