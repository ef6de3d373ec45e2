#include "server/lobby/running_matches.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "server/wire/frames.h"

namespace wyrmhall::server {
namespace {

pb::Refusal no_room(std::string_view detail, std::string_view field, std::chrono::milliseconds retry_after) {
  return again_after(refusal(pb::REFUSAL_CODE_LIMIT_REACHED, detail, field), retry_after);
}

Rate starts(double per_hour) {
  constexpr double kHourInSeconds = 3600;
  return {.per_second = per_hour / kHourInSeconds, .at_once = std::max(1.0, per_hour * kStartsAtOnce)};
}

// What addresses of a group may start, together.
Rate starts_of(const Limits& limits, std::size_t group) {
  return starts(limits.starts_per_address * static_cast<double>(growth_of(group)));
}

}  // namespace

void RunningMatches::joins(const AccountId& account, const MatchId& match) {
  const auto known = by_account_.find(account);
  if (known == by_account_.end() || std::ranges::count(known->second, match) != 0) return;
  known->second.push_back(match);
}

void RunningMatches::started(const persistence::MatchRow& row, std::span<const SharedAddress> from, bool over) {
  ++in_all_;
  const Timestamp now = environment_.clock.now();
  const Limits& limits = environment_.limits;
  std::vector<SharedAddress> addresses;
  for (std::size_t seat = 0; seat < row.seats.size(); ++seat) {
    const auto& account = row.seats[seat].account;
    if (!account) continue;
    account_starts_.spend(*account, 1, starts(limits.starts_per_account), now);
    if (!over) joins(*account, row.id);
    if (seat >= from.size() || from[seat] == nullptr || from[seat]->groups.empty()) continue;
    const auto& groups = from[seat]->groups;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      address_starts_.spend(groups[i], 1, starts_of(limits, i), now);
    }
    if (over) continue;
    seats_.add(*from[seat]);
    addresses.push_back(shared(*from[seat]));
  }
  if (!addresses.empty()) addresses_[row.id] = std::move(addresses);
}

void RunningMatches::ended(const MatchId& match, const std::vector<AccountId>& accounts) {
  --in_all_;
  for (const AccountId& account : accounts) {
    if (const auto known = by_account_.find(account); known != by_account_.end()) std::erase(known->second, match);
  }
  const auto from = addresses_.find(match);
  if (from == addresses_.end()) return;
  for (SharedAddress& address : from->second) {
    seats_.remove(*address);
    release(std::move(address));
  }
  addresses_.erase(from);
}

// Matches outlive connections, and one address may have many of them: they share what is kept of it.
SharedAddress RunningMatches::shared(const PeerAddress& address) {
  SharedAddress& known = known_[address.groups.front()];
  if (known == nullptr) known = std::make_shared<const PeerAddress>(PeerAddress{.text = {}, .groups = address.groups});
  return known;
}

void RunningMatches::release(SharedAddress address) {
  const auto known = known_.find(address->groups.front());
  address.reset();
  if (known->second.use_count() == 1) known_.erase(known);
}

std::span<const MatchId> RunningMatches::of(const AccountId& account) const {
  const auto known = by_account_.find(account);
  return known == by_account_.end() ? std::span<const MatchId>() : known->second;
}

bool RunningMatches::plays(const AccountId& account, const MatchId& match) const {
  const auto known = by_account_.find(account);
  return known != by_account_.end() && std::ranges::count(known->second, match) > 0;
}

std::optional<pb::Refusal> RunningMatches::refusal_of(const AccountId& account, const SharedAddress& address) {
  const Limits& limits = environment_.limits;
  const Timestamp now = environment_.clock.now();
  const auto known = by_account_.find(account);
  if (known != by_account_.end() && known->second.size() >= limits.matches_per_account) {
    return no_room("you play in too many matches at once; finish or resign one first", "own_matches",
                   kMatchesFullRetry);
  }
  if (address != nullptr && !seats_.has_room(*address, limits.matches_per_address)) {
    return no_room("people at your address play in too many matches at once; finish one first", "address_matches",
                   kMatchesFullRetry);
  }
  if (in_all_ >= static_cast<std::int64_t>(limits.matches_in_all)) {
    return no_room("too many matches run on this server; running ones continue", "matches", kMatchesFullRetry);
  }
  auto wait = account_starts_.wait(account, 1, starts(limits.starts_per_account), now);
  if (address != nullptr) {
    for (std::size_t i = 0; i < address->groups.size(); ++i) {
      wait = std::max(wait, address_starts_.wait(address->groups[i], 1, starts_of(limits, i), now));
    }
  }
  if (wait == 0ms) return std::nullopt;
  return no_room("too many matches were started lately, by you or from your address", "starts", wait);
}

}  // namespace wyrmhall::server
