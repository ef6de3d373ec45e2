#include "server/match/match_log.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "server/games/ending.h"
#include "server/games/stored.h"

namespace wyrmhall::server {

void MatchLog::adopt(PlayedThrough played) {
  row_ = std::move(played.row);
  if (row_.receipt) row_.receipt->aborted.clear();  // for the record alone
  kind_ = find_game(row_.game);
  game_index_ = index_of(*kind_);
  heroes_ = heroes_of(*kind_, row_);
  game_ = std::move(played.game);
  moves_ = std::move(played.moves);
  decisions_ = played.decisions;
  notes_ = played.notes;
  over_ = played.over;
}

void MatchLog::rename(const AccountId& account, const std::string& name) {
  for (persistence::SeatRow& seat : row_.seats) {
    if (seat.account == account) seat.name = name;
  }
}

persistence::AppendMove MatchLog::play(const persistence::Move& move, const pb::GameAction* action) {
  const rules::SeatSet waited = game_->waiting_on();
  const rules::SeatSet out_before = game_->seats_out();
  reveal_links(*game_, move);
  game_->play(kind_of(move.kind), move.seat, action);

  persistence::AppendMove append{
      .match = id_, .index = version(), .move = move, .deadline = std::nullopt, .end = std::nullopt};
  if (const auto ending = game_->ending()) append.end = end_of(*ending, row_, decisions_, move.at);
  if (auto heroes = given_back(heroes_, *game_, out_before); !heroes.empty()) {
    (append.end ? append.end->heroes : append.heroes) = std::move(heroes);
  }
  notes_.note(move, waited, game_->waiting_on(), version() + 1);
  append.deadline = deadline();
  return append;
}

void MatchLog::add(persistence::Move move, bool ends) {
  if (move.kind == persistence::MoveKind::kAction) ++decisions_;
  moves_.push_back(std::move(move));
  over_ = ends;
}

std::optional<Timestamp> MatchLog::deadline() const {
  if (row_.turn_seconds == 0 || game_ == nullptr) return std::nullopt;
  std::optional<Timestamp> earliest;
  for (rules::Seat seat = 0; seat < seats(); ++seat) {
    if (!decides(seat)) continue;
    const Timestamp at = notes_.asked_at[seat] + std::chrono::seconds(row_.turn_seconds);
    if (!earliest || at < *earliest) earliest = at;
  }
  return earliest;
}

rules::Seat MatchLog::seat_of(const AccountId& account) const {
  for (rules::Seat seat = 0; seat < seats(); ++seat) {
    if (row_.seats[seat].account == account) return seat;
  }
  return rules::kNoSeat;
}

}  // namespace wyrmhall::server
