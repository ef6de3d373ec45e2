#include "server/lobby/lobby.h"

#include <fmt/format.h>

#include <algorithm>

#include "rules/dice/fair_stream.h"
#include "server/core/names.h"
#include "server/games/registry.h"
#include "server/lobby/parts.h"
#include "server/wire/frames.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server {
namespace {

// As who looks for one is shown it: what has been signed concerns those who sit there.
void write_listed(const pb::Table& table, std::string& line) {
  if (!table.has_start() && table.aborted_starts().empty() && !has_secrets(table)) {
    table.SerializeToString(&line);
    return;
  }
  pb::Table shown = seen_by(table, {});
  shown.clear_start();
  shown.clear_aborted_starts();
  shown.SerializeToString(&line);
}

}  // namespace

// --- Commands ---

void Lobby::command(const Sender& sender, const pb::ClientMessage& message, Outbox& out) {
  using C = pb::ClientMessage;
  const std::string* id = nullptr;
  switch (message.command_case()) {
    case C::kOpenTable:
      return open(sender, message, out);
    case C::kFindTable:
      return find(sender, message, out);
    case C::kTakeSeat:
      id = &message.take_seat().table_id();
      break;
    case C::kLeaveTable:
      id = &message.leave_table().table_id();
      break;
    case C::kSeatBot:
      id = &message.seat_bot().table_id();
      break;
    case C::kBringHeroes:
      id = &message.bring_heroes().table_id();
      break;
    case C::kSetPart:
      id = &message.set_part().table_id();
      break;
    case C::kReady:
      id = &message.ready().table_id();
      break;
    case C::kReveal:
      id = &message.reveal().table_id();
      break;
    default:
      return refuse(sender, message.command_id(), pb::REFUSAL_CODE_UNKNOWN_COMMAND, "this is not a command of a table",
                    out);
  }
  const auto table = id_from_bytes<TableId>(*id);
  Place* place = table ? tables_.find(*table) : nullptr;
  if (place == nullptr || (place->fresh && place->saving == nullptr)) {
    return refuse(sender, message.command_id(), pb::REFUSAL_CODE_TABLE_UNKNOWN,
                  "there is no such table; it may have started or closed", out, "table_id");
  }
  at_table(*place, sender, message, out);
}

void Lobby::at_table(Place& place, const Sender& sender, const pb::ClientMessage& message, Outbox& out) {
  if (place.saving != nullptr) {
    if (place.queue.size() >= kCommandQueue) {
      return refuse(sender, message.command_id(), pb::REFUSAL_CODE_BUSY, "the table is busy; try again", out);
    }
    place.queue.push_back({sender, message.SerializeAsString()});
    return;
  }
  switch (message.command_case()) {
    case pb::ClientMessage::kFindTable:
      return find(sender, message, out);
    case pb::ClientMessage::kTakeSeat:
      return take_seat(place, sender, message.command_id(),
                       message.take_seat().has_seat() ? std::optional(message.take_seat().seat()) : std::nullopt,
                       nullptr, out);
    case pb::ClientMessage::kLeaveTable:
      return leave(place, sender, message.command_id(), out);
    case pb::ClientMessage::kSeatBot:
      return seat_bot(place, sender, message, out);
    case pb::ClientMessage::kBringHeroes:
      return bring(place, sender, message, out);
    case pb::ClientMessage::kSetPart:
      return set_part(place, sender, message, out);
    case pb::ClientMessage::kReady:
      return ready(place, sender, message, out);
    case pb::ClientMessage::kReveal:
      return reveal(place, sender, message, out);
    default:
      return;
  }
}

void Lobby::list(const Sender& sender, const pb::ClientMessage& message, std::string_view running, Outbox& out) const {
  const pb::ListTables& ask = message.list_tables();
  const auto after = id_from_bytes<TableId>(ask.after());
  if (!after && !ask.after().empty()) {
    return refuse(sender, message.command_id(), pb::REFUSAL_CODE_FIELD_INVALID, "an id has 16 bytes", out, "after");
  }
  if (!ask.game().empty() && find_game(ask.game()) == nullptr) {
    return refuse(sender, message.command_id(), pb::REFUSAL_CODE_GAME_UNKNOWN, "there is no such game here", out,
                  "game");
  }
  MessageWriter reply;
  reply.nonzero(pb::ServerMessage::kAnswerToFieldNumber, message.command_id());
  {
    const MessageWriter::Nested tables(reply, pb::ServerMessage::kTablesFieldNumber);
    reply.raw(running);
    const std::set<TableId>& listed = index_.listed(ask.game());
    std::size_t count = 0;
    const TableId* last = nullptr;
    std::string line;  // the same memory for all
    for (auto id = after ? listed.upper_bound(*after) : listed.begin(); id != listed.end(); ++id) {
      if (count++ == kTablesPerPage) {
        reply.bytes(pb::Tables::kNextFieldNumber, to_bytes(*last));
        break;
      }
      last = &*id;
      write_listed(tables_.find(*id)->table, line);
      reply.bytes(pb::Tables::kTablesFieldNumber, line);
    }
  }
  out.post(sender.session, reply.take());
}

bool Lobby::has_room(const Sender& sender, std::uint64_t command_id, Outbox& out) {
  if (index_.of(sender.account).size() >= environment_.limits.tables_per_account) {
    refuse(sender, command_id, pb::REFUSAL_CODE_LIMIT_REACHED, "you sit at too many tables; leave one first", out,
           "tables");
    return false;
  }
  if (sender.address != nullptr && !addresses_.has_room(*sender.address, environment_.limits.tables_per_address)) {
    const pb::Refusal full =
        refusal(pb::REFUSAL_CODE_LIMIT_REACHED,
                "people at your address sit at too many tables; leave one, or try again", "tables");
    out.refuse(sender.session, command_id, again_after(full, kTablesFullRetry));
    return false;
  }
  return may_start(sender, command_id, out);
}

bool Lobby::may_start(const Sender& sender, std::uint64_t command_id, Outbox& out) {
  auto refused = running_.refusal_of(sender.account, sender.address);
  if (!refused) return true;
  out.refuse(sender.session, command_id, *std::move(refused));
  return false;
}

// Strangers do not wait for each other for ever. Friends who have invited each other may play over days, and where a
// clock runs, it decides.
std::optional<Patience> Lobby::patience_of(const Sender& sender, std::uint64_t command_id, std::uint32_t turn_seconds,
                                           std::optional<std::uint32_t> absence_seconds, bool hidden, Outbox& out) {
  const auto in_range = [&](std::uint32_t given, std::uint32_t lowest, std::uint32_t highest, std::string_view what,
                            std::string_view field) {
    if (given == 0 || (given >= lowest && given <= highest)) return true;
    pb::Refusal refused = refusal(pb::REFUSAL_CODE_FIELD_INVALID, what, field);
    refused.set_given(given);
    refused.set_lowest(lowest);
    refused.set_highest(highest);
    out.refuse(sender.session, command_id, std::move(refused));
    return false;
  };
  const bool has_clock = turn_seconds != 0;
  const Patience patience{.turn_seconds = turn_seconds,
                          .absence_seconds = absence_seconds.value_or(has_clock || hidden ? 0 : kAbsenceSeconds)};
  if (!in_range(patience.turn_seconds, kMinTurnSeconds, kMaxTurnSeconds, "the time for a decision is out of range",
                "turn_seconds")) {
    return std::nullopt;
  }
  if (has_clock && patience.absence_seconds != 0) {
    refuse(sender, command_id, pb::REFUSAL_CODE_FIELD_INVALID,
           "in a match with a clock nobody can be claimed against, since it runs out for them: leave out "
           "absence_seconds, or set turn_seconds to 0",
           out, "absence_seconds");
    return std::nullopt;
  }
  if (!in_range(patience.absence_seconds, kMinAbsenceSeconds, kMaxAbsenceSeconds,
                "the time to be absent is out of range", "absence_seconds")) {
    return std::nullopt;
  }
  return patience;
}

Place* Lobby::create(const Sender& sender, std::uint64_t command_id, pb::GameOptions options, const Patience& patience,
                     bool hidden, Outbox& out) {
  const auto refuse_it = [&](pb::RefusalCode code, std::string_view detail, std::string_view field) {
    refuse(sender, command_id, code, detail, out, field);
    return nullptr;
  };
  if (draining_) return refuse_it(pb::REFUSAL_CODE_DRAINING, "the server is about to stop and takes no new tables", "");
  const GameKind* kind = game_of(options);
  if (kind == nullptr) {
    return refuse_it(pb::REFUSAL_CODE_GAME_UNKNOWN, "the options must be for a game that is played here", "options");
  }
  if (auto refused = kind->complete(options)) {
    out.refuse(sender.session, command_id, *std::move(refused));
    return nullptr;
  }
  if (tables_.size() >= environment_.limits.tables_in_all) {
    const pb::Refusal full = refusal(pb::REFUSAL_CODE_LIMIT_REACHED, "there are too many tables; try again", "tables");
    out.refuse(sender.session, command_id, again_after(full, kTablesFullRetry));
    return nullptr;
  }
  if (!has_room(sender, command_id, out)) return nullptr;
  const auto id = make_id<TableId>(environment_);
  Place& place = tables_.add(id);
  place.hidden = hidden;
  place.table.set_table_id(to_bytes(id));
  *place.table.mutable_options() = std::move(options);
  place.table.set_turn_seconds(patience.turn_seconds);
  place.table.set_absence_seconds(patience.absence_seconds);
  place.pool = pool_of(place.table);
  for (int i = 0; i < kind->seats(place.table.options()); ++i) place.table.add_seats();
  place.table.set_phase(pb::TABLE_PHASE_OPEN);
  draw_seed(place, place.table);
  return &place;
}

void Lobby::open(const Sender& sender, const pb::ClientMessage& message, Outbox& out) {
  const pb::OpenTable& ask = message.open_table();
  const auto patience =
      patience_of(sender, message.command_id(), ask.turn_seconds(),
                  ask.has_absence_seconds() ? std::optional(ask.absence_seconds()) : std::nullopt, ask.hidden(), out);
  if (!patience) return;
  const GameKind* kind = game_of(ask.options());
  pb::GameOptions options = ask.options();
  const bool complete = kind != nullptr && !kind->complete(options);  // otherwise create() says why not
  for (const int level : ask.bots()) {
    const bool known = kind != nullptr && std::ranges::count(kind->offer().bots(), level) > 0;
    if (!known || (complete && !kind->plays(static_cast<pb::BotLevel>(level), options))) {
      return refuse(sender, message.command_id(), pb::REFUSAL_CODE_FIELD_INVALID,
                    known ? "this bot does not play these options" : "no such bot plays this game", out, "bots");
    }
  }
  if (complete && ask.bots_size() >= kind->seats(options)) {
    return refuse(sender, message.command_id(), pb::REFUSAL_CODE_FIELD_INVALID,
                  "there are as many bots as seats; you need a seat for yourself", out, "bots");
  }
  std::optional<pb::SeatPart> part;
  if (complete && ask.has_part()) {
    part = completed_part(options, {}, 0, ask.part(), sender, message.command_id(), out);
    if (!part) return;
  }
  Place* place = create(sender, message.command_id(), std::move(options), *patience, ask.hidden(), out);
  if (place == nullptr) return;
  pb::Table table = place->table;
  if (part) *table.mutable_seats(0)->mutable_part() = *std::move(part);
  const int first_bot = table.seats_size() - ask.bots_size();
  for (int i = 0; i < ask.bots_size(); ++i) {
    table.mutable_seats(first_bot + i)->mutable_bot()->set_level(ask.bots(i));
  }
  table.mutable_seats(0)->mutable_player()->set_account_id(to_bytes(sender.account));
  table.mutable_seats(0)->mutable_player()->set_name(sender.name);
  save(*place, std::move(table), sender, message.command_id(), out);
}

void Lobby::take_seat(Place& place, const Sender& sender, std::uint64_t command_id, std::optional<std::uint32_t> seat,
                      const FoundSeat* found, Outbox& out) {
  if (seat_of(place.table, sender.account) >= 0) {
    return refuse(sender, command_id, pb::REFUSAL_CODE_SEATED_ALREADY, "you sit at this table already", out);
  }
  bool welcome = true;
  for_each_person(place.table, [&](int /*seat*/, const AccountId& person) {
    welcome = welcome && !blocks_.has_blocked(person, sender.account);
  });
  if (!welcome) {
    return refuse(sender, command_id, pb::REFUSAL_CODE_NOT_WELCOME, "somebody at this table has blocked you", out);
  }
  if (is_bot_name(sender.name) && !place.hidden && seats_a_person(place.table)) {
    return refuse(sender, command_id, pb::REFUSAL_CODE_BOT_UNINVITED,
                  "a bot sits down with people only at a table that it has opened, or at a hidden one", out);
  }
  if (!has_room(sender, command_id, out)) return;
  const int wanted = seat ? static_cast<int>(std::min<std::uint32_t>(*seat, rules::kMaxSeats)) : free_seat(place.table);
  if (wanted < 0 || wanted >= place.table.seats_size() ||
      place.table.seats(wanted).occupant_case() != pb::TableSeat::OCCUPANT_NOT_SET) {
    return refuse(sender, command_id, pb::REFUSAL_CODE_SEAT_NOT_FREE, "this seat is taken or does not exist", out,
                  "seat");
  }
  pb::Table table = place.table;
  table.mutable_seats(wanted)->mutable_player()->set_account_id(to_bytes(sender.account));
  table.mutable_seats(wanted)->mutable_player()->set_name(sender.name);
  if (found != nullptr && found->part) *table.mutable_seats(wanted)->mutable_part() = *found->part;
  const bool changes = found != nullptr && found->agreed.changes;
  if (changes) {
    *table.mutable_options() = found->agreed.options;
    table.set_turn_seconds(found->agreed.patience.turn_seconds);
    table.set_absence_seconds(found->agreed.patience.absence_seconds);
  }
  save(place, std::move(table), sender, command_id, out);
  place.saving->changes_pool = changes;
}

void Lobby::leave(Place& place, const Sender& sender, std::uint64_t command_id, Outbox& out) {
  const int seat = seat_of(place.table, sender.account);
  if (seat < 0) {
    return refuse(sender, command_id, pb::REFUSAL_CODE_NOT_SEATED, "you do not sit at this table", out);
  }
  if (place.table.phase() == pb::TABLE_PHASE_REVEALING) {
    lapses_.add(sender.account, environment_.clock.now());
    // The start has its end first, and whoever leaves is gone once that is kept.
    call_off(place, pb::CALLED_OFF_REASON_LEFT, {static_cast<std::uint8_t>(seat)}, out);
    pb::ClientMessage message;
    message.set_command_id(command_id);
    message.mutable_leave_table()->set_table_id(place.table.table_id());
    place.queue.insert(place.queue.begin(), {sender, message.SerializeAsString()});
    return;
  }
  pb::Table table = place.table;
  table.mutable_seats(seat)->Clear();
  if (people_at(table) == 0) table.set_phase(pb::TABLE_PHASE_CLOSED);
  has_left(place, sender.account);
  save(place, std::move(table), sender, command_id, out);
}

void Lobby::seat_bot(Place& place, const Sender& sender, const pb::ClientMessage& message, Outbox& out) {
  const pb::SeatBot& ask = message.seat_bot();
  const auto refuse_it = [&](pb::RefusalCode code, std::string_view detail, std::string_view field) {
    refuse(sender, message.command_id(), code, detail, out, field);
  };
  if (seat_of(place.table, sender.account) < 0) {
    return refuse_it(pb::REFUSAL_CODE_NOT_SEATED, "only players at this table can seat bots", "");
  }
  if (place.table.phase() != pb::TABLE_PHASE_OPEN) {
    return refuse_it(pb::REFUSAL_CODE_WRONG_PHASE, "the match is about to start", "");
  }
  if (ask.seat() >= static_cast<std::uint32_t>(place.table.seats_size()) ||
      place.table.seats(static_cast<int>(ask.seat())).has_player()) {
    return refuse_it(pb::REFUSAL_CODE_SEAT_NOT_FREE, "a person sits there, or there is no such seat", "seat");
  }
  if (ask.level() != pb::BOT_LEVEL_UNSPECIFIED &&
      !game_of(place.table.options())->plays(ask.level(), place.table.options())) {
    return refuse_it(pb::REFUSAL_CODE_FIELD_INVALID, "no such bot plays this game, or not with these options", "level");
  }
  pb::Table table = place.table;
  pb::TableSeat& seat = *table.mutable_seats(static_cast<int>(ask.seat()));
  seat.Clear();
  if (ask.level() != pb::BOT_LEVEL_UNSPECIFIED) seat.mutable_bot()->set_level(ask.level());
  save(place, std::move(table), sender, message.command_id(), out);
}

// --- Telling ---

void Lobby::tell_all(const pb::Table& table, Outbox& out, SessionId except) const {
  const bool secrets = has_secrets(table);
  const std::string bytes = secrets ? std::string() : table_frame(0, table);
  for_each_person(table, [&](int seat, const AccountId& account) {
    if (!secrets) return out.tell(account, bytes, except);
    out.tell(account, table_frame(0, seen_by(table, table.seats(seat).player().account_id())), except);
  });
}

void Lobby::answer(const Sender& sender, std::uint64_t command_id, const pb::Table& table, Outbox& out) const {
  out.post(sender.session, has_secrets(table) ? table_frame(command_id, seen_by(table, to_bytes(sender.account)))
                                              : table_frame(command_id, table));
}

void Lobby::refuse(const Sender& sender, std::uint64_t command_id, pb::RefusalCode code, std::string_view detail,
                   Outbox& out, std::string_view field) const {
  out.refuse(sender.session, command_id, refusal(code, detail, field));
}

void Lobby::tables_of(const AccountId& account, google::protobuf::RepeatedPtrField<pb::Table>& tables) const {
  std::vector<TableId> ids = index_.of(account);
  std::ranges::sort(ids);  // by age
  for (const TableId& id : ids) {
    const Place& place = *tables_.find(id);
    if (!place.fresh && seat_of(place.table, account) >= 0) *tables.Add() = seen_by(place.table, to_bytes(account));
  }
}

std::vector<LiveTable> Lobby::live(const std::optional<TableId>& after, std::size_t limit) const {
  std::vector<LiveTable> tables;
  tables_.look_from(after, [&](const Place& place) {
    if (tables.size() == limit) return false;
    if (!place.fresh) tables.push_back({place.table, place.hidden});
    return true;
  });
  return tables;
}

void Lobby::renamed(const AccountId& account, const std::string& name, Outbox& out) {
  const std::vector<TableId> seated = index_.of(account);  // copied: it changes
  for (const TableId& id : seated) {
    Place& place = *tables_.find(id);
    const int seat = seat_of(place.table, account);
    if (seat < 0 || place.saving != nullptr || place.table.phase() != pb::TABLE_PHASE_OPEN) continue;
    pb::Table table = place.table;
    table.mutable_seats(seat)->mutable_player()->set_name(name);
    save(place, std::move(table), {}, 0, out);
  }
}

void Lobby::evict(const AccountId& account, Outbox& out) {
  forget_offers(account, out);
  const std::vector<TableId> seated = index_.of(account);  // copied: it changes
  for (const TableId& id : seated) {
    // As if it had left, so that this waits in turn behind what is on its way to the disk.
    pb::ClientMessage message;
    message.mutable_leave_table()->set_table_id(to_bytes(id));
    Place& place = *tables_.find(id);
    if (seat_of(place.coming(), account) < 0) continue;
    at_table(place, {.session = {}, .account = account, .name = {}, .address = nullptr}, message, out);
  }
}

}  // namespace wyrmhall::server
