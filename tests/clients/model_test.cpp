// What clients share, by itself: a match as it was shown, and the hand-shake, kept in memory.
#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "clients/model/chain.h"
#include "clients/model/confirmation.h"
#include "clients/model/handshake.h"
#include "clients/model/ids.h"
#include "clients/model/match_model.h"
#include "clients/model/seat_chain.h"
#include "common/hex.h"

namespace wyrmhall::clients {
namespace {

using Fit = MatchModel::Fit;

v1::MatchUpdate step(std::uint64_t version, std::uint32_t round) {
  v1::MatchUpdate update;
  update.set_version(version);
  update.mutable_diff()->mutable_duel()->set_round(round);
  return update;
}

TEST_CASE("a match is shown without gaps and only goes on") {
  MatchModel match;
  v1::MatchOpened opened;
  opened.set_channel(7);
  opened.set_seat(-1);
  opened.add_updates()->mutable_snapshot()->mutable_duel()->set_game(1);
  opened.mutable_updates(0)->set_version(3);
  CHECK(match.take(step(2, 1), false) == Fit::kGap);  // it was never opened
  REQUIRE(match.open(opened) == Fit::kNew);
  CHECK(match.take(step(4, 2), false) == Fit::kNew);
  CHECK(match.view().duel().game() == 1);
  CHECK(match.view().duel().round() == 2);
  CHECK(match.take(step(6, 3), false) == Fit::kGap);
  CHECK(match.take(step(3, 3), false) == Fit::kOlder);
  CHECK(match.take(step(3, 3), true) == Fit::kRepeated);
  CHECK(match.open(opened) == Fit::kOlder);
  CHECK(match.version() == 4);
  CHECK(match.view().duel().round() == 2);
}

class MemoryStore final : public ChainStore {
 public:
  std::optional<KeptChain> chain(const MatchId& match) const override {
    const auto found = chains.find(match);
    return found == chains.end() ? std::nullopt : std::optional(found->second);
  }
  std::expected<void, std::string> save_chain(const MatchId& match, const KeptChain& chain) const override {
    chains[match] = chain;
    return {};
  }
  void save_links_shown(const MatchId& match, int k) const override { chains[match].links_shown = k; }
  std::shared_ptr<const void> lock_chains() const override { return nullptr; }
  std::optional<TableId> table_of_commitment(std::string_view commitment) const override {
    const auto found = tables.find(commitment);
    return found == tables.end() ? std::nullopt : std::optional(found->second);
  }
  std::expected<void, std::string> save_commitment(std::string_view commitment, const TableId& table) const override {
    tables.insert_or_assign(std::string(commitment), table);
    return {};
  }
  std::string pinned_key() const override { return {}; }  // a server that signs nothing

  mutable std::map<MatchId, KeptChain> chains;
  mutable std::map<std::string, TableId, std::less<>> tables;
};

TEST_CASE("a chain is committed to, kept, and its first secret shown for one start alone") {
  const AccountId me({'a'});
  const AccountId other({'b'});
  MemoryStore store;
  Handshake handshake(store);
  v1::Table table;
  table.set_table_id(std::string(16, 't'));
  table.set_phase(v1::TABLE_PHASE_OPEN);
  table.set_server_commitment(std::string(kHashBytes, 's'));
  for (const AccountId& account : {me, other}) {
    table.add_seats()->mutable_player()->set_account_id(to_bytes(account));
  }
  const auto ready = handshake.next(table, me);
  REQUIRE(ready);
  REQUIRE((*ready)->has_ready());
  const std::string commitment = (*ready)->ready().commitment();
  CHECK(Chain(store.chains.at(match_id_of(table)).root).commitment() == commitment);
  CHECK_FALSE(handshake.next(table, me).value());  // it is on its way
  handshake.answered();

  table.set_phase(v1::TABLE_PHASE_REVEALING);
  table.mutable_seats(0)->set_commitment(commitment);
  const auto too_early = handshake.next(table, me);
  REQUIRE_FALSE(too_early);
  CHECK(too_early.error().accusation->of == "unsigned");
  table.mutable_seats(1)->set_commitment(std::string(kLinkBytes, 'c'));
  const auto reveal = handshake.next(table, me);
  REQUIRE(reveal);
  CHECK(link_of((*reveal)->reveal().x0()) == commitment);
  CHECK(store.table_of_commitment(table.server_commitment()) == id_of(table));
  handshake.answered();

  SUBCASE("the other commits to something else, now that it has seen it") {
    table.mutable_seats(1)->set_commitment(std::string(kLinkBytes, 'd'));
  }
  SUBCASE("another start on the same commitment") {
    table.set_phase(v1::TABLE_PHASE_OPEN);
  }
  SUBCASE("another table with the same commitment") {
    table.set_phase(v1::TABLE_PHASE_OPEN);
    table.set_table_id(std::string(16, 'u'));
  }
  const auto again = handshake.next(table, me);
  REQUIRE_FALSE(again);
  CHECK(again.error().accusation->of == "commitmentTwice");
}

}  // namespace
TEST_CASE("a chain is closed by the link after the last one that the server has") {
  MemoryStore store;
  const MatchId match({'m'});
  const Chain chain(std::string(kLinkBytes, 'r'));
  KeptChain& kept = store.chains[match];
  kept.root = chain.root();
  SUBCASE("which was taken here") {
    SeatChain seat(store, match);
    CHECK_FALSE(seat.closing(chain.at(0)));  // nothing was decided
    seat.shown(1);
    CHECK_FALSE(seat.closing(chain.at(0)));
    seat.taken(1);
    CHECK(seat.closing(chain.at(0)) == chain.at(2));
    CHECK(seat.closing("") == chain.at(2));
    CHECK(seat.closing(std::string(kLinkBytes, '?')) == chain.at(2));
    // The answer to the last one was lost, and the server says that it has it.
    seat.shown(2);
    CHECK(seat.closing(chain.at(2)) == chain.at(3));
  }
  SUBCASE("or before this program was started") {
    kept.links_shown = 5;
    CHECK(SeatChain(store, match).closing(chain.at(5)) == chain.at(6));
  }
  SUBCASE("which may be the last of all") {
    kept.links_shown = kChainLength;
    CHECK_FALSE(SeatChain(store, match).closing(chain.at(kChainLength)));
  }
  SUBCASE("unless the seat goes on without") {
    kept.links_shown = 5;
    kept.given_up = true;
    CHECK_FALSE(SeatChain(store, match).closing(chain.at(5)));
  }
  SUBCASE("or the chain is not here") {
    store.chains.clear();
    CHECK_FALSE(SeatChain(store, match).closing(chain.at(5)));
  }
}

TEST_CASE("a decision is confirmed as the vector has it, and by its place among the choices") {
  v1::Choices choices;
  choices.add_choices()->mutable_action()->mutable_duel()->set_claw(1);
  choices.add_choices()->mutable_action()->mutable_duel()->set_claw(2);
  CHECK(clients::place_of(choices.choices(1).action(), choices) == 2);
  v1::Act act;
  act.set_version(258);
  act.mutable_action()->mutable_form()->set_number(2);
  for (const std::uint32_t value : {0U, 1U, 255U}) act.mutable_action()->mutable_form()->add_values(value);
  CHECK(clients::place_of(act.action(), choices) == 0);
  CHECK(clients::decision_text(act) == "form 2: 0 1 255");
  std::string next;
  std::string match;
  for (char i = 0; i < 16; ++i) {
    next.push_back(i);
    match.push_back(static_cast<char>(16 + i));
  }
  clients::confirm(*id_from_bytes<MatchId>(match), next, act);
  CHECK(hex_text(act.confirmation()) == "08a4814d27ef7fc71406ec93325b3e87");
  // The last of a chain has no link after it, and what is neither a choice nor a form says nothing.
  v1::Act plain;
  *plain.mutable_action() = choices.choices(1).action();
  clients::confirm(*id_from_bytes<MatchId>(match), next, plain);
  CHECK(plain.confirmation().empty());
  plain.set_choice(2);
  CHECK(clients::decision_text(plain) == "choice 2");
  clients::confirm(*id_from_bytes<MatchId>(match), "", plain);
  CHECK(plain.confirmation().empty());
}

}  // namespace wyrmhall::clients
