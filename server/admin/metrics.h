// The figures of the running server, for Prometheus.
#pragma once

#include <string>

#include "server/admin/running.h"

namespace wyrmhall::server::admin {

// What metrics_text() gives back is in this format.
inline constexpr const char* kMetricsType = "text/plain; version=0.0.4; charset=utf-8";

// Throws NoAnswer.
std::string metrics_text(Running& running);

}  // namespace wyrmhall::server::admin
