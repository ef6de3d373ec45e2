// What becomes of a match when the account of some of its seats is erased.
#include <algorithm>

#include "server/match/actor.h"

namespace wyrmhall::server {

void MatchActor::forget_player(const Id& account, const std::string& name, Outbox& out) {
  for (persistence::SeatRow& seat : row_.seats) {
    if (seat.account == account) seat.name = name;
  }
  forgotten_.push_back(account);
  if (game_ != nullptr && !pending_) resign_forgotten(out);
}

// Whether a seat resigns now; it is then asked again once that is kept.
bool MatchActor::resign_forgotten(Outbox& out) {
  for (rules::Seat seat = 0; seat < seats() && !forgotten_.empty(); ++seat) {
    if (!row_.seats[seat].account || std::ranges::count(forgotten_, *row_.seats[seat].account) == 0) continue;
    if (game_->refusal_of(rules::MoveKind::kResigned, seat, nullptr)) continue;
    commit({.kind = persistence::MoveKind::kResigned,
            .seat = seat,
            .answered_version = static_cast<std::uint32_t>(moves_.size()),
            .action = {},
            .link = {}},
           nullptr, {}, out);
    return true;
  }
  forgotten_.clear();
  return false;
}

}  // namespace wyrmhall::server
