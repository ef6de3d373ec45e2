#include "server/lobby/presence.h"

#include <algorithm>
#include <utility>

#include "server/wire/wire_time.h"

namespace wyrmhall::server {
namespace {

Duration patience_with_the_absent(const LobbyState& state, const HeldTable& held) {
  return held.hidden ? time_of_invitations(state.tables.size(), held.table.turn_seconds()) : kAwayTime;
}

// When an absence is looked at next: how long it may last can change meanwhile.
Timestamp next_look(const LobbyState& state, const HeldTable& held, Timestamp since) {
  const Timestamp last = since + patience_with_the_absent(state, held);
  if (!held.hidden) return last;
  return std::min(last, std::max(since, state.now()) + kAwayTimeCrowded);
}

}  // namespace

Duration time_of_invitations(std::size_t tables, std::uint32_t turn_seconds) {
  if (tables > kTablesInAll / 2) return kAwayTimeCrowded;
  return std::chrono::seconds(turn_seconds) >= kTurnOverDays ? Duration(kAwayTimeOverDays) : kAwayTimeInviting;
}

void note_presence(const LobbyState& state, HeldTable& held) {
  const auto before = std::exchange(held.away, {});
  for_each_person(held.table, [&](int seat, const AccountId& account) {
    const bool away = !state.sessions.is_there(account);
    if (held.table.seats(seat).away() != away) held.table.mutable_seats(seat)->set_away(away);
    if (!away) return;
    const auto since = std::ranges::find(before, account, &std::pair<AccountId, Timestamp>::first);
    held.away.emplace_back(account, since != before.end() ? since->second : state.now());
  });
  const bool somebody_back = std::ranges::any_of(before, [&](const auto& one) {
    return seat_of(held.table, one.first) >= 0 && state.sessions.is_there(one.first);
  });
  if (!held.hidden || !somebody_back || held.ready_by == kNever) return;
  held.ready_by = std::max(held.ready_by, state.now() + kReadyTime);
  held.table.set_ready_by_us(wire_us(held.ready_by));
}

// Nobody waits for somebody who is the only person at a table.
void start_clocks(const LobbyState& state, HeldTable& held) {
  const bool full = held.table.phase() == pb::TABLE_PHASE_OPEN && free_seat(held.table) < 0;
  if (!full || people_at(held.table) < 2) {
    held.ready_by = kNever;
  } else if (held.ready_by == kNever) {
    held.ready_by = std::max(state.now() + kReadyTime, held.back_by);
  }
  held.table.set_ready_by_us(wire_us(held.ready_by));
}

// A player who is away does not lose the seat for not being ready, but for being away.
std::vector<Loser> late_ones(const LobbyState& state, const HeldTable& held) {
  const Timestamp now = state.now();
  std::vector<Loser> losers;
  if (held.table.phase() != pb::TABLE_PHASE_OPEN || now < held.not_before) return losers;
  for_each_person(held.table, [&](int seat, const AccountId& account) {
    const auto away = std::ranges::find(held.away, account, &std::pair<AccountId, Timestamp>::first);
    if (away != held.away.end()) {
      const bool too_long = now >= std::max(away->second + patience_with_the_absent(state, held), held.back_by);
      if (too_long) losers.push_back({account, pb::LOST_SEAT_REASON_AWAY});
    } else if (held.ready_by != kNever && now >= held.ready_by && held.table.seats(seat).commitment().empty()) {
      losers.push_back({account, pb::LOST_SEAT_REASON_NOT_READY});
    }
  });
  return losers;
}

Timestamp next_time(const LobbyState& state, const HeldTable& held) {
  if (held.saving != nullptr) return held.saving->retry_at;
  Timestamp next{};
  const auto also = [&](Timestamp time) {
    if (time != kNever && (next == kNever || time < next)) next = time;
  };
  also(held.tell_presence_at);
  if (held.is_spent()) also(std::max(held.not_before, kAtOnce));
  if (held.table.phase() == pb::TABLE_PHASE_REVEALING) also(held.reveal_by);
  if (held.table.phase() != pb::TABLE_PHASE_OPEN) return next;
  for (const auto& [account, since] : held.away) {
    also(std::max({next_look(state, held, since), held.back_by, held.not_before}));
  }
  if (held.ready_by == kNever) return next;
  bool waits = false;  // for somebody who is there
  for_each_person(held.table, [&](int seat, const AccountId& /*account*/) {
    waits = waits || (held.table.seats(seat).commitment().empty() && !held.table.seats(seat).away());
  });
  if (waits) also(std::max(held.ready_by, held.not_before));
  return next;
}

// The table goes with the last person who sits there.
void take_seats(LobbyState& state, HeldTable& held, pb::Table& table, const std::vector<Loser>& losers) {
  for (const Loser& loser : losers) {
    if (const int seat = seat_of(table, loser.account); seat >= 0) table.mutable_seats(seat)->Clear();
    if (loser.reason == pb::LOST_SEAT_REASON_NOT_READY) table.set_called_off(pb::CALLED_OFF_REASON_NOT_READY);
    if (loser.reason == pb::LOST_SEAT_REASON_AWAY) continue;
    state.lapses.add(loser.account, state.now());
    note_leaving(state, held, loser.account);
  }
  if (people_at(table) == 0) table.set_phase(pb::TABLE_PHASE_CLOSED);
}

void note_leaving(const LobbyState& state, HeldTable& held, const AccountId& account) {
  const Timestamp now = state.now();
  std::erase_if(held.left_by, [&](const auto& one) { return one.first == account || one.second <= now; });
  if (held.left_by.size() >= kLeftRemembered) held.left_by.erase(held.left_by.begin());
  held.left_by.emplace_back(account, now + kLeftMemory);
}

}  // namespace wyrmhall::server
