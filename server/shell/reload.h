// The configuration read again while the server runs.
#pragma once

#include <optional>

#include "server/shell/config.h"

namespace wyrmhall::server {

// The configuration from now on: what cannot change while the server runs stays as it was. The log tells what has
// changed, and its level is set. Nothing if there is a mistake in it, which the log tells too: then nothing changes.
std::optional<Config> reload(const Config& before);

}  // namespace wyrmhall::server
