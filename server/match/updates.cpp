// What a match tells its viewers.
#include "rules/dice/fair_stream.h"
#include "server/lobby/statements.h"
#include "server/match/actor.h"
#include "server/match/update_writer.h"
#include "server/wire/bot_levels.h"
#include "server/wire/frames.h"
#include "server/wire/wire_time.h"

namespace wyrmhall::server {
namespace {

using Update = pb::MatchUpdate;

constexpr std::size_t kSpectatorIndex = rules::kMaxSeats;

std::size_t index_of(rules::Viewer viewer) {
  return viewer.is_spectator() ? kSpectatorIndex : viewer.seat;
}

}  // namespace

void MatchActor::write_deadline(std::optional<Timestamp> deadline, MessageWriter& update) {
  if (deadline) update.number(Update::kDeadlineUsFieldNumber, wire_us(*deadline));
}

void MatchActor::write_choices(rules::Seat seat, MessageWriter& update) const {
  if (!game_->waiting_on().contains(seat) || game_->seats_out().contains(seat)) return;
  const MessageWriter::Nested choices(update, Update::kChoicesFieldNumber);
  game_->write_choices(seat, update);
}

void MatchActor::write_snapshot(rules::Viewer viewer, MessageWriter& update) const {
  update.nonzero(Update::kVersionFieldNumber, moves_.size());
  {
    const MessageWriter::Nested snapshot(update, Update::kSnapshotFieldNumber);
    game_->write_snapshot(viewer, update);
  }
  write_standing(folded(), update);
  write_deadline(deadline(), update);
  if (!viewer.is_spectator()) write_choices(viewer.seat, update);
}

MatchActor::Encoded MatchActor::encode(std::uint64_t version, const persistence::Move& move,
                                       std::optional<Timestamp> deadline) const {
  Encoded encoded;
  encoded.alike = game_->tells_all_alike();
  MessageWriter bytes;
  const auto part = [&bytes](auto&& write) {
    const std::size_t at = bytes.size();
    write();
    return Encoded::Part{.at = static_cast<std::uint32_t>(at), .size = static_cast<std::uint32_t>(bytes.size() - at)};
  };
  const auto common = [&](rules::Viewer viewer) {
    encoded.common[index_of(viewer)] = part([&] {
      write_step(folded(), viewer, version, move, bytes);
      write_deadline(deadline, bytes);
    });
  };
  common(rules::kSpectator);
  for (rules::Seat seat = 0; seat < seats(); ++seat) {
    if (is_bot(seat)) continue;
    if (!encoded.alike) common({.seat = seat});
    encoded.choices[seat] = part([&] { write_choices(seat, bytes); });
  }
  encoded.bytes = bytes.take();
  return encoded;
}

void MatchActor::send(const Viewing& viewer, const Encoded& encoded, std::uint64_t command_id, Outbox& out) const {
  const std::string_view common =
      encoded.view(encoded.common[encoded.alike ? kSpectatorIndex : index_of({.seat = viewer.seat})]);
  const std::string_view choices =
      viewer.seat == rules::kNoSeat ? std::string_view() : encoded.view(encoded.choices[viewer.seat]);
  out.update(viewer.session, viewer.channel, update_frame(command_id, viewer.channel, common, choices),
             {command_id, moves_.size()});
}

void MatchActor::write_info(pb::MatchInfo& info) const {
  info.set_match_id(to_bytes(id_));
  info.set_rules_version(row_.rules_version);
  info.mutable_options()->ParseFromString(row_.options);
  for (const persistence::SeatRow& from : row_.seats) {
    pb::MatchSeat& seat = *info.add_seats();
    if (from.account) {
      seat.mutable_player()->set_account_id(to_bytes(*from.account));
      seat.mutable_player()->set_name(from.name);
    } else {
      seat.mutable_bot()->set_level(bot_level(from.name));
    }
    seat.set_commitment(from.commitment);
    seat.set_x0(from.x0);
  }
  const rules::Digest commitment = rules::commitment(row_.server_seed);
  info.set_server_commitment(commitment.data(), commitment.size());
  info.set_turn_seconds(row_.turn_seconds);
  info.set_absence_seconds(row_.absence_seconds);
  info.set_started_at_us(wire_us(row_.started_at));
  if (row_.receipt) write_statement(row_.receipt->start, *info.mutable_start());
}

void MatchActor::tell_opened(const Viewing& viewer, std::uint64_t command_id, std::optional<std::uint64_t> have_version,
                             Outbox& out) const {
  MessageWriter latest;
  write_snapshot({.seat = viewer.seat}, latest);
  std::vector<std::string> updates;
  // What has been missed of a long match would take long to tell.
  const bool short_enough = moves_.size() <= kMovesFoldedAtOnce;
  if (short_enough && have_version && *have_version > 0 && *have_version < moves_.size()) {
    Steps gap = story_of(row_, moves_, {.seat = viewer.seat}, *have_version, latest.size());
    if (gap.version == moves_.size()) updates = std::move(gap.updates);
  }
  MessageWriter rest;  // of the last of them
  if (updates.empty()) {
    updates.push_back(latest.take());
  } else {
    if (viewer.seat != rules::kNoSeat) write_choices(viewer.seat, rest);
    write_deadline(deadline(), rest);
  }
  if (viewer.seat != rules::kNoSeat && notes_.last_link[viewer.seat]) {
    rest.bytes(Update::kLastLinkFieldNumber, *notes_.last_link[viewer.seat]);
  }
  updates.back().append(rest.view());

  pb::MatchInfo info;
  write_info(info);
  MessageWriter message;
  message.nonzero(pb::ServerMessage::kAnswerToFieldNumber, command_id);
  {
    const MessageWriter::Nested opened(message, pb::ServerMessage::kMatchOpenedFieldNumber);
    message.nonzero(pb::MatchOpened::kChannelFieldNumber, viewer.channel);
    message.bytes(pb::MatchOpened::kInfoFieldNumber, info.SerializeAsString());
    message.signed_nonzero(pb::MatchOpened::kSeatFieldNumber, viewer.seat == rules::kNoSeat ? -1 : viewer.seat);
    for (const std::string& update : updates) message.bytes(pb::MatchOpened::kUpdatesFieldNumber, update);
  }
  out.post(viewer.session, message.take());
}

void MatchActor::tell_snapshot(Viewing& viewer, std::uint64_t command_id, Answered answers, Outbox& out) const {
  MessageWriter update;
  write_snapshot({.seat = viewer.seat}, update);
  out.update(viewer.session, viewer.channel, update_frame(command_id, viewer.channel, update.view(), {}), answers);
  viewer.shown = static_cast<std::uint32_t>(moves_.size());
}

bool MatchActor::catch_up(SessionId session, std::uint32_t channel, Outbox& out) {
  Viewing* viewer = viewers_.find(session, channel);
  if (viewer == nullptr) return true;
  if (game_ == nullptr || pending_) return false;
  tell_snapshot(*viewer, 0, {}, out);
  tell_absences_to(*viewer, out);  // as it was last told, which this one may have missed
  return true;
}

}  // namespace wyrmhall::server
