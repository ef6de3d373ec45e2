#include "tests/sim/match_copy.h"

#include <fmt/format.h>

namespace wyrmhall::sim {

bool is_repeat(const pb::MatchUpdate& update) {
  return !update.has_diff() && !update.has_snapshot();
}

void MatchCopy::take(const pb::MatchOpened& opened) {
  channel = opened.channel();
  seat = opened.seat();
  info = opened.info();
}

std::optional<std::string> MatchCopy::take(const pb::MatchUpdate& update) {
  if (is_repeat(update)) return std::nullopt;
  if (update.version() < version) {
    return fmt::format("shown version {} after version {}", update.version(), version);
  }
  if (update.has_snapshot()) {
    view = update.snapshot();
  } else {
    if (update.version() != version + 1) {
      return fmt::format("a gap in the updates: {} after {}", update.version(), version);
    }
    view.MergeFrom(update.diff());
  }
  version = update.version();
  choices = update.choices();
  if (update.has_waiting_on()) waiting_on = update.waiting_on();
  if (update.has_outcome()) {
    outcome = update.outcome();
    server_seed = update.server_seed();
  }
  return std::nullopt;
}

}  // namespace wyrmhall::sim
