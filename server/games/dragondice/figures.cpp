#include "server/games/dragondice/figures.h"

#include "rules/dragondice/odds.h"

namespace wyrmhall::server::dragondice_wire {

namespace dragondice = rules::dragondice;

bool Odds::figures(const dragondice::State& state, const dragondice::Action& action, v1::GameOdds& odds) {
  const auto armies = dragondice::odds_of(state, action);
  if (armies.empty()) return false;
  for (const dragondice::ArmyOdds& from : armies) {
    v1::DragondiceArmyOdds& army = *odds.mutable_dragondice()->add_armies();
    army.set_seat(from.seat);
    army.set_terrain(from.at.number);
    army.mutable_melee()->Assign(from.melee.begin(), from.melee.end());
    army.mutable_missile()->Assign(from.missile.begin(), from.missile.end());
    army.mutable_save()->Assign(from.save.begin(), from.save.end());
    army.mutable_damage()->Assign(from.damage.begin(), from.damage.end());
    army.set_lost(from.lost);
    army.set_breath(from.breath);
  }
  return true;
}

}  // namespace wyrmhall::server::dragondice_wire
