// A start that was called off after everybody had committed: it is signed, kept, and told to all at the table.
#include <spdlog/spdlog.h>

#include <algorithm>

#include "common/bytes.h"
#include "server/games/registry.h"
#include "server/lobby/brought_heroes.h"
#include "server/lobby/handshake.h"
#include "server/lobby/presence.h"
#include "server/lobby/statements.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {
namespace {

// A seat that is to blame is lost; a seat that has left is given up anyway.
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

// The table as it is afterwards. The seed of the start that is over is shown; from now on there is another.
pb::Table Handshake::called_off(HeldTable& held, const pb::Table& before, pb::CalledOffReason reason,
                                const std::vector<std::uint8_t>& named) const {
  pb::Table after = before;
  const receipts::Signed signed_end = state_.environment.signing_key.sign(
      receipts::write(aborted_statement(before, reason, named, held.server_seed, held.x0, state_.now())));
  pb::AbortedStart& told = *after.add_aborted_starts();
  *told.mutable_start() = before.start();
  write_statement(signed_end, *told.mutable_aborted());
  told.set_reason(reason);
  for (const std::uint8_t seat : named) *told.add_named() = before.seats(seat).player();
  after.set_aborted_count(static_cast<std::uint32_t>(after.aborted_starts_size()));
  clear_handshake(after);
  after.set_called_off(reason);
  held.x0 = {};
  draw_seed(held, after, state_.environment.entropy);
  return after;
}

// Whatever comes meanwhile waits, and this is tried until it is kept: what has been signed is not taken back.
void Handshake::call_off(HeldTable& held, pb::CalledOffReason reason, const std::vector<std::uint8_t>& named,
                         Outbox& out) {
  pb::Table after = called_off(held, held.table, reason, named);
  std::vector<Loser> losers = losers_of(held.table, reason, named);
  take_seats(state_, held, after, losers);
  after.set_phase(pb::TABLE_PHASE_OPEN);  // what it has led to is kept and told before an empty table goes
  saving_.save_end(held, std::move(after), std::move(losers), out);
}

void Handshake::call_off_without_reveal(HeldTable& held, Outbox& out) {
  std::vector<std::uint8_t> named;
  for (int i = 0; i < held.table.seats_size(); ++i) {
    const pb::TableSeat& seat = held.table.seats(i);
    if (!seat.has_bot() && !seat.revealed()) named.push_back(static_cast<std::uint8_t>(i));
  }
  call_off(held, pb::CALLED_OFF_REASON_NO_REVEAL, named, out);
}

// The server was restarted in the middle of a start. Until the end of that start is kept, the table shows nothing of
// it.
void Handshake::call_off_restored(HeldTable& held, Outbox& out) {
  pb::Table after = called_off(held, held.table, pb::CALLED_OFF_REASON_RESTART, {});
  clear_handshake(held.table);
  held.table.set_called_off(pb::CALLED_OFF_REASON_RESTART);
  held.table.set_server_commitment(after.server_commitment());
  note_presence(state_, held);
  saving_.save_end(held, std::move(after), {}, out);
}

void Handshake::call_off_over_hero(HeldTable& held, std::uint64_t hero_place, Outbox& out) {
  spdlog::error("table {}: the hero in place {} is elsewhere; the start is called off", uuid_text(held.id), hero_place);
  pb::Table after = called_off(held, held.table, pb::CALLED_OFF_REASON_RESTART, {});
  after.set_phase(pb::TABLE_PHASE_OPEN);
  after.set_called_off(pb::CALLED_OFF_REASON_HERO_ELSEWHERE);
  take_out(*game_of(after.options())->heroes(), *after.mutable_options(),
           [&](std::uint32_t place) { return place == hero_place; });
  saving_.save_end(held, std::move(after), {}, out);
}

}  // namespace wyrmhall::server
