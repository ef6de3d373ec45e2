// The values of Dragon Duel as JSON (rules/notation.h): the words are those of the rulebook, D-2 for options, D-9 for
// actions, D-4 for states and events.
//
// An Action names no seat: the seat travels beside it, since the same action can come from each.
#pragma once

#include "rules/duel/action.h"
#include "rules/duel/event.h"
#include "rules/duel/options.h"
#include "rules/notation.h"

namespace wyrmhall::rules::duel {

using rules::from_json;
using rules::to_json;

}  // namespace wyrmhall::rules::duel
