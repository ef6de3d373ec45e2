// What a simulated client does with heroes that are kept: makes some, brings them to hunts, to two tables at once if it
// can, and retires one now and then.
#include <fmt/format.h>

#include <algorithm>

#include "tests/sim/client.h"

namespace wyrmhall::sim {
namespace {

constexpr std::size_t kHeroesKept = 5;  // then no more are made
constexpr double kBrings = 0.5;
constexpr double kRetires = 0.02;

}  // namespace

void Client::note(const pb::Stable& stable) {
  stable_.clear();
  for (const pb::Hero& hero : stable.heroes()) {
    if (hero.fallen_at_us() == 0 && hero.retired_at_us() == 0) stable_.push_back(hero.hero_id());
  }
}

bool Client::make_hero() {
  pb::ClientMessage message;
  message.mutable_make_hero()->set_name(fmt::format("Hero {}", rng_.below(50)));
  message.mutable_make_hero()->set_hero_class(static_cast<pb::HuntClass>(rng_.between(1, 5)));
  ask(std::move(message));
  return true;
}

// At a table whose game has heroes, once.
bool Client::bring_heroes(Seated& seated) {
  const pb::GameOptions& options = seated.table.options();
  if (!options.has_hunt() || seated.thought_of_heroes || seated.table.phase() != pb::TABLE_PHASE_OPEN) return false;
  seated.thought_of_heroes = true;
  if (!rng_.chance(kBrings)) return false;
  if (stable_.empty() || (stable_.size() < kHeroesKept && rng_.chance(0.4))) {
    seated.thought_of_heroes = false;  // the next thought brings it
    return make_hero();
  }
  if (rng_.chance(kRetires)) {
    pb::ClientMessage message;
    message.mutable_retire_hero()->set_hero_id(rng_.pick(stable_));
    ask(std::move(message));
    return true;
  }
  pb::ClientMessage message;
  message.mutable_bring_heroes()->set_table_id(seated.table.table_id());
  const int seat = my_seat(seated.table);
  for (int place = 0; place < options.hunt().heroes_size(); ++place) {
    if (static_cast<int>(options.hunt().heroes(place).seat()) != seat || !rng_.chance(0.7)) continue;
    pb::HeroInPlace& hero = *message.mutable_bring_heroes()->add_heroes();
    hero.set_place(static_cast<std::uint32_t>(place));
    hero.set_hero_id(rng_.pick(stable_));
  }
  ask(std::move(message));
  return true;
}

}  // namespace wyrmhall::sim
