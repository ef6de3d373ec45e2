// verify: the one command that needs the rules and no server.
#pragma once

#include <iosfwd>

#include "clients/cli/exit_code.h"
#include "clients/cli/settings.h"

namespace wyrmhall::cli {

// By the settings' `file` ("-": the standard input), `key` and `json`. The key is the server's public one, as 64
// hexadecimal digits or as a file that begins with them; with it the record must be signed by it. As JSON the verdict
// is one object on `out`, whatever it is: docs/cli.md says what is in it.
ExitCode verify_file(const Settings& settings, std::ostream& out, std::ostream& errors);

}  // namespace wyrmhall::cli
