// A store in memory that answers at once, for tests and the simulator.
#pragma once

#include <memory>

#include "persistence/store.h"

namespace wyrmhall::persistence {

// Calls `deliver` from within submit(), on the caller's thread. What is submitted from within `deliver` is answered
// when that call has returned, before the outer submit() does: so a chain of answers and requests does not grow the
// stack.
std::unique_ptr<Store> open_memory_store(Store::Deliver deliver);

}  // namespace wyrmhall::persistence
