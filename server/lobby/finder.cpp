#include "server/lobby/finder.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>

#include "server/core/names.h"
#include "server/games/registry.h"
#include "server/lobby/parts.h"
#include "server/lobby/telling.h"
#include "server/wire/frames.h"
#include "server/wire/wire_time.h"

namespace wyrmhall::server {
namespace {

// What a table counts as when tables are drawn: the address of the first person who sat down, or that person's account.
std::string host_of(const HeldTable& held) {
  if (!held.counted.empty() && !held.counted.front().second->groups.empty()) {
    return held.counted.front().second->groups.front();
  }
  for (const pb::TableSeat& seat : held.coming().seats()) {
    if (seat.has_player()) return seat.player().account_id();
  }
  return {};
}

}  // namespace

void Finder::find(const Sender& sender, const pb::ClientMessage& message, Outbox& out) {
  if (is_bot_name(sender.name)) {
    return refuse(sender, message.command_id(), pb::REFUSAL_CODE_BOT_UNINVITED,
                  "FindTable is for people; a bot opens a table, or sits down at a hidden one", out);
  }
  const pb::FindTable& ask = message.find_table();
  pb::GameOptions options = ask.options();
  const GameKind* const kind = game_of(options);
  const bool complete = kind != nullptr && !kind->complete(options);  // otherwise create() says why not
  // Nobody waits for a player who plays alone.
  const bool alone = complete && kind->seats(options) == 1;
  const std::uint32_t turn_seconds = ask.has_turn_seconds() ? ask.turn_seconds() : alone ? 0 : kFoundTurnSeconds;
  const std::optional<std::uint32_t> usual_absence = alone ? std::optional(0U) : std::nullopt;
  const auto patience =
      patience_of(sender, message.command_id(), turn_seconds,
                  ask.has_absence_seconds() ? std::optional(ask.absence_seconds()) : usual_absence, false, out);
  if (!patience) return;
  Quest quest{
      .options = std::move(options), .patience = *patience, .any = {ask.any().begin(), ask.any().end()}, .part = {}};
  if (complete) {
    if (auto fault = fault_in_any(ask, quest.options)) {
      return out.refuse(sender.session, message.command_id(), *std::move(fault));
    }
    if (ask.has_part()) {
      auto part = completed_part(quest.options, {}, 0, ask.part());
      if (!part) return out.refuse(sender.session, message.command_id(), std::move(part).error());
      quest.part = *std::move(part);
    }
    if (HeldTable* own = own_table(sender.account, quest.pool())) return find_again(*own, quest, sender, message, out);
    const Duration paused = state_.lapses.paused_until(sender.account) - state_.now();
    if (paused > 0s) {
      return out.refuse(sender.session, message.command_id(),
                        again_after(refusal(pb::REFUSAL_CODE_FIND_PAUSED,
                                            "you have kept others waiting at tables; try again later, or open a table"),
                                    std::chrono::ceil<std::chrono::milliseconds>(paused)));
    }
    if (const auto found = choose(sender, quest)) return join(*found, sender, message, quest, out);
  }
  HeldTable* held = opening_.create(sender, message.command_id(), std::move(quest.options), *patience, false, out);
  if (held == nullptr) return;
  held->any = quest.any;
  pb::Table table = held->table;
  sit_down(*table.mutable_seats(0), sender);
  if (quest.part) *table.mutable_seats(0)->mutable_part() = *quest.part;
  saving_.save(*held, std::move(table), sender, message.command_id(), out);
}

void Finder::join(const Found& found, const Sender& sender, const pb::ClientMessage& message, const Quest& quest,
                  Outbox& out) {
  // If somebody is sitting down there just now: wait and see what is left.
  if (saving_.waits(*found.held, sender, message, out)) return;
  const FoundSeat seat{.agreed = found.agreed, .part = quest.part};
  std::vector<AccountId> waiting;
  for_each_person(found.held->table, [&](int /*seat*/, const AccountId& person) { waiting.push_back(person); });
  seating_.take_seat(*found.held, sender, message.command_id(), std::nullopt, &seat, out);
  if (found.held->saving == nullptr) return;  // it was refused
  state_.encounters.note(sender.account, waiting, game_of(quest.options)->offer().game(),
                         state_.now() - made_at(found.held->id));
}

void Finder::tell_waiting(const Sender& sender, std::uint64_t command_id, Outbox& out) const {
  pb::ServerMessage reply;
  for (const GameKind* kind : all_games()) {
    const std::string& game = kind->offer().game();
    const std::size_t tables = state_.index.pool(pool_of_game(game)).size();
    const auto usual = state_.encounters.usual_wait(game);
    if (tables == 0 && !usual) continue;
    pb::WaitingLine& line = *reply.mutable_waiting()->add_lines();
    line.set_game(game);
    line.set_tables(static_cast<std::uint32_t>(tables));
    if (usual) line.set_usual_wait_ms(wire_ms(std::chrono::duration_cast<std::chrono::milliseconds>(*usual)));
  }
  reply.mutable_waiting();
  out.answer({sender.session, command_id}, reply);
}

bool Finder::has_just_met(const HeldTable& held, const AccountId& account) const {
  bool met = false;
  for_each_person(held.coming(), [&](int /*seat*/, const AccountId& person) {
    met = met || state_.encounters.just_met(person, account);
  });
  return met;
}

// Somebody who already sits at such a table asks again.
void Finder::find_again(HeldTable& own, const Quest& quest, const Sender& sender, const pb::ClientMessage& message,
                        Outbox& out) {
  if (saving_.waits(own, sender, message, out)) return;
  const auto other = waits_alone(own.table) ? choose(sender, quest) : std::nullopt;
  if (other && other->held->saving == nullptr) {
    // Both wait alone, since neither was there when the other came: after a restart, say.
    join(*other, sender, message, quest, out);
    if (other->held->saving != nullptr) give_up(own, sender.account, out);
    return;
  }
  own.any = quest.any;
  saving_.arrange(own);
  const int seat = seat_of(own.table, sender.account);
  const bool changed = quest.part && own.table.phase() == pb::TABLE_PHASE_OPEN &&
                       own.table.seats(seat).part().SerializeAsString() != quest.part->SerializeAsString();
  if (!changed) return answer(sender, message.command_id(), own.table, out);
  pb::Table table = own.table;
  *table.mutable_seats(seat)->mutable_part() = *quest.part;
  saving_.save(own, std::move(table), sender, message.command_id(), out);
}

// The table at which somebody waits alone.
void Finder::give_up(HeldTable& held, const AccountId& account, Outbox& out) {
  pb::Table table = held.table;
  table.mutable_seats(seat_of(table, account))->Clear();
  table.set_phase(pb::TABLE_PHASE_CLOSED);
  saving_.save(held, std::move(table), {}, out);
}

// The table at which the sender, who asks again, already waits.
HeldTable* Finder::own_table(const AccountId& account, const std::string& pool) {
  for (const TableId& id : state_.index.of(account)) {
    HeldTable& held = *state_.tables.find(id);
    if (held.hidden || held.pool != pool || held.is_closing() || held.is_doubtful()) continue;
    if (seat_of(held.coming(), account) >= 0) return &held;
  }
  return nullptr;
}

bool Finder::suits(const HeldTable& held, const Sender& sender, const Quest& quest, Timestamp now) const {
  const pb::Table& table = held.coming();
  if (seats_a_program(table)) return false;
  if (quest.part && wants_a_side_that_is_wanted(table, *quest.part)) return false;
  if (held.saving != nullptr && held.queue.size() >= static_cast<std::size_t>(table.seats_size())) return false;
  const bool has_left = std::ranges::any_of(
      held.left_by, [&](const auto& one) { return one.first == sender.account && now < one.second; });
  bool suits = !has_left;
  for_each_person(table, [&](int /*seat*/, const AccountId& person) {
    suits = suits && person != sender.account && state_.sessions.is_there(person) &&
            state_.lapses.paused_until(person) <= now && !state_.blocks.between(sender.account, person);
  });
  return suits;
}

// First among those that fit exactly, then among those where somebody does not care.
std::optional<Finder::Found> Finder::choose(const Sender& sender, const Quest& quest) {
  const Timestamp now = state_.now();
  const std::string exact = quest.pool();
  for (const std::string& name :
       {exact, quest.any.empty() ? pool_of_any(quest.options) : pool_of_game(quest.options)}) {
    const Pool& pool = state_.index.pool(name);
    std::map<std::string, Found> of_host;
    for (const std::size_t at : draw(pool.size())) {
      HeldTable& held = *state_.tables.find(pool[at]);
      if (!suits(held, sender, quest, now)) continue;
      const bool is_exact = held.pool == exact;
      if (is_exact && quest.part && !takes(held.coming(), quest.options, *quest.part)) continue;
      auto agreed = is_exact ? std::optional(Agreement{}) : agreement(held.coming(), held.any, quest);
      if (!agreed) continue;
      Found& best = of_host[host_of(held)];
      // Of one host's tables: the one that has waited longest and where nobody is sitting down just now.
      const auto rank = [](const HeldTable& one) { return std::pair(one.saving != nullptr, one.id); };
      if (best.held == nullptr || rank(held) < rank(*best.held)) best = {&held, *std::move(agreed)};
    }
    if (of_host.empty()) continue;
    const auto fresh = [&](const auto& entry) { return !has_just_met(*entry.second.held, sender.account); };
    if (std::ranges::any_of(of_host, fresh)) {
      std::erase_if(of_host, [&](const auto& entry) { return !fresh(entry); });
    }
    const auto settled = [](const auto& entry) { return entry.second.held->saving == nullptr; };
    if (std::ranges::any_of(of_host, settled))
      std::erase_if(of_host, [&](const auto& entry) { return !settled(entry); });
    const std::size_t pick = of_host.size() == 1 ? 0 : random_below(of_host.size());
    return std::next(of_host.begin(), static_cast<std::ptrdiff_t>(pick))->second;
  }
  return std::nullopt;
}

// Up to kTablesSampled of the numbers below `many`, each at most once: all of them if they are few.
std::vector<std::size_t> Finder::draw(std::size_t many) const {
  std::vector<std::size_t> drawn;
  drawn.reserve(std::min(many, kTablesSampled));
  for (std::size_t i = 0; i < std::min(many, kTablesSampled); ++i) {
    drawn.push_back(many <= kTablesSampled ? i : random_below(many));
  }
  std::ranges::sort(drawn);
  const auto repeated = std::ranges::unique(drawn);
  drawn.erase(repeated.begin(), repeated.end());
  return drawn;
}

std::size_t Finder::random_below(std::size_t bound) const {
  std::array<std::uint8_t, sizeof(std::uint64_t)> bytes{};
  state_.environment.entropy.fill(bytes);
  std::uint64_t number = 0;
  for (const std::uint8_t byte : bytes) number = number << 8U | byte;
  return number % bound;  // bounds are small, so the bias is negligible
}

}  // namespace wyrmhall::server
