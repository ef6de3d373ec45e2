#include "server/match/resignations.h"

#include <algorithm>

namespace wyrmhall::server {
namespace {

// A band of bots alone would go on forever: a campaign need not end. They give up with the last person.
rules::SeatSet bots_alone(const MatchLog& log) {
  rules::SeatSet bots;
  if (log.kind().heroes() == nullptr) return bots;
  for (rules::Seat seat = 0; seat < log.seats(); ++seat) {
    if (log.plays(seat)) return {};
    if (log.is_bot(seat)) bots.insert(seat);
  }
  return bots;
}

}  // namespace

void Resignations::add_endless(const MatchLog& log) {
  if (!log.is_known() || log.over()) return;
  if (const rules::SeatSet bots = bots_alone(log); !bots.empty()) seats_ = bots;
  // It has as many moves as a match of its game may have, which nobody reaches who plays to win: all who are still in
  // it give up, and so it ends.
  if (log.version() < log.kind().longest_match()) return;
  for (rules::Seat seat = 0; seat < log.seats(); ++seat) seats_.insert(seat);
}

rules::Seat Resignations::next(const MatchLog& log) {
  for (rules::Seat seat = 0; seat < log.seats() && (!accounts_.empty() || !seats_.empty()); ++seat) {
    const auto& account = log.row().seats[seat].account;
    const bool leaves = seats_.contains(seat) || (account && std::ranges::count(accounts_, *account) != 0);
    if (leaves && !log.game().refusal_of(rules::MoveKind::kResigned, seat, nullptr)) return seat;
  }
  accounts_.clear();
  seats_ = {};
  return rules::kNoSeat;
}

}  // namespace wyrmhall::server
