#include "server/games/duel/solutions.h"

#include <algorithm>

namespace wyrmhall::server {

namespace duel = rules::duel;

std::shared_ptr<const duel::Solver> DuelSolutions::find(duel::Pair pair) {
  const std::scoped_lock lock(kept_guard_);
  const auto found = std::ranges::find(kept_, pair, &Kept::pair);
  if (found == kept_.end()) return nullptr;
  std::rotate(found, found + 1, kept_.end());
  return kept_.back().solver;
}

std::shared_ptr<const duel::Solver> DuelSolutions::solver(duel::Pair pair) {
  if (auto known = find(pair)) return known;
  const std::scoped_lock solving(solving_);
  if (auto known = find(pair)) return known;
  auto solved = std::make_shared<const duel::Solver>(pair);
  const std::scoped_lock lock(kept_guard_);
  if (kept_.size() >= kSolversKept) kept_.erase(kept_.begin());
  kept_.push_back({pair, solved});
  openings_.emplace(pair, std::make_shared<const duel::Openings>(solved->openings()));
  return solved;
}

bool DuelSolutions::has_openings(duel::Pair pair) const {
  const std::scoped_lock lock(kept_guard_);
  return openings_.contains(pair);
}

std::shared_ptr<const duel::Openings> DuelSolutions::openings(duel::Pair pair) {
  {
    const std::scoped_lock lock(kept_guard_);
    if (const auto found = openings_.find(pair); found != openings_.end()) return found->second;
  }
  return std::make_shared<const duel::Openings>(solver(pair)->openings());
}

DuelSolutions& duel_solutions() {
  static DuelSolutions solutions;
  return solutions;
}

bool duel_wire::Solved::is_solved(const duel::Options& options) {
  return duel::is_solved(options.mode);
}

std::optional<duel::Action> duel_wire::Solved::perfect_choice(const duel::State& state, rules::Seat seat,
                                                              const Stop& stop) {
  bool solved_one = false;
  const duel::Solutions solutions{.solver = [](duel::Pair pair) { return duel_solutions().solver(pair); },
                                  .openings = [&](duel::Pair pair) -> std::shared_ptr<const duel::Openings> {
                                    if (!duel_solutions().has_openings(pair)) {
                                      if (solved_one && stop()) return nullptr;
                                      solved_one = true;
                                    }
                                    return duel_solutions().openings(pair);
                                  }};
  return duel::perfect_choice(state, seat, solutions);
}

}  // namespace wyrmhall::server
