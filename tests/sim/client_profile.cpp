#include "tests/sim/client_profile.h"

namespace wyrmhall::sim {

ClientProfile draw_profile(Rng& rng) {
  // Each habit is there or not: clients that do everything at once hide what only some of it leads to.
  const auto habit = [&](double at_most) {
    return rng.chance(0.4) ? at_most * static_cast<double>(rng.between(1, 100)) / 100 : 0.0;
  };
  ClientProfile profile;
  profile.think_least = rng.between(5, 100) * kMillisecond;
  profile.think_most = profile.think_least + rng.between(10, rng.chance(0.3) ? 3000 : 400) * kMillisecond;
  profile.matches_at_once = static_cast<int>(rng.between(1, 4));
  profile.chain_length = rng.chance(0.2) ? static_cast<int>(rng.between(3, 20)) : 512;
  profile.sleeps = habit(0.05);
  profile.sends_twice = habit(0.3);
  profile.stale = habit(0.05);
  profile.wrong_link = habit(0.05);
  profile.out_of_turn = habit(0.05);
  profile.resigns = habit(0.01);
  profile.asks_odds = habit(0.05);
  profile.asks_story = habit(0.1);
  profile.watches = habit(0.1);
  profile.closes = habit(0.02);
  profile.exports = habit(0.3);
  profile.rematches = habit(0.5);
  profile.reveals_wrong = habit(0.1);
  profile.reveals_never = habit(0.1);
  profile.ready_never = habit(0.1);
  profile.blocks = habit(0.02);
  profile.leaves = habit(0.1);
  profile.opens_early = habit(1);
  profile.nonsense = habit(0.05);
  profile.hangs_up = habit(0.01);
  profile.forgets = habit(0.3);
  profile.claims = habit(0.5);
  return profile;
}

void draw_identity_habits(Rng& aside, ClientProfile& profile) {
  const auto habit = [&](double at_most) {
    return aside.chance(0.6) ? at_most * static_cast<double>(aside.between(1, 100)) / 100 : 0.0;
  };
  profile.renames = habit(0.02);
  profile.lists_tokens = habit(0.02);
  profile.adds_tokens = habit(0.05);
  profile.revokes = habit(0.03);
  profile.tries_revoked = habit(0.5);
  profile.changes_token = habit(1);
  profile.becomes_member = habit(0.05);
  profile.comes_as_member = habit(0.5);
  profile.mistypes = habit(0.3);
}

ClientProfile calm_profile(const ClientProfile& before) {
  ClientProfile profile;
  profile.think_least = 20 * kMillisecond;
  profile.think_most = 100 * kMillisecond;
  profile.chain_length = before.chain_length;
  profile.matches_at_once = 0;
  return profile;
}

}  // namespace wyrmhall::sim
