// Kills the process at a named point of its work with the database: the test's hand on the switch.
//
// The points are statements that the store runs, as SQLite's own trace of each connection tells of them. So the server
// that dies here is the real one, object file by object file, and knows nothing of it.
#pragma once

#include <cstdint>
#include <string_view>

namespace wyrmhall::crash {

// Before the first database is opened: sees to it that the process ends by SIGKILL when it comes to the point for the
// `times`-th time. False when there is no such point.
bool die_at(std::string_view point, std::uint64_t times);

}  // namespace wyrmhall::crash
