#include "server/match/updates.h"

#include "rules/dice/fair_stream.h"
#include "server/lobby/statements.h"
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

void UpdateWriter::write_deadline(MessageWriter& update) const {
  if (const auto deadline = log_.deadline()) update.number(Update::kDeadlineUsFieldNumber, wire_us(*deadline));
}

void UpdateWriter::write_choices(rules::Seat seat, MessageWriter& update) const {
  if (!log_.game().waiting_on().contains(seat) || log_.game().seats_out().contains(seat)) return;
  const MessageWriter::Nested choices(update, Update::kChoicesFieldNumber);
  log_.game().write_choices(seat, update);
}

void UpdateWriter::write_snapshot(rules::Viewer viewer, MessageWriter& update) const {
  update.nonzero(Update::kVersionFieldNumber, log_.version());
  {
    const MessageWriter::Nested snapshot(update, Update::kSnapshotFieldNumber);
    log_.game().write_snapshot(viewer, update);
  }
  write_standing(log_.folded(), update);
  write_deadline(update);
  if (!viewer.is_spectator()) write_choices(viewer.seat, update);
}

EncodedUpdate UpdateWriter::encode() const {
  EncodedUpdate encoded;
  encoded.alike = log_.game().tells_all_alike();
  MessageWriter bytes;
  const auto part = [&bytes](auto&& write) {
    const std::size_t at = bytes.size();
    write();
    return EncodedUpdate::Part{.at = static_cast<std::uint32_t>(at),
                               .size = static_cast<std::uint32_t>(bytes.size() - at)};
  };
  const auto common = [&](rules::Viewer viewer) {
    encoded.common[index_of(viewer)] = part([&] {
      write_step(log_.folded(), viewer, log_.version(), log_.moves().back(), bytes);
      write_deadline(bytes);
    });
  };
  common(rules::kSpectator);
  for (rules::Seat seat = 0; seat < log_.seats(); ++seat) {
    if (log_.is_bot(seat)) continue;
    if (!encoded.alike) common({.seat = seat});
    encoded.choices[seat] = part([&] { write_choices(seat, bytes); });
  }
  encoded.bytes = bytes.take();
  return encoded;
}

void UpdateWriter::send(const Viewing& viewer, const EncodedUpdate& encoded, std::uint64_t command_id,
                        Outbox& out) const {
  const std::string_view common =
      encoded.view(encoded.common[encoded.alike ? kSpectatorIndex : index_of({.seat = viewer.seat})]);
  const std::string_view choices =
      viewer.seat == rules::kNoSeat ? std::string_view() : encoded.view(encoded.choices[viewer.seat]);
  out.update(viewer.session, viewer.channel, update_frame(command_id, viewer.channel, common, choices),
             {command_id, log_.version()});
  out.posts.back().over = log_.over();
}

void UpdateWriter::write_info(pb::MatchInfo& info) const {
  info.set_match_id(to_bytes(log_.id()));
  info.set_rules_version(log_.row().rules_version);
  info.mutable_options()->ParseFromString(log_.row().options);
  for (const persistence::SeatRow& from : log_.row().seats) {
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
  const rules::Digest commitment = rules::commitment(log_.row().server_seed);
  info.set_server_commitment(commitment.data(), commitment.size());
  info.set_turn_seconds(log_.row().turn_seconds);
  info.set_absence_seconds(log_.row().absence_seconds);
  info.set_started_at_us(wire_us(log_.row().started_at));
  if (log_.row().receipt) write_statement(log_.row().receipt->start, *info.mutable_start());
}

void UpdateWriter::tell_opened(const Viewing& viewer, std::uint64_t command_id,
                               std::optional<std::uint64_t> have_version, Outbox& out) const {
  MessageWriter latest;
  write_snapshot({.seat = viewer.seat}, latest);
  std::vector<std::string> updates;
  // What has been missed of a long match would take long to tell.
  const bool short_enough = log_.version() <= kMovesFoldedAtOnce;
  if (short_enough && have_version && *have_version > 0 && *have_version < log_.version()) {
    Steps gap = story_of(log_.row(), log_.moves(), {.seat = viewer.seat}, *have_version, latest.size());
    if (gap.version == log_.version()) updates = std::move(gap.updates);
  }
  MessageWriter rest;  // of the last of them
  if (updates.empty()) {
    updates.push_back(latest.take());
  } else {
    if (viewer.seat != rules::kNoSeat) write_choices(viewer.seat, rest);
    write_deadline(rest);
  }
  if (viewer.seat != rules::kNoSeat && log_.notes().last_link[viewer.seat]) {
    rest.bytes(Update::kLastLinkFieldNumber, *log_.notes().last_link[viewer.seat]);
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
  out.posts.emplace_back(viewer.session, 0, message.take(), Answered{.command_id = command_id}, log_.over(),
                         viewer.channel, viewer.number);
}

void UpdateWriter::tell_snapshot(Viewing& viewer, std::uint64_t command_id, Answered answers, Outbox& out) const {
  MessageWriter update;
  write_snapshot({.seat = viewer.seat}, update);
  out.update(viewer.session, viewer.channel, update_frame(command_id, viewer.channel, update.view(), {}), answers);
  out.posts.back().over = log_.over();
  viewer.shown = log_.version();
}

}  // namespace wyrmhall::server
