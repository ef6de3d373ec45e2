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

namespace {

Session fresh(SessionId id, SharedAddress address, const TokenBucket& bucket, Timestamp now) {
  return {.id = id,
          .address = std::move(address),
          .connected_at = now,
          .client = {},
          .name = {},
          .token = {},
          .bucket = bucket,
          .channels = {}};
}

}  // namespace

Session& Sessions::open(SessionId id, SharedAddress address, const TokenBucket& bucket, Timestamp now) {
  return sessions_.emplace(id.number, fresh(id, std::move(address), bucket, now)).first->second;
}

void Sessions::leave_account(const Session& session) {
  const auto owned = by_account_.find(session.account);
  if (owned == by_account_.end()) return;
  // One that knows its account may not have signed in yet.
  const bool signed_in = std::erase(owned->second.sessions, session.id) > 0;
  if (signed_in && !session.read_only) --owned->second.playing;
  if (owned->second.sessions.empty()) by_account_.erase(owned);
}

void Sessions::close(std::uint64_t number) {
  const auto found = sessions_.find(number);
  if (found == sessions_.end()) return;
  leave_account(found->second);
  sessions_.erase(found);
}

Session* Sessions::find(std::uint64_t number) {
  const auto found = sessions_.find(number);
  return found == sessions_.end() ? nullptr : &found->second;
}

Session* Sessions::here(const SessionId& id) {
  Session* const session = find(id.number);
  return session != nullptr && session->id == id ? session : nullptr;
}

Session* Sessions::find(const SessionId& id) {
  if (Session* const session = here(id)) return session;
  const auto server = visitors_.find(static_cast<std::uint64_t>(id.incarnation));
  if (server == visitors_.end()) return nullptr;
  const auto found = server->second.find(id.number);
  return found == server->second.end() ? nullptr : &found->second;
}

Session& Sessions::visit(SessionId id, SharedAddress address, Timestamp now) {
  end_visit(id);
  return visitors_[static_cast<std::uint64_t>(id.incarnation)]
      .emplace(id.number, fresh(id, std::move(address), TokenBucket(0, 0, now), now))
      .first->second;
}

void Sessions::end_visit(const SessionId& id) {
  const auto server = visitors_.find(static_cast<std::uint64_t>(id.incarnation));
  if (server == visitors_.end()) return;
  const auto found = server->second.find(id.number);
  if (found == server->second.end()) return;
  leave_account(found->second);
  server->second.erase(found);
  if (server->second.empty()) visitors_.erase(server);
}

std::vector<SessionId> Sessions::visitors_of(persistence::Incarnation server) const {
  std::vector<SessionId> ids;
  const auto found = visitors_.find(static_cast<std::uint64_t>(server));
  if (found == visitors_.end()) return ids;
  ids.reserve(found->second.size());
  for (const auto& [number, session] : found->second) ids.push_back(session.id);
  return ids;
}

void Sessions::told(const AccountId& account, bool there) {
  if (told_.size() >= kPresencesTold) told_.clear();
  told_.insert_or_assign(account, there);
}

void Sessions::sign_in(Session& session, const AccountId& account, std::string name, const TokenBucket& whole) {
  session.stage = Session::Stage::kSignedIn;
  session.account = account;
  session.name = std::move(name);
  // It stays where it is until the last session has gone.
  OfAccount& of_account = by_account_.try_emplace(account, OfAccount{.sessions = {}, .bucket = whole}).first->second;
  of_account.sessions.push_back(session.id);
  if (!session.read_only) ++of_account.playing;
  session.of_account = &of_account.bucket;
}

void Sessions::set_rates(double per_second, double burst) {
  for (auto& [number, session] : sessions_) session.bucket.set(per_second, burst);
  for (auto& [account, of] : by_account_) of.bucket.set(per_second * kAccountConnections, burst * kAccountConnections);
}

const std::vector<SessionId>& Sessions::of(const AccountId& account) const {
  static const std::vector<SessionId> none;
  const auto found = by_account_.find(account);
  return found == by_account_.end() ? none : found->second.sessions;
}

bool Sessions::is_there(const AccountId& account) const {
  const auto found = by_account_.find(account);
  if (found != by_account_.end() && found->second.playing > 0) return true;
  if (!is_told_) return false;
  const auto told = told_.find(account);
  return told == told_.end() || told->second;
}

std::string Sessions::address_of(const AccountId& account) const {
  for (const SessionId& id : of(account)) {
    const auto session = sessions_.find(id.number);
    if (session == sessions_.end() || session->second.id != id) continue;
    const std::vector<std::string>& groups = session->second.address->groups;
    return groups.empty() ? std::string() : groups.front();
  }
  return {};
}

}  // namespace wyrmhall::server
