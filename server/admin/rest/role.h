// What an administrator's token may do.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "server/admin/rest/schema.h"

namespace wyrmhall::server::admin {

// Each may do what those before it may. kNobody: an operation that needs no token.
enum class Role : std::uint8_t {
  kNobody = 0,
  kReadMetrics = 1,  // /metrics and nothing else: for Prometheus
  kRead = 2,         // looks at everything
  kModerate = 3,     // players, tables and matches: blocks, ends, names
  kOperate = 4,      // the server itself: drain, backups, log level; and deletes players
};

// The roles that a token may have.
template <>
inline constexpr auto kSchema<Role> = words({}, 1, "read-metrics", "read", "moderate", "operate");

}  // namespace wyrmhall::server::admin
