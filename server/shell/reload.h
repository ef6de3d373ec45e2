// The configuration read again while the server runs.
#pragma once

#include <optional>

#include "server/shell/config.h"

namespace wyrmhall::server {

// As it is from now on: what cannot change while the server runs stays as it was. The log tells what is another, and
// its level is set. Nothing where there is a mistake in it, which the log tells too: then nothing changes.
std::optional<Config> reload(const Config& before);

}  // namespace wyrmhall::server
