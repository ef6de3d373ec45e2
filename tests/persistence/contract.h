// What every store promises (persistence/store.h), as subcases of the doctest case that calls this.
#pragma once

#include <functional>

#include "tests/persistence/asker.h"

namespace wyrmhall::persistence::testing {

// Opens a store with nothing in it.
using OpenEmpty = std::function<Asker()>;

void check_contract(const OpenEmpty& open_empty);

}  // namespace wyrmhall::persistence::testing
