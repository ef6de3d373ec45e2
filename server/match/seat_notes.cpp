#include "server/match/seat_notes.h"

#include "common/bytes.h"

namespace wyrmhall::server {

using persistence::MoveKind;

SeatNotes SeatNotes::open(const persistence::MatchRow& row) {
  SeatNotes notes;
  notes.asked_at.fill(row.started_at);
  for (std::size_t seat = 0; seat < row.seats.size(); ++seat) {
    notes.last_link[seat] = array_from<persistence::Link>(row.seats[seat].x0);
  }
  return notes;
}

void SeatNotes::note(const persistence::Move& move, rules::SeatSet before, rules::SeatSet after,
                     std::uint32_t version) {
  if (move.chain_lost) last_link[move.seat].reset();
  if (move.link) last_link[move.seat] = move.link;
  if (move.links) {
    for (const persistence::SeatLink& other : *move.links) last_link[other.seat] = other.link;
  }
  const bool decided = !move.action.empty();
  for (rules::Seat seat = 0; seat < rules::kMaxSeats; ++seat) {
    if (!after.contains(seat)) continue;
    const bool asked_anew = !before.contains(seat) || (decided && move.seat == seat);
    if (asked_anew) asked_version[seat] = version;
    if (asked_anew || move.kind == MoveKind::kResumed) asked_at[seat] = move.at;
  }
}

}  // namespace wyrmhall::server
