#include "server/lobby/parts.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "common/bytes.h"
#include "rules/dice/sha256.h"
#include "server/games/registry.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {
namespace {

constexpr std::string_view kDrawLabel = "wyrmhall sides v1";

// The server's seed draws one of two people, whichever seats they have.
int drawn(const pb::Table& table, const persistence::Hash& server_seed) {
  std::vector<std::uint8_t> label(kDrawLabel.begin(), kDrawLabel.end());
  label.insert(label.end(), server_seed.begin(), server_seed.end());
  const rules::Digest digest = rules::sha256(label);
  const bool first = table.seats(0).player().account_id() < table.seats(1).player().account_id();
  const bool lower = (digest[0] & 1U) == 0;
  return first == lower ? 0 : 1;
}

std::optional<std::uint32_t> wanted_seat(const SeatGame& game, const pb::Table& table, int seat) {
  if (!table.seats(seat).has_part()) return std::nullopt;
  return game.wanted_seat(table.options(), table.seats(seat).part());
}

// Whether the two at a table have to change places. A bot gives way.
bool must_change(const SeatGame& game, const pb::Table& table, const persistence::Hash& server_seed) {
  const auto first = wanted_seat(game, table, 0);
  const auto second = wanted_seat(game, table, 1);
  if (first && first == second) {
    const bool people = table.seats(0).has_player() && table.seats(1).has_player();
    const int has_it = people ? drawn(table, server_seed) : (table.seats(0).has_player() ? 0 : 1);
    return static_cast<int>(*first) != has_it;
  }
  return first == 1U || second == 0U;
}

}  // namespace

const SeatGame* seat_game_of(const pb::GameOptions& options) {
  const GameKind* const kind = options.seats_bring() ? game_of(options) : nullptr;
  return kind != nullptr ? kind->seats_bring() : nullptr;
}

std::vector<const pb::SeatPart*> parts_of(const pb::Table& table) {
  std::vector<const pb::SeatPart*> parts;
  for (const pb::TableSeat& seat : table.seats()) parts.push_back(seat.has_part() ? &seat.part() : nullptr);
  return parts;
}

bool wants_a_side_that_is_wanted(const pb::Table& table, const pb::SeatPart& part) {
  const SeatGame* const game = seat_game_of(table.options());
  const auto wanted = game != nullptr ? game->wanted_seat(table.options(), part) : std::nullopt;
  if (!wanted) return false;
  for (int seat = 0; seat < table.seats_size(); ++seat) {
    if (wanted_seat(*game, table, seat) == wanted) return true;
  }
  return false;
}

void settle_parts(pb::Table& table, const persistence::Hash& server_seed) {
  const SeatGame* const game = seat_game_of(table.options());
  if (game == nullptr || table.phase() != pb::TABLE_PHASE_OPEN) return;
  for (pb::TableSeat& seat : *table.mutable_seats()) {
    if (seat.occupant_case() == pb::TableSeat::OCCUPANT_NOT_SET) seat.clear_part();
    seat.set_brings_secret(game->keeps_secret() && seat.has_part() && seat.has_player());
  }
  if (table.seats_size() == 2 && must_change(*game, table, server_seed)) {
    table.mutable_seats()->SwapElements(0, 1);
  }
  table.clear_starting_options();
  if (game->keeps_secret()) return;
  pb::GameOptions starting = composed_options(table);
  const bool same = starting.SerializeAsString() == table.options().SerializeAsString();
  if (!same) *table.mutable_starting_options() = std::move(starting);
}

void show_parts(pb::Table& table) {
  for (pb::TableSeat& seat : *table.mutable_seats()) seat.set_brings_secret(false);
}

bool has_secrets(const pb::Table& table) {
  return std::ranges::any_of(table.seats(), &pb::TableSeat::brings_secret);
}

pb::Table seen_by(const pb::Table& table, const std::string& account) {
  pb::Table seen = table;
  for (pb::TableSeat& seat : *seen.mutable_seats()) {
    if (seat.brings_secret() && seat.player().account_id() != account) seat.clear_part();
  }
  return seen;
}

pb::GameOptions composed_options(const pb::Table& table) {
  pb::GameOptions options = table.options();
  const SeatGame* const game = seat_game_of(options);
  if (game == nullptr) return options;
  game->compose(options, parts_of(table));
  return options;
}

std::expected<pb::SeatPart, pb::Refusal> completed_part(const pb::GameOptions& options, SeatParts others,
                                                        std::uint32_t seat, pb::SeatPart part) {
  const SeatGame* const game = seat_game_of(options);
  if (game == nullptr) {
    return std::unexpected(refusal(pb::REFUSAL_CODE_NO_PARTS, "seats bring nothing to this table", "part"));
  }
  // The games have the same numbers in both.
  if (static_cast<int>(part.game_case()) != static_cast<int>(options.game_case())) {
    return std::unexpected(
        refusal(pb::REFUSAL_CODE_FIELD_INVALID, "what a seat brings must be of the table's game", "part"));
  }
  if (auto refused = game->complete(options, others, seat, part)) return std::unexpected(*std::move(refused));
  return part;
}

}  // namespace wyrmhall::server
