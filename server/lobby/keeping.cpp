// How tables are kept, and what becomes of a change that the store could not keep, or cannot tell whether it did.
#include <spdlog/spdlog.h>

#include <algorithm>

#include "server/frames.h"
#include "server/games/registry.h"
#include "server/lobby/lobby.h"

namespace wyrmhall::server {
namespace {

// How a table is kept: one byte that says whether it is hidden, then the table.
std::string table_body(const pb::Table& table, bool hidden) {
  return std::string(1, hidden ? '\1' : '\0') + table.SerializeAsString();
}

void clear_handshake(pb::Table& table) {
  for (pb::TableSeat& seat : *table.mutable_seats()) {
    seat.clear_commitment();
    seat.set_revealed(false);
  }
  table.set_phase(pb::TABLE_PHASE_OPEN);
}

}  // namespace

void Lobby::restore(const persistence::TableRow& row) {
  Place place;
  if (row.body.empty() || !place.table.ParseFromArray(row.body.data() + 1, static_cast<int>(row.body.size() - 1)) ||
      game_of(place.table.options()) == nullptr) {
    spdlog::error("table {} cannot be read; it is left alone", to_text(row.id));
    return;
  }
  place.hidden = row.body.front() != '\0';
  place.fresh = false;
  place.alone_since = environment_.clock.now();
  clear_handshake(place.table);
  place.table.set_called_off(pb::CALLED_OFF_REASON_RESTART);
  draw_seed(place, place.table);
  tables_.emplace(row.id, std::move(place));
}

void Lobby::save(Place& place, pb::Table after, const Sender& sender, std::uint64_t command_id, Outbox& out) {
  // Whoever was ready was ready for another table than this.
  if (place.table.phase() == pb::TABLE_PHASE_OPEN && after.phase() == pb::TABLE_PHASE_OPEN) clear_handshake(after);
  place.saving = std::make_unique<Saving>();
  place.saving->after = std::move(after);
  place.saving->session = sender.session;
  place.saving->command_id = command_id;
  ask_to_keep(place, out);
}

void Lobby::ask_to_keep(const Place& place, Outbox& out) {
  const Id id = *id_from_bytes(place.saving->after.table_id());
  const Route route{.to = Route::To::kTable, .id = id, .session = place.saving->session};
  if (place.saving->after.phase() == pb::TABLE_PHASE_CLOSED) {
    out.ask(route, persistence::DropTable{.table = id});
  } else {
    out.ask(route, persistence::SaveTable{.table = {.id = id, .body = table_body(place.saving->after, place.hidden)}});
  }
}

std::optional<Lobby::Started> Lobby::answered(const Id& id, const persistence::Answer& answer, Outbox& out) {
  const auto found = tables_.find(id);
  if (found == tables_.end() || found->second.saving == nullptr) return std::nullopt;
  Place& place = found->second;
  if (answer.verdict != persistence::Verdict::kKept) {
    if (!place.saving->doubted) spdlog::error("table {}: not kept: {}", to_text(id), answer.trouble);
    if (place.saving->start || place.saving->doubted) {
      // It may have been kept. Asking again is harmless, so that is done until the store says yes.
      place.saving->retry_at = environment_.clock.now() + std::chrono::microseconds(kStoreRetry).count();
      if (place.saving->doubted) refuse_mail(place, out);
      return std::nullopt;
    }
    const Sender sender{.session = place.saving->session, .account = {}, .name = {}};
    if (place.saving->command_id != 0) {
      refuse(sender, place.saving->command_id, pb::REFUSAL_CODE_NO_STORE,
             "the table could not be written down; try again", out);
    }
    if (answer.verdict == persistence::Verdict::kUnknown) {
      take_back(place, out);
    } else {
      stays_as_it_was(id, out);
    }
    return std::nullopt;
  }
  if (place.saving->doubted) {
    stays_as_it_was(id, out);
    return std::nullopt;
  }
  const std::unique_ptr<Saving> saved = std::move(place.saving);
  const bool hidden = place.hidden;
  const pb::Table before = std::move(place.table);
  place.table = std::move(saved->after);
  place.fresh = false;
  if (saved->command_id != 0) out.post(saved->session, table_frame(saved->command_id, place.table));
  const SessionId answered_to = saved->command_id != 0 ? saved->session : SessionId{};
  tell_all(place.table, out, answered_to);
  // Whoever has left may be looking from another device.
  for (const pb::TableSeat& seat : before.seats()) {
    const auto account = id_from_bytes(seat.player().account_id());
    if (account && seat_of(place.table, *account) < 0) out.tell(*account, table_frame(0, place.table), answered_to);
  }
  const bool gone = place.table.phase() == pb::TABLE_PHASE_STARTED || place.table.phase() == pb::TABLE_PHASE_CLOSED;
  read_mail(id, out);
  if (gone) tables_.erase(id);
  if (!saved->start) return std::nullopt;
  return Started{.row = *std::move(saved->start), .hidden = hidden};
}

// The store cannot tell whether a change was kept, and whoever asked for it has been told to try again: it is taken
// back, until the store says that this was kept. Otherwise the disk might know a table that the server does not.
void Lobby::take_back(Place& place, Outbox& out) {
  auto saving = std::make_unique<Saving>();
  saving->doubted = std::move(place.saving->after);
  saving->after = place.table;
  if (place.fresh) saving->after.set_phase(pb::TABLE_PHASE_CLOSED);
  saving->retry_at = environment_.clock.now() + std::chrono::microseconds(kStoreRetry).count();
  place.saving = std::move(saving);
  refuse_mail(place, out);
}

// Nothing came of a change: nobody has been told of it, and nobody needs to be.
void Lobby::stays_as_it_was(const Id& id, Outbox& out) {
  Place& place = tables_.at(id);
  place.saving.reset();
  const bool gone = place.fresh;
  read_mail(id, out);
  if (gone) tables_.erase(id);
}

void Lobby::refuse_mail(Place& place, Outbox& out) {
  std::erase_if(place.mailbox, [&](const Letter& letter) {
    if (letter.sender.session.number == 0) return false;  // an erased account leaves, whenever that may be
    pb::ClientMessage message;
    message.ParseFromString(letter.command);
    refuse(letter.sender, message.command_id(), pb::REFUSAL_CODE_NO_STORE,
           "the table could not be written down; try again", out);
    return true;
  });
}

// Whether it starts, closes, or was never written: what comes for it now is too late.
bool Lobby::comes_to_nothing(const Place& place) {
  const pb::Table& table = place.saving != nullptr ? place.saving->after : place.table;
  return (place.fresh && place.saving == nullptr) || table.phase() == pb::TABLE_PHASE_STARTED ||
         table.phase() == pb::TABLE_PHASE_CLOSED;
}

void Lobby::read_mail(const Id& id, Outbox& out) {
  Place& place = tables_.at(id);
  const bool gone = comes_to_nothing(place);
  while (!place.mailbox.empty() && place.saving == nullptr) {
    const Letter letter = std::move(place.mailbox.front());
    place.mailbox.erase(place.mailbox.begin());
    pb::ClientMessage message;
    message.ParseFromString(letter.command);
    if (gone && message.command_case() != pb::ClientMessage::kFindTable) {
      refuse(letter.sender, message.command_id(), pb::REFUSAL_CODE_TABLE_UNKNOWN,
             "there is no such table; it may have started or closed", out, "table_id");
    } else {
      at_table(place, letter.sender, message, out);
    }
  }
}

}  // namespace wyrmhall::server
