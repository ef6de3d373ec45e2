#include "server/match/folding.h"

#include <spdlog/spdlog.h>

#include <utility>

#include "common/id.h"
#include "server/games/registry.h"

namespace wyrmhall::server {

std::unique_ptr<PlayedThrough> play_through(persistence::StoredMatch match) {
  const GameKind* const kind = find_game(match.row.game);
  if (kind == nullptr) {
    spdlog::error("match {}: this server has no game \"{}\"", uuid_text(match.row.id), match.row.game);
    return nullptr;
  }
  auto game = kind->start(match.row);
  if (!game) {
    spdlog::error("match {}: {}", uuid_text(match.row.id), game.error());
    return nullptr;
  }
  auto played = std::make_unique<PlayedThrough>();
  played->row = std::move(match.row);
  played->game = *std::move(game);
  played->notes = SeatNotes::open(played->row);
  played->over = match.end.has_value();
  for (persistence::Move& move : match.moves) {
    const rules::SeatSet waited = played->game->waiting_on();
    if (!play_recorded(*played->game, move)) {
      spdlog::error("match {}: move {} does not fit", uuid_text(played->row.id), played->moves.size());
      return nullptr;
    }
    if (move.kind == persistence::MoveKind::kAction) ++played->decisions;
    played->moves.push_back(std::move(move));
    played->notes.note(played->moves.back(), waited, played->game->waiting_on(),
                       static_cast<std::uint32_t>(played->moves.size()));
  }
  return played;
}

}  // namespace wyrmhall::server
