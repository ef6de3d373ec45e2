// How a simulated client behaves: how fast it is, and how often it does what a client should not.
#pragma once

#include "tests/sim/agenda.h"
#include "tests/sim/rng.h"

namespace wyrmhall::sim {

struct ClientProfile {
  Duration think_least = 50 * kMillisecond;  // between two deeds
  Duration think_most = 800 * kMillisecond;
  int matches_at_once = 2;
  int chain_length = 512;
  // Each the chance that it happens when it could.
  double sleeps = 0;  // lets its clock run out
  double sends_twice = 0;
  double stale = 0;  // acts against an old version
  double wrong_link = 0;
  double out_of_turn = 0;
  double resigns = 0;
  double claims = 0;  // against a player who is told to be absent, whether for long enough or not
  double asks_odds = 0;
  double asks_story = 0;
  double watches = 0;  // opens a match that is not its own
  double closes = 0;   // closes a match, and opens it again
  double exports = 0;
  double rematches = 0;
  double reveals_wrong = 0;
  double reveals_never = 0;
  double ready_never = 0;  // at a table at which everybody sits
  double blocks = 0;       // somebody at its table
  double leaves = 0;       // a table
  double opens_early = 0;  // the match, by its table's id, before it hears that it has started
  double nonsense = 0;     // sends what is no message, or no command at this place
  double hangs_up = 0;
  double forgets = 0;  // loses what only memory held, chains included, when it comes back
  // About who it is (draw_identity_habits):
  double renames = 0;
  double lists_tokens = 0;
  double adds_tokens = 0;
  double revokes = 0;
  double tries_revoked = 0;  // comes by a token that it has given up
  double changes_token = 0;  // a second device comes by another one
  double becomes_member = 0;
  double comes_as_member = 0;  // instead of by a token
  double mistypes = 0;         // the password or code
};

ClientProfile draw_profile(Rng& rng);
// Some in some clients, and the faster the more they do it. What draw_profile has drawn stays.
void draw_identity_habits(Rng& aside, ClientProfile& profile);
// One that only plays its matches to their end.
ClientProfile calm_profile(const ClientProfile& before);

}  // namespace wyrmhall::sim
