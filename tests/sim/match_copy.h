// What a client keeps of a match: the view by merging diffs, its choices, and a version that only goes up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::sim {

namespace pb = wyrmhall::v1;

struct MatchCopy {
  std::uint32_t channel = 0;
  int seat = -1;
  std::uint64_t version = 0;
  pb::GameView view;
  pb::Choices choices;
  std::uint32_t waiting_on = 0;
  std::optional<pb::Outcome> outcome;
  std::string server_seed;
  pb::MatchInfo info;

  // Take in what the server says, but for the updates inside of MatchOpened. What is wrong with it, or nothing.
  void take(const pb::MatchOpened& opened);
  [[nodiscard]] std::optional<std::string> take(const pb::MatchUpdate& update);
};

// Whether an update only says that a command that was sent again counts: it has a version and nothing else.
bool is_repeat(const pb::MatchUpdate& update);

}  // namespace wyrmhall::sim
