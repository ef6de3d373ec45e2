// Who is there and who is away, and what time does at a table: takes the seats of those who are away for too long, or
// are not ready in time, so that nobody waits for them.
#include <algorithm>
#include <chrono>
#include <utility>

#include "server/lobby/lobby.h"
#include "server/wire/wire_time.h"

namespace wyrmhall::server {
void Lobby::came(const AccountId& account, const SharedAddress& address) {
  went(account);
  const std::vector<TableId> tables = index_.of(account);
  for (const TableId& id : tables) count_address(*tables_.find(id), account, address);
}

// What changed is told a moment later, to everybody at once: who only changes from one network to another was never
// away.
void Lobby::went(const AccountId& account) {
  if (sessions_.of(account).empty()) blocks_.forget(account);
  const std::vector<TableId> tables = index_.of(account);
  for (const TableId& id : tables) {
    Place& place = *tables_.find(id);
    note_presence(place);
    if (place.tell_presence_at == kNever) place.tell_presence_at = environment_.clock.now() + kPresenceTold;
    arrange(place);
  }
}

void Lobby::note_presence(Place& place) {
  const auto before = std::exchange(place.away, {});
  for_each_person(place.table, [&](int seat, const AccountId& account) {
    const bool away = sessions_.of(account).empty();
    if (place.table.seats(seat).away() != away) place.table.mutable_seats(seat)->set_away(away);
    if (!away) return;
    const auto since = std::ranges::find(before, account, &std::pair<AccountId, Timestamp>::first);
    place.away.emplace_back(account, since != before.end() ? since->second : environment_.clock.now());
  });
}

// Nobody waits for the only person at a table.
void Lobby::start_clocks(Place& place) {
  const bool full = place.table.phase() == pb::TABLE_PHASE_OPEN && free_seat(place.table) < 0;
  if (!full || people_at(place.table) < 2) {
    place.ready_by = kNever;
  } else if (place.ready_by == kNever) {
    place.ready_by = std::max(environment_.clock.now() + kReadyTime, place.back_by);
  }
  place.table.set_ready_by_us(wire_us(place.ready_by));
}

Duration Lobby::patience_with_the_absent(const Place& place) {
  return place.hidden ? kAwayTimeInviting : kAwayTime;
}

// Who is away does not lose the seat for not being ready, but for being away.
std::vector<Loser> Lobby::late_ones(const Place& place, Timestamp now) const {
  std::vector<Loser> losers;
  if (place.table.phase() != pb::TABLE_PHASE_OPEN || now < place.not_before) return losers;
  for_each_person(place.table, [&](int seat, const AccountId& account) {
    const auto away = std::ranges::find(place.away, account, &std::pair<AccountId, Timestamp>::first);
    if (away != place.away.end()) {
      const bool too_long = now >= std::max(away->second + patience_with_the_absent(place), place.back_by);
      if (too_long) losers.push_back({account, pb::LOST_SEAT_REASON_AWAY});
    } else if (place.ready_by != kNever && now >= place.ready_by && place.table.seats(seat).commitment().empty()) {
      losers.push_back({account, pb::LOST_SEAT_REASON_NOT_READY});
    }
  });
  return losers;
}

Timestamp Lobby::next_time(const Place& place) {
  if (place.saving != nullptr) return place.saving->retry_at;
  Timestamp next{};
  const auto also = [&](Timestamp time) {
    if (time != kNever && (next == kNever || time < next)) next = time;
  };
  also(place.tell_presence_at);
  if (place.is_spent()) also(std::max(place.not_before, kAtOnce));
  if (place.table.phase() == pb::TABLE_PHASE_REVEALING) also(place.reveal_by);
  if (place.table.phase() != pb::TABLE_PHASE_OPEN) return next;
  for (const auto& [account, since] : place.away) {
    also(std::max({since + patience_with_the_absent(place), place.back_by, place.not_before}));
  }
  if (place.ready_by == kNever) return next;
  bool waits = false;  // for somebody who is there
  for_each_person(place.table, [&](int seat, const AccountId& /*account*/) {
    waits = waits || (place.table.seats(seat).commitment().empty() && !place.table.seats(seat).away());
  });
  if (waits) also(std::max(place.ready_by, place.not_before));
  return next;
}

void Lobby::tick(Outbox& out) {
  const Timestamp now = environment_.clock.now();
  std::vector<TableId> due;
  while (const auto id = tables_.take_due(now)) due.push_back(*id);
  for (const TableId& id : due) {
    Place& place = *tables_.find(id);
    housekeep(place, out);
    arrange(place);
  }
}

void Lobby::housekeep(Place& place, Outbox& out) {
  const Timestamp now = environment_.clock.now();
  if (place.saving != nullptr) {
    place.saving->retry_at = kNever;
    if (!place.saving->start) return ask_to_keep(place, out);
    place.saving->repeated = true;
    return ask_to_start(place, out);
  }
  if (place.tell_presence_at != kNever && now >= place.tell_presence_at) {
    place.tell_presence_at = kNever;
    tell_all(place.table, out);
  }
  if (place.table.phase() == pb::TABLE_PHASE_REVEALING && now >= place.reveal_by) {
    return call_off_without_reveal(place, out);
  }
  if (place.is_spent() && now >= place.not_before) {
    pb::Table table = place.table;
    table.set_phase(pb::TABLE_PHASE_CLOSED);
    return save(place, std::move(table), {}, 0, out);
  }
  if (auto late = late_ones(place, now); !late.empty()) evict(place, std::move(late), out);
}

void Lobby::evict(Place& place, std::vector<Loser> losers, Outbox& out) {
  pb::Table table = place.table;
  take_seats(place, table, losers);
  save(place, std::move(table), {}, 0, out);
  place.saving->losers = std::move(losers);
}

// The table goes with the last who sits there.
void Lobby::take_seats(Place& place, pb::Table& table, const std::vector<Loser>& losers) {
  for (const Loser& loser : losers) {
    if (const int seat = seat_of(table, loser.account); seat >= 0) table.mutable_seats(seat)->Clear();
    if (loser.reason == pb::LOST_SEAT_REASON_NOT_READY) table.set_called_off(pb::CALLED_OFF_REASON_NOT_READY);
    if (loser.reason == pb::LOST_SEAT_REASON_AWAY) continue;
    lapses_.add(loser.account, environment_.clock.now());
    has_left(place, loser.account);
  }
  if (people_at(table) == 0) table.set_phase(pb::TABLE_PHASE_CLOSED);
}

}  // namespace wyrmhall::server
