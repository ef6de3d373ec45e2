// rules: the rulebooks, without a server.
#pragma once

#include <iosfwd>

#include "clients/cli/exit_code.h"
#include "clients/cli/settings.h"
#include "clients/cli/terminal/paint.h"

namespace wyrmhall::cli {

// By the settings' `game` and `words`. Without a game it names those that have a rulebook.
ExitCode show_rules(const Settings& settings, const Paint& paint, std::ostream& out, std::ostream& errors);

}  // namespace wyrmhall::cli
