// How a hunt stands for the heroes, as bots judge it: in hit points of the dragon.
//
// The dragons' hit points count against the heroes, and so does what the heroes have lost and what they are expected to
// lose before the dragon is dead. AC is worth what it saves until then. Whom the next Fury may kill counts as partly
// dead.
#pragma once

#include <array>

#include "rules/hunt/state.h"

namespace wyrmhall::rules::hunt {

struct Weights {
  float damage = 4.0F;  // that a class token does on level 1
  float level = 0.35F;  // and more of it on each further one
  float lost = 5;       // of a hit point that a hero has lost
  float threat = 6;     // of one that it is expected to lose in the Furies to come
  float danger = 60;    // of the certainty to die in the next Fury
  float dead = 60;      // of a dead hero
  float ally = 5;       // of a token
  float blessed = 2;    // of a token
  float pin = 0.7F;     // of the damage that a Pinned token adds
  float victory = 30;   // however much is lost
};

// What the rest of the hunt brings to who faces a dragon.
struct Prospect {
  float furies = 0;  // that the dragon lives to
};

class Judge {
 public:
  explicit Judge(const Weights& weights) : weights_(weights) {}

  // Of a state in a hunt; the more the better.
  [[nodiscard]] double worth(const State& state) const;

  [[nodiscard]] Prospect prospect(const State& state, unsigned dragon) const;
  // The part of worth() that is the hero's own; `prospect` is that of the dragon it faces, if any.
  [[nodiscard]] double worth_of(const State& state, const Hero& hero, const Prospect& prospect) const;

  // How likely the heroes win, roughly: from the damage that they will do before they are dead.
  [[nodiscard]] double chance_of_victory(const State& state) const;

 private:
  [[nodiscard]] float damage_of(const Hero& hero) const;  // with a token
  Weights weights_;
};

// What a Fury of the dragon with so many dice does to a hero.
struct FuryThreat {
  double loss = 0;   // on average
  double death = 0;  // how likely it kills
};
FuryThreat fury_threat(const Dragon& dragon, const Hero& hero, int dice);
// What a hero loses to a counter-attack in a turn on average.
double counter_loss(const Dragon& dragon, const Hero& hero);

}  // namespace wyrmhall::rules::hunt
