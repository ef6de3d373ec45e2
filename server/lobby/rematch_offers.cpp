#include "server/lobby/rematch_offers.h"

#include <algorithm>

#include "server/wire/frames.h"

namespace wyrmhall::server {
namespace {

// Who could be told of an offer: those who played the match, as far as their accounts are known.
std::vector<AccountId> players_of_match(const pb::Table& table) {
  std::vector<AccountId> players;
  for (const pb::Player& player : table.rematch_players()) {
    if (const auto account = id_from_bytes<AccountId>(player.account_id())) players.push_back(*account);
  }
  return players;
}

}  // namespace

// If nobody waits there, there is nothing to offer.
pb::RematchOffer RematchOffers::offer_to(const pb::Table& table, const AccountId& account) const {
  pb::RematchOffer offer;
  offer.set_match_id(table.rematch_of());
  offer.set_table_id(table.table_id());
  if (table.phase() != pb::TABLE_PHASE_OPEN || free_seat(table) < 0 || seat_of(table, account) >= 0) return offer;
  bool welcome = true;
  for_each_person(table, [&](int seat, const AccountId& waiting) {
    welcome = welcome && !state_.blocks.between(account, waiting);
    *offer.add_players() = table.seats(seat).player();
  });
  if (!welcome) offer.clear_players();
  return offer;
}

void RematchOffers::tell(HeldTable& held, Outbox& out) const {
  const std::vector<AccountId> players = players_of_match(held.table);
  held.offered.resize(players.size());
  for (std::size_t i = 0; i < players.size(); ++i) {
    pb::ServerMessage message;
    pb::RematchOffer& offer = *message.mutable_rematch_offer();
    offer = offer_to(held.table, players[i]);
    std::string waiting;
    for (const pb::Player& player : offer.players()) waiting += player.account_id();
    if (waiting == held.offered[i]) continue;
    held.offered[i] = std::move(waiting);
    out.tell(players[i], frame(0, message));
  }
}

void RematchOffers::to(const AccountId& account, google::protobuf::RepeatedPtrField<pb::RematchOffer>& offers) const {
  std::vector<TableId> ids = state_.index.offered_to(account);
  std::ranges::sort(ids, std::greater{});  // by age
  for (const TableId& id : ids) {
    const HeldTable& held = *state_.tables.find(id);
    if (held.fresh) continue;
    pb::RematchOffer offer = offer_to(held.table, account);
    if (offer.players().empty()) continue;
    *offers.Add() = std::move(offer);
    if (static_cast<std::size_t>(offers.size()) == kRematchOffersTold) return;
  }
}

void RematchOffers::blocks_changed(const AccountId& account, Outbox& out) const {
  std::vector<TableId> ids = state_.index.offered_to(account);
  const std::vector<TableId>& seated = state_.index.of(account);
  ids.insert(ids.end(), seated.begin(), seated.end());
  for (const TableId& id : ids) {
    HeldTable& held = *state_.tables.find(id);
    if (!held.fresh) tell(held, out);
  }
}

}  // namespace wyrmhall::server
