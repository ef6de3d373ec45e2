// Heroes that players bring to a table from their stables.
//
// A hero is at one table at a time, and in one match: what is brought stands in the table's options, with the values
// that are kept of it, and the match that starts takes it in the same transaction. While the stable is read to bring a
// hero, nobody retires it or brings it elsewhere, and while it is retired nobody brings it: what was read stays so. The
// store has the last word all the same: where it says that a hero is not as the table has it, the start is called off,
// and that hero alone is taken out.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <set>

#include "common/bytes.h"
#include "server/games/registry.h"
#include "server/lobby/lobby.h"
#include "server/lobby/parts.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {
namespace {

constexpr std::string_view kBusyHero = "this hero is in a match, at another table, or about to retire";

bool has_brought(const pb::Table& table, const std::string& hero) {
  return std::ranges::count(table.options().heroes(), hero, &pb::BroughtHero::hero_id) != 0;
}

bool brings(const QueuedCommand& command, const AccountId& account, const std::string& hero) {
  if (command.sender.account != account) return false;
  pb::ClientMessage message;
  message.ParseFromString(command.command);
  return std::ranges::count(message.bring_heroes().heroes(), hero, &pb::HeroInPlace::hero_id) != 0;
}

// Whoever comes to these places is a newcomer again.
template <class Leaves>
void take_out(const HeroGame& heroes, pb::GameOptions& options, Leaves&& leaves) {
  pb::GameOptions before = options;
  options.clear_heroes();
  for (const pb::BroughtHero& hero : before.heroes()) {
    if (leaves(hero.place())) {
      heroes.take_out(options, hero.place());
    } else {
      *options.add_heroes() = hero;
    }
  }
}

pb::BroughtHero brought(std::uint32_t place, const persistence::HeroRow& row) {
  pb::BroughtHero hero;
  hero.set_place(place);
  hero.set_hero_id(to_bytes(row.id));
  hero.set_name(row.name);
  hero.set_revision(row.revision);
  hero.set_chapter(row.chapter);
  hero.set_slain(row.slain);
  return hero;
}

}  // namespace

bool Lobby::is_brought(const AccountId& account, const HeroId& hero, const TableId* besides) const {
  const std::string id = to_bytes(hero);
  return std::ranges::any_of(index_.of(account), [&](const TableId& table) {
    if (besides != nullptr && table == *besides) return false;
    const Place* const place = tables_.find(table);
    if (place != nullptr && (has_brought(place->table, id) || has_brought(place->coming(), id))) return true;
    const auto coming = bringing_.find(table);
    return coming != bringing_.end() && brings(coming->second, account, id);
  });
}

bool Lobby::is_busy(const AccountId& account, const HeroId& hero, const TableId& besides) const {
  return is_brought(account, hero, &besides) ||
         std::ranges::any_of(retiring_, [&](const auto& one) { return one.second == std::pair(account, hero); });
}

std::uint64_t Lobby::begin_retirement(const AccountId& account, const HeroId& hero) {
  retiring_.emplace(++retirements_, std::pair(account, hero));
  return retirements_;
}

// What is wrong with it as far as the table alone can tell.
std::optional<pb::Refusal> Lobby::fault_in_bringing(const Place& place, const Sender& sender,
                                                    const pb::BringHeroes& ask) const {
  const int seat = seat_of(place.table, sender.account);
  if (seat < 0) return refusal(pb::REFUSAL_CODE_NOT_SEATED, "you do not sit at this table");
  if (place.table.phase() != pb::TABLE_PHASE_OPEN) {
    return refusal(pb::REFUSAL_CODE_WRONG_PHASE, "the match is about to start");
  }
  const HeroGame* const heroes = game_of(place.table.options())->heroes();
  if (heroes == nullptr) return refusal(pb::REFUSAL_CODE_NO_HEROES, "this game has no heroes that are kept");
  std::set<std::uint32_t> places;
  std::set<std::string> ids;
  for (const pb::HeroInPlace& hero : ask.heroes()) {
    if (!id_from_bytes<HeroId>(hero.hero_id())) return no_id("heroes.hero_id");
    if (heroes->seat_of(place.table.options(), hero.place()) != static_cast<std::uint32_t>(seat)) {
      return refusal(pb::REFUSAL_CODE_FIELD_INVALID, "this is no place of your seat", "heroes.place");
    }
    if (!places.insert(hero.place()).second || !ids.insert(hero.hero_id()).second) {
      return refusal(pb::REFUSAL_CODE_FIELD_INVALID, "a place and a hero can be named once", "heroes");
    }
  }
  return std::nullopt;
}

void Lobby::bring(Place& place, const Sender& sender, const pb::ClientMessage& message, Outbox& out) {
  if (auto fault = fault_in_bringing(place, sender, message.bring_heroes())) {
    return out.refuse(sender.session, message.command_id(), *std::move(fault));
  }
  if (bringing_.contains(place.id)) {
    return refuse(sender, message.command_id(), pb::REFUSAL_CODE_BUSY, "the table is busy; try again", out);
  }
  for (const pb::HeroInPlace& hero : message.bring_heroes().heroes()) {
    if (!is_busy(sender.account, *id_from_bytes<HeroId>(hero.hero_id()), place.id)) continue;
    return refuse(sender, message.command_id(), pb::REFUSAL_CODE_HERO_BUSY, kBusyHero, out, "heroes.hero_id");
  }
  bringing_[place.id] = {sender, message.SerializeAsString()};
  out.ask(HeroesForTable{place.id}, persistence::ListHeroes{.account = sender.account, .limit = kHeroesRead});
}

// The stable has been read. Meanwhile the table may have changed, or gone.
void Lobby::answered(const HeroesForTable& wait, const persistence::Answer& answer, Outbox& out) {
  const auto waiting = bringing_.extract(wait.table);
  if (waiting.empty()) return;
  const Sender& sender = waiting.mapped().sender;
  pb::ClientMessage message;
  message.ParseFromString(waiting.mapped().command);
  const auto refuse_it = [&](pb::Refusal why) { out.refuse(sender.session, message.command_id(), std::move(why)); };
  Place* const place = tables_.find(wait.table);
  if (place == nullptr) {
    return refuse_it(refusal(pb::REFUSAL_CODE_TABLE_UNKNOWN, "the table has closed", "table_id"));
  }
  if (answer.verdict != persistence::Verdict::kKept) {
    return refuse_it(
        again_after(refusal(pb::REFUSAL_CODE_NO_STORE, "the stable cannot be read; try again"), kStoreRetry));
  }
  if (place->saving != nullptr) return at_table(*place, sender, message, out);  // it is read again after that
  if (auto fault = fault_in_bringing(*place, sender, message.bring_heroes())) return refuse_it(*std::move(fault));
  pb::Table after = place->table;
  if (auto fault = fill_in(after, sender, message.bring_heroes(), answer)) return refuse_it(*std::move(fault));
  save(*place, std::move(after), sender, message.command_id(), out);
}

std::optional<pb::Refusal> Lobby::fill_in(pb::Table& table, const Sender& sender, const pb::BringHeroes& ask,
                                          const persistence::Answer& stable) const {
  const GameKind& kind = *game_of(table.options());
  const HeroGame& heroes = *kind.heroes();
  pb::GameOptions options = table.options();
  const auto seat = static_cast<std::uint32_t>(seat_of(table, sender.account));
  take_out(heroes, options, [&](std::uint32_t place) { return heroes.seat_of(options, place) == seat; });
  for (const pb::HeroInPlace& wanted : ask.heroes()) {
    const auto hero = *id_from_bytes<HeroId>(wanted.hero_id());
    const auto& lines = stable.lists().heroes;
    const auto found = std::ranges::find(lines, hero, [](const persistence::HeroLine& line) { return line.hero.id; });
    if (found == lines.end()) {
      return refusal(pb::REFUSAL_CODE_HERO_UNKNOWN, "there is no such hero in your stable", "heroes.hero_id");
    }
    const persistence::HeroRow& row = found->hero;
    if (row.fallen_at || row.retired_at) {
      return refusal(pb::REFUSAL_CODE_HERO_GONE, "this hero hunts no more", "heroes.hero_id");
    }
    if (row.match) return refusal(pb::REFUSAL_CODE_HERO_BUSY, kBusyHero, "heroes.hero_id");
    heroes.bring(options, wanted.place(), row.body);
    *options.add_heroes() = brought(wanted.place(), row);
  }
  // The rules may not allow them together, or not beside what other seats bring.
  const auto kept = options.heroes();
  *table.mutable_options() = std::move(options);
  pb::GameOptions starting = composed_options(table);
  if (auto refused = kind.complete(starting)) return refused;
  if (table.options().seats_bring()) return std::nullopt;
  *table.mutable_options() = std::move(starting);
  *table.mutable_options()->mutable_heroes() = kept;
  return std::nullopt;
}

// Who has left takes their heroes along. And whether the match will change any is told before it starts.
void Lobby::settle_heroes(pb::Table& table) {
  const HeroGame* const heroes = game_of(table.options())->heroes();
  if (heroes == nullptr || table.phase() != pb::TABLE_PHASE_OPEN) return;
  pb::GameOptions& options = *table.mutable_options();
  if (!options.heroes().empty()) {
    take_out(*heroes, options, [&](std::uint32_t place) {
      const auto seat = heroes->seat_of(options, place);
      return !seat || *seat >= static_cast<std::uint32_t>(table.seats_size()) ||
             !table.seats(static_cast<int>(*seat)).has_player();
    });
  }
  table.set_practice(options.heroes().empty() ? pb::PRACTICE_REASON_UNSPECIFIED : heroes->practice(options));
}

// Of a match that is to be played again: they have changed since, and their players bring them if they like.
void Lobby::forget_heroes(pb::GameOptions& options) {
  const GameKind* const kind = game_of(options);
  if (kind == nullptr || kind->heroes() == nullptr) return;
  take_out(*kind->heroes(), options, [](std::uint32_t /*place*/) { return true; });
  options.clear_practice();
}

std::vector<persistence::HeroTaken> Lobby::taken(const pb::GameOptions& options) {
  const HeroGame* const heroes = game_of(options)->heroes();
  std::vector<persistence::HeroTaken> taken;
  if (options.practice() != pb::PRACTICE_REASON_UNSPECIFIED) return taken;
  for (const pb::BroughtHero& hero : options.heroes()) {
    taken.push_back({.hero = *id_from_bytes<HeroId>(hero.hero_id()),
                     .place = static_cast<std::uint8_t>(hero.place()),
                     .seat = static_cast<std::uint8_t>(*heroes->seat_of(options, hero.place())),
                     .revision = hero.revision()});
  }
  return taken;
}

// The store does not have a hero as the table has it. Refused, so that nothing is on disk.
void Lobby::call_off_over_hero(Place& place, const persistence::Answer& answer, Outbox& out) {
  spdlog::error("table {}: the hero in place {} is elsewhere; the start is called off", uuid_text(place.id),
                answer.number);
  place.saving.reset();
  pb::Table after = aborted(place, place.table, pb::CALLED_OFF_REASON_RESTART, {});
  after.set_phase(pb::TABLE_PHASE_OPEN);
  after.set_called_off(pb::CALLED_OFF_REASON_HERO_ELSEWHERE);
  take_out(*game_of(after.options())->heroes(), *after.mutable_options(),
           [&](std::uint32_t hero) { return hero == answer.number; });
  save(place, std::move(after), {}, 0, out);
  place.saving->insists = true;
}

}  // namespace wyrmhall::server
