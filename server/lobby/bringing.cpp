#include "server/lobby/bringing.h"

#include <algorithm>
#include <set>

#include "common/bytes.h"
#include "server/games/registry.h"
#include "server/lobby/brought_heroes.h"
#include "server/lobby/parts.h"
#include "server/lobby/telling.h"
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

pb::BroughtHero brought(const HeroGame& heroes, std::uint32_t place, const persistence::HeroRow& row) {
  pb::BroughtHero hero;
  hero.set_place(place);
  hero.set_hero_id(to_bytes(row.id));
  hero.set_name(row.name);
  hero.set_revision(row.revision);
  heroes.describe(row, hero);
  return hero;
}

// What is wrong with it, as far as the table alone can tell.
std::optional<pb::Refusal> fault_in_bringing(const pb::Table& table, const Sender& sender, const pb::BringHeroes& ask) {
  const int seat = seat_of(table, sender.account);
  if (seat < 0) return refusal(pb::REFUSAL_CODE_NOT_SEATED, "you do not sit at this table");
  if (table.phase() != pb::TABLE_PHASE_OPEN) {
    return refusal(pb::REFUSAL_CODE_WRONG_PHASE, "the match is about to start");
  }
  const HeroGame* const heroes = game_of(table.options())->heroes();
  if (heroes == nullptr) return refusal(pb::REFUSAL_CODE_NO_HEROES, "this game has no heroes that are kept");
  std::set<std::uint32_t> places;
  std::set<std::string> ids;
  for (const pb::HeroInPlace& hero : ask.heroes()) {
    if (!id_from_bytes<HeroId>(hero.hero_id())) return no_id("heroes.hero_id");
    if (heroes->seat_of(table.options(), hero.place()) != static_cast<std::uint32_t>(seat)) {
      return refusal(pb::REFUSAL_CODE_FIELD_INVALID, "this is no place of your seat", "heroes.place");
    }
    if (!places.insert(hero.place()).second || !ids.insert(hero.hero_id()).second) {
      return refusal(pb::REFUSAL_CODE_FIELD_INVALID, "a place and a hero can be named once", "heroes");
    }
  }
  return std::nullopt;
}

// Puts the heroes into the options of the table; or why they cannot come.
std::optional<pb::Refusal> fill_in(pb::Table& table, const Sender& sender, const pb::BringHeroes& ask,
                                   std::span<const persistence::HeroLine> lines) {
  const GameKind& kind = *game_of(table.options());
  const HeroGame& heroes = *kind.heroes();
  pb::GameOptions options = table.options();
  const auto seat = static_cast<std::uint32_t>(seat_of(table, sender.account));
  take_out(heroes, options, [&](std::uint32_t place) { return heroes.seat_of(options, place) == seat; });
  for (const pb::HeroInPlace& wanted : ask.heroes()) {
    const auto hero = *id_from_bytes<HeroId>(wanted.hero_id());
    const auto found = std::ranges::find(lines, hero, [](const persistence::HeroLine& line) { return line.hero.id; });
    if (found == lines.end()) {
      return refusal(pb::REFUSAL_CODE_HERO_UNKNOWN, "there is no such hero in your stable", "heroes.hero_id");
    }
    const persistence::HeroRow& row = found->hero;
    if (row.fallen_at || row.retired_at) {
      return refusal(pb::REFUSAL_CODE_HERO_GONE, "this hero has fallen, or was retired", "heroes.hero_id");
    }
    if (row.match) return refusal(pb::REFUSAL_CODE_HERO_BUSY, kBusyHero, "heroes.hero_id");
    heroes.bring(options, wanted.place(), row.body);
    *options.add_heroes() = brought(heroes, wanted.place(), row);
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

}  // namespace

bool HeroBringing::is_brought(const AccountId& account, const HeroId& hero, const TableId* besides) const {
  const std::string id = to_bytes(hero);
  return std::ranges::any_of(state_.index.of(account), [&](const TableId& table) {
    if (besides != nullptr && table == *besides) return false;
    const HeldTable* const held = state_.tables.find(table);
    if (held != nullptr && (has_brought(held->table, id) || has_brought(held->coming(), id))) return true;
    const auto coming = bringing_.find(table);
    return coming != bringing_.end() && brings(coming->second, account, id);
  });
}

bool HeroBringing::is_busy(const AccountId& account, const HeroId& hero, const TableId& besides) const {
  return is_brought(account, hero, &besides) ||
         std::ranges::any_of(retiring_, [&](const auto& one) { return one.second == std::pair(account, hero); });
}

std::uint64_t HeroBringing::begin_retirement(const AccountId& account, const HeroId& hero) {
  retiring_.emplace(++retirements_, std::pair(account, hero));
  return retirements_;
}

void HeroBringing::bring(HeldTable& held, const Sender& sender, const pb::ClientMessage& message, Outbox& out) {
  if (auto fault = fault_in_bringing(held.table, sender, message.bring_heroes())) {
    return out.refuse(sender.session, message.command_id(), *std::move(fault));
  }
  if (bringing_.contains(held.id)) {
    return refuse(sender, message.command_id(), pb::REFUSAL_CODE_BUSY, "the table is busy; try again", out);
  }
  for (const pb::HeroInPlace& hero : message.bring_heroes().heroes()) {
    if (!is_busy(sender.account, *id_from_bytes<HeroId>(hero.hero_id()), held.id)) continue;
    return refuse(sender, message.command_id(), pb::REFUSAL_CODE_HERO_BUSY, kBusyHero, out, "heroes.hero_id");
  }
  bringing_[held.id] = {sender, message.SerializeAsString()};
  out.ask(HeroesForTable{held.id}, persistence::ListHeroes{.account = sender.account, .limit = kHeroesRead});
}

// The stable has been read. Meanwhile the table may have changed, or be gone.
void HeroBringing::answered(const HeroesForTable& wait, const HeroesForTable::Answer& answer, Outbox& out) {
  const auto waiting = bringing_.extract(wait.table);
  if (waiting.empty()) return;
  const Sender& sender = waiting.mapped().sender;
  pb::ClientMessage message;
  message.ParseFromString(waiting.mapped().command);
  const auto refuse_it = [&](pb::Refusal why) { out.refuse(sender.session, message.command_id(), std::move(why)); };
  HeldTable* const held = state_.tables.find(wait.table);
  if (held == nullptr) {
    return refuse_it(refusal(pb::REFUSAL_CODE_TABLE_UNKNOWN, "the table has closed", "table_id"));
  }
  if (!answer.kept()) {
    return refuse_it(
        again_after(refusal(pb::REFUSAL_CODE_NO_STORE, "the stable cannot be read; try again"), kStoreRetry));
  }
  if (saving_.waits(*held, sender, message, out)) return;  // it is read again after that
  if (auto fault = fault_in_bringing(held->table, sender, message.bring_heroes())) return refuse_it(*std::move(fault));
  pb::Table after = held->table;
  if (auto fault = fill_in(after, sender, message.bring_heroes(), answer.value)) return refuse_it(*std::move(fault));
  saving_.save(*held, std::move(after), sender, message.command_id(), out);
}

}  // namespace wyrmhall::server
