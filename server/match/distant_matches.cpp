#include "server/match/distant_matches.h"

#include <algorithm>

#include "server/cluster/node.pb.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {

namespace nodes = node::v1;

namespace {

// Why what was asked on a channel that is closed by now is not done, as far as this server knows.
constexpr const char* kClosedBefore = "this channel was closed before the match came to it";
constexpr const char* kMoved =
    "the match has moved to another server, and this channel was closed before it came to it";
constexpr const char* kNoAnswer = "this channel is closed, and the match's server has not answered";

template <class Message>
void address(Message& message, const std::pair<std::uint64_t, std::uint32_t>& key, const MatchId& match) {
  message.set_session(key.first);
  message.set_channel(key.second);
  message.set_match(to_bytes(match));
}

}  // namespace

// --- What connections do ---

void DistantMatches::started(const MatchId& match, bool hidden, Outbox& out) const {
  const Incarnation owner = placement_.owner_of(match);
  if (owner == 0) return;  // whoever takes it next finds its clock in the store
  nodes::NodeMessage told;
  told.mutable_match_started()->set_match(to_bytes(match));
  told.mutable_match_started()->set_hidden(hidden);
  out.to_node(owner, told.SerializeAsString());
}

void DistantMatches::open(const MatchId& match, const MatchActor::Opening& opening, Outbox& out) {
  const Key key{opening.session.number, opening.channel};
  Distant& distant = channels_[key];
  distant = {.match = match, .opening = opening, .opened_at = environment_.clock.now(), .asked = {}};
  if (opening.command_id != 0) asking_.insert(key);
  send(key, distant, out);
}

bool DistantMatches::command(SessionId session, std::uint32_t channel, const pb::ClientMessage& message,
                             Timestamp received_at, Outbox& out) {
  const Key key{session.number, channel};
  const auto found = channels_.find(key);
  if (found == channels_.end()) return false;
  Distant& distant = found->second;
  if (distant.asked.size() >= kCommandQueue) {
    out.refuse(session, message.command_id(), refusal(pb::REFUSAL_CODE_BUSY, "the match is busy; try again"));
    return true;
  }
  const Asked& asked = distant.asked.emplace_back(
      Asked{.command_id = message.command_id(), .message = message.SerializeAsString(), .received_at = received_at});
  asking_.insert(key);
  if (distant.owner == 0) return true;
  nodes::NodeMessage told;
  nodes::MatchCommand& command = *told.mutable_match_command();
  address(command, key, distant.match);
  command.set_message(asked.message);
  command.set_number(distant.opening.number);
  out.to_node(distant.owner, told.SerializeAsString());
  return true;
}

void DistantMatches::close(SessionId session, std::uint32_t channel, Outbox& out) {
  const Key key{session.number, channel};
  const auto found = channels_.find(key);
  if (found == channels_.end()) return;
  if (found->second.owner != 0) {
    nodes::NodeMessage told;
    address(*told.mutable_close_channel(), key, found->second.match);
    out.to_node(found->second.owner, told.SerializeAsString());
    // Until the owner closes it, it does what it was asked before, and answers that, the opening too.
    Distant& distant = found->second;
    if (const std::uint64_t opening = std::exchange(distant.opening.command_id, 0)) {
      distant.asked.insert(distant.asked.begin(),
                           {.command_id = opening, .message = {}, .received_at = distant.opened_at});
    }
    if (!distant.asked.empty()) {
      Closed& closed =
          closed_.insert_or_assign(key, Closed{.match = distant.match, .owner = distant.owner, .asked = {}})
              .first->second;
      closed.asked = std::exchange(distant.asked, {});
      for (Asked& asked : closed.asked) asked.message.clear();
    }
  }
  forget(key, out);
}

void DistantMatches::forget(const Key& key, Outbox& out) {
  asking_.erase(key);
  not_here_.erase(key);
  auto gone = channels_.extract(key);
  Distant& distant = gone.mapped();
  if (const std::uint64_t opening = distant.opening.command_id) {
    distant.asked.push_back({.command_id = opening, .message = {}, .received_at = distant.opened_at});
  }
  refuse_closed(key, distant.asked, kClosedBefore, out);
}

void DistantMatches::refuse_closed(const Key& key, std::span<const Asked> asked, const char* why, Outbox& out) const {
  const Session* const session = sessions_.find(key.first);
  if (session == nullptr) return;
  for (const Asked& one : asked) {
    out.refuse(session->id, one.command_id, refusal(pb::REFUSAL_CODE_CHANNEL_UNKNOWN, why, "channel"));
  }
}

bool DistantMatches::catch_up(SessionId session, std::uint32_t channel, Outbox& out) {
  const Key key{session.number, channel};
  const auto found = channels_.find(key);
  if (found == channels_.end()) return false;
  if (found->second.owner == 0) return true;  // who opens it next is shown it as it stands
  nodes::NodeMessage told;
  address(*told.mutable_catch_up(), key, found->second.match);
  told.mutable_catch_up()->set_number(found->second.opening.number);
  out.to_node(found->second.owner, told.SerializeAsString());
  return true;
}

bool DistantMatches::runs(SessionId session, std::uint32_t channel) const {
  const auto found = channels_.find({session.number, channel});
  return found != channels_.end() && !found->second.over;
}

// --- What other servers tell ---

DistantMatches::Distant* DistantMatches::told_by(Incarnation from, const Key& key) {
  const auto found = channels_.find(key);
  return found == channels_.end() || found->second.owner != from ? nullptr : &found->second;
}

DistantMatches::Distant* DistantMatches::asked_by(std::uint64_t session, std::uint64_t command_id) {
  for (auto one = channels_.lower_bound({session, 0}); one != channels_.end() && one->first.first == session; ++one) {
    Distant& distant = one->second;
    if (distant.opening.command_id == command_id) return &distant;
    if (std::ranges::find(distant.asked, command_id, &Asked::command_id) != distant.asked.end()) return &distant;
  }
  return nullptr;
}

void DistantMatches::note_answer(const Key& key, Distant& distant, std::uint64_t command_id) {
  if (distant.opening.command_id == command_id) distant.opening.command_id = 0;
  std::erase_if(distant.asked, [&](const Asked& one) { return one.command_id == command_id; });
  if (distant.opening.command_id == 0 && distant.asked.empty()) asking_.erase(key);
}

bool DistantMatches::answers_closed(Incarnation from, const nodes::Post& post, Outbox& out) {
  if (post.answers() == 0) return false;
  for (auto one = closed_.lower_bound({post.session(), 0}); one != closed_.end() && one->first.first == post.session();
       ++one) {
    Closed& closed = one->second;
    const auto found = std::ranges::find(closed.asked, post.answers(), &Asked::command_id);
    if (found == closed.asked.end()) continue;
    if (closed.owner != from) return true;
    // A match that was opened, or an update, is of a channel that the client does not know any more.
    if (post.opens() != 0) {
      refuse_closed(one->first, {&*found, 1}, kClosedBefore, out);
    } else {
      out.post(sessions_.find(post.session())->id,
               post.channel() == 0 ? post.frame() : repeat_frame(post.answers(), post.channel(), post.version()));
    }
    closed.asked.erase(found);
    if (closed.asked.empty()) closed_.erase(one);
    return true;
  }
  return false;
}

// Of a channel, and of a command, only the owner tells anything: who was the owner before may be late.
void DistantMatches::heard(Incarnation from, const nodes::Post& post, Outbox& out) {
  Session* const session = sessions_.find(post.session());
  if (session == nullptr || answers_closed(from, post, out)) return;
  const Answered answers{.command_id = post.answers(), .version = post.version()};
  const std::uint32_t number = post.channel() != 0 ? post.channel() : post.opens();
  Distant* distant = nullptr;
  if (number != 0) {
    distant = told_by(from, {post.session(), number});
    if (distant == nullptr || session->channel(number) == nullptr) return;
    if (post.opens() != 0) distant->is_open = post.opening() == distant->opening.number;
    if (!distant->is_open) return;
  } else if (answers.command_id != 0) {
    distant = asked_by(post.session(), answers.command_id);
    const bool is_opening = distant != nullptr && distant->opening.command_id == answers.command_id;
    if (distant != nullptr && (distant->owner != from || (!distant->is_open && !is_opening))) return;
  }
  out.posts.emplace_back(session->id, post.channel(), post.frame(), answers);
  if (distant == nullptr) return;
  if (answers.command_id != 0) note_answer({post.session(), distant->opening.channel}, *distant, answers.command_id);
  if (number == 0) return;
  distant->over = distant->over || post.over();
  Session::Channel& channel = *session->channel(number);
  if (post.opens() != 0) channel.behind = false;
  if (channel.behind) return;
  for (const Answered& owed : std::exchange(channel.owed, {})) {
    out.update(session->id, number, repeat_frame(owed.command_id, number, owed.version), owed);
  }
}

void DistantMatches::heard(Incarnation from, const nodes::EndChannel& end, Outbox& out) {
  const Key key{end.session(), end.channel()};
  const Distant* const distant = told_by(from, key);
  if (distant == nullptr || distant->opening.number != end.number()) return;
  forget(key, out);
  if (const Session* const session = sessions_.find(end.session())) {
    out.channel_ends.push_back({session->id, end.channel()});
  }
}

void DistantMatches::heard(Incarnation from, const nodes::CaughtUp& caught_up) {
  const Distant* const distant = told_by(from, {caught_up.session(), caught_up.channel()});
  if (distant == nullptr || !distant->is_open) return;
  Session* const session = sessions_.find(caught_up.session());
  Session::Channel* const channel = session == nullptr ? nullptr : session->channel(caught_up.channel());
  if (channel == nullptr) return;
  channel->behind = caught_up.later();
  // A move is on its way to the disk, which is not the reader's fault: the core tries again.
  if (caught_up.later()) session->behind_since = environment_.clock.now();
}

void DistantMatches::heard(Incarnation from, const nodes::NotHere& not_here) {
  const Key key{not_here.session(), not_here.channel()};
  Distant* const distant = told_by(from, key);
  if (distant == nullptr || distant->opening.number != not_here.number()) return;
  distant->owner = 0;
  not_here_.insert(key);
}

// --- Who runs what ---

void DistantMatches::send(const Key& key, Distant& distant, Outbox& out) {
  not_here_.erase(key);
  distant.owner = placement_.owner_of(distant.match);
  distant.is_open = false;
  if (distant.owner == 0) return;
  distant.opening.number = ++last_number_;
  nodes::NodeMessage told;
  nodes::OpenChannel& open = *told.mutable_open_channel();
  address(open, key, distant.match);
  open.set_account(to_bytes(distant.opening.account));
  open.set_command_id(distant.opening.command_id);
  if (distant.opening.have_version) open.set_have_version(*distant.opening.have_version);
  open.set_plays(distant.opening.plays);
  open.set_number(distant.opening.number);
  out.to_node(distant.owner, told.SerializeAsString());
  // The next owner shows the match as it stands.
  distant.opening.have_version.reset();
  const Timestamp now = environment_.clock.now();
  for (const Asked& asked : distant.asked) {
    nodes::MatchCommand& command = *told.mutable_match_command();
    address(command, key, distant.match);
    command.set_message(asked.message);
    command.set_number(distant.opening.number);
    command.set_age_us(static_cast<std::uint64_t>(std::max<std::int64_t>(0, (now - asked.received_at).count())));
    out.to_node(distant.owner, told.SerializeAsString());
  }
}

void DistantMatches::move_here(const Key& key, const Distant& distant, Outbox& out) {
  Session* const session = sessions_.find(key.first);
  const Session::Channel* const channel = session == nullptr ? nullptr : session->channel(key.second);
  if (channel == nullptr) return;
  if (channel->behind && session->behind_since == kNever) session->behind_since = environment_.clock.now();
  MatchActor& match = matches_.actor(distant.match, out);
  match.open(distant.opening, out);
  for (const Asked& asked : distant.asked) {
    pb::ClientMessage message;
    message.ParseFromString(asked.message);
    match.command(distant.opening.session, key.second, message, asked.received_at, out);
  }
  matches_.arrange(match);
}

void DistantMatches::take_over(const std::vector<Matches::LeftBehind>& left, Outbox& out) {
  for (const auto& [session, channel, match, account, plays] : left) {
    open(match, {.session = session, .account = account, .channel = channel, .plays = plays}, out);
  }
}

void DistantMatches::placed(Outbox& out) {
  refuse_closed_of([&](const Closed& closed) { return placement_.owner_of(closed.match) != closed.owner; }, kMoved,
                   out);
  for (auto one = channels_.begin(); one != channels_.end();) {
    auto& [key, distant] = *one;
    const Incarnation owner = placement_.owner_of(distant.match);
    if (owner == placement_.self()) {
      move_here(key, distant, out);
      asking_.erase(key);
      not_here_.erase(key);
      one = channels_.erase(one);
      continue;
    }
    if (owner != distant.owner) send(key, distant, out);
    ++one;
  }
}

void DistantMatches::refuse_closed_of(const std::function<bool(const Closed&)>& lost, const char* why, Outbox& out) {
  std::erase_if(closed_, [&](const auto& one) {
    if (!lost(one.second)) return false;
    refuse_closed(one.first, one.second.asked, why, out);
    return true;
  });
}

void DistantMatches::tell_again(Incarnation owner, Outbox& out) {
  refuse_closed_of([&](const Closed& closed) { return closed.owner == owner; }, kMoved, out);
  for (auto& [key, distant] : channels_) {
    if (distant.owner == owner) send(key, distant, out);
  }
}

void DistantMatches::tick(Outbox& out) {
  const Timestamp now = environment_.clock.now();
  if (now >= ask_again_at_) {
    ask_again_at_ = now + kAskOwnerAgain;
    for (const Key& key : std::exchange(not_here_, {})) {
      if (const auto found = channels_.find(key); found != channels_.end()) send(key, found->second, out);
    }
  }
  refuse_closed_of([&](const Closed& closed) { return now - closed.asked.back().received_at >= kOwnerAnswersWithin; },
                   kNoAnswer, out);
  // What nobody answers is refused in the end: the client may try again, and knows by the match what became of it.
  for (auto one = asking_.begin(); one != asking_.end();) {
    const Key key = *one;
    Distant& distant = channels_.at(key);
    const SessionId session = distant.opening.session;
    const auto too_late = [&](std::uint64_t command_id, Timestamp asked_at) {
      if (command_id == 0 || now - asked_at < kOwnerAnswersWithin) return false;
      const pb::Refusal moving = refusal(pb::REFUSAL_CODE_BUSY, "the match moves to another server; try again");
      out.refuse(session, command_id, again_after(moving, kStoreRetry));
      return true;
    };
    std::erase_if(distant.asked, [&](const Asked& asked) { return too_late(asked.command_id, asked.received_at); });
    if (too_late(distant.opening.command_id, distant.opened_at)) {
      distant.opening.command_id = 0;
      out.channel_ends.push_back({session, key.second});
      one = asking_.erase(one);
      close(session, key.second, out);
      continue;
    }
    one = distant.asked.empty() && distant.opening.command_id == 0 ? asking_.erase(one) : std::next(one);
  }
}

}  // namespace wyrmhall::server
