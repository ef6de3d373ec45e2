#include "server/match/update_writer.h"

#include <utility>

#include "server/games/ending.h"

namespace wyrmhall::server {

using Update = pb::MatchUpdate;

void write_standing(const FoldedMatch& match, MessageWriter& update) {
  update.number(Update::kWaitingOnFieldNumber, match.game.waiting_on().bits());
  if (const auto ending = match.game.ending()) {
    update.bytes(Update::kOutcomeFieldNumber, outcome_of(*ending, match.row, match.decisions).SerializeAsString());
    update.bytes(Update::kServerSeedFieldNumber, match.row.server_seed);
  }
}

void write_step(const FoldedMatch& match, rules::Viewer viewer, std::uint64_t version, const persistence::Move& move,
                MessageWriter& update) {
  update.nonzero(Update::kVersionFieldNumber, version);
  {
    const MessageWriter::Nested diff(update, Update::kDiffFieldNumber);
    match.game.write_diff(viewer, update);
  }
  match.game.write_events(update);
  write_standing(match, update);
  using enum persistence::MoveKind;
  if (move.kind == kResigned || move.kind == kTimedOut || move.kind == kAbsent) {
    const MessageWriter::Nested seat_out(update, Update::kSeatOutFieldNumber);
    update.nonzero(pb::SeatOut::kSeatFieldNumber, move.seat);
    update.nonzero(pb::SeatOut::kTimedOutFieldNumber, move.kind == kTimedOut);
    update.nonzero(pb::SeatOut::kStaysFieldNumber, move.kind == kTimedOut && !move.action.empty());
    update.nonzero(pb::SeatOut::kAbsentFieldNumber, move.kind == kAbsent);
  }
}

StoryWriter::StoryWriter(const persistence::MatchRow& row, rules::Viewer viewer, std::uint64_t since, std::size_t limit)
    : row_(row), viewer_(viewer), since_(since), limit_(limit), steps_{.updates = {}, .version = since} {
  const GameKind* const kind = find_game(row.game);
  auto started = kind == nullptr ? std::unexpected(std::string()) : kind->start(row);
  if (!started) return;
  game_ = *std::move(started);
  if (since > 0) return;
  // The story begins with the match as it was dealt, and what was rolled for it.
  MessageWriter first;
  {
    const MessageWriter::Nested snapshot(first, Update::kSnapshotFieldNumber);
    game_->write_snapshot(viewer, first);
  }
  game_->write_events(first);
  write_standing({.game = *game_, .row = row_}, first);
  bytes_ = first.size();
  steps_.updates.push_back(first.take());
}

bool StoryWriter::tell(const persistence::Move& move) {
  if (game_ == nullptr || !play_recorded(*game_, move)) return false;
  if (move.kind == persistence::MoveKind::kAction) ++decisions_;
  if (++played_ <= since_) return true;
  MessageWriter update;
  write_step({.game = *game_, .row = row_, .decisions = decisions_}, viewer_, played_, move, update);
  bytes_ += update.size();
  if (bytes_ > limit_) return false;
  steps_.version = played_;
  steps_.updates.push_back(update.take());
  return true;
}

}  // namespace wyrmhall::server
