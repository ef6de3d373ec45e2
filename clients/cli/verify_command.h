// verify: the one command that needs the rules and no server.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

#include "clients/cli/exit_code.h"

namespace wyrmhall::cli {

// `key`: the server's public key, as 64 hexadecimal digits or as a file that begins with them; empty for none. With it
// the record must be signed by it.
ExitCode verify_file(const std::filesystem::path& file, const std::string& key, std::ostream& out,
                     std::ostream& troubles);

}  // namespace wyrmhall::cli
