// FindTable: which table somebody is seated at who wants to play with anybody, with these options or with any.
//
// Who waits must be a person who is there, must not have kept others waiting lately, and neither may have blocked the
// other. Of several tables that fit, each address that somebody waits from is as likely as any other: whoever opens
// many is met no more often for that. Which tables fit is drawn of a few, so that the time that this takes does not
// grow with their number.
#include <algorithm>
#include <chrono>
#include <limits>
#include <map>

#include "server/core/names.h"
#include "server/games/registry.h"
#include "server/lobby/lobby.h"
#include "server/lobby/parts.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {
namespace {

// Whom a table stands for where tables are drawn: the address of the first who sat down, or its account.
std::string host_of(const Place& place) {
  if (!place.counted.empty() && !place.counted.front().second->groups.empty()) {
    return place.counted.front().second->groups.front();
  }
  for (const pb::TableSeat& seat : place.coming().seats()) {
    if (seat.has_player()) return seat.player().account_id();
  }
  return {};
}

}  // namespace

void Lobby::find(const Sender& sender, const pb::ClientMessage& message, Outbox& out) {
  if (is_bot_name(sender.name)) {
    return refuse(sender, message.command_id(), pb::REFUSAL_CODE_BOT_UNINVITED,
                  "FindTable is for people; a bot opens a table, or sits down at a hidden one", out);
  }
  const pb::FindTable& ask = message.find_table();
  pb::GameOptions options = ask.options();
  const GameKind* const kind = game_of(options);
  const bool complete = kind != nullptr && !kind->complete(options);  // otherwise create() says why not
  // Nobody waits for whoever plays alone.
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
      quest.part = completed_part(quest.options, {}, 0, ask.part(), sender, message.command_id(), out);
      if (!quest.part) return;
    }
    if (Place* own = own_table(sender.account, quest.pool())) return find_again(*own, quest, sender, message, out);
    const Duration paused = lapses_.paused_until(sender.account) - environment_.clock.now();
    if (paused > 0s) {
      return out.refuse(sender.session, message.command_id(),
                        again_after(refusal(pb::REFUSAL_CODE_FIND_PAUSED,
                                            "you have kept others waiting at tables; try again later, or open a table"),
                                    std::chrono::ceil<std::chrono::milliseconds>(paused)));
    }
    if (const auto found = choose(sender, quest)) return join(*found, sender, message, quest, out);
  }
  Place* place = create(sender, message.command_id(), std::move(quest.options), *patience, false, out);
  if (place == nullptr) return;
  place->any = quest.any;
  pb::Table table = place->table;
  table.mutable_seats(0)->mutable_player()->set_account_id(to_bytes(sender.account));
  table.mutable_seats(0)->mutable_player()->set_name(sender.name);
  if (quest.part) *table.mutable_seats(0)->mutable_part() = *quest.part;
  save(*place, std::move(table), sender, message.command_id(), out);
}

void Lobby::join(const Found& found, const Sender& sender, const pb::ClientMessage& message, const Quest& quest,
                 Outbox& out) {
  // Where somebody is just sitting down: wait and see what is left.
  if (found.place->saving != nullptr) return at_table(*found.place, sender, message, out);
  const FoundSeat seat{.agreed = found.agreed, .part = quest.part};
  take_seat(*found.place, sender, message.command_id(), std::nullopt, &seat, out);
}

// Somebody asks again who sits at such a table already.
void Lobby::find_again(Place& own, const Quest& quest, const Sender& sender, const pb::ClientMessage& message,
                       Outbox& out) {
  if (own.saving != nullptr) return at_table(own, sender, message, out);
  const auto other = waits_alone(own.table) ? choose(sender, quest) : std::nullopt;
  if (other && other->place->saving == nullptr) {
    // Both wait alone, since neither was there when the other came: after a restart, say.
    join(*other, sender, message, quest, out);
    if (other->place->saving != nullptr) give_up(own, sender.account, out);
    return;
  }
  own.any = quest.any;
  arrange(own);
  const int seat = seat_of(own.table, sender.account);
  const bool changed = quest.part && own.table.phase() == pb::TABLE_PHASE_OPEN &&
                       own.table.seats(seat).part().SerializeAsString() != quest.part->SerializeAsString();
  if (!changed) return answer(sender, message.command_id(), own.table, out);
  pb::Table table = own.table;
  *table.mutable_seats(seat)->mutable_part() = *quest.part;
  save(own, std::move(table), sender, message.command_id(), out);
}

// The table of somebody who waits there alone.
void Lobby::give_up(Place& place, const AccountId& account, Outbox& out) {
  pb::Table table = place.table;
  table.mutable_seats(seat_of(table, account))->Clear();
  table.set_phase(pb::TABLE_PHASE_CLOSED);
  save(place, std::move(table), {}, 0, out);
}

// The table at which somebody waits already who asks again.
Place* Lobby::own_table(const AccountId& account, const std::string& pool) {
  for (const TableId& id : index_.of(account)) {
    Place& place = *tables_.find(id);
    if (place.hidden || place.pool != pool || place.is_closing() || place.is_doubtful()) continue;
    if (seat_of(place.coming(), account) >= 0) return &place;
  }
  return nullptr;
}

bool Lobby::suits(const Place& place, const Sender& sender, const Quest& quest, Timestamp now) const {
  const pb::Table& table = place.coming();
  if (seats_a_program(table)) return false;
  if (quest.part && wants_a_side_that_is_wanted(table, *quest.part)) return false;
  if (place.saving != nullptr && place.queue.size() >= static_cast<std::size_t>(table.seats_size())) return false;
  const bool has_left = std::ranges::any_of(
      place.left_by, [&](const auto& one) { return one.first == sender.account && now < one.second; });
  bool suits = !has_left;
  for_each_person(table, [&](int /*seat*/, const AccountId& person) {
    suits = suits && person != sender.account && !sessions_.of(person).empty() && lapses_.paused_until(person) <= now &&
            !blocks_.between(sender.account, person);
  });
  return suits;
}

// First of those that are just so, then of those where somebody does not care.
std::optional<Lobby::Found> Lobby::choose(const Sender& sender, const Quest& quest) {
  const Timestamp now = environment_.clock.now();
  const std::string exact = quest.pool();
  for (const std::string& name :
       {exact, quest.any.empty() ? pool_of_any(quest.options) : pool_of_game(quest.options)}) {
    const Pool& pool = index_.pool(name);
    std::map<std::string, Found> of_host;
    for (const std::size_t at : draw(pool.size())) {
      Place& place = *tables_.find(pool[at]);
      if (!suits(place, sender, quest, now)) continue;
      const bool is_exact = place.pool == exact;
      if (is_exact && quest.part && !takes(place.coming(), quest.options, *quest.part)) continue;
      auto agreed = is_exact ? std::optional(Agreement{}) : agreement(place.coming(), place.any, quest);
      if (!agreed) continue;
      Found& best = of_host[host_of(place)];
      // Of one host's: where nobody is just sitting down, and that has waited longest.
      const auto rank = [](const Place& one) { return std::pair(one.saving != nullptr, one.id); };
      if (best.place == nullptr || rank(place) < rank(*best.place)) best = {&place, *std::move(agreed)};
    }
    if (of_host.empty()) continue;
    const auto settled = [](const auto& entry) { return entry.second.place->saving == nullptr; };
    if (std::ranges::any_of(of_host, settled))
      std::erase_if(of_host, [&](const auto& entry) { return !settled(entry); });
    const std::size_t pick = of_host.size() == 1 ? 0 : random_below(of_host.size());
    return std::next(of_host.begin(), static_cast<std::ptrdiff_t>(pick))->second;
  }
  return std::nullopt;
}

// Some of so many, each at most once: all where there are few.
std::vector<std::size_t> Lobby::draw(std::size_t many) const {
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

std::size_t Lobby::random_below(std::size_t bound) const {
  std::array<std::uint8_t, sizeof(std::uint64_t)> bytes{};
  environment_.entropy.fill(bytes);
  std::uint64_t number = 0;
  for (const std::uint8_t byte : bytes) number = number << 8U | byte;
  return number % bound;  // bounds are small, so that none is likelier by more than nothing
}

void Lobby::has_left(Place& place, const AccountId& account) {
  const Timestamp now = environment_.clock.now();
  std::erase_if(place.left_by, [&](const auto& one) { return one.first == account || one.second <= now; });
  if (place.left_by.size() >= kLeftRemembered) place.left_by.erase(place.left_by.begin());
  place.left_by.emplace_back(account, now + kLeftMemory);
}

}  // namespace wyrmhall::server
