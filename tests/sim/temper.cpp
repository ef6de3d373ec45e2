#include "tests/sim/temper.h"

namespace wyrmhall::sim {

Temper draw_temper(Rng& rng) {
  // Each habit is there or not: clients that do everything at once hide what only some of it leads to.
  const auto habit = [&](double at_most) {
    return rng.chance(0.4) ? at_most * static_cast<double>(rng.between(1, 100)) / 100 : 0.0;
  };
  Temper temper;
  temper.think_least = rng.between(5, 100) * kMillisecond;
  temper.think_most = temper.think_least + rng.between(10, rng.chance(0.3) ? 3000 : 400) * kMillisecond;
  temper.matches_at_once = static_cast<int>(rng.between(1, 4));
  temper.chain_length = rng.chance(0.2) ? static_cast<int>(rng.between(3, 20)) : 512;
  temper.sleeps = habit(0.05);
  temper.sends_twice = habit(0.3);
  temper.stale = habit(0.05);
  temper.wrong_link = habit(0.05);
  temper.out_of_turn = habit(0.05);
  temper.resigns = habit(0.01);
  temper.asks_odds = habit(0.05);
  temper.asks_story = habit(0.1);
  temper.watches = habit(0.1);
  temper.closes = habit(0.02);
  temper.exports = habit(0.3);
  temper.rematches = habit(0.5);
  temper.reveals_wrong = habit(0.1);
  temper.reveals_never = habit(0.1);
  temper.ready_never = habit(0.1);
  temper.blocks = habit(0.02);
  temper.leaves = habit(0.1);
  temper.opens_early = habit(1);
  temper.nonsense = habit(0.05);
  temper.hangs_up = habit(0.01);
  temper.forgets = habit(0.3);
  temper.claims = habit(0.5);
  return temper;
}

void draw_identity_habits(Rng& aside, Temper& temper) {
  const auto habit = [&](double at_most) {
    return aside.chance(0.6) ? at_most * static_cast<double>(aside.between(1, 100)) / 100 : 0.0;
  };
  temper.renames = habit(0.02);
  temper.lists_tokens = habit(0.02);
  temper.adds_tokens = habit(0.05);
  temper.revokes = habit(0.03);
  temper.tries_revoked = habit(0.5);
  temper.changes_token = habit(1);
}

Temper calm_temper(const Temper& before) {
  Temper temper;
  temper.think_least = 20 * kMillisecond;
  temper.think_most = 100 * kMillisecond;
  temper.chain_length = before.chain_length;
  temper.matches_at_once = 0;
  return temper;
}

}  // namespace wyrmhall::sim
