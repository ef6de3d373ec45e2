// Exactly once: a command that is in the log already is answered as before, whichever run of the server kept it.
#include "server/match/match_log.h"

namespace wyrmhall::server {

using persistence::Move;
using persistence::MoveKind;

std::optional<std::uint64_t> MatchLog::acted_before(rules::Seat seat, std::uint64_t action_id, std::uint64_t version,
                                                    std::string_view action) const {
  for (std::size_t i = version; i < moves_.size(); ++i) {
    const Move& move = moves_[i];
    if (move.kind == MoveKind::kAction && move.seat == seat && move.action_id == action_id &&
        move.answered_version == version) {
      return move.action == action ? std::optional<std::uint64_t>(i + 1) : std::nullopt;
    }
  }
  return std::nullopt;
}

// A seat resigns once, and its command names no version to begin at: looked for from the end, where it most likely is.
std::optional<std::uint64_t> MatchLog::resigned_before(rules::Seat seat, std::uint64_t action_id) const {
  for (std::size_t version = moves_.size(); version > 0; --version) {
    const Move& move = moves_[version - 1];
    if (move.kind != MoveKind::kResigned || move.seat != seat) continue;
    return move.action_id == action_id ? std::optional<std::uint64_t>(version) : std::nullopt;
  }
  return std::nullopt;
}

// A command is repeated with the same id, and the seat that it put out is not its own: so any claim with this id is it.
std::optional<std::uint64_t> MatchLog::claimed_before(std::uint64_t action_id) const {
  if (game_->seats_out().empty()) return std::nullopt;
  for (std::size_t version = moves_.size(); version > 0; --version) {
    const persistence::Move& move = moves_[version - 1];
    if (move.kind == MoveKind::kAbsent && move.action_id == action_id) return version;
  }
  return std::nullopt;
}

}  // namespace wyrmhall::server
