#include "server/nodes/node_talk.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "server/cluster/node.pb.h"

namespace wyrmhall::server {

namespace nodes = node::v1;
using persistence::Incarnation;
using persistence::Shard;

namespace {

template <class Id>
Id id_of(const std::string& bytes) {
  return id_from_bytes<Id>(bytes).value_or(Id());
}

}  // namespace

// --- Who owns what ---

NodeTalk::Gained NodeTalk::place(std::vector<Incarnation> others, std::vector<Incarnation> owners, Outbox& out) {
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
  const std::vector<Incarnation> gone = links_.set(placement_.others(), core_.environment.clock.now());
  for (const Incarnation node : gone) {
    match_host_.forget_viewers(node, out);
    lobby_host_.forget_visitors(node, out);
  }
  if (!gone.empty()) {
    play_.attendance.expect();
    machines_.reports.forget_records();  // whoever is gone may not have told of a link that was shown
  }
  play_.matches.took(from_nobody, true);
  play_.matches.took(handed_over, false);
  leave(out);
  machines_.codes.placed(placement_.others().size());
  distant_.placed(out);
  play_.distant_lobby.placed(out);
  play_.watchable.placed();
  if (before.lobby() != placement_.lobby()) play_.attendance.lobby_moved(out);
  return {.matches = !from_nobody.empty() || !handed_over.empty(),
          .lobby = placement_.has_lobby() && !before.has_lobby()};
}

// What is another's by now leaves memory.
void NodeTalk::leave(Outbox& out) {
  play_.matches.leave();
  distant_.take_over(play_.matches.take_left_behind(), out);
  if (!play_.lobby.is_here() && play_.lobby.close_down()) lobby_host_.forget_all_visitors();
}

void NodeTalk::begin_again(Outbox& out) {
  for (const Incarnation peer : links_.take_began_again()) {
    spdlog::warn("the link to server {} begins again", peer);
    match_host_.forget_viewers(peer, out);
    lobby_host_.forget_visitors(peer, out);
    distant_.tell_again(peer, out);
    play_.distant_lobby.tell_again(peer, out);
    machines_.reports.forget_records();  // a link that was shown may not have been heard of
    if (peer == placement_.lobby()) play_.attendance.lobby_moved(out);
  }
}

void NodeTalk::tick(Outbox& out) {
  if (placement_.alone()) return;
  if (play_.matches.is_leaving() || (!play_.lobby.is_here() && play_.lobby.was_open())) leave(out);
  distant_.tick(out);
  play_.distant_lobby.tick(lobby_host_.is_open(), out);
  if (!lobby_host_.is_open()) return;
  for (Arrival& arrival : play_.distant_lobby.take_arrivals()) machines_.authentication.arrive(std::move(arrival), out);
  for (const DistantLobby::Held& held : play_.distant_lobby.take_held()) {
    Session* const session = core_.sessions.find(held.session);
    pb::ClientMessage message;
    if (session != nullptr && message.ParseFromString(held.message)) session_actor_.carry_out(*session, message, out);
  }
}

// --- What comes ---

void NodeTalk::heard(std::span<const std::uint8_t> bytes, Outbox& out) {
  const cluster::Links::Heard heard = links_.heard(bytes, core_.environment.clock.now());
  begin_again(out);
  for (const std::string& message : heard.messages) dispatch(heard.from, message, out);
}

void NodeTalk::dispatch(Incarnation from, const std::string& bytes, Outbox& out) {
  nodes::NodeMessage message;
  if (!message.ParseFromString(bytes)) return;
  using What = nodes::NodeMessage;
  switch (message.what_case()) {
    case What::kOpenChannel:
      return match_host_.heard(from, message.open_channel(), out);
    case What::kCloseChannel:
      return match_host_.heard(from, message.close_channel(), out);
    case What::kMatchCommand:
      return match_host_.heard(from, message.match_command(), out);
    case What::kCatchUp:
      return match_host_.heard(from, message.catch_up(), out);
    case What::kMatchStarted:
      return match_host_.heard(from, message.match_started(), out);
    default:
      if (!dispatch_to_gateway(from, message, out)) dispatch_to_lobby(from, message, out);
  }
}

bool NodeTalk::dispatch_to_gateway(Incarnation from, const nodes::NodeMessage& message, Outbox& out) {
  using What = nodes::NodeMessage;
  switch (message.what_case()) {
    case What::kPost:
      if (message.post().answers() != 0)
        play_.distant_lobby.answered(message.post().session(), message.post().answers());
      distant_.heard(from, message.post(), out);
      return true;
    case What::kEndChannel:
      distant_.heard(from, message.end_channel(), out);
      return true;
    case What::kCaughtUp:
      distant_.heard(from, message.caught_up());
      return true;
    case What::kNotHere:
      distant_.heard(from, message.not_here());
      return true;
    case What::kEndSession:
      if (const Session* session = core_.sessions.find(message.end_session().session())) {
        reasons_.push_back(message.end_session().reason());
        out.close(session->id, static_cast<std::uint16_t>(message.end_session().code()), reasons_.back());
      }
      return true;
    case What::kAdmitted:
      if (auto arrival = play_.distant_lobby.admitted(from, message.admitted().session())) {
        machines_.authentication.admitted(*std::move(arrival), message.admitted().refusal(),
                                          message.admitted().signed_in(), out);
        if (message.admitted().refusal().empty()) play_.distant_lobby.send_held(message.admitted().session(), out);
      }
      return true;
    case What::kLobbyNotHere:
      play_.distant_lobby.not_here(from, message.lobby_not_here().session(), message.lobby_not_here().command_id());
      return true;
    case What::kMatchStarts:
      play_.channels.starts(id_of<MatchId>(message.match_starts().match()),
                            ids_from_bytes<AccountId>(message.match_starts().accounts()), out);
      return true;
    case What::kCodeAnswered:
      machines_.codes.heard(message.code_answered(), out);
      return true;
    default:
      return false;
  }
}

void NodeTalk::dispatch_to_lobby(Incarnation from, const nodes::NodeMessage& message, Outbox& out) {
  using What = nodes::NodeMessage;
  switch (message.what_case()) {
    case What::kMatchEnded:
      return play_.running.ended(id_of<MatchId>(message.match_ended().match()),
                                 ids_from_bytes<AccountId>(message.match_ended().accounts()));
    case What::kLapse:
      return play_.lobby.note_lapse(id_of<AccountId>(message.lapse().account()));
    case What::kAdmit:
      return lobby_host_.heard(from, message.admit(), out);
    case What::kLobbyCommand:
      return lobby_host_.heard(from, message.lobby_command(), out);
    case What::kLeft:
      return lobby_host_.heard(from, message.left(), out);
    case What::kAskPresence:
      // Who asks does so again when the lobby has moved.
      if (lobby_host_.is_open()) play_.attendance.heard(from, message.ask_presence(), out);
      return;
    case What::kWatchable:
      return play_.watchable.heard(from, message.watchable());
    case What::kPresence:
      if (from == placement_.lobby()) play_.attendance.heard(message.presence());
      return;
    case What::kRenamed:
      return machines_.identity.renamed(id_of<AccountId>(message.renamed().account()), message.renamed().name(), out,
                                        false);
    case What::kRevoked:
      return machines_.identity.revoked(id_of<AccountId>(message.revoked().account()),
                                        array_from<persistence::Hash>(message.revoked().only()),
                                        array_from<persistence::Hash>(message.revoked().but()), out, false);
    case What::kChainsClosed:
      return machines_.reports.heard(message.chains_closed());
    case What::kCodeTyped:
      return machines_.codes.heard(from, message.code_typed(), out);
    case What::kAdministered:
      administered_.push_back(message.administered().SerializeAsString());
      return;
    default:
      return;  // of a later release
  }
}

std::vector<nodes::Administered> NodeTalk::take_administered() {
  std::vector<nodes::Administered> taken;
  for (const std::string& bytes : std::exchange(administered_, {})) taken.emplace_back().ParseFromString(bytes);
  return taken;
}

// --- What goes ---

// The lobby counts who plays in how many matches, and who left one.
void NodeTalk::tell_ends(Outbox& out) {
  const Incarnation lobby = placement_.lobby();
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

void NodeTalk::send_posts(Outbox& out, Timestamp now) {
  const auto elsewhere = [&](const SessionId& session) { return session.incarnation != placement_.self(); };
  nodes::NodeMessage told;
  for (Outbox::Post& posted : out.posts) {
    if (!elsewhere(posted.to)) continue;
    nodes::Post& post = *told.mutable_post();
    post.set_session(posted.to.number);
    post.set_channel(posted.channel);
    post.set_answers(answered_by(posted.frame));
    post.set_frame(std::move(posted.frame));
    post.set_version(posted.answers.version);
    post.set_over(posted.over);
    post.set_opens(posted.opens);
    post.set_opening(posted.opening);
    links_.tell(posted.to.incarnation, told.SerializeAsString(), now);
  }
  for (const Outbox::AccountMessage& message : out.account_messages) {
    for (const SessionId& id : core_.sessions.of(message.account)) {
      if (!elsewhere(id) || id == message.except) continue;
      told.mutable_post()->Clear();
      told.mutable_post()->set_session(id.number);
      told.mutable_post()->set_frame(message.frame);
      links_.tell(id.incarnation, told.SerializeAsString(), now);
    }
  }
}

void NodeTalk::send(Outbox& out) {
  if (placement_.alone()) return;
  tell_ends(out);
  const Timestamp now = core_.environment.clock.now();
  for (Outbox::NodePost& post : out.node_posts) {
    if (post.to != Outbox::kAllNodes) {
      links_.tell(post.to, std::move(post.message), now);
      continue;
    }
    for (const Incarnation other : placement_.others()) links_.tell(other, post.message, now);
  }
  send_posts(out, now);
  nodes::NodeMessage told;
  for (const Outbox::ChannelEnd& ended : out.channel_ends) {
    if (ended.session.incarnation == placement_.self()) continue;
    told.mutable_end_channel()->set_session(ended.session.number);
    told.mutable_end_channel()->set_channel(ended.channel);
    told.mutable_end_channel()->set_number(ended.opening);
    links_.tell(ended.session.incarnation, told.SerializeAsString(), now);
  }
  for (const Outbox::Closing& closing : out.closings) {
    if (closing.session.incarnation == placement_.self()) continue;
    nodes::EndSession& end = *told.mutable_end_session();
    end.set_session(closing.session.number);
    end.set_code(closing.code);
    end.set_reason(std::string(closing.reason));
    links_.tell(closing.session.incarnation, told.SerializeAsString(), now);
  }
  reasons_.clear();
}

void NodeTalk::send_frames(std::vector<Effect>& effects) {
  for (cluster::Links::Frame& frame : links_.due(core_.environment.clock.now())) {
    effects.emplace_back(SendToNode{.to = frame.to, .frame = std::move(frame.bytes)});
  }
}

}  // namespace wyrmhall::server
