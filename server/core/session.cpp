#include "server/core/session.h"

#include <algorithm>
#include <utility>

namespace wyrmhall::server {

Session::Channel* Session::channel(std::uint32_t number) {
  const auto found = std::ranges::find(channels, number, &Channel::number);
  return found == channels.end() ? nullptr : &*found;
}

const Session::Channel* Session::channel(std::uint32_t number) const {
  const auto found = std::ranges::find(channels, number, &Channel::number);
  return found == channels.end() ? nullptr : &*found;
}

std::vector<Answered> Session::drop_channel(std::uint32_t number) {
  const auto gone = std::ranges::find(channels, number, &Channel::number);
  if (gone == channels.end()) return {};
  std::vector<Answered> owed = std::move(gone->owed);
  channels.erase(gone);
  return owed;
}

Session::Channel* Session::channel_of(const MatchId& match) {
  const auto found = std::ranges::find(channels, match, &Channel::match);
  return found == channels.end() ? nullptr : &*found;
}

const Session::Channel* Session::channel_of(const MatchId& match) const {
  const auto found = std::ranges::find(channels, match, &Channel::match);
  return found == channels.end() ? nullptr : &*found;
}

Session& Sessions::open(SessionId id, SharedAddress address, const TokenBucket& bucket, Timestamp now) {
  return sessions_
      .emplace(id.number, Session{.id = id,
                                  .address = std::move(address),
                                  .connected_at = now,
                                  .client = {},
                                  .name = {},
                                  .token = {},
                                  .bucket = bucket,
                                  .channels = {}})
      .first->second;
}

void Sessions::close(std::uint64_t number) {
  const auto found = sessions_.find(number);
  if (found == sessions_.end()) return;
  const auto owned = by_account_.find(found->second.account);
  if (owned != by_account_.end()) {
    // One that knows its account may not have signed in yet.
    const bool signed_in = std::erase(owned->second.sessions, number) > 0;
    if (signed_in && !found->second.read_only) --owned->second.playing;
    if (owned->second.sessions.empty()) by_account_.erase(owned);
  }
  sessions_.erase(found);
}

Session* Sessions::find(std::uint64_t number) {
  const auto found = sessions_.find(number);
  return found == sessions_.end() ? nullptr : &found->second;
}

Session* Sessions::find(const SessionId& id) {
  Session* const session = find(id.number);
  return session != nullptr && session->id == id ? session : nullptr;
}

void Sessions::sign_in(Session& session, const AccountId& account, std::string name, const TokenBucket& whole) {
  session.stage = Session::Stage::kSignedIn;
  session.account = account;
  session.name = std::move(name);
  // It stays where it is until the last session has gone.
  OfAccount& of_account = by_account_.try_emplace(account, OfAccount{.sessions = {}, .bucket = whole}).first->second;
  of_account.sessions.push_back(session.id.number);
  if (!session.read_only) ++of_account.playing;
  session.of_account = &of_account.bucket;
}

void Sessions::set_rates(double per_second, double burst) {
  for (auto& [number, session] : sessions_) session.bucket.set(per_second, burst);
  for (auto& [account, of] : by_account_) of.bucket.set(per_second * kAccountConnections, burst * kAccountConnections);
}

const std::vector<std::uint64_t>& Sessions::of(const AccountId& account) const {
  static const std::vector<std::uint64_t> none;
  const auto found = by_account_.find(account);
  return found == by_account_.end() ? none : found->second.sessions;
}

bool Sessions::is_there(const AccountId& account) const {
  const auto found = by_account_.find(account);
  return found != by_account_.end() && found->second.playing > 0;
}

std::string Sessions::address_of(const AccountId& account) const {
  const std::vector<std::uint64_t>& numbers = of(account);
  if (numbers.empty()) return {};
  const std::vector<std::string>& groups = sessions_.at(numbers.front()).address->groups;
  return groups.empty() ? std::string() : groups.front();
}

}  // namespace wyrmhall::server
