#include "server/heroes/match_heroes.h"

#include "common/id.h"

namespace wyrmhall::server {

std::vector<HeroInSeat> heroes_of(const GameKind& kind, const persistence::MatchRow& row) {
  std::vector<HeroInSeat> heroes;
  if (kind.heroes() == nullptr) return heroes;
  v1::GameOptions options;
  options.ParseFromString(row.options);
  if (options.practice() != v1::PRACTICE_REASON_UNSPECIFIED) return heroes;
  for (const v1::BroughtHero& hero : options.heroes()) {
    // A damaged row may name none.
    const auto seat = kind.heroes()->seat_of(options, hero.place());
    if (seat && id_from_bytes<HeroId>(hero.hero_id()))
      heroes.push_back({.hero = hero, .seat = static_cast<rules::Seat>(*seat)});
  }
  return heroes;
}

std::vector<persistence::HeroBooked> given_back(std::span<const HeroInSeat> heroes, const RunningGame& game,
                                                rules::SeatSet out_before) {
  std::vector<persistence::HeroBooked> booked;
  if (heroes.empty()) return booked;
  const bool over = game.ending().has_value();
  for (const HeroInSeat& each : heroes) {
    if (out_before.contains(each.seat) || !(over || game.seats_out().contains(each.seat))) continue;
    if (auto hero = game.booked(each.hero)) booked.push_back(*std::move(hero));
  }
  return booked;
}

}  // namespace wyrmhall::server
