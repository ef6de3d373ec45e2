// The tokens of administration that the server was started with.
#pragma once

#include <expected>
#include <memory>
#include <string>

#include "server/admin/keyring.h"
#include "server/shell/config.h"

namespace wyrmhall::server {

// Null if there are none: then there is no administration. On failure, a sentence.
std::expected<std::unique_ptr<admin::Keyring>, std::string> admin_keys(const Config& config);

}  // namespace wyrmhall::server
