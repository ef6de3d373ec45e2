// How long what is in the database stays there.
#pragma once

#include <chrono>
#include <optional>

#include "server/core/limits.h"

namespace wyrmhall::server {

// Nothing: for ever.
struct KeepTimes {
  // The moves of matches, since their end; then they go to the files of their years.
  std::optional<std::chrono::seconds> matches;
  // Guests who have never played, since they were last here; then they are deleted.
  std::optional<std::chrono::seconds> guests = kGuestsExpire;
};

}  // namespace wyrmhall::server
