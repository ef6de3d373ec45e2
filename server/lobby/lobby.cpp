#include "server/lobby/lobby.h"

#include <algorithm>
#include <set>

#include "server/games/registry.h"
#include "server/lobby/parts.h"
#include "server/lobby/presence.h"
#include "server/lobby/telling.h"
#include "server/wire/frames.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server {
namespace {

// A table as people who look for one are shown it: what has been signed concerns those who sit there.
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

constexpr std::string_view kNoTable = "there is no such table; it may have started or closed";

// The id in a command for one table; empty for any other.
std::string table_id_of(const pb::ClientMessage& message) {
  const auto& reflection = *message.GetReflection();
  const auto* const command =
      reflection.GetOneofFieldDescriptor(message, message.GetDescriptor()->FindOneofByName("command"));
  const auto* const field = command == nullptr ? nullptr : command->message_type()->FindFieldByName("table_id");
  if (field == nullptr) return {};
  const auto& body = reflection.GetMessage(message, command);
  return body.GetReflection()->GetString(body, field);
}

// Wherever a table names this account, 16 bytes. Whether that has changed anything.
bool rename_in(pb::Table& table, const std::string& account, const std::string& name) {
  bool changed = false;
  const auto rename = [&](pb::Player& player) {
    if (player.account_id() != account || player.name() == name) return;
    player.set_name(name);
    changed = true;
  };
  for (pb::TableSeat& seat : *table.mutable_seats()) {
    if (seat.has_player()) rename(*seat.mutable_player());
  }
  for (pb::Player& player : *table.mutable_rematch_players()) rename(player);
  for (pb::Challenged& one : *table.mutable_challenged()) rename(*one.mutable_player());
  return changed;
}

}  // namespace

void Lobby::command(const Sender& sender, const pb::ClientMessage& message, Outbox& out) {
  if (message.has_open_table()) {
    if (!message.open_table().challenged().empty()) return challenges_.open(sender, message, out);
    opening_.open(sender, message, {}, out);
    return;
  }
  if (message.has_find_table()) return finder_.find(sender, message, out);
  const auto id = id_from_bytes<TableId>(table_id_of(message));
  HeldTable* const held = id ? state_.tables.find(*id) : nullptr;
  if (held == nullptr || (held->fresh && held->saving == nullptr)) {
    return refuse(sender, message.command_id(), pb::REFUSAL_CODE_TABLE_UNKNOWN, kNoTable, out, "table_id");
  }
  at_table(*held, sender, message, out);
}

void Lobby::at_table(HeldTable& held, const Sender& sender, const pb::ClientMessage& message, Outbox& out) {
  if (saving_.waits(held, sender, message, out)) return;
  switch (message.command_case()) {
    case pb::ClientMessage::kFindTable:
      return finder_.find(sender, message, out);
    case pb::ClientMessage::kTakeSeat:
      return seating_.take_seat(
          held, sender, message.command_id(),
          message.take_seat().has_seat() ? std::optional(message.take_seat().seat()) : std::nullopt, nullptr, out);
    case pb::ClientMessage::kDeclineChallenge:
      return challenges_.decline(held, sender, message, out);
    case pb::ClientMessage::kLeaveTable:
      return seating_.leave(held, sender, message.command_id(), out);
    case pb::ClientMessage::kSeatBot:
      return seating_.seat_bot(held, sender, message, out);
    case pb::ClientMessage::kSetPart:
      return seating_.set_part(held, sender, message, out);
    case pb::ClientMessage::kBringHeroes:
      return heroes_.bring(held, sender, message, out);
    case pb::ClientMessage::kReady:
      return handshake_.ready(held, sender, message, out);
    case pb::ClientMessage::kReveal:
      return handshake_.reveal(held, sender, message, out);
    default:
      return;
  }
}

// The command waited for a change of the table.
void Lobby::carry_out_queue(HeldTable& held, Outbox& out) {
  const bool gone = held.is_closing();
  while (!held.queue.empty() && held.saving == nullptr) {
    const QueuedCommand queued = std::move(held.queue.front());
    held.queue.erase(held.queue.begin());
    pb::ClientMessage message;
    message.ParseFromString(queued.command);
    if (gone && message.command_case() != pb::ClientMessage::kFindTable) {
      refuse(queued.sender, message.command_id(), pb::REFUSAL_CODE_TABLE_UNKNOWN, kNoTable, out, "table_id");
    } else {
      at_table(held, queued.sender, message, out);
    }
  }
}

bool Lobby::close_down() {
  if (!open_) return true;
  bool busy = false;
  state_.tables.look_from(std::nullopt, [&](const HeldTable& held) {
    busy = held.saving != nullptr;
    return !busy;
  });
  if (busy) return false;
  state_.tables = {};
  state_.index = {};
  state_.addresses = {};
  state_.blocks = {};
  open_ = false;
  return true;
}

void Lobby::restore(const persistence::TableRow& row, Outbox& out) {
  HeldTable* const held = saving_.restore(row);
  if (held == nullptr) return;
  if (held->table.phase() == pb::TABLE_PHASE_REVEALING) return handshake_.call_off_restored(*held, out);
  clear_handshake(held->table);
  held->table.set_called_off(pb::CALLED_OFF_REASON_RESTART);
  draw_seed(*held, held->table, state_.environment.entropy);
  note_presence(state_, *held);
  start_clocks(state_, *held);
  offers_.tell(*held, out);
  saving_.arrange(*held);
}

void Lobby::answered(const TableKept& wait, const TableKept::Answer& answer, Outbox& out) {
  settle(saving_.answered(wait.table, answer, out), out);
}

std::optional<StartedMatch> Lobby::answered(const StartKept& wait, const StartKept::Answer& answer, Outbox& out) {
  TableSaving::Answered done = saving_.answered(wait.table, answer, out);
  if (done.lacks_hero != nullptr) handshake_.call_off_over_hero(*done.lacks_hero, answer.value.place, out);
  settle(done, out);
  return std::move(done.started);
}

void Lobby::settle(const TableSaving::Answered& done, Outbox& out) {
  if (done.settled == nullptr) return;
  carry_out_queue(*done.settled, out);
  if (done.gone) saving_.remove(*done.settled);
}

const pb::Table* Lobby::table(const TableId& id) const {
  const HeldTable* const held = state_.tables.find(id);
  return held == nullptr || held->fresh ? nullptr : &held->table;
}

void Lobby::came(const AccountId& account, const SharedAddress& address) {
  went(account);
  const std::vector<TableId> tables = state_.index.of(account);
  for (const TableId& id : tables) saving_.count_address(*state_.tables.find(id), account, address);
}

// What changed is told a moment later, to everybody at once: a player who only changes from one network to another was
// never away.
void Lobby::went(const AccountId& account) {
  const std::vector<TableId> tables = state_.index.of(account);
  for (const TableId& id : tables) {
    HeldTable& held = *state_.tables.find(id);
    note_presence(state_, held);
    if (held.tell_presence_at == kNever) held.tell_presence_at = state_.now() + kPresenceTold;
    saving_.arrange(held);
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
    const std::set<TableId>& listed = state_.index.listed(ask.game());
    std::size_t count = 0;
    const TableId* last = nullptr;
    std::string line;  // the same memory for all
    for (auto id = after ? listed.upper_bound(*after) : listed.begin(); id != listed.end(); ++id) {
      if (count++ == kTablesPerPage) {
        reply.bytes(pb::Tables::kNextFieldNumber, to_bytes(*last));
        break;
      }
      last = &*id;
      write_listed(state_.tables.find(*id)->table, line);
      reply.bytes(pb::Tables::kTablesFieldNumber, line);
    }
  }
  out.post(sender.session, reply.take());
}

void Lobby::tables_of(const AccountId& account, google::protobuf::RepeatedPtrField<pb::Table>& tables) const {
  std::vector<TableId> ids = state_.index.of(account);
  std::ranges::sort(ids);  // by age
  for (const TableId& id : ids) {
    const HeldTable& held = *state_.tables.find(id);
    if (!held.fresh && seat_of(held.table, account) >= 0) *tables.Add() = seen_by(held.table, to_bytes(account));
  }
}

std::vector<LiveTable> Lobby::live(const std::optional<TableId>& after, std::size_t limit) const {
  std::vector<LiveTable> tables;
  state_.tables.look_from(after, [&](const HeldTable& held) {
    if (tables.size() == limit) return false;
    if (!held.fresh) tables.push_back({held.table, held.hidden});
    return true;
  });
  return tables;
}

void Lobby::renamed(const AccountId& account, const std::string& name, Outbox& out) {
  std::set<TableId> ids(state_.index.of(account).begin(), state_.index.of(account).end());
  ids.insert(state_.index.offered_to(account).begin(), state_.index.offered_to(account).end());
  for (const TableId& id : ids) {
    HeldTable& held = *state_.tables.find(id);
    if (held.saving != nullptr || held.table.phase() != pb::TABLE_PHASE_OPEN) continue;
    pb::Table table = held.table;
    if (rename_in(table, to_bytes(account), name)) saving_.save(held, std::move(table), {}, out);
  }
}

void Lobby::evict(const AccountId& account, Outbox& out) {
  rematches_.forget(account, out);
  const std::vector<TableId> seated = state_.index.of(account);  // copied: it changes
  for (const TableId& id : seated) {
    // As if they had left, so that this waits its turn behind what is on its way to the disk.
    pb::ClientMessage message;
    message.mutable_leave_table()->set_table_id(to_bytes(id));
    HeldTable& held = *state_.tables.find(id);
    if (seat_of(held.coming(), account) < 0) continue;
    at_table(held, {.session = {}, .account = account, .name = {}, .address = nullptr}, message, out);
  }
}

Lobby::Closing Lobby::close(const TableId& id, Outbox& out) {
  HeldTable* const held = state_.tables.find(id);
  if (held == nullptr) return Closing::kUnknown;
  // A start that everybody has been told of has an end of its own, which comes within kRevealTime.
  if (held->saving != nullptr || held->table.phase() != pb::TABLE_PHASE_OPEN) return Closing::kBusy;
  pb::Table table = held->table;
  table.set_phase(pb::TABLE_PHASE_CLOSED);
  saving_.save(*held, std::move(table), {}, out);
  return Closing::kClosing;
}

}  // namespace wyrmhall::server
