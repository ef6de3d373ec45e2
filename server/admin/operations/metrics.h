// The figures of the running server, for Prometheus.
#pragma once

#include <string>

#include "server/admin/census.h"
#include "server/admin/histories.h"
#include "server/admin/running.h"
#include "server/admin/watch.h"

namespace wyrmhall::server::admin {

// What metrics_text() gives back is in this format.
inline constexpr const char* kMetricsType = "text/plain; version=0.0.4; charset=utf-8";

// What stands beside the running server.
struct MetricsSources {
  const Watch& watch;
  Census& census;
  const std::string& data;     // the store's folder; empty where it keeps no history
  const std::string& backups;  // the folder of backups
  Histories* replica;          // nullptr: there is none
};

// Throws NoAnswer.
std::string metrics_text(Running& running, const MetricsSources& sources);

}  // namespace wyrmhall::server::admin
