#include "tests/sim/match_log.h"

#include <fmt/format.h>

#include <algorithm>

#include "server/core/ids.h"
#include "tests/sim/canonical.h"
#include "tests/sim/violation.h"

namespace wyrmhall::sim {

std::uint64_t hash_of_events(const server::pb::MatchUpdate& update) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const auto& event : update.events()) {
    for (const char byte : canonical(event)) hash = (hash ^ static_cast<std::uint8_t>(byte)) * 0x100000001b3;
    hash = (hash ^ 0x1FFU) * 0x100000001b3;
  }
  return hash;
}

MatchLog::MatchLog(const persistence::CreateMatch& creation)
    : stored_{.row = *creation.match, .moves = {}, .end = creation.end}, deadline_(creation.deadline) {
  const server::GameKind* kind = server::find_game(stored_.row.game);
  if (kind == nullptr) throw Violation(kRefold, "a match of no game was kept");
  auto game = kind->start(stored_.row);
  if (!game) throw Violation(kRefold, game.error());
  game_ = *std::move(game);
  heroes_ = server::heroes_of(*kind, stored_.row);
  if (game_->ending().has_value() != over()) throw Violation(kRefold, "the dice decided a match, and it goes on");
  note_version();
}

void MatchLog::note_version() {
  const auto seats = static_cast<int>(stored_.row.seats.size());
  Version version;
  version.waiting_on = game_->waiting_on().bits();
  const auto tell = [&](rules::Viewer viewer) {
    version.views.push_back(canonical(server::snapshot_of(*game_, viewer)));
  };
  version.events = hash_of_events(server::events_of(*game_));
  if (!game_->tells_all_alike()) {
    for (int seat = 0; seat < seats; ++seat) tell({.seat = static_cast<rules::Seat>(seat)});
  }
  tell(rules::kSpectator);
  for (int i = 0; i < seats; ++i) {
    const auto seat = static_cast<rules::Seat>(i);
    std::string& bytes = version.choices.emplace_back();
    const bool asked = game_->waiting_on().contains(seat) && !game_->seats_out().contains(seat);
    if (!asked || !stored_.row.seats[seat].account) continue;
    bytes = canonical(server::choices_of(*game_, seat));
  }
  versions_.push_back(std::move(version));
}

bool MatchLog::append(const persistence::AppendMove& append) {
  const std::string name = uuid_text(stored_.row.id);
  if (append.index < stored_.moves.size()) {
    if (stored_.moves[append.index] == append.move) return false;
    throw Violation(kRefold, fmt::format("match {}: move {} was replaced", name, append.index));
  }
  if (append.index > stored_.moves.size() || stored_.end) {
    throw Violation(kRefold, fmt::format("match {}: move {} does not follow", name, append.index));
  }
  const persistence::Move& move = append.move;
  const Timestamp last = stored_.moves.empty() ? stored_.row.started_at : stored_.moves.back().at;
  if (move.at < last) throw Violation("times never go back", fmt::format("match {}: move {}", name, append.index));
  if (move.action_id != 0 && !commands_.emplace(move.seat, move.action_id).second) {
    throw Violation(kExactlyOnce,
                    fmt::format("match {}: the command of move {} is in the log already", name, append.index));
  }
  const rules::SeatSet out_before = game_->seats_out();
  if (!server::play_recorded(*game_, move)) {
    throw Violation(kRefold, fmt::format("match {}: move {} is refused by the rules", name, append.index));
  }
  given_back_ = server::given_back(heroes_, *game_, out_before);
  stored_.moves.push_back(move);
  stored_.end = append.end;
  deadline_ = append.deadline;
  if (game_->ending().has_value() != append.end.has_value()) {
    throw Violation(kRefold, fmt::format("match {}: the end at move {} is not that of the rules", name, append.index));
  }
  note_version();
  return true;
}

const persistence::Move* MatchLog::move_of(std::uint8_t seat, std::uint64_t action_id) const {
  if (!commands_.contains({seat, action_id})) return nullptr;
  const auto found = std::ranges::find_if(
      stored_.moves, [&](const auto& move) { return move.seat == seat && move.action_id == action_id; });
  return &*found;
}

const persistence::Move* MatchLog::claim_of(std::uint64_t action_id) const {
  const auto found = std::ranges::find_if(stored_.moves, [&](const auto& move) {
    return move.kind == persistence::MoveKind::kAbsent && move.action_id == action_id;
  });
  return found == stored_.moves.end() ? nullptr : &*found;
}

std::optional<std::uint8_t> MatchLog::seat_of(const AccountId& account) const {
  const auto found = std::ranges::find(stored_.row.seats, account, &persistence::SeatRow::account);
  if (found == stored_.row.seats.end()) return std::nullopt;
  return static_cast<std::uint8_t>(found - stored_.row.seats.begin());
}

MatchLog::Shown MatchLog::shown(int seat, std::uint64_t version) const {
  const Version& at = versions_.at(version);
  const std::size_t viewer = at.views.size() == 1 ? 0 : seat < 0 ? at.views.size() - 1 : static_cast<std::size_t>(seat);
  return {.view = at.views[viewer],
          .events = at.events,
          .waiting_on = at.waiting_on,
          .choices = seat < 0 ? std::string() : at.choices[static_cast<std::size_t>(seat)]};
}

}  // namespace wyrmhall::sim
