// The command line.
#pragma once

#include <expected>
#include <functional>
#include <string>

#include "clients/cli/exit_code.h"
#include "clients/cli/settings.h"

namespace CLI {
class App;
}

namespace wyrmhall::cli {

// What to do instead of running: print this (help, or what was wrong) and exit.
struct Instead {
  ExitCode code = ExitCode::kDone;
  std::string text;
};

std::expected<Settings, Instead> parse_arguments(int argc, const char* const* argv);

// All commands and options, for the manual. What `to` is given lives for its call.
void show_command_line(const std::function<void(const CLI::App&)>& to);

}  // namespace wyrmhall::cli
