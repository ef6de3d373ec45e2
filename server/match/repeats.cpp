// Exactly once: a command that is in the log already is answered as before, whichever run of the server kept it.
#include "server/match/actor.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {

using persistence::Move;
using persistence::MoveKind;

std::optional<std::uint64_t> MatchActor::acted_before(rules::Seat seat, std::uint64_t action_id, std::uint64_t version,
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
std::optional<std::uint64_t> MatchActor::resigned_before(rules::Seat seat, std::uint64_t action_id) const {
  for (std::size_t version = moves_.size(); version > 0; --version) {
    const Move& move = moves_[version - 1];
    if (move.kind != MoveKind::kResigned || move.seat != seat) continue;
    return move.action_id == action_id ? std::optional<std::uint64_t>(version) : std::nullopt;
  }
  return std::nullopt;
}

void MatchActor::confirm(const Asker& asker, std::uint64_t version, Outbox& out) const {
  out.post(asker.session, repeat_frame(asker.command_id, asker.channel, version));
}

}  // namespace wyrmhall::server
