// The solutions of Dragon Duel that this process has worked out so far.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "rules/duel/solver.h"
#include "server/games/running_game.h"

namespace wyrmhall::server {

// How many solutions are kept, those used last: each is 4 to 7 MB. Of the others that were solved, only the openings
// stay.
inline constexpr std::size_t kSolversKept = 4;

// Worked out when first needed, by the thread that needs them. All functions may be called at once.
class DuelSolutions {
 public:
  std::shared_ptr<const rules::duel::Solver> solver(rules::duel::Pair pair);
  std::shared_ptr<const rules::duel::Openings> openings(rules::duel::Pair pair);
  // Whether openings() would have to solve.
  [[nodiscard]] bool has_openings(rules::duel::Pair pair) const;

 private:
  struct Kept {
    rules::duel::Pair pair;
    std::shared_ptr<const rules::duel::Solver> solver;
  };
  std::shared_ptr<const rules::duel::Solver> find(rules::duel::Pair pair);

  std::mutex solving_;             // held while one is worked out, so that none is twice
  mutable std::mutex kept_guard_;  // guards the two below
  std::vector<Kept> kept_;         // the one used last is at the end
  std::map<rules::duel::Pair, std::shared_ptr<const rules::duel::Openings>> openings_;  // at most one a pair of figures
};

// Those of this process.
DuelSolutions& duel_solutions();

namespace duel_wire {

struct Solved {
  static bool is_solved(const rules::duel::Options& options);
  // When stop() says that the time is up, it solves no further pair and gives nothing back; the next thought goes on
  // from there.
  static std::optional<rules::duel::Action> perfect_choice(const rules::duel::State& state, rules::Seat seat,
                                                           const Stop& stop);
};

}  // namespace duel_wire

}  // namespace wyrmhall::server
