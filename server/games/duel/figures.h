// What may come of an attack in Dragon Duel, as figures (DuelOdds of protocol/wyrmhall/v1/duel.proto).
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "rules/duel/event.h"
#include "rules/duel/state.h"
#include "rules/duel/table.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server::duel_wire {

class Figures {
 public:
  // One outcome of an action: the state before and after it, what happened, and how likely it is.
  void add(const rules::duel::State& before, const rules::duel::State& after,
           std::span<const rules::duel::Event> events, double probability);

  // Nothing where the action was no attack.
  void write(v1::GameOdds& odds) const;

 private:
  bool attacked_ = false;
  v1::DuelOdds odds_;
  std::array<double, rules::duel::kFullHealth + 1> damage_{};
};

}  // namespace wyrmhall::server::duel_wire
