// The values of Heads or Tails as JSON (rules/notation.h).
//
// An Action names no seat: the seat travels beside it.
#pragma once

#include "rules/coin/action.h"
#include "rules/coin/event.h"
#include "rules/coin/options.h"
#include "rules/coin/state.h"
#include "rules/notation.h"

namespace wyrmhall::rules::coin {

using rules::from_json;
using rules::to_json;

}  // namespace wyrmhall::rules::coin
