// FindTable: which table somebody is seated at who wants to play with anybody.
//
// Who waits must be there, must not have kept others waiting lately, and neither may have blocked the other. Of several
// tables that fit, each address that somebody waits from is as likely as any other: whoever opens many is met no more
// often for that. Which tables fit is drawn of a few, so that the time that this takes does not grow with their number.
#include <algorithm>
#include <chrono>
#include <limits>
#include <map>

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

// For others to come, none of which has.
bool waits_alone(const pb::Table& table) {
  const auto taken = std::ranges::count_if(
      table.seats(), [](const pb::TableSeat& seat) { return seat.occupant_case() != pb::TableSeat::OCCUPANT_NOT_SET; });
  return table.phase() == pb::TABLE_PHASE_OPEN && taken == 1;
}

}  // namespace

void Lobby::find(const Sender& sender, const pb::ClientMessage& message, Outbox& out) {
  const pb::FindTable& ask = message.find_table();
  const std::uint32_t turn_seconds = ask.has_turn_seconds() ? ask.turn_seconds() : kFoundTurnSeconds;
  const auto patience =
      patience_of(sender, message.command_id(), turn_seconds,
                  ask.has_absence_seconds() ? std::optional(ask.absence_seconds()) : std::nullopt, false, out);
  if (!patience) return;
  pb::GameOptions options = ask.options();
  const GameKind* kind = game_of(options);
  pb::SeatPart part;
  if (kind != nullptr && !kind->complete(options)) {  // otherwise create() says why not
    if (ask.has_part()) {
      auto completed = completed_part(options, 0, ask.part(), sender, message.command_id(), out);
      if (!completed) return;
      part = *std::move(completed);
    }
    const std::string pool = pool_of(options, *patience);
    if (Place* own = own_table(sender.account, pool)) return find_again(*own, pool, part, sender, message, out);
    const Duration paused = lapses_.paused_until(sender.account) - environment_.clock.now();
    if (paused > 0s) {
      return out.refuse(sender.session, message.command_id(),
                        again_after(refusal(pb::REFUSAL_CODE_FIND_PAUSED,
                                            "you have kept others waiting at tables; try again later, or open a table"),
                                    std::chrono::ceil<std::chrono::milliseconds>(paused)));
    }
    if (Place* found = choose(sender, pool, part)) {
      // Where somebody is just sitting down: wait and see what is left.
      if (found->saving != nullptr) return at_table(*found, sender, message, out);
      return take_seat(*found, sender, message.command_id(), std::nullopt, ask.has_part() ? &part : nullptr, out);
    }
  }
  Place* place = create(sender, message.command_id(), std::move(options), *patience, false, out);
  if (place == nullptr) return;
  pb::Table table = place->table;
  table.mutable_seats(0)->mutable_player()->set_account_id(to_bytes(sender.account));
  table.mutable_seats(0)->mutable_player()->set_name(sender.name);
  if (ask.has_part()) *table.mutable_seats(0)->mutable_part() = part;
  save(*place, std::move(table), sender, message.command_id(), out);
}

// Somebody asks again who sits at such a table already.
void Lobby::find_again(Place& own, const std::string& pool, const pb::SeatPart& part, const Sender& sender,
                       const pb::ClientMessage& message, Outbox& out) {
  if (own.saving != nullptr) return at_table(own, sender, message, out);
  Place* other = waits_alone(own.table) ? choose(sender, pool, part) : nullptr;
  if (other != nullptr && other->saving == nullptr) {
    // Both wait alone, since neither was there when the other came: after a restart, say.
    take_seat(*other, sender, message.command_id(), std::nullopt, message.find_table().has_part() ? &part : nullptr,
              out);
    if (other->saving != nullptr) give_up(own, sender.account, out);
    return;
  }
  const int seat = seat_of(own.table, sender.account);
  const bool changed = message.find_table().has_part() && own.table.phase() == pb::TABLE_PHASE_OPEN &&
                       own.table.seats(seat).part().SerializeAsString() != part.SerializeAsString();
  if (!changed) return answer(sender, message.command_id(), own.table, out);
  pb::Table table = own.table;
  *table.mutable_seats(seat)->mutable_part() = part;
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

bool Lobby::suits(const Place& place, const Sender& sender, const pb::SeatPart& part, Timestamp now) const {
  const pb::Table& table = place.coming();
  if (wants_a_side_that_is_wanted(table, part)) return false;
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

Place* Lobby::choose(const Sender& sender, const std::string& name, const pb::SeatPart& part) {
  const Pool& pool = index_.pool(name);
  const Timestamp now = environment_.clock.now();
  std::map<std::string, Place*> of_host;
  for (const std::size_t at : draw(pool.size())) {
    Place& place = *tables_.find(pool[at]);
    if (!suits(place, sender, part, now)) continue;
    Place*& best = of_host[host_of(place)];
    // Of one host's: where nobody is just sitting down, and that has waited longest.
    const auto rank = [](const Place& one) { return std::pair(one.saving != nullptr, one.id); };
    if (best == nullptr || rank(place) < rank(*best)) best = &place;
  }
  if (of_host.empty()) return nullptr;
  const auto settled = [](const auto& entry) { return entry.second->saving == nullptr; };
  if (std::ranges::any_of(of_host, settled)) std::erase_if(of_host, [&](const auto& entry) { return !settled(entry); });
  const std::size_t pick = of_host.size() == 1 ? 0 : random_below(of_host.size());
  return std::next(of_host.begin(), static_cast<std::ptrdiff_t>(pick))->second;
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
