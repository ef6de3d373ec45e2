#include "server/nodes/node_talk.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "server/cluster/node.pb.h"

namespace wyrmhall::server {

namespace nodes = node::v1;
using persistence::Incarnation;
using persistence::Shard;

bool NodeTalk::place(std::vector<Incarnation> others, std::vector<Incarnation> owners, Outbox& out) {
  // As it was: whether somebody who lives has had a shard that this one has now.
  const cluster::Placement before = placement_;
  const auto lived = [&](Incarnation node) { return std::ranges::find(others, node) != others.end(); };
  std::vector<Shard> from_nobody;
  std::vector<Shard> handed_over;
  for (std::size_t i = 0; i < owners.size(); ++i) {
    const auto shard = static_cast<Shard>(i);
    if (owners[i] != placement_.self() || before.owner_of(shard) == placement_.self()) continue;
    (lived(before.owner_of(shard)) ? handed_over : from_nobody).push_back(shard);
  }
  placement_.set(std::move(others), std::move(owners));
  const Timestamp now = environment_.clock.now();
  for (const Incarnation gone : links_.set(placement_.others(), now)) parts_.matches.drop_viewers(gone, out);
  parts_.matches.took(from_nobody, true);
  parts_.matches.took(handed_over, false);
  leave(out);
  parts_.distant.placed(out);
  return !from_nobody.empty() || !handed_over.empty();
}

void NodeTalk::heard(std::span<const std::uint8_t> bytes, Outbox& out) {
  const cluster::Links::Heard heard = links_.heard(bytes, environment_.clock.now());
  begin_again(out);
  for (const std::string& message : heard.messages) dispatch(heard.from, message, out);
}

void NodeTalk::begin_again(Outbox& out) {
  for (const Incarnation peer : links_.take_began_again()) {
    spdlog::warn("the link to server {} begins again", peer);
    parts_.matches.drop_viewers(peer, out);
    parts_.distant.tell_again(peer, out);
  }
}

void NodeTalk::tick(Outbox& out) {
  if (placement_.alone()) return;
  if (parts_.matches.is_leaving()) leave(out);
  parts_.distant.tick(out);
}

void NodeTalk::leave(Outbox& out) {
  parts_.matches.leave();
  parts_.distant.take_over(parts_.matches.take_left_behind(), out);
}

void NodeTalk::dispatch(Incarnation from, const std::string& bytes, Outbox& out) {
  nodes::NodeMessage message;
  if (!message.ParseFromString(bytes)) return;
  using What = nodes::NodeMessage;
  switch (message.what_case()) {
    case What::kOpenChannel:
      return host_.heard(from, message.open_channel(), out);
    case What::kCloseChannel:
      return host_.heard(from, message.close_channel(), out);
    case What::kMatchCommand:
      return host_.heard(from, message.match_command(), out);
    case What::kCatchUp:
      return host_.heard(from, message.catch_up(), out);
    case What::kMatchStarted:
      return host_.heard(from, message.match_started(), out);
    case What::kPost:
      return parts_.distant.heard(from, message.post(), out);
    case What::kEndChannel:
      return parts_.distant.heard(from, message.end_channel(), out);
    case What::kCaughtUp:
      return parts_.distant.heard(from, message.caught_up());
    case What::kNotHere:
      return parts_.distant.heard(from, message.not_here());
    case What::kEndSession:
      if (const Session* session = parts_.sessions.find(message.end_session().session())) {
        reasons_.push_back(message.end_session().reason());
        out.close(session->id, static_cast<std::uint16_t>(message.end_session().code()), reasons_.back());
      }
      return;
    case What::kMatchEnded: {
      Outbox::End end{.match = id_from_bytes<MatchId>(message.match_ended().match()).value_or(MatchId()), .accounts = {}};
      for (const std::string& account : message.match_ended().accounts()) {
        if (const auto id = id_from_bytes<AccountId>(account)) end.accounts.push_back(*id);
      }
      return parts_.running.ended(end.match, end.accounts);
    }
    case What::kLapse:
      if (const auto account = id_from_bytes<AccountId>(message.lapse().account())) parts_.lobby.note_lapse(*account);
      return;
    case What::WHAT_NOT_SET:
      return;  // of a later release
  }
}

// The lobby counts who plays in how many matches, and who left one.
void NodeTalk::tell_ends(Outbox& out) {
  const Incarnation lobby = placement_.owner_of(kLobbyName);
  if (lobby == placement_.self()) return;
  nodes::NodeMessage told;
  for (const Outbox::End& end : out.ends) {
    nodes::MatchEnded& ended = *told.mutable_match_ended();
    ended.set_match(to_bytes(end.match));
    ended.clear_accounts();
    for (const AccountId& account : end.accounts) ended.add_accounts(to_bytes(account));
    out.to_node(lobby, told.SerializeAsString());
  }
  for (const AccountId& account : out.lapses) {
    told.mutable_lapse()->set_account(to_bytes(account));
    out.to_node(lobby, told.SerializeAsString());
  }
}

void NodeTalk::send(Outbox& out, std::vector<Effect>& effects) {
  if (placement_.alone()) return;
  tell_ends(out);
  const Timestamp now = environment_.clock.now();
  for (Outbox::NodePost& post : out.node_posts) links_.tell(post.to, std::move(post.message), now);
  const auto elsewhere = [&](const SessionId& session) { return session.incarnation != placement_.self(); };
  nodes::NodeMessage told;
  for (Outbox::Post& posted : out.posts) {
    if (!elsewhere(posted.to)) continue;
    nodes::Post& post = *told.mutable_post();
    post.set_session(posted.to.number);
    post.set_channel(posted.channel);
    post.set_frame(std::move(posted.frame));
    post.set_answers(posted.answers.command_id);
    post.set_version(posted.answers.version);
    post.set_over(posted.over);
    post.set_opens(posted.opens);
    links_.tell(posted.to.incarnation, told.SerializeAsString(), now);
  }
  for (const Outbox::ChannelEnd& ended : out.channel_ends) {
    if (!elsewhere(ended.session)) continue;
    told.mutable_end_channel()->set_session(ended.session.number);
    told.mutable_end_channel()->set_channel(ended.channel);
    links_.tell(ended.session.incarnation, told.SerializeAsString(), now);
  }
  for (const Outbox::Closing& closing : out.closings) {
    if (!elsewhere(closing.session)) continue;
    nodes::EndSession& end = *told.mutable_end_session();
    end.set_session(closing.session.number);
    end.set_code(closing.code);
    end.set_reason(std::string(closing.reason));
    links_.tell(closing.session.incarnation, told.SerializeAsString(), now);
  }
  for (cluster::Links::Frame& frame : links_.due(now)) {
    effects.emplace_back(SendToNode{.to = frame.to, .frame = std::move(frame.bytes)});
  }
  reasons_.clear();
}

}  // namespace wyrmhall::server
