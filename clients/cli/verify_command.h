// verify: the one command that needs the rules and no server.
#pragma once

#include <filesystem>
#include <iosfwd>

#include "clients/cli/exit_code.h"

namespace wyrmhall::cli {

ExitCode verify_file(const std::filesystem::path& file, std::ostream& out, std::ostream& troubles);

}  // namespace wyrmhall::cli
