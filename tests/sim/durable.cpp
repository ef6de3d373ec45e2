#include "tests/sim/durable.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "server/ids.h"
#include "server/limits.h"
#include "tests/sim/violation.h"
#include "tests/sim/ways_of_playing.h"

namespace wyrmhall::sim {

using persistence::Id;
using persistence::MoveKind;

void Durable::kept(const persistence::Request& request) {
  std::visit([this](const auto& write) { carry(write); }, request);
}

void Durable::carry(const persistence::CreateAccount& request) {
  accounts_.insert(request.account.id);
}

std::string Durable::seating(const server::pb::Table& table) {
  std::string text = "table";
  for (const auto& seat : table.seats()) {
    text += seat.has_player() ? "/player " + seat.player().account_id()
            : seat.has_bot()  ? fmt::format("/bot {}", static_cast<int>(seat.bot().level()))
                              : "/free";
  }
  return text;
}

void Durable::drop(TableLog& table) {
  if (table.kept.empty() || table.kept.back().empty()) return;
  table.kept.emplace_back();
  table.accounts.clear();
  --open_tables_;
}

void Durable::carry(const persistence::SaveTable& request) {
  server::pb::Table table;
  if (request.table.body.empty() ||
      !table.ParseFromArray(request.table.body.data() + 1, static_cast<int>(request.table.body.size() - 1))) {
    throw Violation("tables are kept whole", server::to_text(request.table.id));
  }
  TableLog& log = tables_[request.table.id];
  if (log.kept.empty() || log.kept.back().empty()) ++open_tables_;
  log.kept.push_back(seating(table));
  log.accounts.clear();
  for (const auto& seat : table.seats()) {
    if (seat.has_player()) log.accounts.push_back(seat.player().account_id());
  }
  for (const std::string& account : log.accounts) {
    const std::size_t at = tables_of(*server::id_from_bytes(account));
    if (at > server::kTablesPerAccount) throw Violation("bounds", fmt::format("an account sits at {} tables", at));
  }
}

void Durable::carry(const persistence::DropTable& request) {
  if (const auto found = tables_.find(request.table); found != tables_.end()) drop(found->second);
}

void Durable::carry(const persistence::CreateMatch& request) {
  if (const auto found = tables_.find(request.match->id); found != tables_.end()) drop(found->second);
  const auto [made, fresh] = matches_.try_emplace(request.match->id, request);
  if (!fresh) return;
  started_.emplace(request.match->id, agenda_.now());
  if (request.match->rematch_of) counters_.hit(Sometimes::kRematch);
  if (made->second.over()) {
    finished(made->second);
  } else {
    running_.insert(request.match->id);
  }
}

void Durable::carry(const persistence::AppendMove& request) {
  const auto found = matches_.find(request.match);
  if (found == matches_.end()) throw Violation("the log re-folds", "a move of a match that was not kept");
  MatchLog& match = found->second;
  if (!match.append(request)) return;
  ++counters_.moves;
  switch (request.move.kind) {
    case MoveKind::kAction:
      if (!match.row().seats[request.move.seat].account) counters_.hit(Sometimes::kBotMoved);
      if (request.move.chain_lost) counters_.hit(Sometimes::kChainLost);
      break;
    case MoveKind::kResigned:
      counters_.hit(Sometimes::kResigned);
      break;
    case MoveKind::kTimedOut:
      counters_.hit(Sometimes::kTimedOut);
      break;
    case MoveKind::kStandIn:
      counters_.hit(Sometimes::kStandIn);
      break;
    case MoveKind::kResumed:
      counters_.hit(Sometimes::kDowntimeCharged);
      break;
  }
  if (match.over()) finished(match);
}

void Durable::finished(const MatchLog& match) {
  running_.erase(match.row().id);
  ++counters_.matches;
  counters_.match_micros += agenda_.now() - started_.at(match.row().id);
  server::pb::GameOptions options;
  options.ParseFromString(match.row().options);
  ++counters_.played[way_of_playing(options)];
}

void Durable::restarted() {
  for (auto& [id, table] : tables_) table.shown = table.kept.size() - 1;
}

const MatchLog* Durable::match(const Id& id) const {
  const auto found = matches_.find(id);
  return found == matches_.end() ? nullptr : &found->second;
}

std::size_t Durable::tables_of(const Id& account) const {
  const std::string bytes = server::to_bytes(account);
  return static_cast<std::size_t>(std::ranges::count_if(
      tables_, [&](const auto& entry) { return std::ranges::count(entry.second.accounts, bytes) > 0; }));
}

bool Durable::may_show(const server::pb::Table& table) {
  const auto id = server::id_from_bytes(table.table_id());
  if (!id) return false;
  if (table.phase() == server::pb::TABLE_PHASE_STARTED) return matches_.contains(*id);
  const auto found = tables_.find(*id);
  if (found == tables_.end()) return false;
  TableLog& log = found->second;
  const std::string wanted = table.phase() == server::pb::TABLE_PHASE_CLOSED ? std::string() : seating(table);
  for (std::size_t i = log.shown; i < log.kept.size(); ++i) {
    if (log.kept[i] != wanted) continue;
    log.shown = i;
    return true;
  }
  return false;
}

}  // namespace wyrmhall::sim
