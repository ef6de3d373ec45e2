// Which options a match of Dragons Arena can be started with.
#include "rules/arena/rules.h"

namespace wyrmhall::rules::arena {
namespace {

using Refusal = std::optional<Fault>;

Refusal check_range(std::string_view rule, Option option, int value, Range range) {
  if (range.holds(value)) return std::nullopt;
  return refuse(rule, Reason::option_range, {number(option), value, range.least, range.most});
}

}  // namespace

std::optional<Fault> check_options(const Options& options) {
  constexpr Range kPlacements{0, number(Placement::free)};
  constexpr Range kDifficulties{0, number(Difficulty::high)};
  if (auto refusal = check_range("A-2", Option::placement, number(options.placement), kPlacements)) return refusal;
  if (auto refusal = check_range("A-40", Option::nuggets, options.nuggets, kNuggets)) return refusal;
  if (options.max_duels) {
    const Range range{options.nuggets, kMaxDuels};
    if (auto refusal = check_range("A-41", Option::max_duels, *options.max_duels, range)) return refusal;
  }
  if (auto refusal = check_range("A-3", Option::fire_seat, options.fire_seat, kFireSeat)) return refusal;
  if (auto refusal = check_range("A-2", Option::difficulty, number(options.difficulty), kDifficulties)) return refusal;
  if (!options.solo) return std::nullopt;
  if (options.placement != Placement::baby) return refuse("A-57", Reason::not_in_solo, {number(Option::placement)});
  if (options.nuggets != 1) return refuse("A-57", Reason::not_in_solo, {number(Option::nuggets)});
  return std::nullopt;
}

}  // namespace wyrmhall::rules::arena
