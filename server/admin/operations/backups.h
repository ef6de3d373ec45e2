// When the last backup was complete. It stands in a file beside the backups, since whoever takes care of them moves
// them away.
#pragma once

#include <optional>
#include <string>

#include "server/core/environment.h"

namespace wyrmhall::server::admin {

// Throws std::runtime_error where it cannot be written.
void note_backup(const std::string& folder, Timestamp at);
// Nothing where there was none.
std::optional<Timestamp> last_backup(const std::string& folder);

}  // namespace wyrmhall::server::admin
