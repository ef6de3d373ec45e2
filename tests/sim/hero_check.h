// The promise about heroes that are kept: each is in one match at a time, taken as it is and given back as it stands,
// once. Told of each write when it is kept.
#pragma once

#include <map>
#include <vector>

#include "persistence/store.h"
#include "tests/sim/counters.h"

namespace wyrmhall::sim {

class HeroCheck {
 public:
  explicit HeroCheck(Counters& counters) : counters_(counters) {}

  void made(const persistence::HeroRow& hero);
  void retired(const HeroId& hero);
  // A match that starts, and the heroes that its options name.
  void taken(const persistence::CreateMatch& request);
  // What a move gives back, and what the match's fold says that it should.
  void given_back(const persistence::AppendMove& request, const std::vector<persistence::HeroBooked>& expected);

 private:
  struct Kept {
    AccountId account{};
    std::uint32_t revision = 0;
    std::string body;
    std::optional<MatchId> match;
    bool gone = false;  // retired or fallen
  };
  Counters& counters_;
  std::map<HeroId, Kept> heroes_;
};

}  // namespace wyrmhall::sim
