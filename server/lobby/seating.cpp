#include "server/lobby/seating.h"

#include <algorithm>

#include "server/core/names.h"
#include "server/games/registry.h"
#include "server/lobby/admission.h"
#include "server/lobby/parts.h"
#include "server/lobby/presence.h"
#include "server/lobby/telling.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {

void Seating::take_seat(HeldTable& held, const Sender& sender, std::uint64_t command_id,
                        std::optional<std::uint32_t> seat, const FoundSeat* found, Outbox& out) {
  if (seat_of(held.table, sender.account) >= 0) {
    return refuse(sender, command_id, pb::REFUSAL_CODE_SEATED_ALREADY, "you sit at this table already", out);
  }
  bool welcome = true;
  for_each_person(held.table, [&](int /*seat*/, const AccountId& person) {
    welcome = welcome && !state_.blocks.has_blocked(person, sender.account);
  });
  if (!welcome) {
    return refuse(sender, command_id, pb::REFUSAL_CODE_NOT_WELCOME, "somebody at this table has blocked you", out);
  }
  if (is_bot_name(sender.name) && !held.hidden && seats_a_person(held.table)) {
    return refuse(sender, command_id, pb::REFUSAL_CODE_BOT_UNINVITED,
                  "a bot sits down with people only at a table that it has opened, or at a hidden one", out);
  }
  if (!has_room(state_, sender, command_id, out)) return;
  const int wanted = seat ? static_cast<int>(std::min<std::uint32_t>(*seat, rules::kMaxSeats)) : free_seat(held.table);
  if (wanted < 0 || wanted >= held.table.seats_size() ||
      held.table.seats(wanted).occupant_case() != pb::TableSeat::OCCUPANT_NOT_SET) {
    return refuse(sender, command_id, pb::REFUSAL_CODE_SEAT_NOT_FREE, "this seat is taken or does not exist", out,
                  "seat");
  }
  pb::Table table = held.table;
  sit_down(*table.mutable_seats(wanted), sender);
  if (found != nullptr && found->part) *table.mutable_seats(wanted)->mutable_part() = *found->part;
  const bool changes = found != nullptr && found->agreed.changes;
  if (changes) {
    *table.mutable_options() = found->agreed.options;
    table.set_turn_seconds(found->agreed.patience.turn_seconds);
    table.set_absence_seconds(found->agreed.patience.absence_seconds);
  }
  saving_.save(held, std::move(table), sender, command_id, out);
  held.saving->changes_pool = changes;
}

void Seating::leave(HeldTable& held, const Sender& sender, std::uint64_t command_id, Outbox& out) {
  const int seat = seat_of(held.table, sender.account);
  if (seat < 0) {
    return refuse(sender, command_id, pb::REFUSAL_CODE_NOT_SEATED, "you do not sit at this table", out);
  }
  if (held.table.phase() == pb::TABLE_PHASE_REVEALING) {
    state_.lapses.add(sender.account, state_.now());
    // The start ends first, and the player who leaves is gone once that end is kept.
    handshake_.call_off(held, pb::CALLED_OFF_REASON_LEFT, {static_cast<std::uint8_t>(seat)}, out);
    pb::ClientMessage message;
    message.set_command_id(command_id);
    message.mutable_leave_table()->set_table_id(held.table.table_id());
    held.queue.insert(held.queue.begin(), {sender, message.SerializeAsString()});
    return;
  }
  pb::Table table = held.table;
  table.mutable_seats(seat)->Clear();
  if (people_at(table) == 0) table.set_phase(pb::TABLE_PHASE_CLOSED);
  note_leaving(state_, held, sender.account);
  saving_.save(held, std::move(table), sender, command_id, out);
}

void Seating::seat_bot(HeldTable& held, const Sender& sender, const pb::ClientMessage& message, Outbox& out) {
  const pb::SeatBot& ask = message.seat_bot();
  const auto refuse_it = [&](pb::RefusalCode code, std::string_view detail, std::string_view field) {
    refuse(sender, message.command_id(), code, detail, out, field);
  };
  if (seat_of(held.table, sender.account) < 0) {
    return refuse_it(pb::REFUSAL_CODE_NOT_SEATED, "only players at this table can seat bots", "");
  }
  if (held.table.phase() != pb::TABLE_PHASE_OPEN) {
    return refuse_it(pb::REFUSAL_CODE_WRONG_PHASE, "the match is about to start", "");
  }
  if (ask.seat() >= static_cast<std::uint32_t>(held.table.seats_size()) ||
      held.table.seats(static_cast<int>(ask.seat())).has_player()) {
    return refuse_it(pb::REFUSAL_CODE_SEAT_NOT_FREE, "a person sits there, or there is no such seat", "seat");
  }
  if (ask.level() != pb::BOT_LEVEL_UNSPECIFIED &&
      !game_of(held.table.options())->plays(ask.level(), held.table.options())) {
    return refuse_it(pb::REFUSAL_CODE_FIELD_INVALID, "no such bot plays this game, or not with these options", "level");
  }
  pb::Table table = held.table;
  pb::TableSeat& seat = *table.mutable_seats(static_cast<int>(ask.seat()));
  seat.Clear();
  if (ask.level() != pb::BOT_LEVEL_UNSPECIFIED) seat.mutable_bot()->set_level(ask.level());
  saving_.save(held, std::move(table), sender, message.command_id(), out);
}

void Seating::set_part(HeldTable& held, const Sender& sender, const pb::ClientMessage& message, Outbox& out) {
  const pb::SetPart& ask = message.set_part();
  const auto refuse_it = [&](pb::RefusalCode code, std::string_view detail, std::string_view field) {
    refuse(sender, message.command_id(), code, detail, out, field);
  };
  const int own = seat_of(held.table, sender.account);
  if (own < 0) return refuse_it(pb::REFUSAL_CODE_NOT_SEATED, "you do not sit at this table", "");
  if (held.table.phase() != pb::TABLE_PHASE_OPEN) {
    return refuse_it(pb::REFUSAL_CODE_WRONG_PHASE, "the match is about to start", "");
  }
  const std::uint32_t seat = ask.has_seat() ? ask.seat() : static_cast<std::uint32_t>(own);
  const bool exists = seat < static_cast<std::uint32_t>(held.table.seats_size());
  if (!exists || (static_cast<int>(seat) != own && !held.table.seats(static_cast<int>(seat)).has_bot())) {
    return refuse_it(pb::REFUSAL_CODE_SEAT_NOT_FREE, "it must be your own seat, or a bot's", "seat");
  }
  std::optional<pb::SeatPart> part;
  if (ask.has_part()) {
    auto completed = completed_part(held.table.options(), parts_of(held.table), seat, ask.part());
    if (!completed) return out.refuse(sender.session, message.command_id(), std::move(completed).error());
    part = *std::move(completed);
  }
  pb::Table table = held.table;
  pb::TableSeat& changed = *table.mutable_seats(static_cast<int>(seat));
  const bool same = changed.has_part() == part.has_value() &&
                    (!part || changed.part().SerializeAsString() == part->SerializeAsString());
  if (same) return answer(sender, message.command_id(), held.table, out);  // those who are ready stay so
  part ? static_cast<void>(*changed.mutable_part() = *std::move(part)) : changed.clear_part();
  saving_.save(held, std::move(table), sender, message.command_id(), out);
}

}  // namespace wyrmhall::server
