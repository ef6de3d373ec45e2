// What this server calls itself, to clients and on --version.
#pragma once

#include <string_view>

#include "generated/common/version.h"

namespace wyrmhall::server {

// In HTTP's headers, which tell everybody: without the version.
inline constexpr std::string_view kHttpServer = "wyrmhalld";
inline constexpr std::string_view kServerName = "wyrmhalld " WYRMHALL_VERSION;

}  // namespace wyrmhall::server
