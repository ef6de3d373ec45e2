// The values of Dragons Arena as JSON (rules/notation.h): the words are those of the rulebook, A-2 for options, section
// 8 for actions and events, section 2 for states.
//
// An Action names no seat: the seat travels beside it.
#pragma once

#include "rules/arena/action.h"
#include "rules/arena/event.h"
#include "rules/arena/options.h"
#include "rules/notation.h"

namespace wyrmhall::rules::arena {

using rules::from_json;
using rules::to_json;

}  // namespace wyrmhall::rules::arena
