// Where the log goes: standard error, as text or as one JSON object a line.
#pragma once

#include <string>

namespace wyrmhall::server {

// What Protobuf logs goes there too, as debug. `format` is "text" or "json", `level` "debug", "info", "warn" or
// "error".
void set_up_log(const std::string& format, const std::string& level);

}  // namespace wyrmhall::server
