// The values of Dragon Dance as JSON (rules/notation.h): the words are those of the rulebook, section 1 for options,
// section 8 for all else.
//
// An Action names no seat: the seat travels beside it.
#pragma once

#include "rules/dance/action.h"
#include "rules/dance/event.h"
#include "rules/dance/options.h"
#include "rules/notation.h"

namespace wyrmhall::rules::dance {

using rules::from_json;
using rules::to_json;

}  // namespace wyrmhall::rules::dance
