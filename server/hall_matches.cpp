// Matches that a connection opens, closes and plays in.
#include "server/frames.h"
#include "server/hall.h"

namespace wyrmhall::server {

void Hall::open_match(Session& session, const pb::ClientMessage& message) {
  const pb::OpenMatch& wanted = message.open_match();
  const std::uint64_t id = message.command_id();
  const auto match = id_from_bytes(wanted.match_id());
  if (!match) return refuse(session, id, refusal(pb::REFUSAL_CODE_FIELD_INVALID, "an id has 16 bytes", "match_id"));
  // Opened again on the same connection: the old channel gives way.
  if (const Session::Channel* open = session.channel_of(*match)) {
    if (const auto running = matches_.find(*match); running != matches_.end()) {
      running->second->close(session.id, open->number, out_);
    }
    drop_channel(session, open->number);
  }
  if (!has_free_channel(session)) {
    return refuse(session, id,
                  refusal(pb::REFUSAL_CODE_LIMIT_REACHED,
                          "too many matches are open on this connection; close one first", "channels"));
  }
  if (matches_.size() >= environment_.limits.matches_in_memory && !matches_.contains(*match)) {
    return refuse(session, id, refusal(pb::REFUSAL_CODE_BUSY, "too many matches are being watched; try again"));
  }
  const std::uint32_t channel = session.next_channel++;
  session.channels.push_back({.number = channel, .match = *match});
  actor(*match).open(session.id, session.account, id, channel,
                     wanted.has_have_version() ? std::optional(wanted.have_version()) : std::nullopt, out_);
}

void Hall::close_match(Session& session, const pb::ClientMessage& message) {
  const std::uint32_t number = message.close_match().channel();
  const Session::Channel* open = session.channel(number);
  if (open == nullptr) {
    return refuse(session, message.command_id(),
                  refusal(pb::REFUSAL_CODE_CHANNEL_UNKNOWN, "there is no such channel on this connection", "channel"));
  }
  stop_viewing(session, *open);
  drop_channel(session, number);
  pb::ServerMessage reply;
  reply.mutable_done();
  post(session, 0, frame(message.command_id(), reply));
}

void Hall::match_command(Session& session, std::uint32_t channel, const pb::ClientMessage& message, Micros now) {
  const Session::Channel* open = session.channel(channel);
  if (open == nullptr) {
    return refuse(session, message.command_id(),
                  refusal(pb::REFUSAL_CODE_CHANNEL_UNKNOWN, "there is no such channel on this connection", "channel"));
  }
  actor(open->match).command(session.id, channel, message, now, out_);
}

}  // namespace wyrmhall::server
