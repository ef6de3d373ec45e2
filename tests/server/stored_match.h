// Matches as the store has them, played at random through a game's adapter.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "clients/model/offered_actions.h"
#include "persistence/store.h"
#include "rules/dice/chain.h"
#include "rules/dice/fast_dice.h"
#include "server/games/registry.h"

namespace wyrmhall::test {

struct StoredMatchPlan {
  MatchId id{};
  std::string game = "duel";
  server::pb::GameOptions options;  // completed here
  std::uint32_t turn_seconds = 0;
  Timestamp started_at = from_unix_micros(1'750'000'000'000'000);
  std::vector<persistence::Account> players;  // one a seat; the seats that are left are bots'
  std::size_t moves = 0;                      // at most; fewer when the match ends before
};

// A match of `moves` moves, a second after each other. Its `end` is never set: the last move is left out if it would
// end the match. Empty moves when the options are refused.
inline persistence::StoredMatch play_stored_match(StoredMatchPlan plan, std::uint64_t seed) {
  constexpr int kChain = 256;  // actions of a seat
  rules::FastDice dice(seed);
  const auto draw = [&](std::span<std::uint8_t> bytes) {
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(dice.roll(256) - 1);
  };
  const server::GameKind* kind = server::find_game(plan.game);
  if (kind == nullptr || kind->complete(plan.options)) return {};
  persistence::StoredMatch stored;
  stored.row = {.id = plan.id,
                .game = plan.game,
                .rules_version = kind->newest_version(),
                .options = plan.options.SerializeAsString(),
                .seats = {},
                .server_seed = {},
                .turn_seconds = plan.turn_seconds,
                .started_at = plan.started_at,
                .rematch_of = std::nullopt};
  draw(stored.row.server_seed);
  std::vector<rules::Link> last(static_cast<std::size_t>(kind->seats(plan.options)));
  std::vector<int> used(last.size());
  for (std::size_t seat = 0; seat < last.size(); ++seat) {
    if (seat >= plan.players.size()) {
      stored.row.seats.push_back({.account = std::nullopt, .name = "greedy", .commitment = "", .x0 = ""});
      continue;
    }
    draw(last[seat]);
    const rules::Link x0 = rules::chain_link(last[seat], kChain, 0);
    const rules::Link commitment = rules::link(x0);
    stored.row.seats.push_back({.account = plan.players[seat].id,
                                .name = plan.players[seat].name,
                                .commitment = std::string(commitment.begin(), commitment.end()),
                                .x0 = std::string(x0.begin(), x0.end())});
  }
  auto game = kind->start(stored.row);
  if (!game) return {};
  while (stored.moves.size() < plan.moves && !(*game)->ending()) {
    rules::Seat seat = 0;
    while (!(*game)->waiting_on().contains(seat)) ++seat;
    const server::pb::Choices choices = server::choices_of(**game, seat);
    const auto count = static_cast<int>(clients::count_actions(choices));
    const auto pick = static_cast<std::uint64_t>((dice.roll(std::max(2, count)) - 1) % count);
    const auto action = clients::action_at(choices, pick);
    persistence::Move move{.kind = persistence::MoveKind::kAction,
                           .seat = seat,
                           .action_id = seat < plan.players.size() ? seed * 1000 + stored.moves.size() + 1 : 0,
                           .answered_version = static_cast<std::uint32_t>(stored.moves.size()),
                           .at = plan.started_at + std::chrono::seconds(stored.moves.size() + 1),
                           .action = kind->stored_action(action),
                           .link = {}};
    if (seat < plan.players.size()) {
      if (used[seat] + 1 >= kChain) break;
      move.link = rules::chain_link(last[seat], kChain, ++used[seat]);
    }
    if (!server::play_recorded(**game, move)) return {};
    if (!(*game)->ending()) stored.moves.push_back(std::move(move));
  }
  return stored;
}

}  // namespace wyrmhall::test
