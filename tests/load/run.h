// One run: connect, let everything come to run, warm up, measure, report.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tests/load/options.h"

namespace wyrmhall::load {

// Returns the report (docs/performance.md says what is in it). What went wrong stands in its `errors`, by how often; it
// is empty after a good run. Throws std::system_error when the run cannot even begin.
nlohmann::json run(const LoadOptions& options);

}  // namespace wyrmhall::load
