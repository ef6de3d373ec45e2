#include "server/games/registry.h"

#include <algorithm>
#include <array>

#include "server/games/stored.h"

namespace wyrmhall::server {

std::span<const GameKind* const> all_games() {
  static const std::array kinds = {
#define WYRMHALL_GAME(code, Name) &code##_game(),
#include "generated/rules/games.inc"
  };
  return kinds;
}

const HeroGame& hero_game() {
  const auto keeps = [](const GameKind* kind) { return kind->heroes() != nullptr; };
  return *(*std::ranges::find_if(all_games(), keeps))->heroes();
}

const GameKind* find_game(std::string_view code_name) {
  const auto games = all_games();
  const auto found =
      std::ranges::find_if(games, [&](const GameKind* kind) { return kind->offer().game() == code_name; });
  return found == games.end() ? nullptr : *found;
}

std::vector<persistence::GameRules> all_rules() {
  std::vector<persistence::GameRules> rules;
  for (const GameKind* const kind : all_games()) {
    const auto& versions = kind->offer().rules_versions();
    rules.push_back({.game = kind->offer().game(), .versions = {versions.begin(), versions.end()}});
  }
  return rules;
}

std::size_t index_of(const GameKind& kind) {
  return static_cast<std::size_t>(std::ranges::find(all_games(), &kind) - all_games().begin());
}

const GameKind* game_of(const pb::GameOptions& options) {
  // Each game's field in GameOptions has the game's code name.
  const auto* descriptor = pb::GameOptions::descriptor()->FindFieldByNumber(options.game_case());
  return descriptor == nullptr ? nullptr : find_game(descriptor->name());
}

bool play_recorded(RunningGame& game, const persistence::Move& move) {
  pb::GameAction action;
  const bool acts = !move.action.empty();
  if (acts && !action.ParseFromString(move.action)) return false;
  const auto kind = kind_of(move.kind);
  // Only the seat that decides shows a link or loses the chain; for the server's own moves the seat is not even looked
  // at.
  if (kind != rules::MoveKind::kAction && (move.link || move.chain_lost)) return false;
  const bool decides = kind == rules::MoveKind::kAction || kind == rules::MoveKind::kStandIn;
  if (move.links && (!decides || move.links->empty() || move.links->back().seat >= rules::kMaxSeats)) return false;
  if (game.refusal_of(kind, move.seat, acts ? &action : nullptr)) return false;
  reveal_links(game, move);
  game.play(kind, move.seat, acts ? &action : nullptr);
  return true;
}

void reveal_links(RunningGame& game, const persistence::Move& move) {
  if (move.link) game.reveal(move.seat, *move.link);
  if (!move.links) return;
  for (const persistence::SeatLink& other : *move.links) game.reveal(other.seat, other.link);
}

}  // namespace wyrmhall::server
