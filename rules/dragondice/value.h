// How good a state of Dragon Dice is, and what may be expected of the dragons: in points of the score.
#pragma once

#include <array>

#include "rules/dragondice/state.h"
#include "rules/seat.h"

namespace wyrmhall::rules::dragondice {

// What the dice of a unit show in an answer to dragons, on average. An ID counts as nothing but itself.
struct UnitMean {
  float melee = 0;
  float missile = 0;
  float save = 0;
  float id = 0;
};
const UnitMean& mean_of(UnitType type);

// What the units of a seat at a terrain show together.
struct ArmyMean {
  int health = 0;
  UnitMean results{};

  void add(UnitType type, int sign = 1);
};
ArmyMean army_mean(const State& state, Seat seat, Place terrain);

// What an attack of the dragons at a terrain brings the army there, on average: health lost, and force value slain.
struct Prospect {
  float lost = 0;
  float slain = 0;
};
Prospect prospect_of(const State& state, const ArmyMean& army, Dragons there);
// The same in points: what the dragons may still do to an army of this seat where they are, over all its turns to come.
float outlook_of(const State& state, Seat seat, const ArmyMean& army, Dragons there);

// The attacks that the seat still has to face, without those of this turn.
int attacks_to_come(const State& state, Seat seat);

// The seat's lead if nothing else happened, with the answer that is being given and what the dragons that stand
// somewhere may still do.
float lead_of(const State& state, Seat seat);
// From 0 (lost) to 1 (won).
double value_of(const State& state, Seat seat);

}  // namespace wyrmhall::rules::dragondice
