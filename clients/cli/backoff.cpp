#include "clients/cli/backoff.h"

#include <algorithm>

namespace wyrmhall::cli {

std::optional<Backoff::Milliseconds> Backoff::next(Milliseconds since_loss, std::uint64_t random) {
  if (since_loss >= kLimit) return std::nullopt;
  const Milliseconds half = step_ / 2;
  const auto spread = static_cast<std::uint64_t>(half.count()) + 1;
  const Milliseconds wait = half + Milliseconds(static_cast<std::int64_t>(random % spread));
  step_ = std::min(step_ * 2, kMax);
  return std::min(wait, kLimit - since_loss);
}

}  // namespace wyrmhall::cli
