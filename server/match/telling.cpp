// What a match tells its viewers.
#include "rules/dice/fair_stream.h"
#include "server/bot_levels.h"
#include "server/frames.h"
#include "server/match/actor.h"
#include "server/match/ending.h"
#include "server/message_arena.h"

namespace wyrmhall::server {
namespace {

constexpr std::size_t kSpectatorIndex = rules::kMaxSeats;
constexpr std::size_t kUsualUpdateBytes = 256;  // a turn's update with its choices: one allocation holds it

std::size_t index_of(rules::Viewer viewer) {
  return viewer.is_spectator() ? kSpectatorIndex : viewer.seat;
}

}  // namespace

// How the match stands: who is waited on, and the end if it is one.
void MatchActor::write_standing(const RunningGame& game, pb::MatchUpdate& update) const {
  update.set_waiting_on(game.waiting_on().bits());
  if (const auto ending = game.ending()) {
    *update.mutable_outcome() = outcome_of(*ending, seats());
    update.set_server_seed(row_.server_seed.data(), row_.server_seed.size());
  }
}

void MatchActor::write_update(const RunningGame& game, rules::Viewer viewer, std::uint64_t version,
                              const persistence::Move& move, pb::MatchUpdate& update) const {
  update.set_version(version);
  game.write_diff(viewer, *update.mutable_diff());
  game.write_events(update);
  write_standing(game, update);
  if (move.kind == persistence::MoveKind::kResigned || move.kind == persistence::MoveKind::kTimedOut) {
    update.mutable_seat_out()->set_seat(move.seat);
    update.mutable_seat_out()->set_timed_out(move.kind == persistence::MoveKind::kTimedOut);
  }
}

void MatchActor::write_choices(rules::Seat seat, pb::MatchUpdate& update) const {
  if (!game_->waiting_on().contains(seat) || game_->seats_out().contains(seat)) return;
  game_->write_choices(seat, *update.mutable_choices());
}

void MatchActor::write_snapshot(rules::Viewer viewer, pb::MatchUpdate& update) const {
  update.set_version(moves_.size());
  game_->write_snapshot(viewer, *update.mutable_snapshot());
  write_standing(*game_, update);
  if (const auto at = deadline()) update.set_deadline_us(static_cast<std::uint64_t>(*at));
  if (!viewer.is_spectator()) write_choices(viewer.seat, update);
}

MatchActor::Encoded::Part MatchActor::Encoded::add(const pb::MatchUpdate& update) {
  const std::size_t at = bytes.size();
  update.AppendToString(&bytes);
  return {.at = static_cast<std::uint32_t>(at), .size = static_cast<std::uint32_t>(bytes.size() - at)};
}

MatchActor::Encoded MatchActor::encode(std::uint64_t version, const persistence::Move& move,
                                       std::optional<Micros> deadline) const {
  Encoded encoded;
  encoded.bytes.reserve(kUsualUpdateBytes);
  encoded.alike = game_->tells_all_alike();
  MessageArena<16384> arena;
  const auto write = [&](rules::Viewer viewer) {
    auto& update = arena.make<pb::MatchUpdate>();
    write_update(*game_, viewer, version, move, update);
    if (deadline) update.set_deadline_us(static_cast<std::uint64_t>(*deadline));
    encoded.common[index_of(viewer)] = encoded.add(update);
  };
  write(rules::kSpectator);
  const rules::SeatSet waits = game_->waiting_on();
  for (rules::Seat seat = 0; seat < seats(); ++seat) {
    if (is_bot(seat)) continue;
    if (!encoded.alike) write({.seat = seat});
    if (!waits.contains(seat)) continue;
    auto& update = arena.make<pb::MatchUpdate>();
    write_choices(seat, update);
    if (update.has_choices()) encoded.choices[seat] = encoded.add(update);
  }
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
  info.set_started_at_us(static_cast<std::uint64_t>(row_.started_at));
}

std::size_t MatchActor::write_story(rules::Viewer viewer, std::uint64_t since, std::size_t limit,
                                    google::protobuf::RepeatedPtrField<pb::MatchUpdate>& updates) const {
  auto game = kind_->start(row_);
  if (!game) return 0;
  std::size_t bytes = 0;
  bool full = false;
  if (since == 0) {
    // The story begins with the match as it was dealt, and what was rolled for it.
    pb::MatchUpdate& first = *updates.Add();
    (*game)->write_snapshot(viewer, *first.mutable_snapshot());
    (*game)->write_events(first);
    write_standing(**game, first);
    bytes += first.ByteSizeLong();
  }
  fold(**game, moves_, [&](std::size_t i) {
    if (i < since || full) return;
    pb::MatchUpdate& update = *updates.Add();
    write_update(**game, viewer, i + 1, moves_[i], update);
    bytes += update.ByteSizeLong();
    if (bytes <= limit) return;
    full = true;
    updates.RemoveLast();
  });
  return bytes;
}

void MatchActor::tell_opened(const Viewing& viewer, std::uint64_t command_id, std::optional<std::uint64_t> have_version,
                             Outbox& out) const {
  pb::ServerMessage message;
  pb::MatchOpened& opened = *message.mutable_match_opened();
  opened.set_channel(viewer.channel);
  write_info(*opened.mutable_info());
  opened.set_seat(viewer.seat == rules::kNoSeat ? -1 : viewer.seat);

  pb::MatchUpdate snapshot;
  write_snapshot({.seat = viewer.seat}, snapshot);
  bool told = false;
  if (have_version && *have_version > 0 && *have_version < moves_.size()) {
    const std::size_t limit = snapshot.ByteSizeLong();
    google::protobuf::RepeatedPtrField<pb::MatchUpdate> gap;
    if (write_story({.seat = viewer.seat}, *have_version, limit, gap) <= limit && !gap.empty()) {
      pb::MatchUpdate& last = gap[gap.size() - 1];
      if (viewer.seat != rules::kNoSeat) write_choices(viewer.seat, last);
      if (const auto at = deadline()) last.set_deadline_us(static_cast<std::uint64_t>(*at));
      opened.mutable_updates()->Swap(&gap);
      told = true;
    }
  }
  if (!told) *opened.add_updates() = std::move(snapshot);
  if (viewer.seat != rules::kNoSeat && books_.last_link[viewer.seat]) {
    const persistence::Link& link = *books_.last_link[viewer.seat];
    opened.mutable_updates(opened.updates_size() - 1)->set_last_link(link.data(), link.size());
  }
  out.post(viewer.session, frame(command_id, message));
}

bool MatchActor::catch_up(SessionId session, std::uint32_t channel, Outbox& out) {
  Viewing* viewer = find(session, channel);
  if (viewer == nullptr) return true;
  if (game_ == nullptr || pending_) return false;
  pb::ServerMessage message;
  write_snapshot({.seat = viewer->seat}, *message.mutable_update());
  message.mutable_update()->set_channel(channel);
  viewer->shown = static_cast<std::uint32_t>(moves_.size());
  out.update(session, channel, frame(0, message));
  return true;
}

void MatchActor::ask_story(const Viewing& viewer, const pb::ClientMessage& message, Outbox& out) {
  const std::uint64_t since = message.ask_story().since_version();
  if (since > moves_.size()) {
    pb::Refusal refused = refusal(pb::REFUSAL_CODE_FIELD_INVALID, "the match has no such version yet", "since_version");
    refused.set_version(moves_.size());
    return refuse(viewer, message.command_id(), std::move(refused), out);
  }
  pb::ServerMessage answer;
  pb::Story& story = *answer.mutable_story();
  story.set_channel(viewer.channel);
  write_story({.seat = viewer.seat}, since, kStoryBytes, *story.mutable_updates());
  const std::uint64_t told = story.updates().empty() ? since : story.updates(story.updates_size() - 1).version();
  if (told < moves_.size()) story.set_continue_from(told);
  out.post(viewer.session, frame(message.command_id(), answer));
}

}  // namespace wyrmhall::server
