// Which options a match of Dragon Dance can be started with.
#include "rules/dance/rules.h"

namespace wyrmhall::rules::dance {
namespace {

// O0.
std::optional<Fault> check_range(Option option, int value, rules::Range range) {
  if (range.holds(value)) return std::nullopt;
  return refuse("O0", Reason::option_range, {number(option), value, range.least, range.most});
}

}  // namespace

std::optional<Fault> check_options(const Options& options) {
  if (auto fault = check_range(Option::round_limit, options.round_limit, kRoundLimit)) return fault;
  if (auto fault = check_range(Option::knight_life, options.knight_life, kKnightLife)) return fault;
  return check_range(Option::dragon_life, options.dragon_life, kDragonLife);
}

}  // namespace wyrmhall::rules::dance
