// Seats that give up because somebody else says so: their account is erased or blocked, an administrator ends the
// match, or it has no end by itself.
#include <algorithm>

#include "server/match/actor.h"

namespace wyrmhall::server {

void MatchActor::forget_player(const AccountId& account, const std::string& name, Outbox& out) {
  for (persistence::SeatRow& seat : row_.seats) {
    if (seat.account == account) seat.name = name;
  }
  resign_player(account, out);
}

void MatchActor::resign_player(const AccountId& account, Outbox& out) {
  resigning_.push_back(account);
  if (game_ != nullptr && !pending_) resign_for_others(out);
}

void MatchActor::resign_seats(rules::SeatSet leaving, Outbox& out) {
  leaving_ = rules::SeatSet::from_bits(leaving_.bits() | leaving.bits());
  if (game_ != nullptr && !pending_) resign_for_others(out);
}

// A band of bots alone would go on for ever: a campaign need not end. They give up with the last person.
void MatchActor::dismiss_bots() {
  if (game_ == nullptr || over() || kind_->heroes() == nullptr) return;
  rules::SeatSet bots;
  for (rules::Seat seat = 0; seat < seats(); ++seat) {
    if (is_bot(seat)) {
      bots.insert(seat);
    } else if (!game_->seats_out().contains(seat)) {
      return;
    }
  }
  leaving_ = bots;
}

// It has as many moves as a match of its game may have, where nobody gets who plays to win: all who are still in it
// give up, and so it ends.
void MatchActor::end_at_longest() {
  if (game_ == nullptr || over() || moves_.size() < kind_->longest_match()) return;
  for (rules::Seat seat = 0; seat < seats(); ++seat) leaving_.insert(seat);
}

// Whether a seat resigns now; it is then asked again once that is kept.
bool MatchActor::resign_for_others(Outbox& out) {
  const auto leaves = [this](rules::Seat seat) {
    const auto& account = row_.seats[seat].account;
    return leaving_.contains(seat) || (account && std::ranges::count(resigning_, *account) != 0);
  };
  for (rules::Seat seat = 0; seat < seats() && (!resigning_.empty() || !leaving_.empty()); ++seat) {
    if (!leaves(seat)) continue;
    if (game_->refusal_of(rules::MoveKind::kResigned, seat, nullptr)) continue;
    commit({.kind = persistence::MoveKind::kResigned,
            .seat = seat,
            .answered_version = static_cast<std::uint32_t>(moves_.size()),
            .action = {},
            .link = {}},
           nullptr, {}, out);
    return true;
  }
  resigning_.clear();
  leaving_ = {};
  return false;
}

}  // namespace wyrmhall::server
