// How a simulated client gets into matches: tables and the hand-shake.
#include <algorithm>

#include "rules/dice/chain.h"
#include "server/games/registry.h"
#include "tests/sim/client.h"
#include "tests/sim/random_options.h"
#include "tests/sim/violation.h"

namespace wyrmhall::sim {
namespace {

constexpr int kQuickBots = 3;  // the levels come in order
constexpr Duration kAskAgain = 2 * kSecond;
constexpr Duration kWaitForOthers = 5 * kSecond;  // then bots are asked
constexpr Duration kMaxWait = 60 * kSecond;       // then the table is left

}  // namespace

int Client::my_seat(const pb::Table& table) const {
  for (int i = 0; i < table.seats_size(); ++i) {
    if (table.seats(i).player().account_id() == account_) return i;
  }
  return -1;
}

void Client::note(const pb::Table& table) {
  const bool gone = table.phase() == pb::TABLE_PHASE_STARTED || table.phase() == pb::TABLE_PHASE_CLOSED;
  const auto found = tables_.find(table.table_id());
  if (found != tables_.end() && table.called_off() != found->second.table.called_off()) {
    switch (table.called_off()) {
      case pb::CALLED_OFF_REASON_WRONG_REVEAL:
        context_.counters.hit(Sometimes::kCalledOffWrongReveal);
        break;
      case pb::CALLED_OFF_REASON_NO_REVEAL:
        context_.counters.hit(Sometimes::kCalledOffNoReveal);
        break;
      case pb::CALLED_OFF_REASON_LEFT:
        context_.counters.hit(Sometimes::kCalledOffLeft);
        break;
      case pb::CALLED_OFF_REASON_RESTART:
        context_.counters.hit(Sometimes::kCalledOffRestart);
        break;
      default:
        break;
    }
  }
  note_presence(table);
  challenger_.met(table, account_);
  look_for_secrets(table);
  if (gone || my_seat(table) < 0) {
    if (table.phase() == pb::TABLE_PHASE_STARTED && found != tables_.end()) return;  // MatchOpened takes the chain over
    if (found != tables_.end()) tables_.erase(found);
    return;
  }
  if (found == tables_.end()) {
    Seated& seated = tables_[table.table_id()];
    seated.table = table;
    seated.since = context_.agenda.now();
    return;
  }
  // A player who is away does not hear of it; one who still sits there sees the seat empty.
  const auto& before = found->second.table.seats();
  for (int i = 0; i < table.seats_size() && i < before.size(); ++i) {
    if (before[i].away() && !table.seats(i).has_player()) context_.counters.hit(Sometimes::kLostSeatAway);
  }
  found->second.table = table;
}

void Client::note_presence(const pb::Table& table) {
  switch (table.lost_seat()) {
    case pb::LOST_SEAT_REASON_NOT_READY:
      context_.counters.hit(Sometimes::kLostSeatNotReady);
      break;
    case pb::LOST_SEAT_REASON_NO_REVEAL:
      context_.counters.hit(Sometimes::kLostSeatNoReveal);
      break;
    case pb::LOST_SEAT_REASON_WRONG_REVEAL:
      context_.counters.hit(Sometimes::kLostSeatWrongReveal);
      break;
    default:
      break;
  }
  for (const pb::TableSeat& seat : table.seats()) {
    if (seat.away()) context_.counters.hit(Sometimes::kSomebodyAway);
  }
}

// The answer to FindTable: at a table that was not this client's before, nobody sits whom it has blocked.
void Client::found_table(const pb::Table& table) {
  if (tables_.contains(table.table_id())) return context_.counters.hit(Sometimes::kOwnTableBack);
  for (const pb::TableSeat& seat : table.seats()) {
    if (blocked_.contains(seat.player().account_id())) {
      throw Violation("blocked players do not meet", "FindTable seated a client with somebody whom it has blocked");
    }
  }
}

bool Client::block_somebody(const pb::Table& table) {
  for (const pb::TableSeat& seat : table.seats()) {
    if (!seat.has_player() || seat.player().account_id() == account_) continue;
    pb::ClientMessage message;
    message.mutable_block_player()->set_account_id(seat.player().account_id());
    ask(std::move(message));
    return true;
  }
  return false;
}

bool Client::tend_tables() {
  if (second_device_) return false;
  for (auto& [id, seated] : tables_) {
    if (tend(id, seated)) return true;
  }
  return false;
}

bool Client::tend(const std::string& id, Seated& seated) {
  const pb::Table& table = seated.table;
  const Duration now = context_.agenda.now();
  const int seat = my_seat(table);
  if (seat < 0) return false;
  if (table.phase() == pb::TABLE_PHASE_STARTED) {
    if (now - seated.acted_at > kAskAgain) tables_.erase(id);  // the match is found at the next sign-in
    return true;
  }
  if (now - seated.acted_at < kAskAgain) {
    // The answer is on its way; but a hand-shake that has come further does not wait for it.
    if (table.phase() != pb::TABLE_PHASE_REVEALING || seated.acted_in == table.phase()) return false;
  }
  const auto act = [&] {
    seated.acted_at = now;
    seated.acted_in = table.phase();
    return true;
  };
  const auto leave = [&] {
    pb::ClientMessage message;
    message.mutable_leave_table()->set_table_id(id);
    ask(std::move(message));
    return act();
  };
  if (table.phase() == pb::TABLE_PHASE_REVEALING) {
    if (!context_.calm && rng_.chance(profile_.leaves)) return leave();
    if (table.seats(seat).revealed()) return false;
    if (!context_.calm && rng_.chance(profile_.reveals_never)) return act();
    reveal(seated);
    // The match may be on disk, and even be played, before anybody is told that it has started.
    if (!context_.calm && !matches_.contains(id) && rng_.chance(profile_.opens_early)) {
      Match& match = matches_[id];
      match.early = true;
      open(id, match);
    }
    return act();
  }
  if (context_.calm || rng_.chance(profile_.leaves * 0.1) || now - seated.since > kMaxWait) return leave();
  if (rng_.chance(profile_.blocks) && block_somebody(table)) return true;
  if (bring_heroes(seated) || set_part(seated)) return true;
  const auto free = std::ranges::find_if(
      table.seats(), [](const pb::TableSeat& s) { return s.occupant_case() == pb::TableSeat::OCCUPANT_NOT_SET; });
  if (free == table.seats().end()) {
    if (!table.seats(seat).commitment().empty() && seated.commitment == table.server_commitment()) return false;
    if (rng_.chance(profile_.ready_never)) seated.never_ready = true;
    if (seated.never_ready) return false;
    get_ready(seated);
    return act();
  }
  if (now - seated.since < kWaitForOthers || !rng_.chance(0.3)) return false;
  const auto& bots = server::game_of(table.options())->offer().bots();
  pb::ClientMessage message;
  message.mutable_seat_bot()->set_table_id(id);
  message.mutable_seat_bot()->set_seat(static_cast<std::uint32_t>(free - table.seats().begin()));
  // Mostly the quickest, so that more is played in the same time; the levels that search long take no other way.
  const int quick = std::min(bots.size(), kQuickBots);
  const int level = rng_.chance(0.8) ? bots.Get(0) : bots.Get(static_cast<int>(rng_.between(0, quick - 1)));
  message.mutable_seat_bot()->set_level(static_cast<pb::BotLevel>(level));
  ask(std::move(message));
  return true;
}

void Client::get_ready(Seated& seated) {
  seated.chain = SeatChain(rng_.dice(), profile_.chain_length);
  seated.commitment = seated.table.server_commitment();
  pb::ClientMessage message;
  message.mutable_ready()->set_table_id(seated.table.table_id());
  message.mutable_ready()->set_commitment(seated.chain.commitment());
  message.mutable_ready()->set_server_commitment(seated.commitment);
  ask(std::move(message));
}

void Client::reveal(Seated& seated) {
  if (seated.chain.length() < 0) return;  // forgotten: the start will be called off
  pb::ClientMessage message;
  message.mutable_reveal()->set_table_id(seated.table.table_id());
  message.mutable_reveal()->set_x0(seated.chain.link(rng_.chance(profile_.reveals_wrong) ? 1 : 0));
  ask(std::move(message));
}

// Wants one more match: sits down where somebody waits, or opens a table.
bool Client::seek_match() {
  if (second_device_) return false;
  const std::size_t busy = open_matches() + tables_.size();
  if (busy >= static_cast<std::size_t>(profile_.matches_at_once) || !rng_.chance(0.3)) return false;
  const bool asking = std::ranges::any_of(questions_, [](const auto& entry) {
    const auto& message = entry.second.message;
    return message.has_open_table() || message.has_find_table() || message.has_take_seat() || message.has_list_tables();
  });
  if (asking) return false;
  if (auto answer = challenger_.answer()) {
    ask(*std::move(answer));
    return true;
  }
  pb::ClientMessage message;
  if (!listed_.empty()) {
    message.mutable_take_seat()->set_table_id(rng_.pick(listed_).table_id());
    listed_.clear();
  } else if (rng_.chance(0.5)) {
    message.mutable_list_tables();
  } else if (rng_.chance(0.4)) {
    pb::FindTable& find = *message.mutable_find_table();
    *find.mutable_options() = draw_options(rng_);
    if (rng_.chance(0.3)) find.add_any("clock");
    if (rng_.chance(0.3)) {
      const auto* const of_game = find.options().GetReflection()->GetOneofFieldDescriptor(
          find.options(), pb::GameOptions::descriptor()->FindOneofByName("game"));
      for (int i = 0; i < of_game->message_type()->field_count(); ++i) {
        find.add_any(of_game->message_type()->field(i)->name());
      }
    }
    // Now and then for what it waits for already.
    if (!tables_.empty() && rng_.chance(0.3)) {
      const pb::Table& own = tables_.begin()->second.table;
      *find.mutable_options() = own.options();
      find.set_turn_seconds(own.turn_seconds());
      find.set_absence_seconds(own.absence_seconds());
    } else if (rng_.chance(0.5)) {
      find.set_turn_seconds(rng_.chance(0.5) ? 0U : static_cast<std::uint32_t>(rng_.between(10, 40)));
    }
  } else {
    pb::OpenTable& open = *message.mutable_open_table();
    *open.mutable_options() = draw_options(rng_);
    open.set_hidden(rng_.chance(0.1));
    if (rng_.chance(0.4)) open.set_turn_seconds(static_cast<std::uint32_t>(rng_.between(10, 40)));
    challenger_.challenge(open);
  }
  ask(std::move(message));
  return true;
}

}  // namespace wyrmhall::sim
