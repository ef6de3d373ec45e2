#include "server/lobby/table_saving.h"

#include <spdlog/spdlog.h>

#include <algorithm>

#include "common/bytes.h"
#include "server/games/ending.h"
#include "server/games/registry.h"
#include "server/lobby/agreement.h"
#include "server/lobby/brought_heroes.h"
#include "server/lobby/parts.h"
#include "server/lobby/presence.h"
#include "server/lobby/telling.h"
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

// A match with a clock has its first deadline from the start; one that the dice decide before anybody acts is over.
persistence::CreateMatch creation_of(const persistence::MatchRow& row) {
  persistence::CreateMatch creation{.match = row, .end = end_at_start(row)};
  if (row.turn_seconds != 0 && !creation.end) {
    creation.deadline = row.started_at + std::chrono::seconds(row.turn_seconds);
  }
  return creation;
}

}  // namespace

HeldTable* TableSaving::restore(const persistence::TableRow& row) {
  pb::Table table;
  const unsigned flags = row.body.empty() ? 0 : static_cast<unsigned char>(row.body.front());
  const bool revealing = (flags & kHasSeed) != 0;
  const std::size_t head = 1 + (revealing ? sizeof(persistence::Hash) : 0);
  if (row.body.size() < head ||
      !table.ParseFromArray(row.body.data() + head, static_cast<int>(row.body.size() - head)) ||
      game_of(table.options()) == nullptr) {
    spdlog::error("table {} cannot be read; it is left alone", uuid_text(row.id));
    return nullptr;
  }
  HeldTable& held = state_.tables.add(row.id);
  held.table = std::move(table);
  held.pool = pool_of(held.table);
  held.hidden = (flags & kHidden) != 0;
  held.table.set_hidden(held.hidden);
  held.fresh = false;
  held.back_by = state_.now() + kBackAfterRestart;
  if (revealing) {
    held.server_seed =
        array_from<persistence::Hash>(row.body.substr(1, held.server_seed.size())).value_or(persistence::Hash{});
  }
  return &held;
}

// A seat that is on its way to the disk counts too: otherwise a slow disk would let any number through.
void TableSaving::arrange(HeldTable& held) {
  const pb::Table& table = held.coming();
  TableKeys keys;
  const auto add = [&](const pb::Table& of) {
    for_each_person(of, [&](int /*seat*/, const AccountId& account) {
      if (std::ranges::count(keys.people, account) == 0) keys.people.push_back(account);
    });
  };
  add(held.table);
  add(table);
  if (held.is_doubtful()) add(*held.saving->doubted);
  if (!held.is_closing()) {
    const bool open = table.phase() == pb::TABLE_PHASE_OPEN && free_seat(table) >= 0;
    if (open && !held.hidden && !held.is_doubtful()) {
      keys.pools = {held.pool, pool_of_game(table.options())};
      if (!held.any.empty()) keys.pools.push_back(pool_of_any(table.options()));
    }
    keys.rematch_of = id_from_bytes<MatchId>(held.table.rematch_of());
    keys.offered_to = Offers::of(held.table);
  }
  if (!held.hidden && !held.fresh && free_seat(held.table) >= 0) {
    keys.listed_under = game_of(held.table.options())->offer().game();
  }
  std::erase_if(held.counted, [&](const auto& one) {
    if (std::ranges::count(keys.people, one.first) != 0) return false;
    state_.addresses.remove(*one.second);
    return true;
  });
  state_.index.put(held.id, std::move(keys));
  state_.tables.schedule(held.id, next_time(state_, held));
}

void TableSaving::count_address(HeldTable& held, const AccountId& account, const SharedAddress& address) {
  if (address == nullptr || std::ranges::count(held.counted, account, &std::pair<AccountId, SharedAddress>::first) != 0)
    return;
  held.counted.emplace_back(account, address);
  state_.addresses.add(*address);
}

void TableSaving::remove(HeldTable& held) {
  for (const auto& [account, address] : held.counted) state_.addresses.remove(*address);
  state_.index.erase(held.id);
  state_.tables.erase(held.id);
}

void TableSaving::save(HeldTable& held, pb::Table after, const Sender& sender, std::uint64_t command_id, Outbox& out) {
  // Those who were ready were ready for another table than this.
  if (held.table.phase() == pb::TABLE_PHASE_OPEN && after.phase() == pb::TABLE_PHASE_OPEN) clear_handshake(after);
  settle_heroes(after);
  settle_parts(after, held.server_seed);
  held.saving = std::make_unique<Saving>();
  held.saving->after = std::move(after);
  held.saving->session = sender.session;
  held.saving->asked_by = to_bytes(sender.account);
  held.saving->command_id = command_id;
  if (seat_of(held.saving->after, sender.account) >= 0) count_address(held, sender.account, sender.address);
  ask_to_keep(held, out);
  arrange(held);
}

void TableSaving::save(HeldTable& held, pb::Table after, std::vector<Loser> losers, Outbox& out) {
  save(held, std::move(after), {}, 0, out);
  held.saving->losers = std::move(losers);
}

void TableSaving::save_end(HeldTable& held, pb::Table after, std::vector<Loser> losers, Outbox& out) {
  save(held, std::move(after), std::move(losers), out);
  held.saving->insists = true;
}

void TableSaving::save_start(HeldTable& held, persistence::MatchRow row, Outbox& out) {
  held.saving = std::make_unique<Saving>();
  held.saving->after = held.table;
  held.saving->after.set_phase(pb::TABLE_PHASE_STARTED);
  held.saving->start = std::move(row);
  ask_to_start(held, out);
  arrange(held);
}

void TableSaving::repeat(HeldTable& held, Outbox& out) const {
  held.saving->retry_at = kNever;
  if (!held.saving->start) return ask_to_keep(held, out);
  held.saving->repeated = true;
  ask_to_start(held, out);
}

bool TableSaving::waits(HeldTable& held, const Sender& sender, const pb::ClientMessage& message, Outbox& out) const {
  if (held.saving == nullptr) return false;
  if (held.queue.size() >= kCommandQueue) {
    refuse(sender, message.command_id(), pb::REFUSAL_CODE_BUSY, "the table is busy; try again", out);
  } else {
    held.queue.push_back({sender, message.SerializeAsString()});
  }
  return true;
}

void TableSaving::ask_to_keep(const HeldTable& held, Outbox& out) const {
  const TableKept wait{held.id};
  if (held.saving->after.phase() == pb::TABLE_PHASE_CLOSED) {
    out.ask(wait, persistence::DropTable{.table = held.id});
  } else {
    out.ask(wait, persistence::SaveTable{
                      .table = {.id = held.id, .body = table_body(held.saving->after, held.hidden, held.server_seed)}});
  }
}

void TableSaving::ask_to_start(const HeldTable& held, Outbox& out) const {
  persistence::CreateMatch creation = creation_of(*held.saving->start);
  pb::GameOptions options;
  options.ParseFromString(held.saving->start->options);
  if (auto heroes = heroes_taken(options); !heroes.empty()) creation.heroes = std::move(heroes);
  out.ask(StartKept{held.id}, std::move(creation));
}

TableSaving::Answered TableSaving::answered(const TableId& id, const persistence::Outcome& outcome, Outbox& out) {
  HeldTable* const found = state_.tables.find(id);
  if (found == nullptr || found->saving == nullptr) return {};
  HeldTable& held = *found;
  if (!outcome.kept()) return not_kept(held, outcome, out);
  if (held.saving->doubted) return save_refused(held);
  const std::unique_ptr<Saving> saved = std::move(held.saving);
  const pb::Table before = std::move(held.table);
  held.table = std::move(saved->after);
  if (saved->changes_pool) held.pool = pool_of(held.table);
  held.fresh = false;
  if (held.table.phase() == pb::TABLE_PHASE_REVEALING) held.reveal_by = state_.now() + kRevealTime;
  held.tell_presence_at = kNever;
  held.ready_by = kNever;
  note_presence(state_, held);
  start_clocks(state_, held);
  tell_kept(held, before, *saved, out);
  offers_.tell(held, out);
  arrange(held);
  Answered done{.settled = &held};
  done.gone = held.table.phase() == pb::TABLE_PHASE_STARTED || held.table.phase() == pb::TABLE_PHASE_CLOSED;
  if (saved->start) {
    done.started = StartedMatch{
        .row = *std::move(saved->start), .hidden = held.hidden, .repeated = saved->repeated, .from = held.from};
  }
  return done;
}

void TableSaving::tell_kept(const HeldTable& held, const pb::Table& before, const Saving& saved, Outbox& out) const {
  const pb::Table& table = held.table;
  if (saved.command_id != 0) {
    out.post(saved.session, table_frame(saved.command_id, has_secrets(table) ? seen_by(table, saved.asked_by) : table));
  }
  const SessionId answered_to = saved.command_id != 0 ? saved.session : SessionId{};
  tell_all(held.table, out, answered_to);
  // Somebody who has left may be looking from another device; somebody who has lost the seat does not know it yet.
  for_each_person(before, [&](int /*seat*/, const AccountId& account) {
    if (seat_of(held.table, account) >= 0) return;
    const auto lost = std::ranges::find(saved.losers, account, &Loser::account);
    pb::Table seen = seen_by(table, {});
    if (lost != saved.losers.end()) seen.set_lost_seat(lost->reason);
    out.tell(account, table_frame(0, seen), answered_to);
  });
}

TableSaving::Answered TableSaving::not_kept(HeldTable& held, const persistence::Outcome& outcome, Outbox& out) {
  if (!held.saving->doubted) spdlog::error("table {}: not kept: {}", uuid_text(held.id), outcome.error);
  if (held.saving->start && outcome.conflict == persistence::Conflict::kHero) {
    held.saving.reset();  // refused, so nothing is on disk
    return {.lacks_hero = &held};
  }
  held.not_before = state_.now() + kStoreRetry;
  if (held.saving->start || held.saving->insists || held.saving->doubted) {
    // It may have been kept. It is harmless to ask again, so that is done until the store says yes.
    held.saving->retry_at = held.not_before;
    if (held.saving->doubted) refuse_queued(held, out);
    arrange(held);
    return {};
  }
  const Sender sender{.session = held.saving->session, .account = {}, .name = {}};
  if (held.saving->command_id != 0) {
    refuse(sender, held.saving->command_id, pb::REFUSAL_CODE_NO_STORE, "the table could not be saved; try again", out);
  }
  if (outcome.verdict != persistence::Verdict::kUnknown) return save_refused(held);
  revert(held, out);
  return {};
}

// The store cannot tell whether a change was kept, and the player who asked for it has been told to try again. So the
// change is taken back, and that is tried until the store says that it is kept. Otherwise the disk might know a table
// that the server does not.
void TableSaving::revert(HeldTable& held, Outbox& out) {
  auto saving = std::make_unique<Saving>();
  saving->doubted = std::move(held.saving->after);
  saving->after = held.table;
  saving->losers = std::move(held.saving->losers);
  if (held.fresh) saving->after.set_phase(pb::TABLE_PHASE_CLOSED);
  saving->retry_at = held.not_before;
  held.saving = std::move(saving);
  refuse_queued(held, out);
  arrange(held);
}

// Nothing came of a change: nobody has been told of it, and nobody needs to be.
TableSaving::Answered TableSaving::save_refused(HeldTable& held) {
  held.saving.reset();
  note_presence(state_, held);
  start_clocks(state_, held);
  arrange(held);
  return {.settled = &held, .gone = held.fresh};
}

void TableSaving::refuse_queued(HeldTable& held, Outbox& out) const {
  std::erase_if(held.queue, [&](const QueuedCommand& queued) {
    if (queued.sender.session.number == 0) return false;  // an erased account leaves, however late that is
    pb::ClientMessage message;
    message.ParseFromString(queued.command);
    refuse(queued.sender, message.command_id(), pb::REFUSAL_CODE_NO_STORE, "the table could not be saved; try again",
           out);
    return true;
  });
}

}  // namespace wyrmhall::server
