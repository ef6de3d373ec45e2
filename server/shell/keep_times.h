// How long what is in the database stays there.
#pragma once

#include <chrono>
#include <optional>

#include "server/core/limits.h"

namespace wyrmhall::server {

// Nothing: forever.
struct KeepTimes {
  // For the moves of matches, from their end on; after that they go to the files of their years.
  std::optional<std::chrono::seconds> matches;
  // For guests who have never played, from when they were last here on; after that they are deleted.
  std::optional<std::chrono::seconds> guests = kGuestsExpire;
};

}  // namespace wyrmhall::server
