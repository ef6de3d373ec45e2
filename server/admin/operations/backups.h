// When the last backup was complete. That is kept in a file beside the backups, since the host may move the backups
// away.
#pragma once

#include <optional>
#include <string>

#include "server/core/environment.h"

namespace wyrmhall::server::admin {

// Throws std::runtime_error if it cannot be written.
void note_backup(const std::string& folder, Timestamp at);
// Nothing if there was none.
std::optional<Timestamp> last_backup(const std::string& folder);

}  // namespace wyrmhall::server::admin
