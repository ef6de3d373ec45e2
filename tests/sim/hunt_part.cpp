#include "tests/sim/hunt_part.h"

namespace wyrmhall::sim {
namespace {

constexpr double kDrawsCustomHero = 0.2;
constexpr double kDrawsGroups = 0.3;

}  // namespace

pb::SeatPart draw_hunt_part(Rng& rng) {
  pb::SeatPart all;
  pb::HuntSeatPart& part = *all.mutable_hunt();
  for (auto heroes = rng.between(0, 2); heroes > 0; --heroes) {
    pb::HuntNewcomer& hero = *part.add_heroes();
    const bool custom = rng.chance(kDrawsCustomHero);
    hero.set_class_(custom ? pb::HUNT_CLASS_CUSTOM : static_cast<pb::HuntClass>(rng.between(1, pb::HUNT_CLASS_ROGUE)));
    if (!custom) continue;
    hero.set_symbol(static_cast<pb::HuntSymbol>(rng.between(1, pb::HUNT_SYMBOL_DRAGON)));
    for (int skill = 0; skill < 6; ++skill) {
      hero.add_skills(static_cast<pb::HuntSkill>(1 + (5 * skill) + rng.between(0, 3)));
    }
  }
  if (rng.chance(kDrawsGroups)) {
    for (auto places = rng.between(1, 3); places > 0; --places) {
      part.add_groups(static_cast<std::uint32_t>(rng.between(0, 1)));
    }
  }
  return all;
}

}  // namespace wyrmhall::sim
