#include "tests/sim/durable.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "receipts/statement.h"
#include "rules/dice/fair_stream.h"
#include "server/core/ids.h"
#include "server/core/limits.h"
#include "server/lobby/held_table.h"
#include "server/lobby/statements.h"
#include "tests/sim/violation.h"
#include "tests/sim/ways_of_playing.h"

namespace wyrmhall::sim {

using persistence::MoveKind;

namespace {

constexpr const char* kStarts = "a start has one end";
constexpr const char* kEnds = "a match has one signed end";

}  // namespace

void Durable::kept(const persistence::Request& request) {
  std::visit([this](const auto& write) { carry(write); }, request);
}

void Durable::carry(const persistence::CreateAccount& request) {
  accounts_.insert(request.account->id);
}

std::string Durable::seating(const server::pb::Table& table) {
  std::string text = "table";
  for (const auto& seat : table.seats()) {
    text += seat.has_player() ? "/player " + seat.player().account_id()
            : seat.has_bot()  ? fmt::format("/bot {}", static_cast<int>(seat.bot().level()))
                              : "/free";
  }
  for (const auto& one : table.challenged()) {
    text += (one.declined() ? "/declined by " : "/challenged ") + one.player().account_id();
  }
  return text;
}

// The starts that were called off are those of before, and at most the one that was under way.
void Durable::note_ends(TableLog& log, const server::pb::Table& table) {
  const auto count = static_cast<std::size_t>(table.aborted_starts_size());
  if (count < log.ended.size() || count > log.ended.size() + 1) {
    throw Violation(kStarts, fmt::format("{} starts were called off, {} before", count, log.ended.size()));
  }
  for (std::size_t i = 0; i < log.ended.size(); ++i) {
    if (table.aborted_starts(static_cast<int>(i)).start().text() != log.ended[i]) {
      throw Violation(kStarts, "a start that was called off has become another");
    }
  }
  if (count == log.ended.size()) return;
  const auto& last = table.aborted_starts(static_cast<int>(count) - 1);
  const auto aborted = receipts::read_aborted(last.aborted().text());
  if (log.start.empty() || last.start().text() != log.start || !aborted ||
      !receipts::verifies(server::read_statement(last.aborted())) ||
      rules::commitment(aborted->server_seed) != receipts::read_start(log.start)->server_commitment) {
    throw Violation(kStarts, "an aborted start is not the end of the one that was under way");
  }
  if (aborted->reason == receipts::AbortReason::kRestart) counters_.hit(Sometimes::kStartCutByCrash);
  log.ended.push_back(std::exchange(log.start, {}));
  log.start_shown = false;
}

void Durable::note_start(TableLog& log, const server::pb::Table& table) {
  if (!log.start.empty() && table.start().text() != log.start) {
    if (log.start_shown) throw Violation(kStarts, "a start that was shown has come to no end");
    log.commitments.erase(table.server_commitment());  // taken back before anybody knew of it
    log.start.clear();
  }
  if (table.phase() != server::pb::TABLE_PHASE_REVEALING || !log.start.empty()) return;
  if (!log.commitments.insert(table.server_commitment()).second) {
    throw Violation(kStarts, "a commitment of the server's is used for a second start");
  }
  if (!receipts::verifies(server::read_statement(table.start()))) throw Violation(kStarts, "a start is not signed");
  log.start = table.start().text();
}

void Durable::shown_start(const server::pb::Table& table) {
  if (!table.has_start()) return;
  TableLog& log = tables_[*id_from_bytes<TableId>(table.table_id())];
  if (log.start == table.start().text()) {
    log.start_shown = true;
    return;
  }
  // Its end may be on disk while nobody knows yet.
  const bool over = matches_.contains(match_id_of(*id_from_bytes<TableId>(table.table_id()))) ||
                    (!log.ended.empty() && log.ended.back() == table.start().text());
  if (!over) throw Violation(kStarts, "a start is shown that is not on disk");
}

void Durable::drop(TableLog& table) {
  table.start.clear();
  table.start_shown = false;
  if (table.kept.empty() || table.kept.back().empty()) return;
  table.kept.emplace_back();
  table.accounts.clear();
  --open_tables_;
}

void Durable::carry(const persistence::SaveTable& request) {
  server::pb::Table table;
  const bool with_seed =
      !request.table.body.empty() && (static_cast<unsigned char>(request.table.body.front()) & 2U) != 0;
  const std::size_t head = 1 + (with_seed ? sizeof(persistence::Hash) : 0);
  if (request.table.body.size() < head ||
      !table.ParseFromArray(request.table.body.data() + head, static_cast<int>(request.table.body.size() - head))) {
    throw Violation("tables are kept whole", uuid_text(request.table.id));
  }
  TableLog& log = tables_[request.table.id];
  if (log.kept.empty() || log.kept.back().empty()) ++open_tables_;
  note_ends(log, table);
  note_start(log, table);
  log.kept.push_back(seating(table));
  log.last = table;
  log.accounts.clear();
  for (const auto& seat : table.seats()) {
    if (seat.has_player()) log.accounts.push_back(seat.player().account_id());
  }
  for (const std::string& account : log.accounts) {
    const std::size_t at = tables_of(*id_from_bytes<AccountId>(account));
    if (at > server::kTablesPerAccount) throw Violation("bounds", fmt::format("an account sits at {} tables", at));
  }
}

void Durable::carry(const persistence::DropTable& request) {
  const auto found = tables_.find(request.table);
  if (found == tables_.end()) return;
  if (found->second.start_shown) throw Violation(kStarts, "a table is gone in the middle of a start");
  drop(found->second);
}

void Durable::carry(const persistence::CreateMatch& request) {
  if (const auto found = tables_.find(table_id_of(request.match->id));
      found != tables_.end() && !matches_.contains(request.match->id)) {
    const TableLog& log = found->second;
    const auto& receipt = request.match->receipt;
    if (!receipt || receipt->start.text != log.start || receipt->aborted.size() != log.ended.size()) {
      throw Violation(kStarts, "a match is of another start than its table, or has lost one that was called off");
    }
    drop(found->second);
  }
  const auto [made, fresh] = matches_.try_emplace(request.match->id, request);
  if (!fresh) return;
  heroes_.taken(request);
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
  heroes_.given_back(request, match.given_back());
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
    case MoveKind::kAbsent:
      counters_.hit(Sometimes::kAbsenceClaimed);
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

// However often it is made, by whatever run of the server: two that differ would convict it.
void Durable::carry(const persistence::KeepEndStatement& request) {
  const auto found = matches_.find(request.match);
  if (found == matches_.end() || !found->second.over()) throw Violation(kEnds, "the end of a match that is not over");
  const receipts::Signed& statement = *request.statement;
  const auto end = receipts::read_end(statement.text);
  if (!end || end->match != request.match || !receipts::verifies(statement)) {
    throw Violation(kEnds, "what is signed about the end is not of this match");
  }
  const auto [first, fresh] = signed_ends_.try_emplace(request.match, statement.text);
  if (!fresh && first->second != statement.text) throw Violation(kEnds, "two different ones of one match are signed");
}

void Durable::finished(const MatchLog& match) {
  running_.erase(match.row().id);
  ++counters_.matches;
  counters_.match_micros += (agenda_.now() - started_.at(match.row().id)).count();
  server::pb::GameOptions options;
  options.ParseFromString(match.row().options);
  ++counters_.played[way_of_playing(options)];
}

void Durable::restarted() {
  for (auto& [id, table] : tables_) {
    table.shown = table.kept.size() - 1;
    table.at_start = table.kept.size();
  }
}

void Durable::carry(const persistence::RelatePlayers& request) {
  // That it is undone may be on disk before the server knows.
  if (request.relation == persistence::Relation::kBlocked) blocked_.emplace(request.account, request.other);
}

bool Durable::may_offer(const server::pb::Table& table, const AccountId& account) {
  const std::string bytes = to_bytes(account);
  return may_show(table) && std::ranges::any_of(table.challenged(), [&](const auto& one) {
           return one.player().account_id() == bytes && !one.declined();
         });
}

std::string Durable::forgotten_challenge(const AccountId& account, const server::pb::SignedIn& told) const {
  const std::string bytes = to_bytes(account);
  for (const auto& [id, log] : tables_) {
    const server::pb::Table& table = log.last;
    // What has changed since may be on its way.
    if (log.kept.size() != log.at_start || log.kept.back().empty()) continue;
    if (table.phase() != server::pb::TABLE_PHASE_OPEN || server::free_seat(table) < 0) continue;
    const bool asked = std::ranges::any_of(
        table.challenged(), [&](const auto& one) { return one.player().account_id() == bytes && !one.declined(); });
    bool welcome = asked && server::seat_of(table, account) < 0;
    server::for_each_person(table, [&](int /*seat*/, const AccountId& person) {
      welcome = welcome && !blocked_.contains({account, person}) && !blocked_.contains({person, account});
    });
    if (!welcome) continue;
    const std::string table_id = to_bytes(id);
    const bool is_told =
        std::ranges::any_of(told.challenges(), [&](const auto& offer) { return offer.table_id() == table_id; });
    if (!is_told) return uuid_text(id);
    counters_.hit(Sometimes::kChallengeOutlivesServer);
  }
  return {};
}

const MatchLog* Durable::match(const MatchId& id) const {
  const auto found = matches_.find(id);
  return found == matches_.end() ? nullptr : &found->second;
}

std::size_t Durable::tables_of(const AccountId& account) const {
  const std::string bytes = to_bytes(account);
  return static_cast<std::size_t>(std::ranges::count_if(
      tables_, [&](const auto& entry) { return std::ranges::count(entry.second.accounts, bytes) > 0; }));
}

bool Durable::may_show(const server::pb::Table& table) {
  const auto id = id_from_bytes<TableId>(table.table_id());
  if (!id) return false;
  if (table.phase() == server::pb::TABLE_PHASE_STARTED) return matches_.contains(match_id_of(*id));
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
