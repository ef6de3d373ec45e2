#include "clients/model/handshake.h"

#include <fmt/format.h>

#include <algorithm>

#include "clients/model/ids.h"
#include "clients/model/signed_statement.h"
#include "clients/model/start_check.h"
#include "common/hex.h"

namespace wyrmhall::clients {
namespace {

using Step = Handshake::Step;

std::vector<std::string> commitments_at(const v1::Table& table) {
  std::vector<std::string> commitments;
  for (const v1::TableSeat& seat : table.seats()) commitments.push_back(seat.commitment());
  return commitments;
}

std::unexpected<Handshake::Failure> cannot_keep(const std::string& what) {
  return std::unexpected(Handshake::Failure{.cannot_keep = what, .accusation = {}});
}

std::unexpected<Handshake::Failure> blame(const v1::Table& table, Accusation accusation) {
  accusation.match = match_id_of(table);
  accusation.seen.emplace_back("serverCommitment", hex_text(table.server_commitment()));
  return std::unexpected(Handshake::Failure{.cannot_keep = {}, .accusation = std::move(accusation)});
}

// For a chain that has shown its x_0 while the server asks for another start on the same commitment.
std::unexpected<Handshake::Failure> blame_for_second_start(const v1::Table& table, const KeptChain& kept) {
  Accusation second{.of = "commitmentTwice", .said = {"accusation.secondStart"}, .match = {}};
  second.statements = kept.starts;
  second.links = {Chain(kept.root).at(0)};
  for (std::size_t seat = 0; seat < kept.seat_commitments.size(); ++seat) {
    second.seen.emplace_back(fmt::format("firstCommitmentOfSeat{}", seat), hex_text(kept.seat_commitments[seat]));
  }
  return blame(table, std::move(second));
}

}  // namespace

Step Handshake::next(const v1::Table& table, const AccountId& account) {
  const int seat = seat_at(table, account);
  if (seat >= 0 && table.seats(seat).revealed()) answered_start_ = table.server_commitment();
  if (under_way_ || seat < 0) return std::nullopt;
  Step step;
  if (table.phase() == v1::TABLE_PHASE_OPEN && is_full(table)) step = ready(table, table.seats(seat));
  if (table.phase() == v1::TABLE_PHASE_REVEALING) step = reveal(table, table.seats(seat));
  under_way_ = step && *step;
  return step;
}

Step Handshake::ready(const v1::Table& table, const v1::TableSeat& seat) {
  // Another process of the same player may be at the same table.
  const auto lock = store_.lock_chains();
  auto kept = store_.chain(match_id_of(table));
  const bool same = kept && !kept->root.empty() && kept->server_commitment == table.server_commitment();
  if (same && kept->shown) return blame_for_second_start(table, *kept);
  if (!same) {
    KeptChain fresh;
    if (kept) fresh.starts = kept->starts;  // of earlier starts at this table
    if (auto drawn = draw_chain(table, fresh); !drawn) return drawn;
    kept = std::move(fresh);
  }
  const std::string commitment = Chain(kept->root).commitment();
  if (seat.commitment() == commitment) return std::nullopt;
  return ready_command(table, commitment);
}

// A chain is for one start, and so is what the server commits to.
Step Handshake::draw_chain(const v1::Table& table, KeptChain& chain) {
  if (const auto earlier = store_.table_of_commitment(table.server_commitment())) {
    return blame(table, {.of = "commitmentTwice",
                         .said = {"accusation.repeated", {{"id", uuid_text(*earlier)}}},
                         .match = {},
                         .seen = {{"firstTable", uuid_text(*earlier)}}});
  }
  chain.root = Chain::draw().root();
  chain.server_commitment = table.server_commitment();
  if (auto saved = store_.save_chain(match_id_of(table), chain); !saved) return cannot_keep(saved.error());
  return std::nullopt;
}

Step Handshake::reveal(const v1::Table& table, const v1::TableSeat& seat) {
  if (seat.revealed()) return std::nullopt;
  const auto lock = store_.lock_chains();
  auto kept = store_.chain(match_id_of(table));
  const bool ours = kept && !kept->root.empty() && kept->server_commitment == table.server_commitment() &&
                    Chain(kept->root).commitment() == seat.commitment();
  // Without the chain nothing can be revealed: after a while the server calls the start off, and another one begins.
  if (!ours) return std::nullopt;
  for (const v1::TableSeat& other : table.seats()) {
    if (!other.has_player() || other.commitment().size() == kLinkBytes) continue;
    return blame(table, {.of = "unsigned", .said = {"accusation.tooEarly"}, .match = {}});
  }
  const auto commitments = commitments_at(table);
  // The same start has the same commitments: then the answer was lost, and the same may be sent again.
  if (kept->shown && kept->seat_commitments != commitments) return blame_for_second_start(table, *kept);
  // With a server that signs nothing at all, this is all that can be asked for; the person was told.
  if (const std::string key = store_.pinned_key(); !key.empty()) {
    if (auto wrong = wrong_with_start(table, key, kept->starts)) return blame(table, *std::move(wrong));
    const auto start = signed_from(table.start());
    if (kept->starts.empty() || kept->starts.back() != *start) kept->starts.push_back(*start);
  }
  if (!kept->shown) {
    kept->shown = true;
    kept->seat_commitments = commitments;
    if (auto saved = store_.save_chain(match_id_of(table), *kept); !saved) return cannot_keep(saved.error());
  }
  // After the chain, so that a crash between the two does not look like a second time. Only now is it used up: a table
  // that a player has left and sits down at again has the same commitment as before, as long as nobody has revealed.
  if (auto added = store_.save_commitment(table.server_commitment(), id_of(table)); !added) {
    return cannot_keep(added.error());
  }
  return reveal_command(table, Chain(kept->root).at(0));
}

v1::ClientMessage ready_command(const v1::Table& table, const std::string& commitment) {
  v1::ClientMessage message;
  message.mutable_ready()->set_table_id(table.table_id());
  message.mutable_ready()->set_commitment(commitment);
  message.mutable_ready()->set_server_commitment(table.server_commitment());
  return message;
}

v1::ClientMessage reveal_command(const v1::Table& table, const std::string& x0) {
  v1::ClientMessage message;
  message.mutable_reveal()->set_table_id(table.table_id());
  message.mutable_reveal()->set_x0(x0);
  return message;
}

int seat_at(const v1::Table& table, const AccountId& account) {
  for (int seat = 0; seat < table.seats_size(); ++seat) {
    if (table.seats(seat).has_player() && id_of(table.seats(seat).player()) == account) return seat;
  }
  return -1;
}

bool is_full(const v1::Table& table) {
  return std::none_of(table.seats().begin(), table.seats().end(),
                      [](const auto& seat) { return seat.occupant_case() == v1::TableSeat::OCCUPANT_NOT_SET; });
}

}  // namespace wyrmhall::clients
