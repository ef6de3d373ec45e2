// What an army may expect of the dragons where it stands, exactly (DR-9 to DR-11 of docs/rules/dragondice.md): dice are
// added up one by one, and those that are rolled again are followed until nothing that could be shown is left.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rules/dragondice/action.h"
#include "rules/dragondice/event.h"
#include "rules/dragondice/state.h"
#include "rules/seat.h"

namespace wyrmhall::rules::dragondice {

// The probabilities of 0, 1, 2 …; they add up to 1, and the last is above 0.
using Chances = std::vector<double>;

struct ArmyOdds {
  Seat seat = 0;
  Place at{};
  // What its answer comes to if its owner counts as much as possible as this kind of result: IDs, Create Fireminions,
  // and what Regenerate and Wild Growth leave to choose. A Bash counts nothing, since it is not known yet which dragon
  // it may name.
  Chances melee;
  Chances missile;
  Chances save;
  // The damage of all dragons that attack it (DR-3), without those that may choose among dragons.
  Chances damage;
  double lost = 0;    // damage above saves, on average; at most the army's health
  double breath = 0;  // the probability that at least one of them breathes at it
};

// The probabilities of what the army's answer comes to, all as one kind of result: &Results::melee, say. Nothing where
// there are too many ways to follow: a large force with few dice that are alike, under a Trumpet. May run at once.
std::optional<Chances> answer_chances(const State& state, Seat seat, Place at, std::uint16_t Results::* which);

// The odds of the armies that a decision is about, as they stand after it: the one that is attacked next, and all where
// a dragon is called to. None for any other decision, nor for an army that no dragon attacks.
std::vector<ArmyOdds> odds_of(const State& state, const Action& action);

}  // namespace wyrmhall::rules::dragondice
