// The table of a rematch, and who is told that somebody waits there.
#include <algorithm>

#include "server/games/registry.h"
#include "server/lobby/lobby.h"
#include "server/lobby/parts.h"
#include "server/wire/bot_levels.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {
namespace {

// Who could be told of an offer: those who played the match, as far as they are known by an account.
std::vector<AccountId> players_of_match(const pb::Table& table) {
  std::vector<AccountId> players;
  for (const pb::Player& player : table.rematch_players()) {
    if (const auto account = id_from_bytes<AccountId>(player.account_id())) players.push_back(*account);
  }
  return players;
}

}  // namespace

void Lobby::rematch(const Sender& sender, std::uint64_t command_id, const persistence::StoredMatch& match,
                    Outbox& out) {
  const std::string match_id = to_bytes(match.row.id);
  const auto seats = match.row.seats.size();
  const auto played = std::ranges::find_if(match.row.seats, [&](const auto& s) { return s.account == sender.account; });
  if (played == match.row.seats.end() || !match.end) {
    return refuse(sender, command_id, match.end ? pb::REFUSAL_CODE_NOT_YOUR_MATCH : pb::REFUSAL_CODE_MATCH_NOT_OVER,
                  "only players of a finished match can ask for a rematch", out, "match_id");
  }
  // Sides change: whoever sat first sits opposite now.
  const GameKind* const kind = find_game(match.row.game);
  const bool together = kind != nullptr && kind->heroes() != nullptr;  // everybody keeps the own hero
  const std::size_t shift = together ? 0 : seats % 2 == 0 ? seats / 2 : 1;
  const auto moved = [&](std::size_t seat) { return static_cast<std::uint32_t>((seat + shift) % seats); };
  const std::uint32_t seat = moved(static_cast<std::size_t>(played - match.row.seats.begin()));
  const auto opened = index_.rematch(match.row.id);
  Place* there = opened ? tables_.find(*opened) : nullptr;
  if (there != nullptr) {
    if (seat_of(there->table, sender.account) >= 0) return answer(sender, command_id, there->table, out);
    pb::ClientMessage take;
    take.set_command_id(command_id);
    take.mutable_take_seat()->set_table_id(to_bytes(*opened));
    take.mutable_take_seat()->set_seat(seat);
    return at_table(*there, sender, take, out);
  }
  pb::GameOptions options;
  options.ParseFromString(match.row.options);
  forget_heroes(options);
  if (const SeatGame* const brought = seat_game_of(options); brought != nullptr && seats == 2) brought->turn(options);
  Place* place =
      create(sender, command_id, std::move(options),
             {.turn_seconds = match.row.turn_seconds, .absence_seconds = match.row.absence_seconds}, true, out);
  if (place == nullptr) return;
  place->table.set_rematch_of(match_id);
  for (const persistence::SeatRow& one : match.row.seats) {
    if (!one.account) continue;
    pb::Player& player = *place->table.add_rematch_players();
    player.set_account_id(to_bytes(*one.account));
    player.set_name(one.name);
  }
  pb::Table table = place->table;
  for (std::size_t i = 0; i < seats; ++i) {
    if (match.row.seats[i].account) continue;
    table.mutable_seats(static_cast<int>(moved(i)))->mutable_bot()->set_level(bot_level(match.row.seats[i].name));
  }
  table.mutable_seats(static_cast<int>(seat))->mutable_player()->set_account_id(to_bytes(sender.account));
  table.mutable_seats(static_cast<int>(seat))->mutable_player()->set_name(sender.name);
  save(*place, std::move(table), sender, command_id, out);
}

// --- Offers ---

// Nobody waits in it where there is nothing to offer.
pb::RematchOffer Lobby::offer_to(const pb::Table& table, const AccountId& account) const {
  pb::RematchOffer offer;
  offer.set_match_id(table.rematch_of());
  offer.set_table_id(table.table_id());
  if (table.phase() != pb::TABLE_PHASE_OPEN || free_seat(table) < 0 || seat_of(table, account) >= 0) return offer;
  bool welcome = true;
  for_each_person(table, [&](int seat, const AccountId& waiting) {
    welcome = welcome && !blocks_.between(account, waiting);
    *offer.add_players() = table.seats(seat).player();
  });
  if (!welcome) offer.clear_players();
  return offer;
}

void Lobby::tell_offers(Place& place, Outbox& out) const {
  const std::vector<AccountId> players = players_of_match(place.table);
  place.offered.resize(players.size());
  for (std::size_t i = 0; i < players.size(); ++i) {
    pb::ServerMessage message;
    pb::RematchOffer& offer = *message.mutable_rematch_offer();
    offer = offer_to(place.table, players[i]);
    std::string waiting;
    for (const pb::Player& player : offer.players()) waiting += player.account_id();
    if (waiting == place.offered[i]) continue;
    place.offered[i] = std::move(waiting);
    out.tell(players[i], frame(0, message));
  }
}

void Lobby::offers_to(const AccountId& account, google::protobuf::RepeatedPtrField<pb::RematchOffer>& offers) const {
  std::vector<TableId> ids = index_.offered_to(account);
  std::ranges::sort(ids, std::greater{});  // by age
  for (const TableId& id : ids) {
    const Place& place = *tables_.find(id);
    if (place.fresh) continue;
    pb::RematchOffer offer = offer_to(place.table, account);
    if (offer.players().empty()) continue;
    *offers.Add() = std::move(offer);
    if (static_cast<std::size_t>(offers.size()) == kRematchOffersTold) return;
  }
}

void Lobby::blocks_changed(const AccountId& account, Outbox& out) {
  std::vector<TableId> ids = index_.offered_to(account);
  const std::vector<TableId>& seated = index_.of(account);
  ids.insert(ids.end(), seated.begin(), seated.end());
  for (const TableId& id : ids) {
    Place& place = *tables_.find(id);
    if (!place.fresh) tell_offers(place, out);
  }
}

// Who has left for good is waited for no more, and nowhere named.
void Lobby::forget_offers(const AccountId& account, Outbox& out) {
  const std::vector<TableId> ids = index_.offered_to(account);  // copied: it changes
  for (const TableId& id : ids) {
    Place& place = *tables_.find(id);
    if (place.saving != nullptr || place.table.phase() != pb::TABLE_PHASE_OPEN) continue;
    pb::Table table = place.table;
    auto& players = *table.mutable_rematch_players();
    const auto gone = std::ranges::remove(players, to_bytes(account), &pb::Player::account_id);
    players.erase(gone.begin(), gone.end());
    place.offered.clear();
    save(place, std::move(table), {}, 0, out);
  }
}

}  // namespace wyrmhall::server
