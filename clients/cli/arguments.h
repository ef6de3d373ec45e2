// The command line.
#pragma once

#include <expected>
#include <string>

#include "clients/cli/exit_code.h"
#include "clients/cli/settings.h"

namespace wyrmhall::cli {

// What to do instead of running: print this (help, or what was wrong) and exit.
struct Instead {
  ExitCode code = ExitCode::kDone;
  std::string text;
};

std::expected<Settings, Instead> parse_arguments(int argc, const char* const* argv);

}  // namespace wyrmhall::cli
