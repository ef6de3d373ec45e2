#include "server/session/session.h"

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
    std::erase(owned->second, number);
    if (owned->second.empty()) by_account_.erase(owned);
  }
  sessions_.erase(found);
}

Session* Sessions::find(std::uint64_t number) {
  const auto found = sessions_.find(number);
  return found == sessions_.end() ? nullptr : &found->second;
}

void Sessions::sign_in(Session& session, const AccountId& account, std::string name) {
  session.stage = Session::Stage::kSignedIn;
  session.account = account;
  session.name = std::move(name);
  by_account_[account].push_back(session.id.number);
}

const std::vector<std::uint64_t>& Sessions::of(const AccountId& account) const {
  static const std::vector<std::uint64_t> none;
  const auto found = by_account_.find(account);
  return found == by_account_.end() ? none : found->second;
}

}  // namespace wyrmhall::server
