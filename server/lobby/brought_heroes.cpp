#include "server/lobby/brought_heroes.h"

#include "common/bytes.h"
#include "server/games/registry.h"

namespace wyrmhall::server {

// A player who has left takes their heroes along. Whether the match will change any hero is told before it starts.
void settle_heroes(pb::Table& table) {
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

// For a match that is to be played again: its heroes have changed since, and their players bring them if they like.
void forget_heroes(pb::GameOptions& options) {
  const GameKind* const kind = game_of(options);
  if (kind == nullptr || kind->heroes() == nullptr) return;
  take_out(*kind->heroes(), options, [](std::uint32_t /*place*/) { return true; });
  options.clear_practice();
}

std::vector<persistence::HeroTaken> heroes_taken(const pb::GameOptions& options) {
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

}  // namespace wyrmhall::server
