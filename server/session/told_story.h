// A part of a match's story as it is told: what a worker makes, and what is remembered for who asks again.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "server/core/ids.h"

namespace wyrmhall::server {

// What is asked for, and by whom: what is secret at the time is told to its seat alone.
struct StoryKey {
  MatchId match{};
  AccountId account{};
  std::uint32_t since = 0;  // version

  friend auto operator<=>(const StoryKey&, const StoryKey&) = default;
};

struct ToldStory {
  std::string fields;    // of a pb::Story, without its channel
  bool lasting = false;  // it is the same whenever it is asked for: the match is over, or this part of it is
};

}  // namespace wyrmhall::server
