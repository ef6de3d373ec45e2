#include "server/lobby/rematches.h"

#include <algorithm>

#include "server/games/registry.h"
#include "server/lobby/brought_heroes.h"
#include "server/lobby/parts.h"
#include "server/lobby/telling.h"
#include "server/wire/bot_levels.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {

void Rematches::rematch(const Sender& sender, std::uint64_t command_id, const persistence::StoredMatch& match,
                        Outbox& out) {
  const std::string match_id = to_bytes(match.row.id);
  const auto seats = match.row.seats.size();
  const auto played = std::ranges::find_if(match.row.seats, [&](const auto& s) { return s.account == sender.account; });
  if (played == match.row.seats.end() || !match.end) {
    return refuse(sender, command_id, match.end ? pb::REFUSAL_CODE_NOT_YOUR_MATCH : pb::REFUSAL_CODE_MATCH_NOT_OVER,
                  "only players of a finished match can ask for a rematch", out, "match_id");
  }
  // Sides change: the player who sat first sits opposite now.
  const GameKind* const kind = find_game(match.row.game);
  const bool together = kind != nullptr && kind->heroes() != nullptr;  // everybody keeps their own hero
  const std::size_t shift = together ? 0 : seats % 2 == 0 ? seats / 2 : 1;
  const auto moved = [&](std::size_t seat) { return static_cast<std::uint32_t>((seat + shift) % seats); };
  const std::uint32_t seat = moved(static_cast<std::size_t>(played - match.row.seats.begin()));
  const auto opened = state_.index.rematch(match.row.id);
  HeldTable* there = opened ? state_.tables.find(*opened) : nullptr;
  if (there != nullptr) {
    if (seat_of(there->table, sender.account) >= 0) return answer(sender, command_id, there->table, out);
    pb::ClientMessage take;
    take.set_command_id(command_id);
    take.mutable_take_seat()->set_table_id(to_bytes(*opened));
    take.mutable_take_seat()->set_seat(seat);
    if (saving_.waits(*there, sender, take, out)) return;
    return seating_.take_seat(*there, sender, command_id, seat, nullptr, out);
  }
  pb::GameOptions options;
  options.ParseFromString(match.row.options);
  forget_heroes(options);
  if (const SeatGame* const brought = seat_game_of(options); brought != nullptr && seats == 2) brought->turn(options);
  HeldTable* held = opening_.create(
      sender, command_id, std::move(options),
      {.turn_seconds = match.row.turn_seconds, .absence_seconds = match.row.absence_seconds}, true, out);
  if (held == nullptr) return;
  held->table.set_rematch_of(match_id);
  for (const persistence::SeatRow& one : match.row.seats) {
    if (!one.account) continue;
    pb::Player& player = *held->table.add_rematch_players();
    player.set_account_id(to_bytes(*one.account));
    player.set_name(one.name);
  }
  pb::Table table = held->table;
  for (std::size_t i = 0; i < seats; ++i) {
    if (match.row.seats[i].account) continue;
    table.mutable_seats(static_cast<int>(moved(i)))->mutable_bot()->set_level(bot_level(match.row.seats[i].name));
  }
  sit_down(*table.mutable_seats(static_cast<int>(seat)), sender);
  saving_.save(*held, std::move(table), sender, command_id, out);
}

// A player who has left for good is no longer waited for or challenged, and is named nowhere.
void Rematches::forget(const AccountId& account, Outbox& out) {
  const std::vector<TableId> ids = state_.index.offered_to(account);  // copied: it changes
  for (const TableId& id : ids) {
    HeldTable& held = *state_.tables.find(id);
    if (held.saving != nullptr || held.table.phase() != pb::TABLE_PHASE_OPEN) continue;
    pb::Table table = held.table;
    auto& players = *table.mutable_rematch_players();
    const auto gone = std::ranges::remove(players, to_bytes(account), &pb::Player::account_id);
    players.erase(gone.begin(), gone.end());
    auto& challenged = *table.mutable_challenged();
    const auto not_any_more = std::ranges::remove(challenged, to_bytes(account),
                                                  [](const pb::Challenged& one) { return one.player().account_id(); });
    challenged.erase(not_any_more.begin(), not_any_more.end());
    held.offered.clear();
    saving_.save(held, std::move(table), {}, out);
  }
}

}  // namespace wyrmhall::server
