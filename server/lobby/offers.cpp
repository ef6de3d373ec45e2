#include "server/lobby/offers.h"

#include <algorithm>
#include <functional>

#include "server/lobby/parts.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {
namespace {

const pb::Challenged* challenge_to(const pb::Table& table, const AccountId& account) {
  const std::string id = to_bytes(account);
  const auto found =
      std::ranges::find(table.challenged(), id, [](const pb::Challenged& one) { return one.player().account_id(); });
  return found == table.challenged().end() ? nullptr : &*found;
}

void write(const pb::Table& table, const std::vector<const pb::Player*>& waiting, pb::RematchOffer& offer) {
  offer.set_match_id(table.rematch_of());
  offer.set_table_id(table.table_id());
  for (const pb::Player* player : waiting) *offer.add_players() = *player;
}

void write(const pb::Table& table, const std::vector<const pb::Player*>& waiting, pb::ChallengeOffer& offer) {
  offer.set_table_id(table.table_id());
  if (!waiting.empty()) *offer.mutable_table() = seen_by(table, {});
}

}  // namespace

std::vector<AccountId> Offers::of(const pb::Table& table) {
  std::vector<AccountId> accounts;
  const auto add = [&](const pb::Player& player) {
    if (const auto account = id_from_bytes<AccountId>(player.account_id())) accounts.push_back(*account);
  };
  for (const pb::Player& player : table.rematch_players()) add(player);
  for (const pb::Challenged& one : table.challenged()) add(one.player());
  return accounts;
}

// If nobody does, there is nothing to offer.
std::vector<const pb::Player*> Offers::waiting_for(const pb::Table& table, const AccountId& account) const {
  std::vector<const pb::Player*> players;
  if (table.phase() != pb::TABLE_PHASE_OPEN || free_seat(table) < 0 || seat_of(table, account) >= 0) return players;
  const pb::Challenged* const challenge = challenge_to(table, account);
  if (challenge != nullptr && challenge->declined()) return players;
  bool welcome = true;
  for_each_person(table, [&](int seat, const AccountId& waiting) {
    welcome = welcome && !state_.blocks.between(account, waiting);
    players.push_back(&table.seats(seat).player());
  });
  if (!welcome) players.clear();
  return players;
}

void Offers::tell(HeldTable& held, Outbox& out) const {
  const std::vector<AccountId> accounts = of(held.table);
  held.offered.resize(accounts.size());
  for (std::size_t i = 0; i < accounts.size(); ++i) {
    const auto waiting = waiting_for(held.table, accounts[i]);
    std::string told;
    for (const pb::Player* player : waiting) told += player->account_id();
    if (told == held.offered[i]) continue;
    held.offered[i] = std::move(told);
    pb::ServerMessage message;
    if (challenge_to(held.table, accounts[i]) != nullptr) {
      write(held.table, waiting, *message.mutable_challenge_offer());
    } else {
      write(held.table, waiting, *message.mutable_rematch_offer());
    }
    out.tell(accounts[i], frame(0, message));
  }
}

void Offers::tell_at_sign_in(const AccountId& account, pb::SignedIn& to) const {
  std::vector<TableId> ids = state_.index.offered_to(account);
  std::ranges::sort(ids, std::greater{});  // by age
  for (const TableId& id : ids) {
    const HeldTable& held = *state_.tables.find(id);
    if (held.fresh) continue;
    const auto waiting = waiting_for(held.table, account);
    if (waiting.empty()) continue;
    if (challenge_to(held.table, account) != nullptr) {
      if (std::cmp_less(to.challenges_size(), kChallengesOpen)) write(held.table, waiting, *to.add_challenges());
    } else if (std::cmp_less(to.rematch_offers_size(), kRematchOffersTold)) {
      write(held.table, waiting, *to.add_rematch_offers());
    }
  }
}

void Offers::blocks_changed(const AccountId& account, Outbox& out) const {
  std::vector<TableId> ids = state_.index.offered_to(account);
  const std::vector<TableId>& seated = state_.index.of(account);
  ids.insert(ids.end(), seated.begin(), seated.end());
  for (const TableId& id : ids) {
    HeldTable& held = *state_.tables.find(id);
    if (!held.fresh) tell(held, out);
  }
}

}  // namespace wyrmhall::server
