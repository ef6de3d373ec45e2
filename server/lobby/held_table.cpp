#include "server/lobby/held_table.h"

#include <algorithm>

#include "rules/dice/fair_stream.h"
#include "server/core/names.h"

namespace wyrmhall::server {

bool HeldTable::is_closing() const {
  const pb::TablePhase phase = coming().phase();
  return (fresh && saving == nullptr) || phase == pb::TABLE_PHASE_STARTED || phase == pb::TABLE_PHASE_CLOSED;
}

std::string pool_of(const pb::GameOptions& options, const Patience& patience) {
  return std::to_string(patience.turn_seconds) + ' ' + std::to_string(patience.absence_seconds) + ' ' +
         options.SerializeAsString();
}

std::string pool_of(const pb::Table& table) {
  return pool_of(table.options(), {.turn_seconds = table.turn_seconds(), .absence_seconds = table.absence_seconds()});
}

int seat_of(const pb::Table& table, const AccountId& account) {
  const std::string bytes = to_bytes(account);
  for (int i = 0; i < table.seats_size(); ++i) {
    if (table.seats(i).has_player() && table.seats(i).player().account_id() == bytes) return i;
  }
  return -1;
}

int free_seat(const pb::Table& table) {
  for (int i = 0; i < table.seats_size(); ++i) {
    if (table.seats(i).occupant_case() == pb::TableSeat::OCCUPANT_NOT_SET) return i;
  }
  return -1;
}

void draw_seed(HeldTable& held, pb::Table& table, Entropy& entropy) {
  entropy.fill(held.server_seed);
  const rules::Digest commitment = rules::commitment(held.server_seed);
  table.set_server_commitment(commitment.data(), commitment.size());
}

void sit_down(pb::TableSeat& seat, const Sender& sender) {
  seat.mutable_player()->set_account_id(to_bytes(sender.account));
  seat.mutable_player()->set_name(sender.name);
}

void clear_handshake(pb::Table& table) {
  for (pb::TableSeat& seat : *table.mutable_seats()) {
    seat.clear_commitment();
    seat.set_revealed(false);
  }
  table.clear_start();
  table.set_phase(pb::TABLE_PHASE_OPEN);
}

bool HeldTable::is_spent() const {
  return table.aborted_starts_size() >= kAbortedStartsPerTable || people_at(table) == 0;
}

int people_at(const pb::Table& table) {
  return static_cast<int>(std::ranges::count_if(table.seats(), [](const auto& seat) { return seat.has_player(); }));
}

bool seats_a_program(const pb::Table& table) {
  return std::ranges::any_of(table.seats(),
                             [](const auto& seat) { return seat.has_player() && is_bot_name(seat.player().name()); });
}

bool seats_a_person(const pb::Table& table) {
  return std::ranges::any_of(table.seats(),
                             [](const auto& seat) { return seat.has_player() && !is_bot_name(seat.player().name()); });
}

}  // namespace wyrmhall::server
