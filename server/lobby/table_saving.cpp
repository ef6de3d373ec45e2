// How tables are kept, and what becomes of a change that the store could not keep, or cannot tell whether it did.
#include <spdlog/spdlog.h>

#include <algorithm>

#include "common/bytes.h"
#include "server/games/registry.h"
#include "server/lobby/agreement.h"
#include "server/lobby/lobby.h"
#include "server/lobby/parts.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {
namespace {

// How a table is kept: a byte of flags, the server's seed while x_0 are revealed, then the table.
constexpr unsigned kHidden = 1;
constexpr unsigned kHasSeed = 2;

std::string table_body(const pb::Table& table, bool hidden, const persistence::Hash& server_seed) {
  const bool revealing = table.phase() == pb::TABLE_PHASE_REVEALING;
  std::string body(1, static_cast<char>((hidden ? kHidden : 0) | (revealing ? kHasSeed : 0)));
  if (revealing) body.append(server_seed.begin(), server_seed.end());
  table.AppendToString(&body);
  return body;
}

}  // namespace

void Lobby::restore(const persistence::TableRow& row, Outbox& out) {
  pb::Table table;
  const unsigned flags = row.body.empty() ? 0 : static_cast<unsigned char>(row.body.front());
  const bool revealing = (flags & kHasSeed) != 0;
  const std::size_t head = 1 + (revealing ? sizeof(persistence::Hash) : 0);
  if (row.body.size() < head ||
      !table.ParseFromArray(row.body.data() + head, static_cast<int>(row.body.size() - head)) ||
      game_of(table.options()) == nullptr) {
    spdlog::error("table {} cannot be read; it is left alone", uuid_text(row.id));
    return;
  }
  Place& place = tables_.add(row.id);
  place.table = std::move(table);
  place.pool = pool_of(place.table);
  place.hidden = (flags & kHidden) != 0;
  place.fresh = false;
  place.back_by = environment_.clock.now() + kBackAfterRestart;
  if (revealing) {
    place.server_seed =
        array_from<persistence::Hash>(row.body.substr(1, place.server_seed.size())).value_or(persistence::Hash{});
    return abort_restored(place, out);
  }
  clear_handshake(place.table);
  place.table.set_called_off(pb::CALLED_OFF_REASON_RESTART);
  draw_seed(place, place.table);
  note_presence(place);
  start_clocks(place);
  tell_offers(place, out);
  arrange(place);
}

// A seat that is on its way to the disk counts too: otherwise a slow disk would let any number through.
void Lobby::arrange(Place& place) {
  const pb::Table& table = place.coming();
  TableKeys keys;
  const auto add = [&](const pb::Table& of) {
    for_each_person(of, [&](int /*seat*/, const AccountId& account) {
      if (std::ranges::count(keys.people, account) == 0) keys.people.push_back(account);
    });
  };
  add(place.table);
  add(table);
  if (place.is_doubtful()) add(*place.saving->doubted);
  if (!place.is_closing()) {
    const bool open = table.phase() == pb::TABLE_PHASE_OPEN && free_seat(table) >= 0;
    if (open && !place.hidden && !place.is_doubtful()) {
      keys.pools = {place.pool, pool_of_game(table.options())};
      if (!place.any.empty()) keys.pools.push_back(pool_of_any(table.options()));
    }
    keys.rematch_of = id_from_bytes<MatchId>(place.table.rematch_of());
    for (const pb::Player& player : place.table.rematch_players()) {
      if (const auto account = id_from_bytes<AccountId>(player.account_id())) keys.offered_to.push_back(*account);
    }
  }
  if (!place.hidden && !place.fresh && free_seat(place.table) >= 0) {
    keys.listed_under = game_of(place.table.options())->offer().game();
  }
  std::erase_if(place.counted, [&](const auto& one) {
    if (std::ranges::count(keys.people, one.first) != 0) return false;
    addresses_.remove(*one.second);
    return true;
  });
  index_.put(place.id, std::move(keys));
  tables_.schedule(place.id, next_time(place));
}

void Lobby::count_address(Place& place, const AccountId& account, const SharedAddress& address) {
  if (address == nullptr ||
      std::ranges::count(place.counted, account, &std::pair<AccountId, SharedAddress>::first) != 0)
    return;
  place.counted.emplace_back(account, address);
  addresses_.add(*address);
}

void Lobby::remove(Place& place) {
  for (const auto& [account, address] : place.counted) addresses_.remove(*address);
  index_.erase(place.id);
  tables_.erase(place.id);
}

void Lobby::save(Place& place, pb::Table after, const Sender& sender, std::uint64_t command_id, Outbox& out) {
  // Whoever was ready was ready for another table than this.
  if (place.table.phase() == pb::TABLE_PHASE_OPEN && after.phase() == pb::TABLE_PHASE_OPEN) clear_handshake(after);
  settle_heroes(after);
  settle_parts(after, place.server_seed);
  place.saving = std::make_unique<Saving>();
  place.saving->after = std::move(after);
  place.saving->session = sender.session;
  place.saving->asked_by = to_bytes(sender.account);
  place.saving->command_id = command_id;
  if (seat_of(place.saving->after, sender.account) >= 0) count_address(place, sender.account, sender.address);
  ask_to_keep(place, out);
  arrange(place);
}

void Lobby::ask_to_keep(const Place& place, Outbox& out) {
  const TableKept wait{place.id};
  if (place.saving->after.phase() == pb::TABLE_PHASE_CLOSED) {
    out.ask(wait, persistence::DropTable{.table = place.id});
  } else {
    out.ask(wait,
            persistence::SaveTable{
                .table = {.id = place.id, .body = table_body(place.saving->after, place.hidden, place.server_seed)}});
  }
}

std::optional<Lobby::Started> Lobby::answered(const TableId& id, const persistence::Answer& answer, Outbox& out) {
  Place* const found = tables_.find(id);
  if (found == nullptr || found->saving == nullptr) return std::nullopt;
  Place& place = *found;
  if (answer.verdict != persistence::Verdict::kKept) {
    not_kept(place, answer, out);
    return std::nullopt;
  }
  if (place.saving->doubted) {
    save_refused(place, out);
    return std::nullopt;
  }
  const std::unique_ptr<Saving> saved = std::move(place.saving);
  const bool hidden = place.hidden;
  const auto from = place.from;
  const pb::Table before = std::move(place.table);
  place.table = std::move(saved->after);
  if (saved->changes_pool) place.pool = pool_of(place.table);
  place.fresh = false;
  if (place.table.phase() == pb::TABLE_PHASE_REVEALING) {
    place.reveal_by = environment_.clock.now() + kRevealTime;
  }
  place.tell_presence_at = kNever;
  place.ready_by = kNever;
  note_presence(place);
  start_clocks(place);
  tell_kept(place, before, *saved, out);
  tell_offers(place, out);
  const bool gone = place.table.phase() == pb::TABLE_PHASE_STARTED || place.table.phase() == pb::TABLE_PHASE_CLOSED;
  arrange(place);
  read_mail(place, out);
  if (gone) remove(place);
  if (!saved->start) return std::nullopt;
  return Started{.row = *std::move(saved->start), .hidden = hidden, .repeated = saved->repeated, .from = from};
}

void Lobby::tell_kept(const Place& place, const pb::Table& before, const Saving& saved, Outbox& out) const {
  const pb::Table& table = place.table;
  if (saved.command_id != 0) {
    out.post(saved.session, table_frame(saved.command_id, has_secrets(table) ? seen_by(table, saved.asked_by) : table));
  }
  const SessionId answered_to = saved.command_id != 0 ? saved.session : SessionId{};
  tell_all(place.table, out, answered_to);
  // Whoever has left may be looking from another device; whoever has lost the seat does not know it yet.
  for_each_person(before, [&](int /*seat*/, const AccountId& account) {
    if (seat_of(place.table, account) >= 0) return;
    const auto lost = std::ranges::find(saved.losers, account, &Loser::account);
    pb::Table seen = seen_by(table, {});
    if (lost != saved.losers.end()) seen.set_lost_seat(lost->reason);
    out.tell(account, table_frame(0, seen), answered_to);
  });
}

void Lobby::not_kept(Place& place, const persistence::Answer& answer, Outbox& out) {
  if (!place.saving->doubted) spdlog::error("table {}: not kept: {}", uuid_text(place.id), answer.error);
  if (place.saving->start && answer.conflict == persistence::Conflict::kHero)
    return call_off_over_hero(place, answer, out);
  place.not_before = environment_.clock.now() + kStoreRetry;
  if (place.saving->start || place.saving->insists || place.saving->doubted) {
    // It may have been kept. Asking again is harmless, so that is done until the store says yes.
    place.saving->retry_at = place.not_before;
    if (place.saving->doubted) refuse_mail(place, out);
    return arrange(place);
  }
  const Sender sender{.session = place.saving->session, .account = {}, .name = {}};
  if (place.saving->command_id != 0) {
    refuse(sender, place.saving->command_id, pb::REFUSAL_CODE_NO_STORE, "the table could not be saved; try again", out);
  }
  if (answer.verdict == persistence::Verdict::kUnknown) {
    revert(place, out);
  } else {
    save_refused(place, out);
  }
}

// The store cannot tell whether a change was kept, and whoever asked for it has been told to try again: it is taken
// back, until the store says that this was kept. Otherwise the disk might know a table that the server does not.
void Lobby::revert(Place& place, Outbox& out) {
  auto saving = std::make_unique<Saving>();
  saving->doubted = std::move(place.saving->after);
  saving->after = place.table;
  saving->losers = std::move(place.saving->losers);
  if (place.fresh) saving->after.set_phase(pb::TABLE_PHASE_CLOSED);
  saving->retry_at = place.not_before;
  place.saving = std::move(saving);
  refuse_mail(place, out);
  arrange(place);
}

// Nothing came of a change: nobody has been told of it, and nobody needs to be.
void Lobby::save_refused(Place& place, Outbox& out) {
  place.saving.reset();
  const bool gone = place.fresh;
  note_presence(place);
  start_clocks(place);
  arrange(place);
  read_mail(place, out);
  if (gone) remove(place);
}

void Lobby::refuse_mail(Place& place, Outbox& out) {
  std::erase_if(place.queue, [&](const QueuedCommand& queued) {
    if (queued.sender.session.number == 0) return false;  // an erased account leaves, whenever that may be
    pb::ClientMessage message;
    message.ParseFromString(queued.command);
    refuse(queued.sender, message.command_id(), pb::REFUSAL_CODE_NO_STORE, "the table could not be saved; try again",
           out);
    return true;
  });
}

void Lobby::read_mail(Place& place, Outbox& out) {
  const bool gone = place.is_closing();
  while (!place.queue.empty() && place.saving == nullptr) {
    const QueuedCommand queued = std::move(place.queue.front());
    place.queue.erase(place.queue.begin());
    pb::ClientMessage message;
    message.ParseFromString(queued.command);
    if (gone && message.command_case() != pb::ClientMessage::kFindTable) {
      refuse(queued.sender, message.command_id(), pb::REFUSAL_CODE_TABLE_UNKNOWN,
             "there is no such table; it may have started or closed", out, "table_id");
    } else {
      at_table(place, queued.sender, message, out);
    }
  }
}

}  // namespace wyrmhall::server
