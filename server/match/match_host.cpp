#include "server/match/match_host.h"

#include <algorithm>
#include <set>
#include <utility>

#include "server/cluster/node.pb.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {

namespace nodes = node::v1;
using persistence::Incarnation;

namespace {

template <class Message>
MatchId match_of(const Message& message) {
  return id_from_bytes<MatchId>(message.match()).value_or(MatchId());
}

}  // namespace

template <class Message>
void MatchHost::not_here(Incarnation from, const Message& message, Outbox& out) {
  nodes::NodeMessage told;
  told.mutable_not_here()->set_session(message.session());
  told.mutable_not_here()->set_channel(message.channel());
  told.mutable_not_here()->set_number(message.number());
  out.to_node(from, told.SerializeAsString());
}

MatchActor* MatchHost::hosted(const MatchId& match, Outbox& out) {
  return placement_.owns(match) ? &matches_.actor(match, out) : matches_.find(match);
}

void MatchHost::heard(Incarnation from, const nodes::OpenChannel& open, Outbox& out) {
  const MatchId id = match_of(open);
  const SessionId session{.incarnation = from, .number = open.session()};
  const bool is_new = matches_.find(id) == nullptr;
  if (is_new && !open.plays() && matches_.size() >= environment_.limits.matches_in_memory) {
    if (open.command_id() != 0) {
      out.refuse(session, open.command_id(),
                 again_after(refusal(pb::REFUSAL_CODE_BUSY, "too many matches are being watched; try again"),
                             kViewersFullRetry));
    }
    out.channel_ends.push_back({session, open.channel(), open.number()});
    return;
  }
  MatchActor* const match = hosted(id, out);
  if (match == nullptr) return not_here(from, open, out);
  // What an earlier opening of it was told is out of date, and what came by that comes again.
  match->close(session, open.channel(), MatchActor::Queued::kComesAgain, out);
  match->open({.session = session,
               .account = id_from_bytes<AccountId>(open.account()).value_or(AccountId()),
               .command_id = open.command_id(),
               .channel = open.channel(),
               .have_version = open.has_have_version() ? std::optional(open.have_version()) : std::nullopt,
               .plays = open.plays(),
               .number = open.number()},
              out);
  matches_.arrange(*match);
}

void MatchHost::heard(Incarnation from, const nodes::CloseChannel& close, Outbox& out) {
  MatchActor* const match = matches_.find(match_of(close));
  if (match == nullptr) return;
  match->close({.incarnation = from, .number = close.session()}, close.channel(), MatchActor::Queued::kRefused, out);
  matches_.arrange(*match);
}

void MatchHost::heard(Incarnation from, const nodes::MatchCommand& command, Outbox& out) {
  MatchActor* const match = matches_.find(match_of(command));
  if (match == nullptr) return not_here(from, command, out);
  pb::ClientMessage message;
  if (!message.ParseFromString(command.message())) return;
  const Duration age(std::min<std::uint64_t>(command.age_us(), kMaxCommandAge.count()));
  match->command({.incarnation = from, .number = command.session()}, command.channel(), message,
                 environment_.clock.now() - age, out);
  matches_.arrange(*match);
}

void MatchHost::heard(Incarnation from, const nodes::CatchUp& catch_up, Outbox& out) {
  MatchActor* const match = matches_.find(match_of(catch_up));
  if (match == nullptr) return not_here(from, catch_up, out);
  nodes::NodeMessage told;
  nodes::CaughtUp& caught_up = *told.mutable_caught_up();
  caught_up.set_session(catch_up.session());
  caught_up.set_channel(catch_up.channel());
  caught_up.set_later(!match->catch_up({.incarnation = from, .number = catch_up.session()}, catch_up.channel(), out));
  out.to_node(from, told.SerializeAsString());
}

void MatchHost::forget_viewers(Incarnation gateway, Outbox& out) {
  matches_.each([&](MatchActor& match) {
    std::set<std::pair<std::uint64_t, std::uint32_t>> gone;
    const auto note = [&](const auto& one) {
      if (one.session.incarnation == gateway) gone.emplace(one.session.number, one.channel);
    };
    std::ranges::for_each(std::as_const(match).viewers(), note);
    std::ranges::for_each(match.queue(), note);
    for (const auto& [number, channel] : gone) {
      match.close({.incarnation = gateway, .number = number}, channel, MatchActor::Queued::kComesAgain, out);
    }
    if (!gone.empty()) matches_.arrange(match);
  });
}

void MatchHost::heard(Incarnation /*from*/, const nodes::MatchStarted& started, Outbox& out) {
  const MatchId id = match_of(started);
  if (!placement_.owns(id)) return;  // whoever does reads it when somebody opens it, or its clock runs out
  matches_.arrange(matches_.actor(id, out));
  if (!started.hidden()) matches_.list(id);
}

}  // namespace wyrmhall::server
