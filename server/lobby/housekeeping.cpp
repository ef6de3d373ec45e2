#include "server/lobby/housekeeping.h"

#include <algorithm>
#include <utility>

#include "server/lobby/presence.h"
#include "server/lobby/telling.h"

namespace wyrmhall::server {

void Housekeeping::tick(Outbox& out) {
  for (HeldTable* const held : due()) {
    keep(*held, out);
    saving_.arrange(*held);
  }
}

void Housekeeping::finish(Outbox& out) {
  for (HeldTable* const held : due()) {
    if (held->saving != nullptr) saving_.repeat(*held, out);
    saving_.arrange(*held);
  }
}

std::vector<HeldTable*> Housekeeping::due() {
  std::vector<HeldTable*> due;
  while (const auto id = state_.tables.take_due(state_.now())) due.push_back(state_.tables.find(*id));
  return due;
}

void Housekeeping::keep(HeldTable& held, Outbox& out) {
  const Timestamp now = state_.now();
  if (held.saving != nullptr) return saving_.repeat(held, out);
  if (held.tell_presence_at != kNever && now >= held.tell_presence_at) {
    held.tell_presence_at = kNever;
    tell_all(held.table, out);
  }
  if (held.table.phase() == pb::TABLE_PHASE_REVEALING && now >= held.reveal_by) {
    return handshake_.call_off_without_reveal(held, out);
  }
  if (held.is_spent() && now >= held.not_before) {
    pb::Table table = held.table;
    table.set_phase(pb::TABLE_PHASE_CLOSED);
    return saving_.save(held, std::move(table), {}, out);
  }
  if (auto late = late_ones(state_, held); !late.empty()) {
    pb::Table table = held.table;
    take_seats(state_, held, table, late);
    saving_.save(held, std::move(table), std::move(late), out);
  }
}

}  // namespace wyrmhall::server
