#include "tests/sim/challenger.h"

#include <vector>

namespace wyrmhall::sim {

Challenger::Challenger(Rng rng, Counters& counters) : rng_(rng), counters_(counters) {
  if (rng_.chance(0.5)) often_ = rng_.chance(0.5) ? 0.3 : 1;
}

void Challenger::signed_in(const v1::SignedIn& message) {
  offers_.clear();
  for (const v1::ChallengeOffer& offer : message.challenges()) took(offer);
}

void Challenger::took(const v1::ChallengeOffer& offer) {
  if (offer.has_table()) {
    offers_.insert(offer.table_id());
  } else {
    offers_.erase(offer.table_id());
  }
}

void Challenger::met(const v1::Table& table, const std::string& own_account) {
  for (const v1::TableSeat& seat : table.seats()) {
    if (seat.has_player() && seat.player().account_id() != own_account) names_.insert(seat.player().name());
  }
}

std::optional<v1::ClientMessage> Challenger::answer() {
  if (offers_.empty() || !rng_.chance(0.5)) return std::nullopt;
  const std::vector<std::string> tables(offers_.begin(), offers_.end());
  const std::string& table = rng_.pick(tables);
  v1::ClientMessage message;
  if (rng_.chance(0.3)) {
    message.mutable_decline_challenge()->set_table_id(table);
    counters_.hit(Sometimes::kChallengeDeclined);
  } else {
    message.mutable_take_seat()->set_table_id(table);
    counters_.hit(Sometimes::kChallengeAccepted);
  }
  offers_.erase(table);
  return message;
}

void Challenger::challenge(v1::OpenTable& open) {
  if (often_ == 0 || names_.empty() || !rng_.chance(often_)) return;
  open.set_hidden(true);
  const std::vector<std::string> names(names_.begin(), names_.end());
  open.add_challenged(rng_.pick(names));
  if (rng_.chance(0.1)) open.add_challenged(rng_.pick(names));
}

}  // namespace wyrmhall::sim
