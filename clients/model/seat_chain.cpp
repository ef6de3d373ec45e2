#include "clients/model/seat_chain.h"

#include <algorithm>
#include <utility>

#include "common/hex.h"

namespace wyrmhall::clients {

SeatChain::SeatChain(ChainStore& store, const MatchId& match)
    : store_(store), match_(match), kept_(store.chain(match_)) {
  if (!kept_ || kept_->root.empty()) return;
  chain_.emplace(kept_->root);
  shown_ = position_ = kept_->links_shown;
}

std::optional<Accusation> SeatChain::opened(const std::string& last_link) {
  const int refused = std::exchange(refused_, 0);
  if (!chain_ || given_up()) return std::nullopt;
  if (last_link.empty()) {
    return accusation({"accusation.chain.none"}, last_link);
  }
  const auto k = chain_->find(last_link);
  if (!k) {
    return accusation({"accusation.chain.foreign"}, last_link);
  }
  // An action without an answer may not have arrived, so the server may be one behind; it cannot know what was never
  // sent.
  if (*k < shown_ - 1) {
    return accusation({"accusation.chain.behind", {{"n", *k}, {"m", shown_ - 1}}}, last_link);
  }
  if (refused != 0 && refused == *k + 1) {
    return accusation({"accusation.chain.refused", {{"n", refused}}}, last_link);
  }
  position_ = *k;
  shown_ = std::max(shown_, *k);
  return std::nullopt;
}

std::optional<SeatChain::Link> SeatChain::next() const {
  if (!chain_ || given_up() || position_ >= chain_->length()) return std::nullopt;
  const int k = position_ + 1;
  return Link{.k = k, .x = chain_->at(k), .after = k < chain_->length() ? chain_->at(k + 1) : ""};
}

void SeatChain::shown(int k) {
  if (k <= shown_) return;
  shown_ = k;
  store_.save_links_shown(match_, k);
}

std::optional<std::string> SeatChain::closing(const std::string& last_link) const {
  if (!chain_ || given_up()) return std::nullopt;
  const int last = std::max(position_, chain_->find(last_link).value_or(0));
  if (last == 0 || last >= chain_->length()) return std::nullopt;
  return chain_->at(last + 1);
}

std::optional<std::string> late_closing(const KeptChain& kept, const std::string& last_link) {
  if (kept.given_up || kept.root.empty()) return std::nullopt;
  const Chain chain(kept.root);
  const int last = chain.find(last_link).value_or(0);
  // The last decision that was sent may not have arrived. A server that has lost others gets no link.
  if (last == 0 || last < kept.links_shown - 1 || last >= chain.length()) return std::nullopt;
  return chain.at(last + 1);
}

std::expected<void, std::string> SeatChain::give_up() {
  if (!kept_) kept_.emplace();
  kept_->given_up = true;
  return store_.save_chain(match_, *kept_);
}

// Contains nothing that was not shown.
Accusation SeatChain::accusation(Message said, const std::string& last_link) const {
  Accusation all{.of = "chainTakenAway", .said = std::move(said), .match = match_};
  for (int k = 0; k <= shown_; ++k) all.links.push_back(chain_->at(k));
  all.seen = {{"serverCommitment", hex_text(kept_->server_commitment)}, {"lastLink", hex_text(last_link)}};
  return all;
}

}  // namespace wyrmhall::clients
