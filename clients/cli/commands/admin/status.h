// What a server does now, in words.
#pragma once

#include <ostream>

#include "clients/cli/commands/admin/table.h"

namespace wyrmhall::cli {

// `status` as the server answers it.
void print_status(std::ostream& out, const AdminJson& status);

}  // namespace wyrmhall::cli
