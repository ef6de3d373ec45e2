// A start that was called off after everybody had committed: it is signed, kept, and told to all at the table.
#include <spdlog/spdlog.h>

#include <algorithm>

#include "server/lobby/lobby.h"
#include "server/lobby/statements.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {
namespace {

// Who is to blame loses the seat; who has left it gives it up anyway.
std::vector<Loser> losers_of(const pb::Table& table, pb::CalledOffReason reason,
                             const std::vector<std::uint8_t>& named) {
  pb::LostSeatReason lost = pb::LOST_SEAT_REASON_UNSPECIFIED;
  if (reason == pb::CALLED_OFF_REASON_NO_REVEAL) lost = pb::LOST_SEAT_REASON_NO_REVEAL;
  if (reason == pb::CALLED_OFF_REASON_WRONG_REVEAL) lost = pb::LOST_SEAT_REASON_WRONG_REVEAL;
  std::vector<Loser> losers;
  if (lost == pb::LOST_SEAT_REASON_UNSPECIFIED) return losers;
  for (const std::uint8_t seat : named) {
    losers.push_back({.account = *id_from_bytes<AccountId>(table.seats(seat).player().account_id()), .reason = lost});
  }
  return losers;
}

}  // namespace

// How the table is after it. The seed of the start that is over is shown; from now on there is another.
pb::Table Lobby::aborted(Place& place, const pb::Table& before, pb::CalledOffReason reason,
                         const std::vector<std::uint8_t>& named) {
  pb::Table after = before;
  const receipts::Signed signed_end = environment_.signing_key.sign(
      receipts::write(aborted_statement(before, reason, named, place.server_seed, place.x0, environment_.clock.now())));
  pb::AbortedStart& told = *after.add_aborted_starts();
  *told.mutable_start() = before.start();
  write_statement(signed_end, *told.mutable_aborted());
  told.set_reason(reason);
  for (const std::uint8_t seat : named) *told.add_named() = before.seats(seat).player();
  after.set_aborted_count(static_cast<std::uint32_t>(after.aborted_starts_size()));
  clear_handshake(after);
  after.set_called_off(reason);
  place.x0 = {};
  draw_seed(place, after);
  return after;
}

// Whatever comes meanwhile waits, and this is tried until it is kept: what has been signed is not taken back.
void Lobby::call_off(Place& place, pb::CalledOffReason reason, const std::vector<std::uint8_t>& named, Outbox& out) {
  pb::Table after = aborted(place, place.table, reason, named);
  std::vector<Loser> losers = losers_of(place.table, reason, named);
  take_seats(place, after, losers);
  after.set_phase(pb::TABLE_PHASE_OPEN);  // what it has come to is kept and told before a table that is empty goes
  save(place, std::move(after), {}, 0, out);
  place.saving->insists = true;
  place.saving->losers = std::move(losers);
}

void Lobby::call_off_without_reveal(Place& place, Outbox& out) {
  std::vector<std::uint8_t> named;
  for (int i = 0; i < place.table.seats_size(); ++i) {
    const pb::TableSeat& seat = place.table.seats(i);
    if (!seat.has_bot() && !seat.revealed()) named.push_back(static_cast<std::uint8_t>(i));
  }
  call_off(place, pb::CALLED_OFF_REASON_NO_REVEAL, named, out);
}

// The server was started again in the middle of a start. Until the end of that is kept the table shows nothing of it.
void Lobby::abort_restored(Place& place, Outbox& out) {
  pb::Table after = aborted(place, place.table, pb::CALLED_OFF_REASON_RESTART, {});
  clear_handshake(place.table);
  place.table.set_called_off(pb::CALLED_OFF_REASON_RESTART);
  place.table.set_server_commitment(after.server_commitment());
  place.saving = std::make_unique<Saving>();
  place.saving->after = std::move(after);
  place.saving->insists = true;
  note_presence(place);
  ask_to_keep(place, out);
  arrange(place);
}

}  // namespace wyrmhall::server
