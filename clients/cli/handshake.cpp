#include "clients/cli/handshake.h"

#include <fmt/format.h>

#include <algorithm>

namespace wyrmhall::cli {
namespace {

using Step = std::expected<std::optional<v1::ClientMessage>, std::string>;

// The chain that is kept for a table, if it was made for what the server promises there now.
std::optional<KeptChain> chain_for(const Keep& keep, const v1::Table& table) {
  auto kept = keep.chain(table.table_id());
  if (!kept || kept->server_commitment != table.server_commitment()) return std::nullopt;
  return kept;
}

}  // namespace

Step Handshake::next(const v1::Table& table, const std::string& account) {
  const int seat = seat_at(table, account);
  if (under_way_ || seat < 0) return std::nullopt;
  Step step;
  if (table.phase() == v1::TABLE_PHASE_OPEN && is_full(table)) step = ready(table, table.seats(seat));
  if (table.phase() == v1::TABLE_PHASE_REVEALING) step = reveal(table, table.seats(seat));
  under_way_ = step && *step;
  return step;
}

Step Handshake::ready(const v1::Table& table, const v1::TableSeat& seat) {
  auto kept = chain_for(keep_, table);
  if (!kept) {
    // A chain is used for one promise of the server's only: when a start was called off its end may have been shown.
    const Chain fresh = Chain::draw();
    kept = KeptChain{.root = fresh.root(), .server_commitment = table.server_commitment(), .seat_commitments = {}};
    if (auto saved = keep_.save_chain(table.table_id(), *kept); !saved) return std::unexpected(saved.error());
  }
  const std::string commitment = Chain(kept->root).commitment();
  if (seat.commitment() == commitment) return std::nullopt;
  v1::ClientMessage message;
  message.mutable_ready()->set_table_id(table.table_id());
  message.mutable_ready()->set_commitment(commitment);
  message.mutable_ready()->set_server_commitment(table.server_commitment());
  return message;
}

Step Handshake::reveal(const v1::Table& table, const v1::TableSeat& seat) {
  if (seat.revealed()) return std::nullopt;
  auto kept = chain_for(keep_, table);
  // Without the chain nothing can be revealed: the server calls the start off after a while, and then it is made anew.
  if (!kept || Chain(kept->root).commitment() != seat.commitment()) return std::nullopt;
  kept->seat_commitments.clear();
  for (const v1::TableSeat& other : table.seats()) kept->seat_commitments.push_back(other.commitment());
  if (auto saved = keep_.save_chain(table.table_id(), *kept); !saved) return std::unexpected(saved.error());
  v1::ClientMessage message;
  message.mutable_reveal()->set_table_id(table.table_id());
  message.mutable_reveal()->set_x0(Chain(kept->root).at(0));
  return message;
}

std::string broken_promise_at_start(const KeptChain& kept, const v1::MatchInfo& info) {
  if (info.server_commitment() != kept.server_commitment) {
    return "The server started the match with another seed than the one it had committed to. Its dice are not honest.";
  }
  for (int seat = 0; seat < info.seats_size(); ++seat) {
    const v1::MatchSeat& shown = info.seats(seat);
    if (!shown.has_player()) continue;
    const auto index = static_cast<std::size_t>(seat);
    const bool as_promised =
        index >= kept.seat_commitments.size() || kept.seat_commitments[index] == shown.commitment();
    if (!as_promised || link_of(shown.x0()) != shown.commitment()) {
      return fmt::format(
          "Seat {} started with another secret than the one it had committed to. The dice are not honest.", seat);
    }
  }
  return {};
}

std::string broken_promise_at_end(const std::string& server_commitment, const std::string& server_seed) {
  if (server_seed.size() == kHashBytes && sha256(server_seed) == server_commitment) return {};
  return "The seed that the server shows now is not the one it had committed to. The dice of this match were not "
         "honest.";
}

int seat_at(const v1::Table& table, const std::string& account) {
  for (int seat = 0; seat < table.seats_size(); ++seat) {
    if (table.seats(seat).has_player() && table.seats(seat).player().account_id() == account) return seat;
  }
  return -1;
}

bool is_full(const v1::Table& table) {
  return std::none_of(table.seats().begin(), table.seats().end(),
                      [](const auto& seat) { return seat.occupant_case() == v1::TableSeat::OCCUPANT_NOT_SET; });
}

}  // namespace wyrmhall::cli
