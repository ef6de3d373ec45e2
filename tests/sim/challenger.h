// A simulated client's challenges: whom it asks to play by name, and what it does when it is asked. With random numbers
// of its own, so that nothing else that a seed makes happen depends on it.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "tests/sim/counters.h"
#include "tests/sim/rng.h"
#include "wyrmhall/v1/client.pb.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::sim {

class Challenger {
 public:
  Challenger(Rng rng, Counters& counters);

  // --- What the client was told ---
  void signed_in(const v1::SignedIn& message);
  void took(const v1::ChallengeOffer& offer);
  void met(const v1::Table& table, const std::string& own_account);
  void hung_up() { offers_.clear(); }

  // What it answers to one who waits for it, if it does so now.
  std::optional<v1::ClientMessage> answer();
  // Perhaps names players whom it has met.
  void challenge(v1::OpenTable& open);

 private:
  Rng rng_;
  Counters& counters_;
  double often_ = 0;
  std::set<std::string> names_;   // of players whom it has met
  std::set<std::string> offers_;  // the tables at which it is awaited
};

}  // namespace wyrmhall::sim
